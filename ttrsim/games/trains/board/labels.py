"""Places the names of the cities so that they hide neither each other nor much of the board."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttrsim.games.trains.board.layout import Points

DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1))
DISTANCES = (0.0, 0.55)  # beyond the city's dot, in heights of a line
SWEEPS = 5


@dataclass(frozen=True)
class Box:
    """A rectangle around a label; y runs downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def area(self) -> float:
        return (self.right - self.left) * (self.bottom - self.top)

    def overlap(self, other: Box) -> float:
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)

    def holds(self, points: Points) -> NDArray[np.bool_]:
        x, y = points[:, 0], points[:, 1]
        return (self.left <= x) & (x <= self.right) & (self.top <= y) & (y <= self.bottom)

    def distance(self, points: Points) -> NDArray[np.float64]:
        x, y = points[:, 0], points[:, 1]
        across = np.maximum(0, np.maximum(self.left - x, x - self.right))
        down = np.maximum(0, np.maximum(self.top - y, y - self.bottom))
        return np.hypot(across, down)


@dataclass(frozen=True)
class Wording:
    """A name in one or two lines and the room it takes."""

    text: str
    width: float
    height: float


@dataclass(frozen=True)
class Label:
    text: str
    box: Box


@dataclass(frozen=True)
class Surroundings:
    centres: Points  # of all cities
    radius: float  # of a city's dot
    spaces: Points  # points spread evenly over the train spaces
    area_per_point: float
    frame: Box  # of the board
    line: float  # height of one line of text


def place_labels(wordings: list[list[Wording]], around: Surroundings) -> list[Label]:
    """One label for each city, given the possible wordings of its name."""
    options: list[list[Label]] = []
    costs: list[list[float]] = []
    for city, choices in enumerate(wordings):
        candidates = _candidates(around.centres[city], choices, around)
        options.append([label for label, _ in candidates])
        costs.append([cost + _cost_of_place(label.box, city, around) for label, cost in candidates])
    return _settle(options, costs)


def _candidates(centre: Points, wordings: list[Wording], around: Surroundings) -> list[tuple[Label, float]]:
    """Labels on eight sides of the city, each with how little it is liked as such."""
    candidates = []
    for two_lines, wording in enumerate(wordings):
        for distance in DISTANCES:
            for rank, direction in enumerate(DIRECTIONS):
                box = _beside(centre, wording, direction, around.radius + (0.3 + distance) * around.line)
                candidates.append((Label(wording.text, box), 0.03 * rank + 0.5 * distance + 0.1 * two_lines))
    return candidates


def _beside(centre: Points, wording: Wording, direction: tuple[int, int], gap: float) -> Box:
    right, down = direction
    if right and down:
        gap *= 0.6  # a corner of the label is farther from the dot than a side
    x = centre[0] + right * (gap + wording.width / 2)
    y = centre[1] + down * (gap + wording.height / 2)
    return Box(x - wording.width / 2, y - wording.height / 2, x + wording.width / 2, y + wording.height / 2)


def _cost_of_place(box: Box, city: int, around: Surroundings) -> float:
    others = np.arange(len(around.centres)) != city
    touched = (box.distance(around.centres) < 1.15 * around.radius) & others
    # A name that is nearer to another city than to its own would be read as that city's.
    middle = np.array([box.centre])
    nearer = np.hypot(*(around.centres - middle).T) < np.hypot(*(around.centres[city] - middle).T)
    hidden = around.area_per_point * box.holds(around.spaces).sum()
    outside = box.area - box.overlap(around.frame)
    line_area = around.line**2
    return float(8 * touched.sum() + 1.5 * (nearer & others).any() + hidden / line_area + 20 * outside / line_area)


def _settle(options: list[list[Label]], costs: list[list[float]]) -> list[Label]:
    """Each label takes its best place given the others, in turns, until none wants to move."""
    chosen = [int(np.argmin(own)) for own in costs]
    for _ in range(SWEEPS):
        before = list(chosen)
        for i, candidates in enumerate(options):
            others = [options[j][chosen[j]].box for j in range(len(options)) if j != i]
            total = [
                cost + 40 * sum(label.box.overlap(other) for other in others) / label.box.area
                for label, cost in zip(candidates, costs[i], strict=True)
            ]
            chosen[i] = int(np.argmin(total))
        if chosen == before:
            break
    return [options[i][choice] for i, choice in enumerate(chosen)]
