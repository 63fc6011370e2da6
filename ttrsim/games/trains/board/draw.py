"""Draws a board with matplotlib: train spaces, tunnels, ferries, cities and their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke

from ttrsim.files.images import image_bytes
from ttrsim.games.trains.board.layout import Layout, Points, layout_of
from ttrsim.games.trains.board.model import GRAY, Board, City, Route
from ttrsim.games.trains.board.shapes import (
    CITY,
    FILLS,
    FONT,
    FRAME,
    INK,
    LAND,
    LIGHT_MARKS,
    MARKS,
    PAPER,
    ROCK,
    TEXT,
    band,
    city_fill,
    ems,
    jagged_band,
    map_extent,
    map_frame,
    middle_lines,
    name_labels,
)

MAX_DISTRICT_ENTRIES = 6  # in the legend


@dataclass(frozen=True)
class RouteStyle:
    """How to draw one route; what is None is drawn as on the printed board."""

    fill: str | None = None
    edge: str | None = None
    width: float = 1.0  # of a train space, in usual widths
    alpha: float = 1.0


@dataclass(frozen=True)
class Pen:
    """An axes and its scale: lengths of the board in points of the paper."""

    ax: Axes
    layout: Layout
    points_per_unit: float

    def points(self, trains: float) -> float:
        """A length, given in train widths, in points."""
        return trains * self.layout.train * self.points_per_unit


# Whole drawings


def render_board(
    board: Board,
    image_format: str,
    dpi: int = 150,
    route_style: Callable[[Route], RouteStyle] | None = None,
) -> bytes:
    """A page with the board's title, map and legend."""
    figure, foot = map_page(board, dpi, board.title, 0.52, route_style)
    _draw_legend(board, foot)
    return image_bytes(figure, image_format, dpi)


def map_page(
    board: Board, dpi: int, title: str, foot: float, route_style: Callable[[Route], RouteStyle] | None
) -> tuple[Figure, Axes]:
    """A page with a title, the board's notice and the map, and axes in inches for the `foot` inches below it."""
    width, height, head = *map_size(board), 0.62
    page_height = head + height + foot
    figure = Figure(figsize=(width, page_height), dpi=dpi, facecolor=PAPER)
    draw_board(board, figure.add_axes((0, foot / page_height, 1, height / page_height)), route_style)
    middle: dict[str, Any] = {"color": INK, "ha": "center", "va": "center", "fontproperties": FONT}
    size = min(20.0, 0.95 * 72 * width / ems(title))  # a long one has to fit
    figure.text(0.5, 1 - (0.38 if board.notice else 0.55) * head / page_height, title, size=size, **middle)
    if board.notice:
        size = min(9.0, 0.95 * 72 * width / ems(board.notice))
        figure.text(0.5, 1 - 0.82 * head / page_height, board.notice, size=size, **middle)
    foot_ax = figure.add_axes((0, 0, 1, foot / page_height))
    foot_ax.set(xlim=(0, width), ylim=(foot, 0))
    foot_ax.set_axis_off()
    return figure, foot_ax


def map_size(board: Board) -> tuple[float, float]:
    """Width and height on a page, in inches."""
    left, top, right, bottom = map_extent(board)
    return (right - left) * _inches(board), (bottom - top) * _inches(board)


def _inches(board: Board) -> float:
    """Of one unit: all boards are printed on about the same area."""
    return 10.5 / float(np.sqrt(board.aspect))


def draw_board(board: Board, ax: Axes, route_style: Callable[[Route], RouteStyle] | None = None) -> None:
    """The map alone, filling the axes as they are sized now; `route_style` overrides colours and widths."""
    left, top, right, bottom = map_extent(board)
    ax.set(xlim=(left, right), ylim=(bottom, top))
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.apply_aspect()
    inches = ax.get_window_extent().height / ax.get_figure().dpi  # type: ignore[union-attr]
    pen = Pen(ax, layout_of(board), 72 * inches / (bottom - top))
    _draw_frame(pen, board)
    for route in board.routes:
        style = route_style(route) if route_style else RouteStyle()
        _draw_route(pen, route, pen.layout.tracks[route.id], style)
    for city in board.cities:
        _draw_city(pen, board, city, *pen.layout.centres[city.id])
    for label in name_labels(board):
        _draw_text(pen, label.text, *label.box.centre)


