"""The signs of blocks and tourists: each has a shape as well as a colour, so that nothing hangs on colour alone."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Circle, Patch, Polygon

from ttrsim.games.explore.board.model import KINDS, TYPES

INK = "#2b2620"
SHADES = {"red": "#c1440e", "green": "#007a5e", "blue": "#0063a6", "yellow": "#e0b400", "grey": "#6b6b6b"}
SQUARE, TRIANGLE, STAR, DIAMOND = "square", "triangle", "star", "diamond"
SHAPES = {"green": SQUARE, "blue": TRIANGLE, "yellow": STAR, "grey": DIAMOND}  # red is a circle
TYPE_OF = dict(zip(KINDS, TYPES, strict=False))  # of a tourist: the blocks it likes


def draw_sign(ax: Axes, type_: str, x: float, y: float, radius: float, zorder: float = 6) -> None:
    """The sign of a type of blocks, or of the tourists who like them; y runs downwards."""
    style: dict[str, Any] = {"facecolor": SHADES[type_], "edgecolor": "#ffffff", "linewidth": 0.6, "zorder": zorder}
    sign: Patch = (
        Polygon(sign_corners(SHAPES[type_], x, y, radius), **style)
        if type_ in SHAPES
        else Circle((x, y), 0.9 * radius, **style)
    )
    ax.add_patch(sign)


def sign_corners(shape: str, x: float, y: float, radius: float) -> np.ndarray:
    """[corner, x and y] of one of SHAPES."""
    n = {SQUARE: 4, TRIANGLE: 3, STAR: 10, DIAMOND: 4}[shape]
    turn = math.pi / 4 if shape == SQUARE else 0.0
    angles = turn + np.arange(n) * 2 * math.pi / n  # from the top
    size = np.full(n, radius * (1.15 if shape in (SQUARE, TRIANGLE, STAR) else 1.0))
    if shape == STAR:
        size[1::2] *= 0.45
    lift = 0.12 * radius if shape == TRIANGLE else 0.0  # its middle is not that of its corners
    return np.column_stack([x + size * np.sin(angles), y + lift - size * np.cos(angles)])


def draw_tourists(ax: Axes, tourists: str, x: float, y: float, radius: float, per_row: int) -> None:
    """Their signs in rows around a middle."""
    rows = [tourists[first : first + per_row] for first in range(0, len(tourists), per_row)]
    step = 2.35 * radius
    for line, row in enumerate(rows):
        for place, kind in enumerate(row):
            dx, dy = (place - (len(row) - 1) / 2) * step, (line - (len(rows) - 1) / 2) * step
            draw_sign(ax, TYPE_OF[kind], x + dx, y + dy, radius)
