"""What the record is made of: its events, their fields, and what each field may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ttrsim.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES
from ttrsim.explore.board.model import KINDS, Board
from ttrsim.files.faults import did_you_mean, shortened

FORMAT = 1
RULES = "explore"  # tells this record from those of other games
WAYS = ("joined", "single", "extra")  # to draw a connection, in the kernel's order

Event = dict[str, Any]
Test = Callable[[Any], str | None]  # what is wrong with a value, if anything

# event: its fields besides `event`, `turn` and `round`, each with the name of its test
FIELDS = {
    "start": {
        "format": "count",
        "rules": "text",
        "map": "text",
        "board": "text",
        "players": "count",
        "bots": "texts",
        "seed": "number",
        "game": "count",
    },
    "reveal": {"player": "seat", "cards": "cards"},
    "discard": {"player": "seat", "card": "card"},
    "block": {"player": "seat", "block": "block", "tourists": "tourists", "fallback": "flag"},
    "draw": {"player": "seat", "segment": "segment", "how": "way"},
    "cafe": {"player": "seat", "crossing": "crossing", "tourists": "tourists"},
    "score": {
        "player": "seat",
        "route": "segments",
        "red": "count",
        "green": "count",
        "blue": "count",
        "cafes": "count",
        "yellow": "count",
        "grey": "count",
        "total": "count",
    },
    "end": {"winners": "seats", "rounds": "count"},
}


def event_fault(event: Event, tests: dict[str, Test]) -> str | None:
    """What is wrong with the fields of an event of a known kind, if anything."""
    kind = event["event"]
    for field, test in {"turn": "count", "round": "count", **FIELDS[kind]}.items():
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


def _place(words: str, places: Iterable[tuple[int, int]]) -> Test:
    known = [list(place) for place in places]
    return _should_be(words, lambda value: isinstance(value, list) and all(map(_is_number, value)) and value in known)


_TEXT = _should_be("a text", lambda value: isinstance(value, str))
_SEGMENT = _one_of("a segment", SEGMENT_NAMES)

PLAIN_TESTS: dict[str, Test] = {
    "count": _should_be("a number from 0 on", lambda value: _is_number(value) and value >= 0),
    "number": _should_be("a whole number", _is_number),
    "text": _TEXT,
    "texts": _each(_TEXT, "texts"),
    "flag": _should_be("true or false", lambda value: isinstance(value, bool)),
    "way": _one_of("a way to draw", WAYS),
    "segment": _SEGMENT,
    "segments": _each(_SEGMENT, "segments"),
    "block": _place("a block [x, y] from 1 to 6", BLOCKS),
    "crossing": _place("a crossing [x, y] from 0 to 6, no map corner", CROSSINGS),
    "tourists": _should_be(
        f"letters of {', '.join(KINDS)}",
        lambda value: isinstance(value, str) and value != "" and set(value) <= set(KINDS),
    ),
}


def field_tests(board: Board, n_seats: int) -> dict[str, Test]:
    """The tests of all fields, for games of so many players on this board."""
    card = _one_of(f"a card of {board.name}", (card.id for card in board.cards))
    seat = _should_be(f"a seat from 0 to {n_seats - 1}", lambda value: _is_number(value) and 0 <= value < n_seats)
    return PLAIN_TESTS | {
        "seat": seat,
        "seats": _each(seat, "seats"),
        "card": card,
        "cards": _each(card, "cards"),
    }
