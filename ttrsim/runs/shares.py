"""Win shares while a run is going on, with their intervals. Deals are the unit: a deal's games are not independent."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from pydantic import BaseModel, ConfigDict

from ttrsim.play.columns import Played
from ttrsim.progress import Share
from ttrsim.stats.intervals import wilson, z_critical


class WinSums(BaseModel):
    """Of a chunk, for each name; the folder keeps them for a run that is resumed."""

    model_config = ConfigDict(strict=True)

    n: list[int]  # deals in which it sat at the table
    sums: list[float]  # of its mean win share in a deal
    squares: list[float]


@dataclass
class WinShares:
    """Sums over deals, for each bot; for each seat where all bots are alike."""

    names: list[str]
    by_seat: bool
    n: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, labels: list[str], n_seats: int) -> WinShares:
        by_seat = len(labels) == 1
        names = [f"seat {seat}" for seat in range(n_seats)] if by_seat else labels
        zeros = [0.0] * len(names)
        return cls(names, by_seat, [0] * len(names), zeros, list(zeros))

    def add(self, chunk: Played) -> WinSums:
        """Adds a chunk; returns its sums."""
        who = np.tile(np.arange(chunk.n_seats), (chunk.outcomes.n_games, 1)) if self.by_seat else chunk.bots
        sums = _sums(who, chunk.win_shares, len(self.names), chunk.n_rotations)
        self.add_sums(sums)
        return sums

    def add_sums(self, sums: WinSums) -> None:
        self.n = [a + b for a, b in zip(self.n, sums.n, strict=True)]
        self.sums = [a + b for a, b in zip(self.sums, sums.sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, sums.squares, strict=True)]

    def shares(self) -> list[Share]:
        return [Share(name, *self._interval(place)) for place, name in enumerate(self.names) if self.n[place] > 1]

    def _interval(self, place: int) -> tuple[float, float]:
        n = self.n[place]
        mean = self.sums[place] / n
        variance = max(0.0, self.squares[place] - n * mean**2) / (n - 1)
        # Deals that all ended alike have no variance, which must not pass for certainty: Wilson's bound for 0 of n.
        return mean, max(z_critical() * math.sqrt(variance / n), wilson(0.0, n).high)


def _sums(who: np.ndarray, shares: np.ndarray, n_names: int, n_rotations: int) -> WinSums:
    n_deals = len(who) // n_rotations
    deal = np.repeat(np.arange(n_deals), n_rotations * who.shape[1])
    place = deal * n_names + who.ravel()
    counts = np.bincount(place, minlength=n_deals * n_names).reshape(n_deals, n_names)
    totals = np.bincount(place, shares.ravel(), n_deals * n_names).reshape(n_deals, n_names)
    means = totals / np.maximum(counts, 1)
    return WinSums(
        n=(counts > 0).sum(axis=0).tolist(),
        sums=means.sum(axis=0).tolist(),
        squares=(means**2).sum(axis=0).tolist(),
    )
