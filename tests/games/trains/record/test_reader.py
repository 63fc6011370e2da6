"""A broken record gives one message with its line; a whole one can be followed to its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from tests.games.trains.record.test_writer import built_in, table
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import RecordError, read_games
from ttrsim.play.record.writer import record_events, record_line, record_text


@pytest.fixture(scope="module")
def events() -> list[Event]:
    """A game on europe with every kind of event that is broken below."""
    return list(record_events(table(built_in("europe"), ("random",), 3).play_logged(1, 0)))


def follow(lines: list[bytes]) -> list[str]:
    return [line for game in read_games(lines, "game.jsonl", built_in) for line in game.board.tell_game(game)]


def message(lines: list[bytes]) -> str:
    with pytest.raises(RecordError) as caught:
        follow(lines)
    return str(caught.value)


def encoded(events: list[Event]) -> list[bytes]:
    return [record_line(event).encode() + b"\n" for event in events]


def broken(events: list[Event], kind: str, change: Callable[[Event], Any]) -> tuple[int, list[bytes]]:
    """The record with the first event of a kind changed, and its line."""
    index = next(index for index, event in enumerate(events) if event["event"] == kind)
    event = json.loads(record_line(events[index]))
    change(event)
    return index + 1, encoded([*events[:index], event, *events[index + 1 :]])


def put(field: str, value: Any) -> Callable[[Event], Any]:
    return lambda event: event.update({field: value})


def drop(field: str) -> Callable[[Event], Any]:
    return lambda event: event.pop(field)


@pytest.mark.parametrize(
    ("kind", "change", "expected"),
    [
        ("start", put("event", "strat"), "a game must begin with 'start', not with 'strat'"),
        ("start", drop("seed"), "start: the field 'seed' is missing"),
        ("start", put("format", 2), "the format is 2; this ttrsim reads format 1"),
        ("start", put("map", "eurpoe"), "cannot load the board: unknown board 'eurpoe' — did you mean 'europe'?"),
        ("start", put("map", 7), "start: 'map' should be a text, not 7"),
        ("start", put("players", 2), "2 players, but 3 bots"),
        ("start", lambda e: e.update(players=9, bots=["x"] * 9), "europe is for 2 to 5 players, not 9"),
        ("start", lambda e: e.update(players=0, bots=[]), "europe is for 2 to 5 players, not 0"),
        ("hand", put("event", "start"), "a game starts before the previous one has ended"),
        ("hand", put("event", ["hand"]), "unknown event ['hand']"),
        ("hand", put("turn", "0"), "hand: 'turn' should be a number from 0 on, not '0'"),
        ("hand", put("turn", 2), "turn 2 follows turn 0"),
        ("hand", put("cards", "red"), "hand: 'cards' should be a list of cards, not 'red'"),
        ("hand", put("cards", ["rde"]), "hand: 'cards' has an item that is not a card: 'rde' — did you mean 'red'?"),
        ("hand", put("cards", ["red"] * 111), "red is drawn from the pile, but the pile has none left"),
        ("refill", put("slot", 5), "refill: 'slot' should be a slot from 0 to 4, not 5"),
        ("refill", put("slot", True), "refill: 'slot' should be a slot from 0 to 4, not True"),
        ("reshuffle", put("cards", 3), " discards, not 3"),
        ("flush", put("cards", ["wild"]), "flush: 'cards' should be 5 cards"),
        ("flush", put("cards", [None] * 5), "the flushed cards are not the cards of the market"),
        (
            "tickets",
            put("offered", ["Paris-Mars"]),
            "'offered' has an item that is not a ticket of europe: 'Paris-Mars'",
        ),
        ("tickets", put("offered", []), "a kept ticket was not offered"),
        ("draw", put("player", 3), "draw: 'player' should be a seat from 0 to 2, not 3"),
        ("draw", put("from", "hand"), "draw: 'from' is not 'pile' or 'market': 'hand'"),
        ("draw", lambda e: (e.update({"from": "market"}), e.pop("slot", 0)), "draw: the field 'slot' is missing"),
        (
            "claim",
            put("route", "Pariz-Zurich"),
            "claim: 'route' is not a route of europe: 'Pariz-Zurich' — did you mean",
        ),
        ("claim", put("route", ["x"]), "claim: 'route' should be a route of europe, not ['x']"),
        ("claim", drop("route"), "claim: the field 'route' is missing"),
        ("claim", put("cards", {"red": 0}), "claim: 'cards' has an entry that should be a number from 1 on, not 0"),
        ("claim", put("cards", ["red"]), "claim: 'cards' should be an object of colours and numbers, not ['red']"),
        ("claim", put("cards", {"red": 99}), "pays 99 red, but holds"),
        ("claim", lambda e: e.update(player=(e["player"] + 1) % 3), "'s, not seat"),
        ("tunnel_end", put("claimed", 1), "tunnel_end: 'claimed' should be true or false, not 1"),
        ("tunnel_end", put("route", "Paris-Dieppe"), "'route' is not a route of europe: 'Paris-Dieppe'"),
        ("tunnel_end", put("route", "Dieppe-Paris"), "nobody is trying the tunnel Dieppe-Paris"),
        ("station", put("city", "Atlantis"), "station: 'city' is not a city of europe: 'Atlantis'"),
        ("score", drop("total"), "score: the field 'total' is missing"),
        ("score", put("borrowed", {"Paris": 1}), "'borrowed' has an entry that should be a route of europe, not 1"),
        ("end", put("reason", "boredom"), "end: 'reason' is not a reason: 'boredom'"),
        ("end", put("winners", [3]), "end: 'winners' has an item that should be a seat from 0 to 2, not 3"),
    ],
)
def test_a_broken_event(events: list[Event], kind: str, change: Callable[[Event], Any], expected: str) -> None:
    line, lines = broken(events, kind, change)
    found = message(lines)
    assert found.startswith(f"game.jsonl: line {line}: ")
    assert expected in found


@pytest.mark.parametrize(
    ("restrictions", "expected"),
    [
        ("x", "should be a list of objects, not 'x'"),
        ([1], "should be a list of objects, not [1]"),
        ([{"stations": False}], "has a player that should be a seat from 0 to 2, not None"),
        ([{"player": 3}], "has a player that should be a seat from 0 to 2, not 3"),
        ([{"player": 0, "station": False}], "has an unknown key 'station'"),
        ([{"player": 0, "keep": "x"}], "keep should be a list, not 'x'"),
        ([{"player": 0, "closed": ["x"]}], "closed.0: europe has no route 'x'"),
    ],
)
def test_broken_restrictions(events: list[Event], restrictions: Any, expected: str) -> None:
    line, lines = broken(events, "start", put("restrictions", restrictions))
    assert message(lines) == f"game.jsonl: line {line}: start: 'restrictions' {expected}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"", "line 1: the record is empty"),
        (b"\n\n", "line 1: the record is empty"),
        (b"once upon a time\n", "line 1: not JSON"),
        (b'{"event": "start", \n', "line 1: not JSON"),
        (b"\n[1, 2]\n", "line 2: not an object with an 'event'"),
        (b'{"turn": 0}\n', "line 1: not an object with an 'event'"),
        (b'{"event": "hand", "turn": 0}\n', "line 1: a game must begin with 'start', not with 'hand'"),
        (b'{"event": "\xff"}\n', "line 1: not UTF-8 text"),
        (b"[" * 100_000, "line 1: not JSON"),
        (b"9" * 5000, "line 1: not JSON"),
        (b"null\n", "line 1: not an object with an 'event'"),
    ],
)
def test_what_is_no_record(text: bytes, expected: str) -> None:
    assert message(text.splitlines(keepends=True)).startswith(f"game.jsonl: {expected}")


def test_a_record_cut_short(events: list[Event]) -> None:
    lines = encoded(events)
    for length in range(1, len(lines), 25):
        assert message(lines[:length]) == f"game.jsonl: line {length}: the record ends before the game does"


def test_every_missing_line_gives_a_message_or_a_text(events: list[Event]) -> None:
    """Not every gap can be noticed without judging play, but none may end in another error."""
    lines = encoded(events)
    for index in range(0, len(lines), 7):
        with suppress(RecordError):
            follow(lines[:index] + lines[index + 1 :])


def test_the_end_needs_the_scores(events: list[Event]) -> None:
    without = [event for event in events if event["event"] != "score"]
    assert message(encoded(without)).endswith("the scores of all seats, in order, must come before the end")


def test_a_second_game_is_numbered_by_the_line_of_the_file(events: list[Event]) -> None:
    lines = [*encoded(events), b"\n", b"what?\n"]
    assert message(lines).startswith(f"game.jsonl: line {len(lines)}: not JSON")


def test_unknown_fields_do_no_harm(events: list[Event]) -> None:
    """Another program may add what it likes."""
    assert follow(encoded([event | {"remark": "!"} for event in events])) == follow(encoded(events))


def test_games_of_several_boards_in_one_file() -> None:
    boards = ("usa", "new-york", "europe")
    text = "".join(record_text(table(built_in(name), ("random",), 2).play_logged(1, 0)) for name in boards)
    games = list(read_games(text.encode().splitlines(), "x", built_in))
    assert [game.board.name for game in games] == list(boards)
