"""`ttrsim board new` starts a board that can be checked and played at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app
from ttrsim.games.new_board import new_board, write_moved_board
from ttrsim.games.registry import board_folder, load_board


def call(*arguments: object) -> Any:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_a_small_board_with_comments(tmp_path: Path) -> None:
    folder = tmp_path / "three-valleys"
    done = call("board", "new", folder)
    assert done.exit_code == 0, done.output
    assert f"ttrsim run {folder} --bots planner,planner -n 2000" in done.output
    checked = call("board", "check", folder)
    assert checked.exit_code == 0
    assert checked.output.startswith("ok: Three valleys: 11 cities, 23 routes (2 doubles), 15 tickets, 2–4 players\n")
    assert "warning" not in checked.output
    for file in ("board.toml", "cities.csv", "routes.csv", "tickets.csv"):
        assert (folder / file).read_text(encoding="utf-8").startswith("# "), file


def test_its_games_end_as_games_should(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    call("board", "new", folder)
    run = ttrsim.run({"board": str(folder), "seats": ["greedy"] * 4, "deals": 100}, out=tmp_path / "run")
    assert set(run.scan("games").collect()["end"].to_list()) == {"trains"}


@pytest.mark.parametrize("name", ["europe", "usa", "new-york", "explore-new-york"])
def test_a_copy_of_another_board(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    done = call("board", "new", folder, "--like", name, "--json")
    assert done.exit_code == 0, done.output
    copied, original = load_board(folder), load_board(name)
    game = original.game
    assert json.loads(done.output)["files"] == ["board.toml", *game.board_files]
    assert copied.title == f"{original.title} (copy)"
    same = {"name": None, "title": None}
    assert copied.as_dict() | same == original.as_dict() | same
    files = {path.name for path in board_folder(name).iterdir() if path.is_file()}  # without the decks of a map
    assert {path.name for path in folder.iterdir()} == files


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = call("board", "new", tmp_path)
    assert done.exit_code == 2
    assert "exists already" in done.output
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_an_unknown_board_to_copy(tmp_path: Path) -> None:
    done = call("board", "new", tmp_path / "mine", "--like", "erope")
    assert done.exit_code == 2
    assert "did you mean 'europe'?" in done.output
    assert not (tmp_path / "mine").exists()


def test_a_folder_named_like_a_built_in_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "ttrsim board check ./usa" in call("board", "new", "usa").output


def test_a_board_with_moved_parameters_keeps_everything_else(tmp_path: Path) -> None:
    header = '# mine\ntitle = "T"\n\n[parameters]  # numbers\nwilds = 8\n\n[weights.planner.2]  # tuned\nblock = 0.5\n'
    new_board(tmp_path / "old")
    (tmp_path / "old" / "board.toml").write_text(header, encoding="utf-8")
    board = write_moved_board(tmp_path / "new", str(tmp_path / "old"), {"longest_points": 7, "wilds": 9}, "Moved")
    text = (tmp_path / "new" / "board.toml").read_text(encoding="utf-8")
    assert text.startswith('# mine\ntitle = "Moved"\n')
    assert text.endswith("[weights.planner.2]  # tuned\nblock = 0.5\n")
    assert (board.parameters.longest_points, board.parameters.wilds) == (7, 9)  # type: ignore[attr-defined]
