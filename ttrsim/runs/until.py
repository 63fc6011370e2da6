"""Stops an experiment when every effect on the win share is known well enough.

Looking again and again would make ordinary intervals miss the truth too often; these hold at all times at once
(`stats/sequential.py`), and so do those that are reported of such an experiment.
"""

from __future__ import annotations

from functools import partial

import polars as pl

from ttrsim.measures.batch import Batch
from ttrsim.measures.facts import Facts
from ttrsim.measures.registry import USER, Metric
from ttrsim.measures.sums import add_sums, estimates, float_sums
from ttrsim.runs.scenario.model import Experiment
from ttrsim.stats.sequential import anytime, tightest_for

EFFECTS = "effects"  # the table of an experiment
UNTIL = "until"  # the metric that an experiment stops by
MIN_DEALS = 200  # with each subject, before the first look: the intervals are those of large numbers
DEVIATION = 0.5  # of a difference of win shares, about


def tightest_at(choice: Experiment | None) -> float | None:
    """Where the intervals of an experiment are narrowest; None if it does not stop by itself."""
    return tightest_for(choice.until / 100, DEVIATION) if choice and choice.until else None


def until_metrics(facts: Facts) -> list[Metric]:
    """What is summed so that an experiment can stop by itself: the effect of each subject on the win share."""
    if facts.experiment is None or facts.experiment.until is None:
        return []
    subject = facts.game.experiments[facts.experiment.kind].subject
    return [effect_metric((subject,) if subject else ())]


def effect_metric(by: tuple[str, ...]) -> Metric:
    """The effect of an experiment on the win share, of each subject."""
    return Metric(UNTIL, USER, USER, (EFFECTS,), by, "mean", "row", False, None, "", partial(_effects, by))


def _effects(by: tuple[str, ...], batch: Batch) -> pl.LazyFrame:
    return (
        batch.tables[EFFECTS]
        .drop_nulls(by)
        .select(
            *by,
            deal=pl.col("game") // batch.facts.rotations,
            value=pl.col("win_share_with") - pl.col("win_share_without"),
        )
    )


class Until:
    """What is known so far. Chunks are added in the order of their deals, so that threads do not matter."""

    def __init__(self, facts: Facts, half_width: float) -> None:
        self.half_width = half_width
        self._facts, (self._metric,) = facts, until_metrics(facts)
        self._tightest = tightest_for(self.half_width, DEVIATION)
        self._sums: list[pl.DataFrame] = []

    def add(self, sums: pl.DataFrame) -> None:
        """The sums of a chunk, or of several."""
        self._sums = [add_sums([*self._sums, sums.filter(pl.col("metric") == UNTIL)])]

    @property
    def widest(self) -> float | None:
        """The largest half width of all effects; None as long as too little is known."""
        sums = float_sums(add_sums(self._sums), self._metric, self._facts)
        if not len(sums) or float(sums["deals"].min()) < MIN_DEALS:  # type: ignore[arg-type]
            return None
        estimate = anytime(estimates(sums, "mean"), sums["deals"].to_numpy(), self._tightest)
        return float((estimate.high - estimate.low).max()) / 2

    @property
    def is_reached(self) -> bool:
        widest = self.widest
        return widest is not None and widest <= self.half_width
