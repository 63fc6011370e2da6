"""What a board should fulfil: tickets within a band, seats within a band, and targets in metrics."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ttrsim.errors import UserError
from ttrsim.files.faults import Fault
from ttrsim.games.levers import Lever
from ttrsim.measures.facts import Facts
from ttrsim.measures.thresholds import Threshold, read_thresholds


class GoalState(StrEnum):
    """How a measurement stands to the bounds of its goal."""

    INSIDE = "inside"  # its whole interval is
    OUTSIDE = "outside"  # its whole interval is
    BORDER = "border"  # the interval holds a bound, but lies within twice the band
    UNCLEAR = "unclear"  # the interval is too wide to say
    LEFT = "left"  # a little outside now; it was not before anything moved, and stays as it is
    NEAREST = "nearest"  # outside, but no whole number of points brings it nearer


class Reading(NamedTuple):
    """A number as measured, with its standard error."""

    value: float
    error: float  # infinite if too few deals were played
    n: int  # pairs of games, or games

    def interval(self, z: float) -> tuple[float, float]:
        return self.value - z * self.error, self.value + z * self.error


NOTHING = Reading(0.0, math.inf, 0)


@dataclass(frozen=True)
class Goal:
    """Something that should lie between two bounds."""

    name: str
    low: float
    high: float
    ticket: str = ""  # its effect, less that of the typical ticket of its deck
    deck: str = ""
    threshold: Threshold | None = None  # what else is measured

    @property
    def middle(self) -> float:
        is_band = math.isfinite(self.low) and math.isfinite(self.high)
        return (self.low + self.high) / 2 if is_band else (self.low if math.isfinite(self.low) else self.high)

    @property
    def scale(self) -> float:
        """Half the width of the band, or a hundredth of a single bound."""
        half = (self.high - self.low) / 2
        return half if math.isfinite(half) else max(abs(self.middle) / 100, 1e-6)

    def state(self, reading: Reading, z: float) -> GoalState:
        low, high = reading.interval(z)
        if low > self.high or high < self.low:
            return GoalState.OUTSIDE
        if low >= self.low and high <= self.high:
            return GoalState.INSIDE
        is_near = low >= self.low - self.scale and high <= self.high + self.scale
        return GoalState.BORDER if is_near else GoalState.UNCLEAR

    def excess(self, value: float) -> float:
        """How far a value is outside, in half widths of the band."""
        return max(self.low - value, value - self.high, 0.0) / self.scale


def ticket_goals(levers: Collection[Lever], band: float) -> list[Goal]:
    """`band` in percentage points of the win share."""
    limit = band / 100
    return [Goal(lever.ticket, -limit, limit, lever.ticket, lever.deck) for lever in levers if lever.ticket]


def metric_goals(seat_band: float | None, targets: Sequence[str], facts: Facts) -> list[Goal]:
    """Seats within a band around an equal share, then the targets as written."""
    texts = list(targets)
    if seat_band is not None:
        fair, limit = 1 / facts.n_seats, seat_band / 100
        ends = f"[{fair - limit:.6g}, {fair + limit:.6g}]"
        texts = [*(f"seat_win_share[{seat}] in {ends}" for seat in range(facts.n_seats)), *texts]
    faults: list[Fault] = []
    thresholds = read_thresholds(texts, facts, faults)
    if faults:
        raise UserError("\n".join(f"--target {fault.text}" for fault in faults))
    return [Goal(each.text, each.low, each.high, threshold=each) for each in thresholds]