def _draw_frame(pen: Pen, board: Board) -> None:
    frame = map_frame(board)
    pen.ax.add_patch(
        Rectangle(
            (frame.left, frame.top),
            frame.right - frame.left,
            frame.bottom - frame.top,
            facecolor=LAND,
            edgecolor=FRAME,
            linewidth=pen.points(0.12),
            zorder=0,
        )
    )


# Routes


def _draw_route(pen: Pen, route: Route, track: Points, style: RouteStyle) -> None:
    train = pen.layout.train
    fill = style.fill or FILLS[route.colour]
    pieces = list(middle_lines(track, route.length, 0.14 * train))
    half = 0.5 * style.width * train
    edge = style.edge or INK
    if route.tunnel:
        teeth = [jagged_band(piece, half, 0.26 * train) for piece in pieces]
        _fill(pen, teeth, ROCK, ROCK, style.alpha, zorder=2.0)
        half *= 0.84
        edge = style.edge or PAPER
    bands = [band(piece, half) for piece in pieces]
    _fill(pen, bands, fill, edge, style.alpha, zorder=2.1)
    if style.fill is None and route.colour in MARKS:
        _draw_colour(pen, pieces, route.colour)
    if route.wilds:
        _draw_wilds(pen, pieces, route.wilds)
    elif route.any_set:
        _draw_set(pen, pieces, route.any_set)


def _fill(pen: Pen, shapes: Iterable[Points], face: str, edge: str, alpha: float, zorder: float) -> None:
    pen.ax.add_collection(
        PolyCollection(
            list(shapes),
            facecolors=face,
            edgecolors=edge,
            linewidths=pen.points(0.075),
            alpha=alpha,
            joinstyle="round",
            zorder=zorder,
        ),
        autolim=False,
    )


def _draw_colour(pen: Pen, pieces: list[Points], colour: str) -> None:
    """Not by colour alone: each has its mark."""
    _draw_marks(pen, _middles(pieces, len(pieces)), MARKS[colour], 0.42, CITY if colour in LIGHT_MARKS else INK)


def _draw_wilds(pen: Pen, pieces: list[Points], wilds: int) -> None:
    """C3: a star on as many spaces as the ferry shows symbols, in the middle of the route."""
    middles = _middles(pieces, wilds)
    _draw_marks(pen, middles, "o", 0.82, CITY, edge=0.05)
    _draw_marks(pen, middles, "*", 0.74, INK)


def _draw_set(pen: Pen, pieces: list[Points], size: int) -> None:
    """NC4: in the middle of the route, how many cards of any kind count as one."""
    middles = _middles(pieces, 1)
    _draw_marks(pen, middles, "o", 0.82, CITY, edge=0.05)
    _draw_marks(pen, middles, f"${size}$", 0.5, INK)


