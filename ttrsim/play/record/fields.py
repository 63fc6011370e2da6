"""Fields of a record's events, and tests of what they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ttrsim.wording import did_you_mean, shortened

Event = dict[str, Any]
Test = Callable[[Any], str | None]  # what is wrong with a value, if anything

# the fields of a start besides `event` and `turn`, each with the name of its test
START = {"format": "count", "map": "text", "players": "count", "bots": "texts", "seed": "number", "game": "count"}


def event_fault(event: Event, fields: Mapping[str, str], tests: Mapping[str, Test]) -> str | None:
    """What is wrong with the fields of an event, if anything."""
    kind = event["event"]
    for field, test in {"turn": "count", **fields}.items():
        if field not in event:
            return f"{kind}: the field '{field}' is missing"
        if fault := tests[test](event[field]):
            return f"{kind}: '{field}' {fault}"
    return None


def should_be(words: str, holds: Callable[[Any], bool]) -> Test:
    return lambda value: None if holds(value) else f"should be {words}, not {shortened(value)}"


def is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)  # Python counts True as a number; a record does not


def one_of(words: str, names: Iterable[str]) -> Test:
    known = dict.fromkeys(names)

    def fault(value: Any) -> str | None:
        if not isinstance(value, str):
            return f"should be {words}, not {shortened(value)}"
        return None if value in known else f"is not {words}: {shortened(value)}{did_you_mean(value, known)}"

    return fault


def each(item_test: Test, items: str) -> Test:
    def fault(value: Any) -> str | None:
        if not isinstance(value, list):
            return f"should be a list of {items}, not {shortened(value)}"
        return next((f"has an item that {fault}" for item in value if (fault := item_test(item))), None)

    return fault


def mapping(key_test: Test, value_test: Test, words: str) -> Test:
    def fault(value: Any) -> str | None:
        if not isinstance(value, dict):
            return f"should be {words}, not {shortened(value)}"
        faults = (key_test(key) or value_test(item) for key, item in value.items())
        return next((f"has an entry that {fault}" for fault in faults if fault), None)

    return fault


TEXT = should_be("a text", lambda value: isinstance(value, str))

PLAIN_TESTS: dict[str, Test] = {
    "count": should_be("a number from 0 on", lambda value: is_number(value) and value >= 0),
    "number": should_be("a whole number", is_number),
    "text": TEXT,
    "texts": each(TEXT, "texts"),
    "flag": should_be("true or false", lambda value: isinstance(value, bool)),
}


def seat_tests(n_seats: int) -> dict[str, Test]:
    seat = should_be(f"a seat from 0 to {n_seats - 1}", lambda value: is_number(value) and 0 <= value < n_seats)
    return {"seat": seat, "seats": each(seat, "seats")}


# ---- the log ---------------------------------------------------------------------------------------
# The log of a game, turn by turn: one version shows everything, the other only what all seats see.


class LogEntry(NamedTuple):
    turn: int  # 0 is the set-up
    seat: int | None  # None if no seat caused it
    lines: tuple[str, ...]
    seen: tuple[str, ...]  # the same without what only the seat itself knows
