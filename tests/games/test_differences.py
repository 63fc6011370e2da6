"""`ttrsim board diff`: everything that differs between two boards, in plain sentences."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.games.differences import board_title
from ttrsim.games.registry import board_folder, board_names, load_board


def ttrsim(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def replace_text(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of USA in `mine`."""
    shutil.copytree(str(board_folder("usa")), tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    return Path("mine")


@pytest.mark.parametrize("name", board_names())
def test_a_board_does_not_differ_from_itself(name: str) -> None:
    result = ttrsim("board", "diff", name, name, "--exit-code")
    assert (result.exit_code, result.stdout) == (0, "no differences\n")
    assert json.loads(ttrsim("board", "diff", name, name, "--json").stdout) == []


def test_everything_that_differs_is_told(own: Path) -> None:
    replace_text(own / "board.toml", "\nwilds = 14", "\nwilds = 12")
    replace_text(own / "board.toml", "6 = 15", "6 = 18")
    replace_text(own / "tickets.csv", "Los Angeles,Miami,20,", "Los Angeles,Miami,23,")
    replace_text(own / "tickets.csv", "Denver-El Paso,Denver,El Paso,4,0\n", "Denver-Miami,Denver,Miami,9,0\n")
    replace_text(own / "routes.csv", "Atlanta-Miami,Atlanta,Miami,5,blue,", "Atlanta-Miami,Atlanta,Miami,4,red,")
    replace_text(own / "cities.csv", "Atlanta,Atlanta,0.8", "Atlanta,Atlanta,0.7")
    result = ttrsim("board", "diff", "usa", "mine")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "wilds: 14 → 12.",
        "route_points.6: 15 → 18.",
        "Route Atlanta-Miami: length 5 → 4, colour blue → red.",
        "Ticket Denver-El Paso is gone: from Denver to El Paso, points 4.",
        "Ticket Los Angeles-Miami: points 20 → 23.",
        "Ticket Denver-Miami is new: from Denver to Miami, points 9.",
        "City Atlanta: x 0.8 → 0.7.",
    ]


def test_a_route_under_another_id_is_the_same_route(own: Path) -> None:
    replace_text(own / "routes.csv", "Atlanta-Miami,Atlanta,Miami,5,", "the long one,Miami,Atlanta,6,")
    (found,) = json.loads(ttrsim("board", "diff", "usa", "mine", "--json").stdout)
    assert (found["kind"], found["id"], found["change"]) == ("route", "Atlanta-Miami", "changed")
    assert (found["before"]["length"], found["after"]["length"]) == (5, 6)


def test_the_exit_code_tells_if_asked(own: Path) -> None:
    replace_text(own / "board.toml", "\nwilds = 14", "\nwilds = 12")
    assert ttrsim("board", "diff", "usa", "mine").exit_code == 0
    assert ttrsim("board", "diff", "usa", "mine", "--exit-code").exit_code == 3


def test_boards_of_different_games() -> None:
    result = ttrsim("board", "diff", "usa", "explore-new-york")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "'explore-new-york' is a board of Explore New York" in result.stderr


def test_the_title_of_a_board_that_is_not_the_printed_one(own: Path) -> None:
    board = load_board("mine")
    assert board_title(load_board("usa"), "usa") == "Ticket to Ride: USA"
    assert board_title(board, "mine") == "Ticket to Ride: USA (own board mine)"
    rules = {"wilds": 12, "route_points": {6: 18}, "tickets.Los Angeles-Miami": 23}
    assert board_title(board, "usa", rules) == (
        "Ticket to Ride: USA with house rules wilds = 12, route_points.6 = 18, tickets.Los Angeles-Miami = 23"
    )
