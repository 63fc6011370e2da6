"""`ttrsim trace`: records to the terminal or to a file, and what is said of bad input."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.games.trains.oracle.referee import games, referee
from tests.runs.helpers import ROOT
from ttrsim import limits
from ttrsim.cli import progress
from ttrsim.cli.app import app
from ttrsim.games.registry import board_folder, load_board
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.play.table import SeatedTable

BOT_HEAD = "from ttrsim.botkit import bot\n\n@bot()\ndef mine(board, public, own):\n"


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def bot_file(folder: Path, body: str) -> str:
    path = folder / "my_bots.py"
    path.write_text(BOT_HEAD + body, encoding="utf-8")
    return str(path)


def test_one_game() -> None:
    result = run("trace", "usa", "--bots", "random,greedy,random")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    start = json.loads(lines[0])
    assert (start["bots"], start["seed"], start["game"]) == (["random", "greedy", "random"], 1, 0)
    assert referee(lines, board_as_dict(load_board("usa"))) == []


def test_the_same_command_gives_the_same_bytes() -> None:
    arguments = ("trace", "europe", "--bots", "greedy,random", "-s", "9", "-n", "3")
    assert run(*arguments).stdout_bytes == run(*arguments).stdout_bytes


def test_a_game_alone_equals_it_in_a_series() -> None:
    arguments = ("trace", "new-york", "--bots", "random,greedy,random", "-s", "4")
    series = list(games(run(*arguments, "-n", "10").stdout.splitlines()))
    alone = run(*arguments, "--game", "7").stdout.splitlines()
    assert len(series) == 10
    assert [json.loads(game[0])["game"] for game in series] == list(range(10))
    assert alone == series[7]


def test_a_later_part_of_a_series() -> None:
    arguments = ("trace", "new-york", "--bots", "random,random")
    assert run(*arguments, "-n", "6").stdout.endswith(run(*arguments, "--game", "4", "-n", "2").stdout)


def test_a_process_of_its_own_agrees() -> None:
    """The fast build of the kernel plays the same game as the checked one that tests run on."""
    arguments = ["trace", "usa", "--bots", "random,greedy", "-s", "2"]
    environment = {key: value for key, value in os.environ.items() if key != "TTRSIM_CHECKED"}
    done = subprocess.run(
        [sys.executable, "-m", "ttrsim", *arguments],
        capture_output=True,
        check=True,
        cwd=ROOT,
        timeout=300,
        env=environment | {"PYTHONIOENCODING": "ascii"},
    )
    assert done.stdout == run(*arguments).stdout_bytes


def test_a_board_of_ones_own_with_any_letters(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(str(board_folder("new-york")), folder)
    for file in folder.iterdir():
        file.write_text(file.read_text(encoding="utf-8").replace("Chelsea", "Chełsea"), encoding="utf-8")
    result = run("trace", str(folder), "--bots", "random,random", "-n", "3")
    assert result.exit_code == 0
    assert "Chełsea".encode() in result.stdout_bytes
    assert json.loads(result.stdout.splitlines()[0])["map"] == str(folder)


# ---- files ---------------------------------------------------------------------------------------


def test_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("an older one", encoding="utf-8")
    arguments = ("trace", "new-york", "--bots", "random,random", "-n", "2")
    result = run(*arguments, "-o", str(path))
    assert (result.exit_code, result.stdout) == (0, "")
    assert path.read_bytes() == run(*arguments).stdout_bytes
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_is_written_through_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.jsonl", tmp_path / "link.jsonl"
    link.symlink_to(target)
    result = run("trace", "new-york", "--bots", "random,random", "-o", str(link))
    assert result.exit_code == 2
    assert "link.jsonl' is a link, and nothing is written through links" in result.output
    assert not target.exists()


def test_a_device_is_written_to_and_stays_a_device() -> None:
    assert run("trace", "new-york", "--bots", "random,random", "-o", os.devnull).exit_code == 0
    assert not Path(os.devnull).is_file()


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), RuntimeError("broken")])
def test_an_interrupted_trace_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException
) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("an older one", encoding="utf-8")
    play = SeatedTable.play_logged

    def play_three(self: SeatedTable, seed: int, game: int) -> Any:
        if game == 3:
            raise failure
        return play(self, seed, game)

    monkeypatch.setattr(SeatedTable, "play_logged", play_three)
    result = run("trace", "new-york", "--bots", "random,random", "-n", "9", "-o", str(path))
    assert result.exit_code == (130 if isinstance(failure, KeyboardInterrupt) else 1)
    assert path.read_text(encoding="utf-8") == "an older one"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["no/such/folder/games.jsonl", "."])
def test_an_output_that_cannot_be_written(tmp_path: Path, name: str) -> None:
    result = run("trace", "new-york", "--bots", "random,random", "-o", f"{tmp_path}/{name}")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: cannot write ")
    assert len(result.stderr.splitlines()) == 1


def test_progress_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    for is_terminal, is_wanted in ((False, True), (True, False), (True, True)):
        monkeypatch.setattr(sys.stderr, "isatty", lambda answer=is_terminal: answer)
        with progress.TerminalProgress(is_wanted) as shown:
            shown.expect(10)
            shown.count(3)
            assert shown._live.is_started == (is_terminal and is_wanted)
            assert str(shown) == "3 of 10 games"


def test_a_log_gets_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = iter([0.0, 0.0, 0.0, 4.0, 9.0, 10.5, 10.5, 12.0])
    monkeypatch.setattr(progress, "LINE_SECONDS", 10.0)
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(now))
    with progress.TerminalProgress() as shown:
        shown.about = lambda: "2 workers"
        shown.expect(100)
        for _ in range(4):
            shown.count(20)
    lines = capsys.readouterr().err.splitlines()
    assert all(line.startswith("… ") and line.endswith(" left, 2 workers") for line in lines)
    assert [line[2:].partition(" games,")[0] for line in lines] == ["60 of 100"]


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "bots", "message"),
    [
        ("eurpoe", "random,random", "unknown board 'eurpoe' — did you mean 'europe'?"),
        ("usa", "random," * 5 + "random", "usa is for 2 to 5 players, not 6"),
        ("new-york", "random," * 4 + "random", "new-york is for 2 to 4 players, not 5"),
        ("usa", "random", "usa is for 2 to 5 players, not 1"),
        ("usa", "", "usa is for 2 to 5 players, not 1"),
        ("usa", "random,gredy", "unknown bot 'gredy' — did you mean 'greedy'?"),
        ("usa", "random,", "unknown bot ''"),
        ("usa", "random,no/such.py:mine", "no/such.py: no such file"),
    ],
)
def test_bad_board_or_bots(board: str, bots: str, message: str) -> None:
    result = run("trace", board, "--bots", bots)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {message}")
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["usa"],
        ["usa", "--bots", "random,random", "-n", "0"],
        ["usa", "--bots", "random,random", "-s", "-1"],
        ["usa", "--bots", "random,random", "-s", str(2**63)],
        ["usa", "--bots", "random,random", "--game", "-1"],
        ["usa", "--bots", "random,random", "--seed", "one"],
    ],
)
def test_bad_options(arguments: list[str]) -> None:
    result = run("trace", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Traceback" not in result.stderr


def test_the_largest_seed_and_game() -> None:
    largest = ("-s", str(limits.MAX_SEED), "--game", str(limits.MAX_GAME))
    result = run("trace", "new-york", "--bots", "random,random", *largest)
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[0])["seed"] == limits.MAX_SEED


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("    return 1 +\n", "line 5: "),
        ("    return board.no_such_thing\n", "no_such_thing"),
        ("    return no_such_name\n", "no_such_name"),
        ("    return 'claim'\n", "the bot does not compile: "),
    ],
)
def test_a_bot_that_does_not_compile(tmp_path: Path, body: str, message: str) -> None:
    path = bot_file(tmp_path, body)
    result = run("trace", "usa", "--bots", f"random,{path}:mine")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"error: {path}: ")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_bot_that_is_not_in_its_file(tmp_path: Path) -> None:
    path = bot_file(tmp_path, "    return 0\n")
    result = run("trace", "usa", "--bots", f"random,{path}:yours")
    assert (result.exit_code, result.stderr) == (2, f"error: {path}: defines no 'yours'\n")


@pytest.mark.parametrize("number", [0, 1 << 40, -1])
def test_a_bot_that_breaks_the_rules(tmp_path: Path, number: int) -> None:
    path = bot_file(tmp_path, f"    return {number}\n")
    output = tmp_path / "games.jsonl"
    result = run("trace", "usa", "--bots", f"random,{path}:mine", "-s", "3", "--game", "2", "-o", str(output))
    assert (result.exit_code, result.stdout) == (1, "")
    where = f"seed 3, game 2, turn 0, seat 1 ({path}:mine)"
    what = f"asked keep_tickets, the bot made an illegal decision: the number {number}, which is no decision"
    assert result.stderr.startswith(f"error: {where}: {what}\nlegal would have been: keep ")
    assert not output.exists()
