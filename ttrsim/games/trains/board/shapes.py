"""The shapes of a drawn board, whatever draws them: spaces, names and their places, the frame, and the colours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np
from matplotlib.font_manager import FontProperties

from ttrsim.files.images import text_width
from ttrsim.games.trains.board.labels import Box, Label, Surroundings, Wording, place_labels
from ttrsim.games.trains.board.layout import Layout, Points, arc_length, cut, layout_of, normals
from ttrsim.games.trains.board.model import Board, City

# Apart from each other for people with any kind of colour-blindness, and each colour has a mark besides.
FILLS = {
    "red": "#b8120d",
    "blue": "#004b96",
    "green": "#219650",
    "yellow": "#ffd80e",
    "black": "#141814",
    "white": "#ffffff",
    "orange": "#dd962c",
    "pink": "#bf80c4",
    "gray": "#aeb1aa",
}
MARKS = {  # of matplotlib
    "red": "D",
    "blue": "s",
    "green": "^",
    "yellow": "o",
    "black": "X",
    "white": "P",
    "orange": "v",
    "pink": "h",
}
LIGHT_MARKS = frozenset({"red", "blue", "black", "green"})  # on dark spaces
PAPER = "#f5f0e3"
LAND = "#fbf8f0"
FRAME = "#b8ab8e"
INK = "#2b2620"
ROCK = "#4a3626"  # the jagged outline of a tunnel
CITY = "#fdfbf5"
ATTRACTION = "#f2b01e"
TINTS = ("#f6c9a8", "#bcd9f2", "#c9e4b4", "#ecc4dd", "#f3e39a", "#c9c4ea", "#b6e3da", "#e2d3bd")  # tints, in turn

MARGIN_X, MARGIN_Y = 7.0, 3.8  # from the outermost cities to the edge of the drawing, in train widths
FRAME_INSET = 1.0
TEXT = 1.15  # size of the names, in train widths
FONT = FontProperties(family="DejaVu Sans", weight="bold")  # the one font every matplotlib brings


def map_extent(board: Board) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the map: its cities and a margin for their names."""
    layout = layout_of(board)
    centres = np.array(list(layout.centres.values()))
    margin = layout.train * np.array([MARGIN_X, MARGIN_Y])
    (left, top), (right, bottom) = centres.min(axis=0) - margin, centres.max(axis=0) + margin
    return float(left), float(top), float(right), float(bottom)


def map_frame(board: Board, inset: float = FRAME_INSET) -> Box:
    left, top, right, bottom = map_extent(board)
    inset *= layout_of(board).train
    return Box(left + inset, top + inset, right - inset, bottom - inset)


# Cities


def city_fill(board: Board, city: City) -> str:
    """Of its dot: attractions, districts and countries show."""
    if city.attraction:
        return ATTRACTION
    names = list(board.parameters.district_points)
    if city.district not in names:
        names = list(dict.fromkeys(each.country for each in board.cities if each.country))
    name = city.district or city.country
    return TINTS[names.index(name) % len(TINTS)] if name in names else CITY


# Routes


def middle_lines(track: Points, n: int, gap: float) -> Iterable[Points]:
    """The middle lines of a route's n spaces."""
    total = arc_length(track)[-1]
    gap = min(gap, 0.2 * total / n)
    for i in range(n):
        yield cut(track, i * total / n + gap / 2, (i + 1) * total / n - gap / 2, n=9)


def band(line: Points, half: float) -> Points:
    across = half * normals(line)
    return np.concatenate([line + across, (line - across)[::-1]])


def jagged_band(line: Points, half: float, tooth: float) -> Points:
    """A band whose long sides are rows of teeth."""
    length = arc_length(line)[-1]
    n = 2 * max(2, round(length / (2.2 * tooth))) + 1
    line = cut(line, 0, length, n=n)
    across = normals(line) * (half + tooth * (np.arange(n) % 2))[:, None]
    return np.concatenate([line + across, (line - across)[::-1]])


# Names of the cities


def name_labels(board: Board) -> list[Label]:
    layout = layout_of(board)
    line = 1.15 * TEXT * layout.train
    spaces, area = _spread_over_spaces(board, layout)
    around = Surroundings(
        centres=np.array([layout.centres[city.id] for city in board.cities]),
        radius=layout.city_radius,
        spaces=spaces,
        area_per_point=area,
        frame=map_frame(board, 1.4 * FRAME_INSET),
        line=line,
    )
    wordings = [_wordings(city.display, TEXT * layout.train, line) for city in board.cities]
    return place_labels(wordings, around)


def _wordings(name: str, size: float, line: float) -> list[Wording]:
    """The name in one line and, if it has several words, broken where the lines are most equal."""
    texts = [name]
    words = name.split()
    if len(words) > 1:
        breaks = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        texts.append("\n".join(min(breaks, key=lambda lines: max(map(ems, lines)))))
    return [Wording(text, size * max(map(ems, text.split("\n"))), line * (1 + text.count("\n"))) for text in texts]


@lru_cache(maxsize=1024)
def ems(text: str) -> float:
    """The width of a text in units of its size, with some room: hinting makes it a little wider."""
    return 1.04 * text_width(text, FONT)


def _spread_over_spaces(board: Board, layout: Layout) -> tuple[Points, float]:
    """Points spread evenly over all train spaces, and the area each of them stands for."""
    step = layout.train / 4
    rows = []
    for route in board.routes:
        track = layout.tracks[route.id]
        length = arc_length(track)[-1]
        line = cut(track, 0, length, n=max(2, round(length / step)))
        across = normals(line)
        rows += [line + shift * layout.train * across for shift in (-0.375, -0.125, 0.125, 0.375)]
    return np.concatenate(rows), step**2
