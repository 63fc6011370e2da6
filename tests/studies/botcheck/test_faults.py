"""Bots that never answer, read outside of their arrays, decide what is not legal or do not compile; and templates."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.studies.conftest import Run, WriteBot

LOOP = """
while public.turn > 5:
    own.memory[0] += 1
return kit.legal_decisions(board, public, own)[0]
"""
OUTSIDE = """
if public.turn > 5:
    own.memory[0] = public.market[public.turn + 3]
return kit.legal_decisions(board, public, own)[0]
"""
LIMIT = 300  # seconds, until a hanging process fails the test


def ttrsim(*arguments: str) -> subprocess.CompletedProcess[str]:
    """In a process of its own: the thread of such a bot never ends."""
    command = [sys.executable, "-m", "ttrsim", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT, check=False)


# ---- bots that never answer ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "command",
    [
        ["bots", "check", "{spec}", "--board", "new-york"],
        ["run", "new-york", "--bots", "{spec},random", "-n", "50", "-o", "{folder}/run"],
        ["tournament", "new-york", "--bots", "{spec},random", "-n", "50"],
    ],
    ids=lambda command: command[0],
)
def test_a_bot_that_never_answers_is_stopped_with_its_name_and_turn(
    write_bot: WriteBot, tmp_path: Path, command: list[str]
) -> None:
    spec = write_bot(LOOP)
    arguments = [part.format(spec=spec, folder=tmp_path) for part in command]
    result = ttrsim(*arguments, "--bot-timeout", "1")
    assert result.returncode == 1, result.stderr
    assert f"({spec}), asked choose_action: the bot has not answered for 1 s" in result.stderr
    assert any(f"turn {turn}, seat" in result.stderr for turn in (6, 7))
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="no signals of this kind")
@pytest.mark.parametrize("command", ["run", "bots"])
def test_an_interrupt_works_while_a_bot_does_not_answer(write_bot: WriteBot, tmp_path: Path, command: str) -> None:
    spec = write_bot(LOOP)
    arguments = {
        "run": ["run", "new-york", "--bots", f"{spec},random", "-n", "50", "-o", str(tmp_path / "run")],
        "bots": ["bots", "check", spec, "--board", "new-york", "--bot-timeout", str(2 * LIMIT)],
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "ttrsim", *arguments[command]], stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    for _ in range(LIMIT):  # until it plays, which takes a while on a slow machine
        time.sleep(1)
        if process.poll() is not None or _processor_seconds(process.pid) > 8:
            break
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 130, errors
    assert "interrupted" in errors


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


# ---- bots that are wrong -------------------------------------------------------------------------


def test_a_safe_check_reports_an_index_fault_with_its_line(write_bot: WriteBot) -> None:
    spec = write_bot(OUTSIDE)
    result = ttrsim("bots", "check", spec, "--board", "new-york", "--safe")
    assert result.returncode == 1, result.stderr
    assert f"({spec}), asked choose_action: {spec.rpartition(':')[0]}: line " in result.stderr
    assert "in mine: IndexError: index is out of bounds\n" in result.stderr
    assert "own.memory[0] = public.market[public.turn + 3]" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_crash_of_the_safe_check_is_a_message(monkeypatch: pytest.MonkeyPatch, run: Run, write_bot: WriteBot) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false" if Path("/bin/false").exists() else "/usr/bin/false")
    result = run("bots", "check", write_bot(OUTSIDE), "--board", "new-york", "--safe")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "the check ended with code 1" in result.stderr


def test_an_exception_of_a_bot_is_a_message_with_its_line(run: Run, write_bot: WriteBot) -> None:
    spec = write_bot("assert public.turn < 6, 'too late'\nreturn kit.legal_decisions(board, public, own)[0]")
    result = run("replay", "new-york", "--bots", f"{spec},random")
    assert result.exit_code == 1
    assert "in mine: AssertionError: too late\n  assert public.turn < 6, 'too late'" in result.stderr


def test_an_illegal_decision_is_told_with_the_question_and_what_was_legal(run: Run, write_bot: WriteBot) -> None:
    spec = write_bot(
        "if public.question == kit.CHOOSE_ACTION:\n    return kit.keep(1)\n"
        "return kit.legal_decisions(board, public, own)[0]"
    )
    result = run("replay", "new-york", "--bots", f"{spec},random")
    assert result.exit_code == 1
    assert f"({spec}): asked choose_action, the bot made an illegal decision: keep" in result.stderr
    assert "\nlegal would have been: " in result.stderr
    assert "pile" in result.stderr.partition("legal would have been: ")[2]


@pytest.mark.parametrize(
    ("body", "line", "hint"),
    [
        ("return plain(own)", "return plain(own)", "put @helper on plain"),
        (
            "best = None\nfor route in range(board.n_routes):\n    best = route\nreturn kit.draw(best)",
            "best = None",
            "None and numbers do not mix",
        ),
        ("return public.markets[0]", "return public.markets[0]", "did you mean 'market'?"),
    ],
)
def test_a_bot_that_does_not_compile_ends_with_its_line_and_a_hint(
    run: Run, write_bot: WriteBot, body: str, line: str, hint: str
) -> None:
    spec = write_bot(body)
    path = Path(spec.rpartition(":")[0])
    path.write_text(f"def plain(own):\n    return own.seat\n\n\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    result = run("bots", "show", spec)
    assert result.exit_code == 2
    told = result.stderr.splitlines()
    assert told[-2].startswith("  line ")
    assert told[-2].endswith(f": {line}")
    assert told[-1].startswith("hint: ")
    assert hint in told[-1]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("if kit.can_aford(board, public, own, 0):\n    return 0",
         ["ttrsim.botkit has no 'can_aford'", "if kit.can_aford(board, public", "did you mean 'can_afford'?"]),
        ("if public.turn > 3:\n    return kit.draw(kit.FROM_PILE)", ["a way through it ends without `return`"]),
        ("kit.draw(kit.FROM_PILE)", ["a way through it ends without `return`"]),
        ("raise ValueError", ["a way through it ends without `return`"]),
    ],
)  # fmt: skip
def test_a_name_that_is_not_there_and_a_way_without_return(
    run: Run, write_bot: WriteBot, body: str, told: list[str]
) -> None:
    result = run("bots", "show", write_bot(body))
    assert result.exit_code == 2
    assert [text for text in told if text not in result.stderr] == []


def test_none_in_a_helper_is_reported_where_it_stands(run: Run, write_bot: WriteBot) -> None:
    spec = write_bot("return kit.cheapest_claim(board, own, first(board, public, own))")
    path = Path(spec.rpartition(":")[0])
    helper = (
        "from ttrsim.botkit import can_afford, helper\n\n\n@helper\ndef first(board, public, own):\n    best = None\n"
        "    for route in range(board.n_routes):\n        if can_afford(board, public, own, route):\n"
        "            best = route\n    return best\n\n\n"
    )
    path.write_text(helper + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert "\n  line 6: best = None\nhint: None and numbers do not mix" in run("bots", "show", spec).stderr


# ---- templates -----------------------------------------------------------------------------------


@pytest.mark.usefixtures("small_check")
@pytest.mark.parametrize("game", ["trains", "explore"])
def test_a_new_bot_passes_its_check(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("bots", "new", "mine.py", "--game", game)
    assert result.exit_code == 0
    assert "ttrsim bots check ./mine.py:mine" in result.stdout
    board = {"trains": "new-york", "explore": "explore-new-york"}[game]
    checked = run("bots", "check", "./mine.py:mine", "--board", board)
    assert checked.exit_code == 0, checked.output
    again = run("bots", "new", "mine.py", "--game", game)
    assert again.exit_code == 2
    assert "'mine.py' exists already" in again.stderr


@pytest.mark.parametrize("name", ["My Bot.py", "mine.txt", "2fast.py"])
def test_a_new_bot_needs_a_name_that_python_knows(run: Run, name: str) -> None:
    assert run("bots", "new", name).exit_code == 2
