"""The grid every board has (§3): 36 blocks, 45 crossings, 80 road segments.

The four map corners are rounded: no crossing is there, and the two outer roads are one bent segment.
"""

from __future__ import annotations

from dataclasses import dataclass

SIZE = 6  # blocks across and down

Point = tuple[int, int]  # a block (x, y) from 1 to 6, or a crossing (i, j) from 0 to 6

CORNERS = ((0, 0), (SIZE, 0), (0, SIZE), (SIZE, SIZE))
BLOCKS: tuple[Point, ...] = tuple((x, y) for y in range(1, SIZE + 1) for x in range(1, SIZE + 1))
CROSSINGS: tuple[Point, ...] = tuple((i, j) for j in range(SIZE + 1) for i in range(SIZE + 1) if (i, j) not in CORNERS)


@dataclass(frozen=True)
class Segment:
    """A piece of road between two crossings."""

    name: str
    a: Point
    b: Point
    blocks: tuple[Point, ...]  # beside it: two, or one at the edge of the map


def _straight(letter: str, a: Point, b: Point, beside: tuple[Point, Point]) -> Segment:
    return Segment(f"{letter}{a[0]}{a[1]}", a, b, tuple(block for block in beside if block in BLOCKS))


def _all_segments() -> tuple[Segment, ...]:
    level = [_straight("H", (i, j), (i + 1, j), ((i + 1, j), (i + 1, j + 1))) for j in range(7) for i in range(6)]
    upright = [_straight("V", (i, j), (i, j + 1), ((i, j + 1), (i + 1, j + 1))) for j in range(6) for i in range(7)]
    bent = [
        Segment("CNW", (1, 0), (0, 1), ((1, 1),)),
        Segment("CNE", (5, 0), (6, 1), ((6, 1),)),
        Segment("CSW", (1, 6), (0, 5), ((1, 6),)),
        Segment("CSE", (5, 6), (6, 5), ((6, 6),)),
    ]
    straight = [segment for segment in level + upright if segment.a not in CORNERS and segment.b not in CORNERS]
    return (*straight, *bent)


SEGMENTS = _all_segments()
SEGMENT_NAMES = tuple(segment.name for segment in SEGMENTS)
