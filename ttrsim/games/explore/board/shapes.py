"""The shapes of a drawn board, whatever draws them: roads, blocks, and the colours of blocks."""

from __future__ import annotations

import math

import numpy as np

from ttrsim.games.explore.board.geometry import CORNERS, SIZE, Point, Segment

FILLS = {
    "red": "#f3ab8b",
    "green": "#86d0b9",
    "blue": "#93c9ee",
    "yellow": "#f7ec86",
    "grey": "#bdbcb8",
    "white": "#fdfbf5",
}
GAP = 0.07  # between a block and the middle of the road
ROUNDING = 0.1  # of the corners of blocks
BENT = 0.06  # by which the middle of a corner block is moved inwards
CAFE = 0.17  # radius
MARGIN = 0.5  # round the grid, in blocks


def road_line(segment: Segment) -> np.ndarray:
    """[point, x and y]; a quarter of a circle round an inner crossing for a bent road."""
    a, b = np.array(segment.a, float), np.array(segment.b, float)
    if (a == b).any():
        return np.stack([a, b])
    centre = np.array([a[0], b[1]])
    angles = np.linspace(0, math.pi / 2, 25)[:, None]
    bent: np.ndarray = centre + np.cos(angles) * (a - centre) + np.sin(angles) * (b - centre)
    return bent


def block_middle(place: Point) -> tuple[float, float]:
    """Of what is written on a block; at a corner of the map there is less room outside."""
    x, y = place[0] - 0.5, place[1] - 0.5
    is_corner = {place[0], place[1]} <= {1, SIZE}
    return (x + math.copysign(BENT, SIZE / 2 - x), y + math.copysign(BENT, SIZE / 2 - y)) if is_corner else (x, y)


def block_outline(place: Point) -> np.ndarray:
    """A square with round corners; at a corner of the map it follows the bent road."""
    points = []
    for i, j, first in ((0, 0, 180), (1, 0, 270), (1, 1, 0), (0, 1, 90)):
        crossing = place[0] - 1 + i, place[1] - 1 + j
        radius = 1 - 2 * GAP - ROUNDING if crossing in CORNERS else ROUNDING
        inset = GAP + radius
        centre = np.array([place[0] - 1 + (1 - inset if i else inset), place[1] - 1 + (1 - inset if j else inset)])
        angles = np.radians(np.linspace(first, first + 90, 13))
        points.append(centre + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.concatenate(points)
