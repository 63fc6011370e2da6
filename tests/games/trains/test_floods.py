"""House rules that repeat without end are told of before the game, and its record ends with the reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import ttrsim
from ttrsim.cli.app import app
from ttrsim.games.registry import GAMES, board_names, data_of, load_board

EUROPE = Path(str(data_of(GAMES["trains"]))) / "europe"


@pytest.fixture
def flooding(tmp_path: Path) -> Path:
    """One wild sweeps a market of seven."""
    board = Path(shutil.copytree(EUROPE, tmp_path / "board"))
    lines = (board / "board.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if not line.startswith(("market =", "flush_wilds =", "wilds ="))]
    kept.insert(kept.index("[parameters]") + 1, "market = 7\nflush_wilds = 1\nwilds = 20")
    (board / "board.toml").write_text("\n".join(kept) + "\n", encoding="utf-8")
    return board


def test_a_market_that_is_swept_without_end(flooding: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = CliRunner().invoke(app, ["board", "check", str(flooding)])
    assert "1 face-up wild sweeps a market of 7" in check.output
    monkeypatch.setenv("TTRSIM_CHECKED", "0")  # the checked build stops at the sweep after which the guard gives up
    code, _, messages = ttrsim("trace", str(flooding), "--bots", ",".join(["random"] * 5), "--seed", "3")
    assert code == 1
    assert "warning: board.toml: 1 face-up wild sweeps a market of 7" in messages
    assert "the record breaks off here, since the game has" in messages
    assert "see `ttrsim board check`" in messages


def test_printed_boards_have_no_such_warning() -> None:
    for name in board_names():
        board = load_board(name)
        assert not [warning for warning in board.warnings() if "sweep" in warning.text]


@pytest.mark.parametrize("game", ['["trains"]', "{ trains = 1 }", "[]", "3", "true", "1979-05-27"])
def test_a_game_that_is_no_name(game: str, flooding: Path) -> None:
    header = flooding / "board.toml"
    header.write_text(f"game = {game}\n" + header.read_text(encoding="utf-8"), encoding="utf-8")
    result = CliRunner().invoke(app, ["board", "check", str(flooding)])
    assert result.exit_code == 2
    assert "board.toml: game should be one of trains, explore, not" in result.output
