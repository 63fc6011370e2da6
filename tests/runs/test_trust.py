"""Looking at a folder runs none of its code; playing on asks first, unless the same code has run here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app
from ttrsim.machine.builds import cache_root
from ttrsim.play.bots.trust import UntrustedError

BOT = """
from pathlib import Path

from ttrsim import botkit as kit
from ttrsim.botkit import bot
from beside import PLACE

Path({ran!r}).touch()

@bot()
def mine(board, public, own):
    decisions = kit.legal_decisions(board, public, own)
    return decisions[PLACE % len(decisions)]
"""


@pytest.fixture(autouse=True)
def other_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody for whom no code has run yet, with the compiled code of this one."""
    monkeypatch.setattr("ttrsim.play.bots.trust.FILE", f"trusted-{tmp_path.name}-{hash(tmp_path)}")


def forget_trust() -> None:
    import ttrsim.play.bots.trust as trust

    (cache_root() / trust.FILE).unlink()


@pytest.fixture
def spec(tmp_path: Path) -> str:
    (tmp_path / "code").mkdir()
    (tmp_path / "code" / "bot.py").write_text(BOT.format(ran=str(tmp_path / "ran")), encoding="utf-8")
    (tmp_path / "code" / "beside.py").write_text("PLACE = 0\n", encoding="utf-8")
    return f"{tmp_path / 'code' / 'bot.py'}:mine"


@pytest.fixture
def strange(tmp_path: Path, spec: str) -> Path:
    """A run that somebody else played, complete."""
    run = ttrsim.run("new-york", bots=[spec, "random"], deals=4, chunk=4, out=tmp_path / "run", threads=1)
    forget_trust()
    (tmp_path / "ran").unlink()
    return run.path


def incomplete(run: Path) -> Path:
    """Without its last chunk."""
    lines = (run / "parts.jsonl").read_bytes().splitlines(keepends=True)
    (run / "parts.jsonl").write_bytes(b"".join(lines[:-1]))
    return run


def invoke(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*map(str, words)])
    return done.exit_code, done.stderr


def test_looking_at_a_run_runs_nothing(strange: Path, tmp_path: Path) -> None:
    for words in (["summary"], ["resume"], ["metrics", "win_share"], ["view", "--no-open"], ["report"]):
        command, *others = words
        assert invoke(command, strange, *others)[0] in (0, 2), words
    assert not (tmp_path / "ran").exists()


def test_a_game_is_seen_again_only_with_trust(strange: Path, tmp_path: Path) -> None:
    code, said = invoke("view", strange, "--game", 0, "--no-open")
    assert (code, (tmp_path / "ran").exists()) == (2, False)
    assert "wants to run the code in" in said
    assert said.rstrip().endswith("Read it, then give the same command with --trust")
    assert invoke("view", strange, "--game", 0, "--no-open", "--trust")[0] == 0
    assert (tmp_path / "ran").exists()
    assert invoke("view", strange, "--game", 1, "--no-open")[0] == 0, "the same code needs to be trusted once"


def test_a_run_is_resumed_only_with_trust(strange: Path, tmp_path: Path) -> None:
    incomplete(strange)
    with pytest.raises(UntrustedError, match=r"bot\.py"):
        ttrsim.resume(strange, threads=1)
    assert not (tmp_path / "ran").exists()
    assert ttrsim.resume(strange, threads=1, trust=True).games_complete == 8
    assert (tmp_path / "ran").exists()


def test_code_beside_a_bot_that_is_trusted_counts_too(strange: Path, spec: str, tmp_path: Path) -> None:
    ttrsim.run("new-york", bots=[spec, "random"], deals=1, out=tmp_path / "own", threads=1)
    assert ttrsim.resume(incomplete(strange), threads=1).games_complete == 8, "this user has run the same code"
    forget_trust()
    (tmp_path / "code" / "beside.py").write_text("PLACE = 1\n", encoding="utf-8")
    ttrsim.run("new-york", bots=[spec, "random"], deals=1, out=tmp_path / "changed", threads=1)
    with pytest.raises(UntrustedError, match=r"beside\.py"):
        ttrsim.resume(incomplete(strange), threads=1)


def test_the_question_on_a_terminal(strange: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ttrsim.cli import trusting

    class Terminal:
        def isatty(self) -> bool:
            return True

    said: list[bool] = []
    for answer in (False, True):
        monkeypatch.setattr(trusting.sys, "stdin", Terminal())
        monkeypatch.setattr(trusting.sys, "stderr", Terminal())
        monkeypatch.setattr(trusting.console, "note", lambda text: None)
        monkeypatch.setattr(trusting.typer, "confirm", lambda text, err, answer=answer: answer)

        def action(trust: bool) -> str:
            said.append(trust)
            if not trust:
                raise UntrustedError("code")
            return "done"

        if answer:
            assert trusting.asking_first(action, False) == "done"
        else:
            with pytest.raises(UntrustedError):
                trusting.asking_first(action, False)
    assert said == [False, False, True]


def test_a_study_names_bots_too(tmp_path: Path, spec: str) -> None:
    how = {"bots": [spec, "random"], "vary": ["board.stations=0"], "of": ["mean(turns)"], "deals": 2}
    ttrsim.sweep("new-york", **how, out=tmp_path / "sweep", threads=1)
    forget_trust()
    (tmp_path / "ran").unlink()
    shutil.rmtree(tmp_path / "sweep" / "points")
    with pytest.raises(UntrustedError):
        ttrsim.resume(tmp_path / "sweep", threads=1)
    assert not (tmp_path / "ran").exists()
    ttrsim.resume(tmp_path / "sweep", threads=1, trust=True)
    assert (tmp_path / "ran").exists()
