"""What is kept of a run to compare it later: every metric's estimate, and its value in each block of deals.

The deals are cut into equal blocks in a row. With V_b and W_b the sums of a metric's values and weights in block b, and
r = ΣV / ΣW the estimate, the value of the block is r + (V_b − r·W_b)·B / ΣW: their mean is r, and they scatter as the
estimate does (the linearisation of a ratio). So two runs of the same deals are compared by the differences of their
blocks, and a baseline needs no more than these few numbers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from ttrsim.metrics.batch import Batch, Batches, Results
from ttrsim.metrics.measure import Progress
from ttrsim.metrics.missing import measurable
from ttrsim.metrics.registry import Metric
from ttrsim.stats.intervals import t_critical

BLOCKS = 40
MIN_OBSERVATIONS = 200  # observations, below which an estimate is too rough to compare
DIGITS = 4  # that count, of the value of a block

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


def measure_blocks(
    run: Results, metrics: Sequence[Metric], progress: Progress = lambda share: None
) -> dict[str, list[Series]]:
    """The series of each metric whose tables and columns the run has."""
    possible, _ = measurable(run, metrics)
    n_blocks = min(BLOCKS, run.deals_complete)
    collected: dict[str, list[pl.DataFrame]] = {metric.name: [] for metric in possible}
    batches = Batches(run)
    for number, batch in enumerate(batches, 1):
        plans = [_block_sums(metric, batch, run.deals_complete, n_blocks) for metric in possible]
        for metric, frame in zip(possible, pl.collect_all(plans), strict=True):
            collected[metric.name].append(frame)
        progress(number / len(batches))
    return {metric.name: _series_of(metric, collected[metric.name], run, n_blocks) for metric in possible}


def _block_sums(metric: Metric, batch: Batch, n_deals: int, n_blocks: int) -> pl.LazyFrame:
    rows = metric.observe(batch)
    weight = pl.col("weight") if "weight" in rows.collect_schema().names() else pl.lit(1.0)
    block = pl.col("deal").cast(pl.Int64) * n_blocks // n_deals
    sums = rows.select(*metric.by, deal_block=block, v=pl.col("value").cast(pl.Float64), w=weight.cast(pl.Float64))
    return sums.filter(pl.col("v").is_not_null()).group_by(*metric.by, "deal_block").agg(pl.col("v", "w").sum())


def _series_of(metric: Metric, frames: Sequence[pl.DataFrame], run: Results, n_blocks: int) -> list[Series]:
    sums = _added(metric, frames, n_blocks)
    if metric.per == "game":
        games = _games_of_blocks(run, n_blocks)
        domain = run.facts.domain(metric.by[0]) if len(metric.by) == 1 else None
        possible = set() if domain is None else {(str(key),) for key in domain.to_series()}
        never = (np.zeros(n_blocks), games)
        sums = {keys: (sums.get(keys, never)[0], games) for keys in possible | sums.keys()}
    return [make_series(keys, v, w) for keys, (v, w) in sorted(sums.items())]


def _added(metric: Metric, frames: Sequence[pl.DataFrame], n_blocks: int) -> Sums:
    together = pl.concat(frames).group_by(*metric.by, "deal_block").agg(pl.col("v", "w").sum())
    sums: Sums = {}
    for *keys, block, v, w in together.select(*metric.by, "deal_block", "v", "w").iter_rows():
        sums_of_blocks = sums.setdefault(tuple(map(str, keys)), (np.zeros(n_blocks), np.zeros(n_blocks)))
        sums_of_blocks[0][block], sums_of_blocks[1][block] = v, w
    return sums


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


def by_keys(series: Sequence[Series]) -> Mapping[tuple[str, ...], Series]:
    return {one.keys: one for one in series}
