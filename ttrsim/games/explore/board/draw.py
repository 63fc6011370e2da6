"""Draws a board with matplotlib: the grid of roads, blocks with their names, and cafés with their tourists."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, Patch, Polygon, Rectangle
from matplotlib.patheffects import withStroke

from ttrsim.files.images import image_bytes, text_width
from ttrsim.games.explore.board.geometry import SEGMENTS, SIZE, Point, Segment
from ttrsim.games.explore.board.model import KINDS, TYPES, Block, Board, Cafe
from ttrsim.games.explore.board.shapes import CAFE, FILLS, MARGIN, block_middle, block_outline, road_line

PAPER = "#f5f0e3"
LAND = "#ece4d0"
FRAME = "#b8ab8e"
ROAD = "#a3977c"
ROUTE = "#1a1a2e"
FADED = 0.25  # of a block's colour
TEXT = 0.105  # size of the names, in blocks
FONT = FontProperties(family="DejaVu Sans", weight="bold")  # the one font every matplotlib brings
EQUAL_CONTRAST = 0.179  # the luminance on which black can be read as well as white
WIDEST_NAME = 0.8

Colour = str | tuple[float, ...]
INK = "#2b2620"


@dataclass(frozen=True)
class RoadStyle:
    colour: str
    width: float  # in blocks


@dataclass(frozen=True)
class Look:
    """How to draw a map; what is not named here is drawn as on the board."""

    block_fills: Mapping[Point, str] = field(default_factory=dict)
    block_texts: Mapping[Point, str] = field(default_factory=dict)  # below the names
    cafe_fills: Mapping[Point, str] = field(default_factory=dict)
    roads: Mapping[str, RoadStyle] = field(default_factory=dict)
    route: Set[str] = frozenset()  # names of its segments
    faded: Set[Point] = frozenset()  # blocks
    tourists: Mapping[Point, str] = field(default_factory=dict)  # letters of KINDS
    has_names: bool = True


PRINTED = Look()

# Whole drawings


def render_board(board: Board, image_format: str, dpi: int = 150) -> bytes:
    """A page with the board's title, notice, map and legend."""
    return image_bytes(_page(board, dpi), image_format, dpi)


def _page(board: Board, dpi: int) -> Figure:
    side, head, foot = 9.6, 0.95 if board.notice else 0.62, 0.55
    height = head + side + foot
    figure = Figure(figsize=(side, height), dpi=dpi, facecolor=PAPER)
    draw_board(board, figure.add_axes((0, foot / height, 1, side / height)))
    style: dict[str, Any] = {"color": INK, "ha": "center", "va": "center", "fontproperties": FONT}
    figure.text(0.5, 1 - 0.36 / height, board.title, size=20, **style)
    figure.text(0.5, 1 - 0.76 / height, board.notice, size=9, **style)
    legend = figure.add_axes((0, 0, 1, foot / height))
    legend.set(xlim=(0, side), ylim=(foot, 0))
    _draw_legend(board, legend)
    return figure


def draw_board(board: Board, ax: Axes, look: Look = PRINTED) -> None:
    """The map alone, filling the axes as they are sized now."""
    ends = (-MARGIN, SIZE + MARGIN)
    ax.set(xlim=ends, ylim=ends[::-1])
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.apply_aspect()
    inches = ax.get_window_extent().height / ax.get_figure().dpi  # type: ignore[union-attr]
    unit = 72 * inches / (SIZE + 2 * MARGIN)  # points of the paper in a block
    side = SIZE + 2 * MARGIN - 0.1
    frame: dict[str, Any] = {"facecolor": LAND, "edgecolor": FRAME, "linewidth": 1.2, "zorder": 0}
    ax.add_patch(Rectangle((0.05 - MARGIN, 0.05 - MARGIN), side, side, **frame))
    for number in range(1, SIZE + 1):
        for x, y in ((number - 0.5, -0.27), (-0.27, number - 0.5)):
            _draw_text(ax, str(number), x, y, 1.6 * TEXT * unit)
    for segment in SEGMENTS:
        _draw_road(ax, segment, unit, look)
    for block in board.blocks:
        _draw_block(ax, block, unit, look)
    for cafe in board.cafes:
        _draw_cafe(ax, cafe, look)


def _draw_text(ax: Axes, text: str, x: float, y: float, size: float, colour: str = INK, ha: str = "center") -> None:
    ax.text(x, y, text, size=size, color=colour, ha=ha, va="center", fontproperties=FONT, linespacing=1.1, zorder=5)


