"""What the record is made of: its events, their fields, and what each field may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ttrsim.files.faults import did_you_mean, shortened
from ttrsim.trains.board.model import COLOURS, WILD, Board

FORMAT = 1
CARDS = (*COLOURS, WILD)  # in the kernel's order, which is no part of the format
REASONS = ("trains", "stalemate", "limit")  # E1, N1, N2

Event = dict[str, Any]
Test = Callable[[Any], str | None]  # what is wrong with a value, if anything

# event: its fields besides `event` and `turn`, each with the name of its test
FIELDS = {
    "start": {
        "format": "count",
        "map": "text",
        "players": "count",
        "bots": "texts",
        "seed": "number",
        "game": "count",
    },
    "hand": {"player": "seat", "cards": "cards"},
    "refill": {"slot": "slot", "card": "card"},
    "flush": {"cards": "market"},
    "reshuffle": {"cards": "count"},
    "tickets": {"player": "seat", "offered": "tickets", "kept": "tickets"},
    "draw": {"player": "seat", "from": "origin", "card": "card"},
    "claim": {"player": "seat", "route": "route", "cards": "payment"},
    "tunnel": {"player": "seat", "route": "route", "cards": "payment"},
    "reveal": {"card": "card"},
    "tunnel_end": {"player": "seat", "route": "route", "claimed": "flag", "paid": "payment"},
    "station": {"player": "seat", "city": "city", "cards": "payment"},
    "pass": {"player": "seat"},
    "last_round": {"player": "seat"},
    "score": {
        "player": "seat",
        "routes": "number",
        "completed": "tickets",
        "failed": "tickets",
        "tickets": "number",
        "stations_left": "count",
        "station_points": "number",
        "borrowed": "borrowed",
        "longest": "count",
        "longest_points": "number",
        "attraction_points": "number",
        "total": "number",
    },
    "end": {"reason": "reason", "winners": "seats", "turns": "count"},
}
MARKET_DRAW = FIELDS["draw"] | {"slot": "slot"}


def event_fault(event: Event, tests: dict[str, Test]) -> str | None:
    """What is wrong with the fields of an event of a known kind, if anything."""
    kind = event["event"]
    fields = MARKET_DRAW if kind == "draw" and event.get("from") == "market" else FIELDS[kind]
    for field, test in {"turn": "count", **fields}.items():
        if field not in event:
            return f"{kind}: the field '{field}' is missing"
        if fault := tests[test](event[field]):
            return f"{kind}: '{field}' {fault}"
    return None


def _should_be(words: str, holds: Callable[[Any], bool]) -> Test:
    return lambda value: None if holds(value) else f"should be {words}, not {shortened(value)}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # true is no number here, though Python has it so


def _one_of(words: str, names: Iterable[str]) -> Test:
    known = dict.fromkeys(names)

    def fault(value: Any) -> str | None:
        if not isinstance(value, str):
            return f"should be {words}, not {shortened(value)}"
        return None if value in known else f"is not {words}: {shortened(value)}{did_you_mean(value, known)}"

    return fault


def _each(item_test: Test, items: str) -> Test:
    def fault(value: Any) -> str | None:
        if not isinstance(value, list):
            return f"should be a list of {items}, not {shortened(value)}"
        return next((f"has an item that {found}" for item in value if (found := item_test(item))), None)

    return fault


def _mapping(key_test: Test, value_test: Test, words: str) -> Test:
    def fault(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"should be {words}, not {shortened(value)}"
        faults = (key_test(key) or value_test(item) for key, item in value.items())
        return next((f"has an entry that {found}" for found in faults if found), None)

    return fault


_CARD = _one_of("a card", CARDS)
_TEXT = _should_be("a text", lambda value: isinstance(value, str))

PLAIN_TESTS: dict[str, Test] = {
    "count": _should_be("a number from 0 on", lambda value: _is_number(value) and value >= 0),
    "number": _should_be("a whole number", _is_number),
    "text": _TEXT,
    "texts": _each(_TEXT, "texts"),
    "flag": _should_be("true or false", lambda value: isinstance(value, bool)),
    "origin": _one_of("'pile' or 'market'", ("pile", "market")),
    "reason": _one_of("a reason", REASONS),
    "card": _CARD,
    "cards": _each(_CARD, "cards"),
    "payment": _mapping(
        _CARD,
        _should_be("a number from 1 on", lambda value: _is_number(value) and value >= 1),
        "an object of colours and numbers",
    ),
}


def field_tests(board: Board, n_seats: int) -> dict[str, Test]:
    """The tests of all fields, for games of so many players on this board."""
    n_slots = board.parameters.market
    routes = _one_of(f"a route of {board.name}", (route.id for route in board.routes))
    cities = _one_of(f"a city of {board.name}", (city.id for city in board.cities))
    tickets = _one_of(f"a ticket of {board.name}", (ticket.id for ticket in board.tickets))
    seat = _should_be(f"a seat from 0 to {n_seats - 1}", lambda value: _is_number(value) and 0 <= value < n_seats)
    card_or_none: Test = lambda value: None if value is None else _CARD(value)  # noqa: E731 (a value of a table)
    market = _each(card_or_none, "cards")
    return PLAIN_TESTS | {
        "seat": seat,
        "seats": _each(seat, "seats"),
        "slot": _should_be(f"a slot from 0 to {n_slots - 1}", lambda value: _is_number(value) and 0 <= value < n_slots),
        "market": lambda value: market(value) or _should_be(f"{n_slots} cards", lambda v: len(v) == n_slots)(value),
        "route": routes,
        "city": cities,
        "tickets": _each(tickets, "tickets"),
        "borrowed": _mapping(cities, routes, "an object of cities and routes"),
    }
