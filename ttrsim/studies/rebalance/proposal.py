"""The fewest changes that should bring every goal into its bounds, by an integer program."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ttrsim.games.levers import Lever
from ttrsim.studies.rebalance.goals import Goal

# What a solution costs: first come violated bounds, then changes, then the distance from the middle of the bands of
# those goals that are to be moved, then the sizes of changes, and how far they lead from what players would expect.
VIOLATION, CHANGE, DISTANCE, SIZE = 100.0, 1.0, 0.2, 0.02


@dataclass(frozen=True)
class Expected:
    """A goal as it is now, and how it answers to levers."""

    goal: Goal
    value: float
    is_due: bool  # to be brought into its bounds now
    slopes: Mapping[str, float]  # by lever: change for each point

    @property
    def bounds(self) -> tuple[float, float]:
        """A goal that is not due may stay where it is."""
        if self.is_due:
            return self.goal.low, self.goal.high
        return min(self.goal.low, self.value), max(self.goal.high, self.value)


def propose(
    levers: Sequence[Lever], current: Mapping[str, int], expected: Sequence[Expected], path: float = 0.0
) -> dict[str, int]:
    """New values of these levers, or nothing if there is no solution. Goals answer in straight lines, we assume.

    `path` is what a point counts that leads from the trains of a ticket's shortest path.
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    concerned = [each for each in expected if any(each.slopes.values())]
    n, k = len(levers), len(concerned)
    if not n or not k:
        return {}
    # Variables: value, is changed, size of the change and distance from the path for each lever; violation and distance
    # from the middle for each goal.
    ends = [n, 2 * n, 3 * n, 4 * n, 4 * n + k]
    value, changed, size, away, violation, distance = np.split(np.arange(4 * n + 2 * k), ends)
    rows: list[np.ndarray] = []
    lows: list[float] = []
    highs: list[float] = []

    def require(terms: Mapping[int, float], low: float, high: float) -> None:
        row = np.zeros(4 * n + 2 * k)
        for variable, factor in terms.items():
            row[variable] += factor
        rows.append(row)
        lows.append(low)
        highs.append(high)

    for place, lever in enumerate(levers):
        reach = max(lever.high - lever.low, 1)
        for sign in (1, -1):  # size ≥ |value − printed|, and there is a change if it is above 0
            require({value[place]: -sign, size[place]: 1}, -sign * lever.value, math.inf)
            if lever.expected is not None:
                require({value[place]: -sign, away[place]: 1}, -sign * lever.expected, math.inf)
        require({size[place]: 1, changed[place]: -reach}, -math.inf, 0)
    for place, each in enumerate(concerned):
        terms = {value[at]: each.slopes.get(lever.name, 0.0) / each.goal.scale for at, lever in enumerate(levers)}
        now = sum(each.slopes.get(lever.name, 0.0) * current[lever.name] for lever in levers)
        low, high = ((end - each.value + now) / each.goal.scale for end in each.bounds)
        require(terms | {violation[place]: 1}, low, math.inf)
        require(terms | {violation[place]: -1}, -math.inf, high)
        if each.is_due:
            middle = (each.goal.middle - each.value + now) / each.goal.scale
            require(terms | {distance[place]: 1}, middle, math.inf)
            require(terms | {distance[place]: -1}, -math.inf, middle)
    cost = np.repeat([0.0, CHANGE, SIZE, path, VIOLATION, DISTANCE], [n, n, n, n, k, k])
    low_bounds = np.concatenate([[lever.low for lever in levers], np.zeros(3 * n + 2 * k)])
    high_bounds = np.concatenate([[lever.high for lever in levers], np.ones(n), np.full(2 * n + 2 * k, np.inf)])
    found = milp(
        cost,
        integrality=np.repeat([1, 1, 0], [n, n, 2 * n + 2 * k]),
        bounds=Bounds(low_bounds, high_bounds),
        constraints=LinearConstraint(np.array(rows), np.array(lows), np.array(highs)),
    )
    if found.x is None:
        return {}
    return {lever.name: round(found.x[at]) for at, lever in enumerate(levers)}