# Roads


def _draw_road(ax: Axes, segment: Segment, unit: float, look: Look) -> None:
    x, y = road_line(segment).T
    style = look.roads.get(segment.name)
    if style is None:
        ax.plot(x, y, color=ROAD, linewidth=0.022 * unit, linestyle=(0, (3.0, 2.2)), zorder=1)
    else:
        ax.plot(x, y, color=style.colour, linewidth=style.width * unit, solid_capstyle="round", zorder=3)
    if segment.name in look.route:
        halo = [withStroke(linewidth=0.15 * unit, foreground="#ffffff")]
        ax.plot(x, y, color=ROUTE, linewidth=0.09 * unit, solid_capstyle="round", zorder=4, path_effects=halo)
        ax.plot(x, y, color=ROUTE, linewidth=0.09 * unit, solid_capstyle="round", zorder=4.1)


# Blocks


def _draw_block(ax: Axes, block: Block, unit: float, look: Look) -> None:
    fill: Colour = look.block_fills.get(block.place, FILLS[block.type])
    if block.place in look.faded:
        fill = _mixed(fill, LAND)
    edge = "#ffffff" if block.type == "white" else SHADES[block.type]
    ax.add_patch(Polygon(block_outline(block.place), facecolor=fill, edgecolor=edge, linewidth=0.014 * unit, zorder=2))
    x, y = block_middle(block.place)
    if block.type != "white":
        draw_sign(ax, block.type, x, y - 0.33, 0.065)
    if block.place in look.tourists:
        draw_tourists(ax, look.tourists[block.place], x, y + 0.08, 0.08, 4)
    colour = "#000000" if _luminance(fill) > EQUAL_CONTRAST else "#ffffff"
    if look.has_names and block.name:
        name = "\n".join(textwrap.wrap(block.name, 11, break_long_words=False))
        fits = min(1.0, WIDEST_NAME / max(_ems(line) * TEXT for line in name.split("\n")))
        _draw_text(ax, name, x, y, fits * TEXT * unit, colour)
    if block.place in look.block_texts:
        _draw_text(ax, look.block_texts[block.place], x, y + 0.3, 1.15 * TEXT * unit, colour)


def _ems(text: str) -> float:
    """The width of a text in units of its size."""
    return text_width(text, FONT)


def _mixed(colour: Colour, ground: str) -> Colour:
    return tuple(FADED * one + (1 - FADED) * other for one, other in zip(to_rgb(colour), to_rgb(ground), strict=True))


def _luminance(colour: Colour) -> float:
    """Relative luminance, as WCAG 2 has it."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour))
    red, green, blue = parts
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


# Cafés


def _draw_cafe(ax: Axes, cafe: Cafe, look: Look) -> None:
    fill = look.cafe_fills.get(cafe.place, "#ffffff")
    ax.add_patch(Circle(cafe.place, CAFE, facecolor=fill, edgecolor=INK, linewidth=1.1, zorder=5))
    draw_tourists(ax, cafe.tourists, cafe.x, cafe.y, 0.058, 2)


# Legend


def _draw_legend(board: Board, ax: Axes) -> None:
    """What the signs mean, in one row."""
    ax.set_axis_off()
    rules = board.parameters
    grey = ", ".join(map(str, rules.grey_points[1:]))
    texts = {
        "red": "lively places",
        "green": "parks",
        "blue": "culture",
        "yellow": f"{rules.yellow_points} points each",
        "grey": f"{grey} points for 1, 2, …",
        "cafe": f"café, {rules.cafe_points} points",
    }
    size, gap = 0.118, 0.3  # inches
    widths = {key: 0.28 + size * _ems(text) for key, text in texts.items()}
    x = (sum(ax.get_xlim()) - sum(widths.values()) - gap * (len(texts) - 1)) / 2
    y = 0.4 * sum(ax.get_ylim())
    for key, text in texts.items():
        if key == "cafe":
            ax.add_patch(Circle((x + 0.09, y), 0.09, facecolor="#ffffff", edgecolor=INK, linewidth=1.1))
        else:
            draw_sign(ax, key, x + 0.09, y, 0.085)
        _draw_text(ax, text, x + 0.28, y, 72 * size, ha="left")
        x += widths[key] + gap


# ---- the signs of blocks and tourists: each has a shape as well as a colour ----------------------


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
