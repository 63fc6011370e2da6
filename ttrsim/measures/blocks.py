"""What is kept of a run to compare it later: every metric's estimate, and its value in each block of deals.

The deals are cut into equal blocks in a row. With V_b and W_b the sums of a metric's values and weights in block b, and
r = ΣV / ΣW the estimate, the value of the block is r + (V_b − r·W_b)·B / ΣW: their mean is r, and they scatter as the
estimate does (the linearisation of a ratio). So two runs of the same deals are compared by the differences of their
blocks, and a baseline needs no more than these few numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from ttrsim.measures.batch import Batches, Results
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.deal_blocks import Blocks
from ttrsim.measures.measure import Tell, measurable, with_usual
from ttrsim.measures.parts import N_BLOCKS
from ttrsim.measures.registry import Metric
from ttrsim.measures.summing import exact_sums
from ttrsim.measures.sums import add_sums, block_sums
from ttrsim.stats.intervals import Estimate, t_critical

BLOCKS = N_BLOCKS
MIN_OBSERVATIONS = 200  # with fewer observations an estimate is too rough to compare
DIGITS = 4  # significant digits that are kept of a block's value

Floats = NDArray[np.float64]
Sums = dict[tuple[str, ...], tuple[Floats, Floats]]  # keys: V and W of each block


class Series(BaseModel):
    """A metric for one choice of its keys. Without enough observations it has no blocks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    keys: tuple[str, ...]
    n: int  # observations
    value: float | None
    low: float | None  # 95 %
    high: float | None
    blocks: tuple[float, ...]

    @property
    def estimate(self) -> Estimate | None:
        """None without enough observations."""
        if self.value is None or self.low is None or self.high is None:
            return None
        return Estimate(self.value, self.low, self.high, self.n)


def measure_blocks(
    run: Results, metrics: Sequence[Metric], progress: Tell = lambda share: None
) -> dict[str, list[Series]]:
    """The series of each metric that the run has sums of, or the tables for."""
    kept = run.sums(progress)
    is_fit = kept is not None and kept.definition.n_deals == run.deals_complete
    known = [metric for metric in metrics if kept and is_fit and metric.name in kept.definition.compared]
    possible = measurable(run, [metric for metric in metrics if metric not in known])
    sums = {metric.name: kept.blocks(metric) for metric in known} if kept else {}
    sums |= _from_tables(run, possible, progress)
    return {metric.name: _series_of(metric, sums[metric.name], run) for metric in metrics if metric.name in sums}


def _from_tables(run: Results, metrics: Sequence[Metric], progress: Tell) -> dict[str, pl.DataFrame]:
    if not metrics:
        return {}
    blocks = Blocks(_n_blocks(run), run.deals_complete, frozenset(metric.name for metric in metrics))
    collected, batches, needed = [], Batches(run, blocks), with_usual(metrics, run.facts.game)
    for number, batch in enumerate(batches, 1):
        collected.append(exact_sums(needed, batch))
        progress(number / len(batches))
    added = add_sums(collected)
    return {metric.name: block_sums(added, metric, run.facts) for metric in metrics}


def _n_blocks(run: Results) -> int:
    return min(BLOCKS, run.deals_complete)


def _series_of(metric: Metric, sums: pl.DataFrame, run: Results) -> list[Series]:
    n_blocks = _n_blocks(run)
    by_keys = _by_keys(metric, sums, n_blocks)
    if metric.per == "game":
        games = _games_of_blocks(run, n_blocks)
        domain = run.facts.domain(metric.by[0]) if len(metric.by) == 1 else None
        possible = set() if domain is None else {(str(key),) for key in domain.to_series()}
        never = (np.zeros(n_blocks), games)
        by_keys = {keys: (by_keys.get(keys, never)[0], games) for keys in possible | by_keys.keys()}
    return [make_series(keys, v, w) for keys, (v, w) in sorted(by_keys.items())]


def _by_keys(metric: Metric, sums: pl.DataFrame, n_blocks: int) -> Sums:
    found: Sums = {}
    for key, block, v, w in sums.iter_rows():
        keys = tuple(key.split(KEY_SEPARATOR)) if metric.by else ()
        of_key = found.setdefault(keys, (np.zeros(n_blocks), np.zeros(n_blocks)))
        of_key[0][block], of_key[1][block] = v, w
    return found


def _games_of_blocks(run: Results, n_blocks: int) -> Floats:
    deals = np.bincount(np.arange(run.deals_complete) * n_blocks // run.deals_complete, minlength=n_blocks)
    return np.asarray(deals * run.facts.rotations, np.float64)


def make_series(keys: tuple[str, ...], v: Floats, w: Floats) -> Series:
    n = round(float(w.sum()))
    if n < MIN_OBSERVATIONS or len(w) < 2:
        return Series(keys=keys, n=n, value=None, low=None, high=None, blocks=())
    value = v.sum() / w.sum()
    blocks = value + (v - value * w) * len(w) / w.sum()
    half = float(t_critical(len(w) - 1)) * blocks.std(ddof=1) / math.sqrt(len(w))
    low, value, high = (_rounded(number, DIGITS + 2) for number in (value - half, value, value + half))
    kept = tuple(_rounded(block, DIGITS) for block in blocks)
    return Series(keys=keys, n=n, value=value, low=low, high=high, blocks=kept)


def _rounded(value: float, digits: int) -> float:
    return float(f"{value:.{digits}g}")


def blocks_of(series: Series) -> Floats:
    return np.array(series.blocks)
