"""`ttrsim board check` warns of what will go wrong in play."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.boards import TIGHT_RULES, tight_board
from ttrsim.cli.app import app
from ttrsim.games.new_board import new_board
from ttrsim.games.registry import board_names, load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.warnings import fewest_trains, spaces, warnings_of


def starter(tmp_path: Path) -> Board:
    folder = tmp_path / "mine"
    new_board(folder)
    board = load_board(folder)
    assert isinstance(board, Board)
    return board


def warned(board: Board, **overrides: Any) -> list[str]:
    return [warning.text for warning in warnings_of(board.with_parameters(**overrides))]


@pytest.mark.parametrize("name", board_names())
def test_printed_boards_have_no_warning(name: str) -> None:
    board = load_board(name)
    assert board.warnings() == []


def test_too_few_spaces_for_the_trains(tmp_path: Path) -> None:
    folder = tight_board(tmp_path / "tight")
    board = load_board(folder)
    assert isinstance(board, Board)
    assert (spaces(board, 2), 2 * board.parameters.trains) == (76, 90)
    done = CliRunner().invoke(app, ["board", "check", str(folder)])
    assert done.exit_code == 0
    assert "warning: routes.csv: 2 players: 76 spaces for 90 trains." in done.output
    values = json.loads(CliRunner().invoke(app, ["board", "check", str(folder), "--json"]).output)
    assert values["warnings"][0]["where"] == "routes.csv"
    assert values["warnings"][0]["text"].startswith("2 players: 76 spaces for 90 trains.")
    assert TIGHT_RULES in (folder / "board.toml").read_text(encoding="utf-8")


def test_halves_of_doubles_count_where_they_open(tmp_path: Path) -> None:
    board = starter(tmp_path)
    doubled = sum(route.length for route in board.routes if route.double) // 2
    assert spaces(board, 3) - spaces(board, 2) == doubled


def test_routes_cities_and_tickets_that_nobody_can_use(tmp_path: Path) -> None:
    board = starter(tmp_path)
    texts = warned(board, wilds=0)
    assert "nobody can claim Dunes-Isle: the ferry takes 1 wilds, and the deck has 0" in texts
    texts = warned(board, wilds=1, cards_per_colour={**board.parameters.cards_per_colour, "pink": 2})
    assert "nobody can claim Juniper-Kestrel: the deck has 2 cards of pink and 1 wilds" in texts
    lonely = replace(board, routes=tuple(r for r in board.routes if r.id in ("Alder-Birch", "Dunes-Isle")))
    texts = warned(lonely, wilds=0)
    assert "nobody can reach Dunes: none of its routes can be claimed" in texts
    assert "nobody can complete Dunes-Fern: routes that can be claimed do not join its cities" in texts


def test_a_ticket_that_takes_more_trains_than_a_player_has(tmp_path: Path) -> None:
    board = starter(tmp_path)
    needed = {ticket.id: fewest_trains(board.routes, [ticket.a], [ticket.b]) for ticket in board.tickets}
    assert max(filter(None, needed.values())) == 8
    assert any("it takes 8 of 7 trains" in text for text in warned(board, trains=7))
    assert not any("nobody can complete" in text for text in warned(board, trains=8))
    # E4: a station borrows a route of another player
    assert not any("nobody can complete" in text for text in warned(board, trains=7, stations=1))


def test_a_double_that_never_opens(tmp_path: Path) -> None:
    texts = warned(starter(tmp_path), max_players=2)
    expected = "the second half of all 2 doubles never opens: doubles_closed_up_to is 2, and at most 2 can play"
    assert texts == [expected]


def test_a_colour_with_too_few_cards(tmp_path: Path) -> None:
    board = starter(tmp_path)
    deck = {**board.parameters.cards_per_colour, "black": 4}
    assert "Alder-Glen takes 4 black cards, and the deck has 4" in warned(board, cards_per_colour=deck)
    assert any(text.startswith("red is scarce: ") for text in warned(board, cards_per_colour={**deck, "red": 2}))
    assert any("no route is white" in text for text in warned(board, cards_per_colour={**deck, "white": 6}))


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ({"turn_limit": 15}, "2 players: turn_limit 15 ends the game too early"),
        ({"hand": 8}, "4 players: only 7 of 44 cards are left in the pile after the set-up"),
        ({"setup_offer": 3, "setup_keep": 3, "offer": 4}, "4 players: 3 tickets may be left after the set-up"),
        ({"attraction_points": 2}, "attraction_points is 2, but no city is an attraction"),
        ({"station_points": 4}, "station_points is 4, but players have no stations"),
        ({"tunnel_cards": 0}, "routes are marked as tunnels, but tunnel_cards is 0"),
    ],
)
def test_rules_that_make_trouble(rules: dict[str, Any], text: str, tmp_path: Path) -> None:
    assert any(found.startswith(text) for found in warned(starter(tmp_path), **rules))


def test_two_tickets_for_the_same_cities(tmp_path: Path) -> None:
    board = starter(tmp_path)
    twin = replace(board.tickets[0], id="again", a=board.tickets[0].b, b=board.tickets[0].a)
    assert warned(replace(board, tickets=(*board.tickets, twin))) == ["again and Alder-Cedar join the same cities"]
