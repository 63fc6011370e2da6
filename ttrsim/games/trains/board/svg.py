"""The map as SVG for the middle of a page: every route and city is a group that the page can find, colour and mark.

A page styles the groups by class (`route`, `city`, `station`) and finds them by `data-key`: `r0`, `r1`, … are the
routes and `c0`, `c1`, … the cities, in the order of the board. A route is filled with `--fill`, or with its printed
colour where that is not set. Colours that depend on the theme are variables too (`ttrsim/documents/pages/base.css`).
"""

from __future__ import annotations

import numpy as np

from ttrsim.files.svg import closed_path, safe_text
from ttrsim.games.trains.board.layout import Layout, Points, layout_of
from ttrsim.games.trains.board.model import Board, City, Route
from ttrsim.games.trains.board.shapes import (
    CITY,
    FILLS,
    TEXT,
    band,
    city_fill,
    jagged_band,
    map_extent,
    map_frame,
    middle_lines,
    name_labels,
)

SCALE = 1000.0  # units of the SVG to the height of the board
ENDS_AND_MIDDLE = slice(None, None, 4)  # of the points of a space: enough for a gentle bend


def map_svg(board: Board, label: str) -> str:
    """The whole map; `label` says to those who cannot see it what it shows."""
    left, top, right, bottom = (SCALE * value for value in map_extent(board))
    size = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    layout = layout_of(board)
    parts = [_frame(board)]
    parts += [_route(layout, route, number) for number, route in enumerate(board.routes)]
    parts += [_city(board, layout, city, number) for number, city in enumerate(board.cities)]
    parts += _names(board, layout)
    return f'<svg class="map" viewBox="{size}" role="img" aria-label="{safe_text(label)}">{"".join(parts)}</svg>'


def route_title(route: Route) -> str:
    """A route in words."""
    kinds = (["tunnel"] if route.tunnel else []) + ([f"ferry, wilds {route.wilds}"] if route.wilds else [])
    kinds += [f"any {route.any_set} cards as one"] if route.any_set else []
    return ", ".join([f"{route.id}: length {route.length}", route.colour, *kinds])


def _frame(board: Board) -> str:
    box = map_frame(board)
    sides = {"x": box.left, "y": box.top, "width": box.right - box.left, "height": box.bottom - box.top}
    return f'<rect class="land" {" ".join(f"{name}={_quoted(SCALE * value)}" for name, value in sides.items())}/>'


def _route(layout: Layout, route: Route, number: int) -> str:
    train = layout.train
    lines = list(middle_lines(layout.tracks[route.id], route.length, 0.14 * train))
    half = 0.5 * train
    rock = ""
    if route.tunnel:
        rock = (
            f'<path class="rock" d="{closed_path((jagged_band(line, half, 0.26 * train) for line in lines), SCALE)}"/>'
        )
        half *= 0.84
    spaces = closed_path((band(line[ENDS_AND_MIDDLE], half) for line in lines), SCALE)
    parts = [f"<title>{safe_text(route_title(route))}</title>", rock, f'<path class="spaces" d="{spaces}"/>']
    first = (len(lines) - route.wilds) // 2  # C3: the symbols of a ferry are in the middle
    parts += [_star(line[len(line) // 2], 0.37 * train) for line in lines[first : first + route.wilds]]
    if route.any_set and not route.wilds:
        parts.append(_number(lines[len(lines) // 2], 0.37 * train, route.any_set))
    parts.append(_owner(layout.tracks[route.id], train, f"r{number}"))
    style = f"--printed:{FILLS[route.colour]}"
    return f'<g class="route" data-key="r{number}" style="{style}">{"".join(parts)}</g>'


def _owner(track: Points, train: float, key: str) -> str:
    """A place for the seat that owns a route: nothing should hang on colour alone."""
    x, y = SCALE * track[len(track) // 2]
    size = 0.95 * SCALE * train
    return f'<text class="owner" data-text="{key}" x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}"></text>'


def _star(centre: Points, radius: float) -> str:
    """C3: the symbol of a ferry."""
    angles = np.arange(10) * np.pi / 5
    size = radius * np.where(np.arange(10) % 2, 0.45, 1.0)
    corners = centre + np.column_stack([size * np.sin(angles), -size * np.cos(angles)])
    x, y = SCALE * centre
    disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{1.1 * SCALE * radius:.1f}"/>'
    return disc + f'<path class="star" d="{closed_path([corners], SCALE)}"/>'


def _number(line: Points, radius: float, number: int) -> str:
    """NC4: how many cards of any kind count as one."""
    x, y = SCALE * line[len(line) // 2]
    size = 1.6 * SCALE * radius
    disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="{1.1 * SCALE * radius:.1f}"/>'
    return disc + f'<text class="name" x="{x:.1f}" y="{y + 0.36 * size:.1f}" font-size="{size:.1f}">{number}</text>'


def _city(board: Board, layout: Layout, city: City, number: int) -> str:
    x, y = SCALE * layout.centres[city.id]
    radius = SCALE * layout.city_radius
    fill = city_fill(board, city)
    style = f' style="--fill:{fill}"' if fill != CITY else ""
    title = f"{city.display}, an attraction" if city.attraction else city.display
    title += f", district {city.district}" if city.district else ""
    title += f", border of {city.country}" if city.country else ""
    dot = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
    roof = [(-1.5, -0.3), (0, -1.95), (1.5, -0.3), (1.2, -0.3), (1.2, 1.5), (-1.2, 1.5), (-1.2, -0.3)]
    house = closed_path([np.array([x, y]) + radius * np.array(roof)], 1.0)
    number_in = f'<text class="owner" data-text="s{number}" x="{x:.1f}" y="{y + 0.9 * radius:.1f}"'
    station = f'{number_in} font-size="{1.9 * radius:.1f}"></text>'
    return (
        f'<g class="city" data-key="c{number}"{style}><title>{safe_text(title)}</title>{dot}</g>'
        f'<g class="station" data-key="s{number}"><path d="{house}"/>{station}</g>'
    )


def _names(board: Board, layout: Layout) -> list[str]:
    size = SCALE * TEXT * layout.train
    names = []
    for label in name_labels(board):
        x, y = (SCALE * value for value in label.box.centre)
        lines = label.text.split("\n")
        top = y + 0.36 * size - 0.55 * size * (len(lines) - 1)
        # The name takes the room that was found for it, whatever font the reader has.
        room = f'textLength="{SCALE * 0.96 * (label.box.right - label.box.left):.0f}" lengthAdjust="spacingAndGlyphs"'
        for place, line in enumerate(lines):
            fitted = room if len(lines) == 1 else ""
            at = f'x="{x:.1f}" y="{top + 1.1 * size * place:.1f}" font-size="{size:.1f}"'
            names.append(f'<text class="name" {at} {fitted}>{safe_text(line)}</text>')
    return names


def _quoted(value: float) -> str:
    return f'"{value:.0f}"'
