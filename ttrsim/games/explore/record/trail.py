"""A final route in the order in which a pen could draw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ttrsim.games.explore.board.geometry import SEGMENTS, Point, Segment


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
