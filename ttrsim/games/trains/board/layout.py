"""Where the routes of a drawn board run: straight where they can, curved round other cities and routes.

Lengths are in heights of the board: x runs from 0 to the aspect, y from 0 to 1 downwards.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ttrsim.games.trains.board.model import Board, City, Route

Points: TypeAlias = NDArray[np.float64]  # [point, x or y]

BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.15, -0.15, 0.21, -0.21, 0.28, -0.28)  # height of the arc : chord
SAMPLES = 33
SWEEPS = 4  # in practice the curves settle after two or three


@dataclass(frozen=True)
class Layout:
    train: float  # width of a train space; every other size follows from it
    centres: dict[str, Points]  # city id: its point
    tracks: dict[str, Points]  # route id: the middle line of its spaces, from a to b

    @property
    def city_radius(self) -> float:
        return 0.62 * self.train


@dataclass(frozen=True)
class Link:
    """Two cities and the one or two routes between them, which bend together."""

    a: str
    b: str
    routes: tuple[Route, ...]

    def half_width(self, train: float) -> float:
        return train * (0.5 if len(self.routes) == 1 else 1.15)


def layout_of(board: Board) -> Layout:
    return _layout(board.cities, board.routes, board.aspect)


@lru_cache(maxsize=16)  # a report draws the same board several times
def _layout(cities: tuple[City, ...], routes: tuple[Route, ...], aspect: float) -> Layout:
    centres = {city.id: np.array([city.x * aspect, city.y]) for city in cities}
    train = 0.082 * np.sqrt(aspect / max(len(cities), 20))
    links = _links(routes)
    curves = _choose_curves(links, centres, train, aspect)
    layout = Layout(train, centres, {})
    for link, curve in zip(links, curves, strict=True):
        layout.tracks.update(_tracks(link, _trimmed(link, curve, links, curves, layout), layout))
    return layout


def _links(routes: tuple[Route, ...]) -> list[Link]:
    between: dict[tuple[str, str], list[Route]] = defaultdict(list)
    for route in routes:
        between[min(route.a, route.b), max(route.a, route.b)].append(route)
    return [Link(a, b, tuple(parallel)) for (a, b), parallel in between.items()]


def _trimmed(link: Link, curve: Points, links: list[Link], curves: list[Points], layout: Layout) -> Points:
    """The curve without its ends, where the dots of the cities and neighbouring routes need the room."""
    length = arc_length(curve)[-1]
    most = 1.3 * layout.train + 1.2 * link.half_width(layout.train)  # more would look cut off
    ends = []
    for city, outwards in ((link.a, curve), (link.b, curve[::-1])):
        margin = layout.city_radius + 0.3 * layout.train
        for other, theirs in zip(links, curves, strict=True):
            if other is not link and city in (other.a, other.b):
                along = theirs if other.a == city else theirs[::-1]
                room = 0.74 * (link.half_width(layout.train) + other.half_width(layout.train))
                margin = max(margin, _parting(outwards, along, room))
        ends.append(min(margin, most, 0.24 * length))
    return cut(curve, ends[0], length - ends[1])


def _parting(one: Points, two: Points, room: float) -> float:
    """How far from their common start two curves are so far apart that both have room."""
    reach = min(arc_length(one)[-1], arc_length(two)[-1])
    apart = _distances(cut(one, 0, reach), cut(two, 0, reach)) >= room
    return float(np.argmax(apart) / (SAMPLES - 1) * reach) if apart.any() else float("inf")


def _tracks(link: Link, line: Points, layout: Layout) -> dict[str, Points]:
    """The middle line of each route of the link, beside each other."""
    n = len(link.routes)
    shifts = [(i - (n - 1) / 2) * 1.24 * layout.train for i in range(n)]
    tracks = {}
    for route, shift in zip(link.routes, shifts, strict=True):
        track = line + shift * normals(line)
        tracks[route.id] = track if route.a == link.a else track[::-1]
    return tracks


# Curves


def arc(a: Points, b: Points, bend: float) -> Points:
    t = np.linspace(0, 1, SAMPLES)[:, None]
    across = np.array([a[1] - b[1], b[0] - a[0]])
    control = (a + b) / 2 + 2 * bend * across
    return (1 - t) ** 2 * a + 2 * t * (1 - t) * control + t**2 * b


def arc_length(line: Points) -> NDArray[np.float64]:
    steps = np.hypot(*np.diff(line, axis=0).T)
    return np.concatenate([[0.0], np.cumsum(steps)])


def cut(line: Points, start: float, end: float, n: int = SAMPLES) -> Points:
    """The piece of a line between two distances along it, as n points."""
    along = arc_length(line)
    if end <= start:  # two cities closer than their dots: a hint of a route remains
        start = end = along[-1] / 2
        start, end = 0.9 * start, 1.1 * end
    at = np.linspace(start, end, n)
    return np.column_stack([np.interp(at, along, line[:, axis]) for axis in (0, 1)])


def normals(line: Points) -> Points:
    forward = np.gradient(line, axis=0)
    length = np.hypot(forward[:, 0], forward[:, 1])
    forward /= np.where(length > 0, length, 1)[:, None]
    return np.column_stack([-forward[:, 1], forward[:, 0]])


# The choice of curves: one link after the other takes the bend that disturbs least, until all are content.


def _choose_curves(links: list[Link], centres: dict[str, Points], train: float, aspect: float) -> list[Points]:
    options = [np.array([arc(centres[link.a], centres[link.b], bend) for bend in BENDS]) for link in links]
    near = _near(links, options, train)
    alone = [_costs_alone(link, curves, centres, train, aspect) for link, curves in zip(links, options, strict=True)]
    chosen = [int(np.argmin(costs)) for costs in alone]
    for _ in range(SWEEPS):
        before = list(chosen)
        for i, link in enumerate(links):
            costs = alone[i].copy()
            for j in near[i]:
                costs += _costs_beside(link, options[i], links[j], options[j][chosen[j]], centres, train)
            chosen[i] = int(np.argmin(costs))
        if chosen == before:
            break
    return [options[i][choice] for i, choice in enumerate(chosen)]


def _near(links: list[Link], options: list[Points], train: float) -> list[list[int]]:
    """For each link the others that some of its curves could touch."""
    low = np.array([curves.min(axis=(0, 1)) for curves in options]) - 1.5 * train
    high = np.array([curves.max(axis=(0, 1)) for curves in options]) + 1.5 * train
    return [
        [int(j) for j in np.flatnonzero(((low < high[i]) & (high > low[i])).all(axis=1)) if j != i]
        for i in range(len(links))
    ]


def _costs_alone(
    link: Link, curves: Points, centres: dict[str, Points], train: float, aspect: float
) -> NDArray[np.float64]:
    """[bend]: bends are ugly, a route over a third city is worse, and one off the board is the worst."""
    costs = 12 * np.array(BENDS) ** 2
    room = link.half_width(train) + 1.5 * train
    for city, centre in centres.items():
        if city not in (link.a, link.b):
            distances = _distances(curves, centre).min(axis=1)
            costs += 30 * np.maximum(0, 1 - distances / room) ** 2
    outside = np.maximum(0, np.maximum(-curves, curves - [aspect, 1]) - 1.5 * train)
    return np.asarray(costs + 50 * outside.sum(axis=(1, 2)) / train)


def _costs_beside(
    link: Link, curves: Points, other: Link, theirs: Points, centres: dict[str, Points], train: float
) -> NDArray[np.float64]:
    """[bend]: how much of each curve runs over another route, or too close to it."""
    room = link.half_width(train) + other.half_width(train) + 0.25 * train
    gaps = _distances(curves[:, :, None, :], theirs).min(axis=2)
    overlap = np.maximum(0, 1 - gaps / room) ** 2
    for city in {link.a, link.b} & {other.a, other.b}:
        # Routes meet in their common city: only what lies well away from it counts.
        overlap[_distances(curves, centres[city]) < 2.4 * train] = 0
    return np.asarray(6 * overlap.sum(axis=1) / SAMPLES)


def _distances(points: Points, others: Points) -> NDArray[np.float64]:
    gaps = points - others
    return np.asarray(np.hypot(gaps[..., 0], gaps[..., 1]))