def _middles(pieces: list[Points], number: int) -> Points:
    """The middles of so many spaces in the middle of a route."""
    first = (len(pieces) - number) // 2
    return np.array([piece[len(piece) // 2] for piece in pieces[first : first + number]])


def _draw_marks(pen: Pen, places: Points, marker: str, size: float, face: str, edge: float = 0.0) -> None:
    pen.ax.scatter(
        places[:, 0],
        places[:, 1],
        s=pen.points(size) ** 2,
        marker=marker,
        facecolor=face,
        edgecolor=INK,
        linewidth=pen.points(edge) if edge else 0,
        zorder=2.2,
    )


# Cities and their names


def _draw_city(pen: Pen, board: Board, city: City, x: float, y: float) -> None:
    size = pen.points(2 * pen.layout.city_radius / pen.layout.train)
    fill = city_fill(board, city)
    pen.ax.scatter(x, y, s=size**2, facecolor=fill, edgecolor=INK, linewidth=pen.points(0.16), zorder=3)
    if city.attraction:
        star = (0.8 * size) ** 2
        pen.ax.scatter(x, y, s=star, marker="*", facecolor=INK, linewidth=0, zorder=3.1)
    if city.district:  # L1: not by colour alone
        fits = 0.7 * size / max(0.7, ems(city.district[:3]))
        style: dict[str, Any] = {"ha": "center", "va": "center_baseline", "fontproperties": FONT, "zorder": 3.2}
        pen.ax.text(x, y, city.district[:3], color=INK, size=fits, **style)


def _draw_text(pen: Pen, text: str, x: float, y: float, ha: str = "center") -> None:
    pen.ax.text(
        x,
        y,
        text,
        ha=ha,
        va="center",
        color=INK,
        size=pen.points(TEXT),
        fontproperties=FONT,
        linespacing=1.0,
        zorder=5,
        path_effects=[withStroke(linewidth=pen.points(0.34), foreground="#fffdf8")],
    )


# Legend


def _draw_legend(board: Board, ax: Axes) -> None:
    """What the marks mean, for those that this board has, in one row. The axes are in inches."""
    layout, entries, inches = layout_of(board), _legend_entries(board), _inches(board)
    train = layout.train
    widths = [entry.mark_width * train + ems(entry.text) * TEXT * train for entry in entries]
    gap = 2.4 * train
    width = ax.get_xlim()[1] / inches
    inches /= max(1.0, (sum(widths) + gap * len(entries)) / width)  # a long row is drawn smaller
    ax.set(xlim=[x / inches for x in ax.get_xlim()], ylim=[y / inches for y in ax.get_ylim()])
    pen = Pen(ax, layout, 72 * inches)
    x = (sum(ax.get_xlim()) - sum(widths) - gap * (len(entries) - 1)) / 2
    y = 0.4 * sum(ax.get_ylim())
    for entry, width in zip(entries, widths, strict=True):
        if entry.city:
            _draw_city(pen, board, entry.city, x + pen.layout.city_radius, y)
        elif entry.route:
            _draw_route(pen, entry.route, np.array([[x, y], [x + 5 * train, y]]), RouteStyle())
        _draw_text(pen, entry.text, x + entry.mark_width * train, y, ha="left")
        x += width + gap


@dataclass(frozen=True)
class Entry:
    """A line of the legend: a short route, or the dot of a city."""

    text: str
    route: Route | None = None
    city: City | None = None

    @property
    def mark_width(self) -> float:
        return 5.6 if self.route else 1.9


def _legend_entries(board: Board) -> list[Entry]:
    gray = Route("", "", "", 2, GRAY)
    kinds = (
        (any(route.colour == GRAY for route in board.routes), Entry("any one colour", gray)),
        (any(route.tunnel for route in board.routes), Entry("tunnel", replace(gray, tunnel=True))),
        (any(route.wilds for route in board.routes), Entry(_ferry_text(board), replace(gray, wilds=1))),
        *((True, Entry(f"any {size} cards as one", replace(gray, any_set=size))) for size in _other_sets(board)),
        (
            any(city.attraction for city in board.cities),
            Entry("attraction", city=City("", "", "", 0, 0, attraction=True)),
        ),
        *((True, entry) for entry in _district_entries(board)),
        *((True, entry) for entry in _country_entries(board)),
    )
    return [entry for is_on_board, entry in kinds if is_on_board]


def _ferry_text(board: Board) -> str:
    sizes = {route.any_set for route in board.routes if route.wilds}
    instead = f" or any {max(sizes)} cards" if len(sizes) == 1 and sizes != {0} else ""  # NC3
    return f"ferry, a wild{instead} for each star"


def _other_sets(board: Board) -> list[int]:
    """NC4."""
    return sorted({route.any_set for route in board.routes if route.any_set and not route.wilds})


def _district_entries(board: Board) -> list[Entry]:
    """L1: where they are more than a few, one stands for all."""
    points = list(board.parameters.district_points.items())
    texts = [("points for joining this district", points[0][0])] if len(points) > MAX_DISTRICT_ENTRIES else []
    texts = texts or [(f"{n} {'point' if n == 1 else 'points'}", name) for name, n in points]
    return [Entry(text, city=City("", "", "", 0, 0, district=name)) for text, name in texts]


def _country_entries(board: Board) -> list[Entry]:
    """W3: one of their cities stands for all."""
    borders = [city for city in board.cities if city.country]
    return [Entry("border of a country", city=borders[0])] if borders else []
