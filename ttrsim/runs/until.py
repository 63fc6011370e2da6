"""Stops an experiment when every effect on the win share is known well enough.

Looking again and again would make ordinary intervals miss the truth too often; these hold at all times at once
(`stats/sequential.py`), and so do those that are reported of such an experiment.
"""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.sums import add_sums, estimates, sums_over_deals
from ttrsim.scenario.model import Experiment
from ttrsim.scenario.reading import Setup
from ttrsim.stats.sequential import anytime, tightest_for

EFFECTS = "effects"  # the table of an experiment
MIN_DEALS = 200  # with each subject, before the first look: the intervals are those of large numbers
DEVIATION = 0.5  # of a difference of win shares, about


def tightest_at(choice: Experiment | None) -> float | None:
    """Where the intervals of an experiment are narrowest; None if it does not stop by itself."""
    return tightest_for(choice.until / 100, DEVIATION) if choice and choice.until else None


class Until:
    """What is known so far. Chunks are added in the order of their deals, so that threads do not matter."""

    def __init__(self, setup: Setup, rotations: int) -> None:
        choice = setup.scenario.experiment
        assert choice is not None
        assert choice.until is not None
        self.half_width = choice.until / 100
        self._tightest = tightest_for(self.half_width, DEVIATION)
        subject = setup.game.experiments[choice.kind].subject
        self._keys = [subject] if subject else []
        self._rotations = rotations
        self._sums: pl.DataFrame | None = None

    def add(self, effects: pl.DataFrame) -> None:
        rows = effects.lazy().select(
            *self._keys,
            deal=pl.col("game") // self._rotations,
            value=pl.col("win_share_with") - pl.col("win_share_without"),
        )
        sums = sums_over_deals(rows, self._keys).collect()
        self._sums = sums if self._sums is None else add_sums([self._sums, sums], self._keys)

    @property
    def widest(self) -> float | None:
        """The largest half width of all effects; None as long as too little is known."""
        sums = self._sums
        if sums is None or not len(sums) or float(sums["deals"].min()) < MIN_DEALS:  # type: ignore[arg-type]
            return None
        ratios = anytime(estimates(sums, "mean"), sums["deals"].to_numpy(), self._tightest)
        return float((ratios.high - ratios.low).max()) / 2

    @property
    def is_reached(self) -> bool:
        widest = self.widest
        return widest is not None and widest <= self.half_width
