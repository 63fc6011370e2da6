"""Runs metrics over a run, some parts at a time, so that memory does not grow with the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import polars as pl

from ttrsim.engine.executor import Pulse, Threads
from ttrsim.errors import UserError
from ttrsim.metrics.batch import Batch, Batches, Results
from ttrsim.metrics.facts import Facts
from ttrsim.metrics.missing import LeftOut, measurable, without_rows
from ttrsim.metrics.registry import USER, Metric
from ttrsim.metrics.sums import SUMS, add_sums, estimates, per_game, sums_over_deals
from ttrsim.stats.discoveries import benjamini_hochberg, p_values
from ttrsim.stats.sequential import anytime

BATCHES_AT_A_TIME = 2  # much of the work on a batch is on one core, so two take little longer than one

Progress = Callable[[float], None]
Sums = dict[str, pl.DataFrame]  # by metric


class Accumulator(Protocol):
    """What a game sums batch by batch besides metrics."""

    def add(self, batch: Any) -> None:
        """A batch of the game's own kind."""

    def frame(self) -> pl.DataFrame: ...


@dataclass(frozen=True)
class Measures:
    """What the metrics came to. Those whose tables or columns the run does not have are missing."""

    frames: Mapping[str, pl.DataFrame]
    extras: Mapping[str, pl.DataFrame]  # what the game sums besides metrics
    blanks: Mapping[str, pl.DataFrame] = field(default_factory=dict)  # without rows, for metrics that lack a column
    left_out: Sequence[LeftOut] = ()

    def __getitem__(self, name: str) -> pl.DataFrame:
        return self.frames[name] if name in self.frames else self.blanks[name]

    def __contains__(self, name: str) -> bool:
        return name in self.frames

    def get(self, name: str) -> pl.DataFrame | None:
        return self.frames.get(name)


def measure(run: Results, metrics: Sequence[Metric], progress: Progress = lambda share: None) -> Measures:
    """All metrics in one pass over the parts."""
    possible, left_out = measurable(run, metrics)
    names = {name for each in left_out for name in each.names}
    collected: dict[str, list[pl.DataFrame]] = {metric.name: [] for metric in possible}
    accumulators = run.facts.game.analysis.accumulators(run.facts, run.tables)
    accumulators = {name: each for name, each in accumulators.items() if name not in names}
    batches = Batches(run)
    with closing(Threads(BATCHES_AT_A_TIME).map(_Summing(possible), batches, in_order=True)) as results:
        for number, (batch, sums_by_metric) in enumerate(results, 1):
            for name, sums in sums_by_metric.items():
                collected[name].append(sums)
            for accumulator in accumulators.values():
                accumulator.add(batch)
            progress(number / len(batches))
    frames = {metric.name: _finished(metric, collected[metric.name], run) for metric in possible}
    extras = {name: accumulator.frame() for name, accumulator in accumulators.items()}
    return Measures(frames, extras, _blanks([metric for metric in metrics if metric.name in names], run), left_out)


def _blanks(metrics: Sequence[Metric], run: Results) -> dict[str, pl.DataFrame]:
    batch = without_rows(run)
    return {metric.name: _finished(metric, [_plan(metric, batch).collect()], run).clear() for metric in metrics}


@dataclass(frozen=True)
class _Summing:
    metrics: Sequence[Metric]

    def start(self) -> Callable[[Batch, Pulse], Sums]:
        return lambda batch, pulse: _sums(self.metrics, batch)


def _sums(metrics: Sequence[Metric], batch: Batch) -> Sums:
    """The sums of a batch: built-in metrics all at once on all cores, users' own one by one, for their faults."""
    built_in = [metric for metric in metrics if metric.section != USER]
    together = pl.collect_all([_plan(metric, batch) for metric in built_in])
    sums = {metric.name: frame for metric, frame in zip(built_in, together, strict=True)}
    return sums | {metric.name: _own_sums(metric, batch) for metric in metrics if metric.section == USER}


def _plan(metric: Metric, batch: Batch) -> pl.LazyFrame:
    return sums_over_deals(metric.observe(batch), metric.by, metric.is_once and batch.facts.rotations == 1)


def _own_sums(metric: Metric, batch: Batch) -> pl.DataFrame:
    try:
        return _plan(metric, batch).collect()
    except Exception as error:  # a user's metric may raise anything; it is a user error
        raise UserError(f"metric {metric.name!r}: {type(error).__name__}: {error}") from error


def _finished(metric: Metric, collected: Sequence[pl.DataFrame], run: Results) -> pl.DataFrame:
    sums = add_sums(collected, metric.by) if collected else pl.DataFrame(schema=dict.fromkeys(SUMS, pl.Float64))
    if metric.per == "game" and run.deals_complete:
        sums = per_game(_completed(metric, sums, run.facts), run.deals_complete, run.facts.rotations)
    ratios = estimates(sums, "mean" if metric.kind == "count" else metric.kind)
    if run.tightest_at:
        ratios = anytime(ratios, sums["deals"].to_numpy(), run.tightest_at)
    # Digits that hang on the order in which Polars adds up must not decide a rounding.
    columns = {"n": sums["w"].round(6).round().cast(pl.Int64), "deals": sums["deals"].cast(pl.Int64)}
    if metric.kind == "count":
        columns["value"] = sums["v"]
    else:
        columns |= {"value": _series(ratios.value), "low": _series(ratios.low), "high": _series(ratios.high)}
        if metric.against is not None:
            p = p_values(ratios.value, ratios.error, sums["deals"].to_numpy() - 1, metric.against)
            columns |= {"p": _series(p), "q": _series(benjamini_hochberg(p))}
    keys = [sums[key] for key in metric.by if key in sums.columns]
    frame = pl.DataFrame([*keys, *(column.alias(name) for name, column in columns.items())])
    return frame.sort(metric.by) if keys else frame


def _completed(metric: Metric, sums: pl.DataFrame, facts: Facts) -> pl.DataFrame:
    """With a row of zeros for what was never observed, where all it could be is known."""
    domain = facts.domain(metric.by[0]) if len(metric.by) == 1 else None
    if domain is None or not set(metric.by) <= set(sums.columns):
        return sums
    return domain.join(sums, on=list(metric.by), how="left").with_columns(pl.col(SUMS).fill_null(0.0))


def _series(values: np.ndarray) -> pl.Series:
    return pl.Series(values).fill_nan(None)
