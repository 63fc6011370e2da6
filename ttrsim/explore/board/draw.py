"""Draws the map with matplotlib: blocks by type, roads, crossings, cafés; on request values as heat, and a route."""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterable, Mapping
from textwrap import fill
from typing import TypeVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from ttrsim.explore.board.geometry import SEGMENTS, SIZE, Point, Segment
from ttrsim.explore.board.model import Block, Board, Cafe

FILLS = {
    "red": "#d9685f",
    "green": "#7fb66f",
    "blue": "#6f9fd0",
    "yellow": "#f0d25a",
    "grey": "#b3b1aa",
    "white": "#fbf8f0",
}
PAPER = "#f5f0e3"
INK = "#2b2620"
ROAD = "#b8ab8e"
ROUTE = "#7a1f5c"
HEAT: Colormap = LinearSegmentedColormap.from_list("heat", ["#f2e9d8", "#e2953f", "#8c2a1c"])
INSET = 0.09  # from a road to the blocks beside it

Key = TypeVar("Key", bound=Hashable)


def render_board(board: Board, image_format: str, dpi: int = 150) -> bytes:
    """A page with the board's title, its notice, and the map."""
    figure = Figure(figsize=(8, 8.9), dpi=dpi, facecolor=PAPER)
    draw_board(board, figure.add_axes((0.02, 0.02, 0.96, 0.88)))
    figure.text(0.5, 0.955, board.title, size=18, weight="bold", color=INK, ha="center", va="center")
    figure.text(0.5, 0.918, board.notice, size=8, color=INK, ha="center", va="center")
    buffer = io.BytesIO()
    # No date and no random ids: the same board gives the same file.
    undated = {"png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    with mpl.rc_context({"svg.hashsalt": "ttrsim", "svg.fonttype": "path"}):
        figure.savefig(buffer, format=image_format, facecolor=PAPER, metadata=undated[image_format])
    return buffer.getvalue()


def draw_board(
    board: Board,
    ax: Axes,
    block_heat: Mapping[Point, float] | None = None,
    cafe_heat: Mapping[Point, float] | None = None,
    segment_heat: Mapping[str, float] | None = None,
    route: Iterable[str] = (),
) -> None:
    """The map alone. Heat replaces the colours of the printed board, from the least value to the greatest."""
    ax.set(xlim=(-0.45, SIZE + 0.3), ylim=(SIZE + 0.3, -0.45))
    ax.set_aspect("equal")
    ax.set_axis_off()
    block_colours, cafe_colours, segment_colours = _colours(block_heat), _colours(cafe_heat), _colours(segment_heat)
    for block in board.blocks:
        _draw_block(ax, block, block_colours.get(block.place, FILLS[block.type]), is_heat=bool(block_colours))
    on_route = set(route)
    for segment in SEGMENTS:
        heat = segment_colours.get(segment.name)
        _draw_segment(ax, segment, heat or ROAD, width=4.5 if heat else 1.2, is_dashed=heat is None)
        if segment.name in on_route:
            _draw_segment(ax, segment, ROUTE, width=4.0, is_dashed=False)
    for cafe in board.cafes:
        _draw_cafe(ax, cafe, cafe_colours.get(cafe.place, "white"))
    for number in range(1, SIZE + 1):
        ax.text(number - 0.5, -0.25, str(number), ha="center", va="center", color=INK, size=11, weight="bold")
        ax.text(-0.25, number - 0.5, str(number), ha="center", va="center", color=INK, size=11, weight="bold")


def _colours(heat: Mapping[Key, float] | None) -> dict[Key, str]:
    """A colour for each value, the same for all where all are equal."""
    if not heat:
        return {}
    values = np.array(list(heat.values()), dtype=float)
    low, span = values.min(), values.max() - values.min()
    shares = (values - low) / span if span > 0 else np.full(len(values), 0.5)
    return {key: mpl.colors.to_hex(HEAT(share)) for key, share in zip(heat, shares, strict=True)}


def _draw_block(ax: Axes, block: Block, colour: str, *, is_heat: bool) -> None:
    side = 1 - 2 * INSET
    ax.add_patch(
        FancyBboxPatch(
            (block.x - 1 + INSET, block.y - 1 + INSET),
            side,
            side,
            boxstyle=f"round,pad=0,rounding_size={0.08 * side}",
            facecolor=colour,
            edgecolor=FILLS[block.type] if is_heat else ROAD,
            linewidth=2.5 if is_heat else 0.8,
            zorder=1,
        )
    )
    ax.text(block.x - 0.5, block.y - 0.5, fill(block.name, 12), ha="center", va="center", color=INK, size=7, zorder=4)


def _draw_segment(ax: Axes, segment: Segment, colour: str, width: float, *, is_dashed: bool) -> None:
    line = _course(segment)
    style = (0, (3, 2)) if is_dashed else "solid"
    ax.plot(line[:, 0], line[:, 1], color=colour, linewidth=width, linestyle=style, solid_capstyle="round", zorder=2)


def _course(segment: Segment) -> np.ndarray:
    """The points of a segment: a straight line, or a bend round the outer corner of its block."""
    a, b = np.array(segment.a, float), np.array(segment.b, float)
    if a[0] == b[0] or a[1] == b[1]:
        return np.array([a, b])
    centre = np.array([a[0], b[1]])
    angles = np.linspace(0, np.pi / 2, 48)[:, None]
    along_a, along_b = (
        np.clip(share, 0, 1) ** 0.35 for share in (np.cos(angles), np.sin(angles))
    )  # squarer than round
    bend: np.ndarray = centre + along_a * (a - centre) + along_b * (b - centre)
    return bend


def _draw_cafe(ax: Axes, cafe: Cafe, colour: str) -> None:
    ax.scatter(*cafe.place, s=190, facecolor=colour, edgecolor=INK, linewidth=1.4, zorder=5)
    ax.text(*cafe.place, cafe.tourists, ha="center", va="center", color=INK, size=6, weight="bold", zorder=6)
