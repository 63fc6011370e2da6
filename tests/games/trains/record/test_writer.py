"""The record against the referee, which knows the rules and the map and nothing of the engine."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.games.trains.kernel.restrictions import some_restrictions
from tests.games.trains.oracle.referee import referee
from tests.games.update_goldens import combinations
from ttrsim.games.registry import boards_of, load_board
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.record.events import FIELDS, REASONS, field_tests, fields_of
from ttrsim.games.trains.restrictions import TrainsRestriction
from ttrsim.play.bots.finding import load_bots
from ttrsim.play.record.fields import START, event_fault
from ttrsim.play.record.writer import record_events, record_line, record_text
from ttrsim.play.restrictions import Restricted
from ttrsim.play.table import LoggedGame, SeatedTable

MIXES = (("random",), ("random", "greedy"), ("greedy", "random"))
FEW_CARDS: dict[str, Any] = {  # hands empty the pile: the market stays short
    "cards_per_colour": dict.fromkeys(("red", "blue", "green", "yellow", "black", "white", "orange", "pink"), 4),
    "wilds": 14,
}
HOUSE_RULES: list[tuple[str, int, dict[str, Any]]] = [
    ("europe", 3, FEW_CARDS),
    ("usa", 5, FEW_CARDS),
    ("new-york", 4, {"wilds": 20}),
    ("new-york", 2, {"trains": 60}),  # more than all routes take: the game ends as a stalemate
    ("europe", 4, {"turn_limit": 60, "offer_refused": "removed"}),
    ("europe", 2, {"hand": 0, "tunnel_cards": 5, "longest_points": 0, "tie_breaks": ("completed_tickets",)}),
    ("usa", 2, {"setup_offer": 0, "setup_keep": 0}),
]


@cache
def built_in(name: str) -> Board:
    return load_board(name)


def table(board: Board, mix: tuple[str, ...], n_players: int) -> SeatedTable:
    return SeatedTable(board, load_bots(",".join((mix * n_players)[:n_players]), TRAINS))


def fouls(board: Board, game: LoggedGame) -> list[str]:
    found = referee(record_text(game).splitlines(), board_as_dict(board))
    return [f"{game.bots}, seed {game.seed}, game {game.game}: {foul}" for foul in found]


@pytest.mark.parametrize(("name", "n_players"), combinations(boards_of(TRAINS)))
def test_the_referee_finds_no_foul(name: str, n_players: int) -> None:
    board = built_in(name)
    for mix, n_games in zip(MIXES, (10, 5, 5), strict=True):
        seats = table(board, mix, n_players)
        for game in range(n_games):
            assert fouls(board, seats.play_logged(11, game)) == []


@pytest.mark.parametrize(("name", "n_players"), combinations(boards_of(TRAINS)))
def test_the_referee_finds_no_foul_under_restrictions(name: str, n_players: int) -> None:
    board = built_in(name)
    for game in range(6):
        terms = some_restrictions(board_as_dict(board), n_players, Random(game))
        models = [TrainsRestriction.model_validate_json(json.dumps(each)) for each in terms]
        restricted = [Restricted(model, seat) for seat, model in enumerate(models)]
        bots = load_bots(",".join(["random", "planner", "greedy", "hungry", "path"][:n_players]), TRAINS)
        logged = SeatedTable(board, bots, restricted=restricted).play_logged(13, game)
        assert fouls(board, logged) == []
        start = json.loads(record_text(logged).splitlines()[0])
        assert start.get("restrictions", []) == [{"player": seat, **each} for seat, each in enumerate(terms) if each]


@pytest.mark.parametrize(("name", "n_players", "rules"), HOUSE_RULES)
def test_the_referee_finds_no_foul_under_house_rules(name: str, n_players: int, rules: dict[str, Any]) -> None:
    board = built_in(name).with_parameters(**rules)
    seats = table(board, ("random",), n_players)
    for game in range(5):
        assert fouls(board, seats.play_logged(12, game)) == []


def test_every_kind_of_event_and_of_end_occurs() -> None:
    """Or the two tests above would say less than they seem to."""
    kinds: Counter[str] = Counter()
    for name, n_players, rules in HOUSE_RULES:
        seats = table(built_in(name).with_parameters(**rules), ("random",), n_players)
        for game in range(10):
            for event in record_events(seats.play_logged(12, game)):
                kinds[event["event"]] += 1
                kinds[str(event.get("reason"))] += event["event"] == "end"
                kinds["borrowed"] += event["event"] == "score" and event["borrowed"] != {}
    wanted = {*FIELDS, *REASONS, "borrowed"}
    assert wanted - set(+kinds) == set()


@pytest.mark.parametrize("name", ["europe", "india", "london", "new-york", "nordic", "switzerland", "usa"])
def test_events_have_exactly_the_fields_of_the_format(name: str) -> None:
    board = built_in(name)
    tests = field_tests(board, 3)
    for event in record_events(table(board, ("random",), 3).play_logged(1, 0)):
        fields = START if event["event"] == "start" else fields_of(event)
        assert set(event) == {"event", "turn", *fields}
        assert list(event)[:2] == ["event", "turn"]
        assert event_fault(event, fields, tests) is None


def test_the_start_names_the_game() -> None:
    start = next(iter(record_events(table(built_in("usa"), ("random", "greedy"), 3).play_logged(5, 7))))
    assert start == {
        "event": "start",
        "turn": 0,
        "format": 1,
        "map": "usa",
        "players": 3,
        "bots": ["random", "greedy", "random"],
        "seed": 5,
        "game": 7,
    }


@pytest.mark.parametrize("name", ["new-york", "usa"])
def test_what_a_board_has_no_rule_for_is_nothing(name: str) -> None:
    events = record_events(table(built_in(name), ("random",), 2).play_logged(1, 0))
    for score in (event for event in events if event["event"] == "score"):
        assert (score["stations_left"], score["station_points"], score["borrowed"]) == (0, 0, {})
        unused = "attraction_points" if name == "usa" else "longest"
        assert score[unused] == 0


def test_lines_are_compact_and_keep_their_letters() -> None:
    assert record_line({"event": "station", "city": "Zürich", "cards": {}}) == (
        '{"event":"station","city":"Zürich","cards":{}}'
    )


def test_equal_games_have_equal_bytes() -> None:
    one, other = (table(built_in("europe"), ("random", "greedy"), 4) for _ in range(2))
    series = [record_text(one.play_logged(3, game)) for game in range(10)]
    assert record_text(other.play_logged(3, 7)) == series[7]
    assert record_text(one.play_logged(3, 7)) == series[7]
    assert len(set(series)) == 10
    assert all(json.loads(line) for line in series[7].splitlines())
