"""What the record is made of: its events, their fields, and what each field may hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ttrsim.games.explore.board.geometry import BLOCKS, CROSSINGS, SEGMENT_NAMES, SEGMENTS, Point, Segment
from ttrsim.games.explore.board.model import KINDS, Board
from ttrsim.play.record.fields import PLAIN_TESTS, Event, Test, each, is_number, one_of, seat_tests, should_be

FORMAT = 1
RULES = "explore"  # tells this record from those of other games
WAYS = ("joined", "single", "extra")  # to draw a connection, in the kernel's order

# event: its fields besides `event`, `turn` and `round`, each with the name of its test
FIELDS = {
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


def fields_of(event: Event) -> dict[str, str]:
    """The fields of an event of a known kind."""
    return {"round": "count", **FIELDS[event["event"]]}


def _place(words: str, places: Iterable[tuple[int, int]]) -> Test:
    known = [list(place) for place in places]
    return should_be(words, lambda value: isinstance(value, list) and all(map(is_number, value)) and value in known)


_SEGMENT = one_of("a segment", SEGMENT_NAMES)

OWN_TESTS: dict[str, Test] = {
    "way": one_of("a way to draw", WAYS),
    "segment": _SEGMENT,
    "segments": each(_SEGMENT, "segments"),
    "block": _place("a block [x, y] from 1 to 6", BLOCKS),
    "crossing": _place("a crossing [x, y] from 0 to 6, no map corner", CROSSINGS),
    "tourists": should_be(
        f"letters of {', '.join(KINDS)}",
        lambda value: isinstance(value, str) and value != "" and set(value) <= set(KINDS),
    ),
}


def field_tests(board: Board, n_seats: int) -> dict[str, Test]:
    """The tests of all fields, for games with this number of players on this board."""
    card = one_of(f"a card of {board.name}", (card.id for card in board.cards))
    return PLAIN_TESTS | OWN_TESTS | seat_tests(n_seats) | {"card": card, "cards": each(card, "cards")}


# ---- a final route in the order in which a pen could draw it ---------------------------------------


def in_drawing_order(names: Iterable[str]) -> list[str]:
    """The segments of a trail, each once, one after another (Hierholzer's method)."""
    chosen = set(names)
    segments = [segment for segment in SEGMENTS if segment.name in chosen]
    if not segments:
        return []
    degree = Counter(end for segment in segments for end in (segment.a, segment.b))
    start = min((place for place in degree if degree[place] % 2), default=segments[0].a)
    left = set(segments)
    way: list[tuple[Point, str | None]] = [(start, None)]  # crossings, each with the segment that led there
    trail: list[str] = []
    while way:
        crossing, led_by = way[-1]
        onward = min((segment for segment in left if crossing in (segment.a, segment.b)), key=_name, default=None)
        if onward is not None:
            left.remove(onward)
            way.append((onward.b if crossing == onward.a else onward.a, onward.name))
        else:
            way.pop()
            if led_by is not None:
                trail.append(led_by)
    return trail[::-1]


def _name(segment: Segment) -> str:
    return segment.name
