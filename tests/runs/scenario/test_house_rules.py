"""House rules that change one value of a board: a ticket, a route, a place in a table."""

from __future__ import annotations

from typing import Any

import pytest

from ttrsim.files.faults import BoardError
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.reading import load_scenario

SCENARIO: dict[str, Any] = {"board": "europe", "seats": ["random", "random"], "deals": 1}

ROUTE = "routes.Amsterdam-Essen"


def changed(*settings: str, **values: Any) -> Any:
    """The board of a scenario that options changed."""
    return load_scenario(SCENARIO | values, Changes(settings=settings)).board


def faults(*settings: str, board: str = "europe") -> list[str]:
    with pytest.raises(ScenarioError) as caught:
        changed(*settings, board=board)
    return [fault.text for fault in caught.value.faults]


def test_one_value_changes_and_the_others_stay() -> None:
    europe: Any = load_board("europe")
    board = changed(
        "board.tickets.Angora-Athina=12", "board.routes.Amsterdam-Essen.length=2", "board.route_points.8=18"
    )
    assert [t for t in board.tickets if t not in europe.tickets] == [
        type(t)(t.id, t.a, t.b, 12, t.long) for t in europe.tickets if t.id == "Angora-Athina"
    ]
    [route] = [route for route in board.routes if route not in europe.routes]
    assert (route.id, route.length, route.colour) == ("Amsterdam-Essen", 2, "yellow")
    assert board.parameters.route_points == europe.parameters.route_points | {8: 18}
    assert board.parameters.model_dump(exclude={"route_points"}) == europe.parameters.model_dump(
        exclude={"route_points"}
    )


def test_every_field_of_a_route() -> None:
    name = "board.routes.Amsterdam-Essen"
    board = changed(f"{name}.length=4", f"{name}.colour=gray", f"{name}.tunnel=1", f"{name}.wilds=2")
    [route] = [route for route in board.routes if route.id == "Amsterdam-Essen"]
    assert (route.length, route.colour, route.tunnel, route.wilds) == (4, "gray", True, 2)


def test_the_name_of_a_double_changes_both_halves() -> None:
    board = changed("board.routes.Frankfurt-Paris.length=2")
    assert [route.length for route in board.routes if route.double == "Frankfurt-Paris"] == [2, 2]
    assert faults("board.routes.Frankfurt-Paris-white.length=2") == [
        "double 'Frankfurt-Paris': its halves have lengths 3 and 2"
    ]


def test_tables_in_a_scenario_file_do_the_same() -> None:
    rules = {"tickets": {"Angora-Athina": 12}, "routes": {"Amsterdam-Essen": {"length": 2}}, "route_points.8": 18}
    by_options = changed(
        "board.tickets.Angora-Athina=12", "board.routes.Amsterdam-Essen.length=2", "board.route_points.8=18"
    )
    assert changed(board={"name": "europe"} | rules) == by_options


def test_ids_may_have_dots() -> None:
    usa = load_board("usa")
    assert isinstance(usa, Board)
    routes = tuple(
        type(r)("St. Louis", r.a, r.b, r.length, r.colour) if r.id == "Atlanta-Miami" else r for r in usa.routes
    )
    board = type(usa)(usa.name, usa.title, usa.aspect, usa.cities, routes, usa.tickets, usa.parameters)
    changed_board: Any = board.override_parameters({"routes.St. Louis.length": 4})
    assert [route.length for route in changed_board.routes if route.id == "St. Louis"] == [4]


@pytest.mark.parametrize(
    ("setting", "text"),
    [
        (
            "board.tickets.Angora-Atina=12",
            "tickets: no ticket 'Angora-Atina' on europe — did you mean 'Angora-Athina'?",
        ),
        (
            "board.routes.Amsterdam-Esen.length=3",
            "routes: no route 'Amsterdam-Esen' on europe — did you mean 'Amsterdam-Essen'?",
        ),
        (
            "board.routes.Amsterdam-Essen.lenght=3",
            "routes.Amsterdam-Essen: no 'lenght' to change — did you mean 'length'?",
        ),
        (
            "board.routes.Amsterdam-Essen=3",
            f"{ROUTE}: say what changes: length, colour, tunnel, wilds, any_set, e.g. {ROUTE}.length=3",
        ),
        (
            "board.routes.Amsterdam-Essen.length=12",
            "routes.Amsterdam-Essen.length: should be a whole number from 1 to 10, not 12",
        ),
        (
            "board.routes.Amsterdam-Essen.colour=grey",
            "routes.Amsterdam-Essen.colour: should be a colour or gray, not 'grey' — did you mean 'gray'?",
        ),
        ("board.routes=3", "routes: should be a table of routes and what changes of each, not 3"),
        ("board.route_point.8=18", "unknown parameter 'route_point' — did you mean 'route_points'?"),
        ("board.cards_per_colour.rde=3", "cards_per_colour: unknown colour 'rde' — did you mean 'red'?"),
        ("board.route_points.12=3", "route_points: length 12 is not from 1 to 10"),
        ("board.trains.3=3", "trains is one value, 45: there is no '3' in it"),
        ("board.tie_breaks.7=longest_path", "tie_breaks has no place '7': places are 0 to 2"),
        (
            "board.routes.Amsterdam-Essen.length=5",
            "route 'Amsterdam-Essen' has length 5, which has no route_points",
        ),
    ],
)
def test_what_cannot_be_changed_is_one_message(setting: str, text: str) -> None:
    assert faults(setting) == [text]


def test_explore_new_york() -> None:
    board = changed("board.grey_points.1=5", "board.boxed_cards.2=0", board="explore-new-york")
    assert board.parameters.grey_points == (0, 5, 12, 24, 36)
    assert board.parameters.boxed_cards == {2: 0, 3: 0, 4: 3}


def test_all_faults_at_once() -> None:
    with pytest.raises(BoardError) as caught:
        load_board("usa").override_parameters({"tickets.x": 1, "routes.y.length": 2, "hand.1": 2, "hnad": 1})
    assert len(caught.value.faults) == 4


@pytest.mark.parametrize(
    ("setting", "board", "n_players", "is_idle"),
    [
        ("doubles_closed_up_to=4", "usa", 3, True),
        ("doubles_closed_up_to=4", "usa", 4, False),
        ("doubles_closed_up_to=0", "usa", 5, True),
        ("flush_wilds=7", "usa", 2, False),
        ("tunnel_cards=5", "usa", 2, True),
        ("tunnel_cards=5", "europe", 2, False),
        ("station_points=9", "usa", 2, True),
        ("route_points.9=1", "usa", 2, True),
        ("route_points.6=1", "usa", 2, False),
        ("setup_most_long=3", "europe", 2, True),
        ("setup_most_long=0", "europe", 2, False),
        ("attraction_points=2", "usa", 2, True),
        ("max_players=4", "usa", 3, True),
    ],
)
def test_a_rule_that_changes_no_game_is_known(setting: str, board: str, n_players: int, is_idle: bool) -> None:
    printed, other = load_board(board), changed(f"board.{setting}", board=board)
    assert printed.plays_like(other, n_players) is is_idle
