"""What metrics came to in a run: from its sums, or from its tables, some parts at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import numpy as np
import polars as pl

from ttrsim.errors import UserError
from ttrsim.games.contract import Game
from ttrsim.measures.batch import Batch, Batches, Results, without_rows
from ttrsim.measures.deal_blocks import Blocks
from ttrsim.measures.facts import Facts
from ttrsim.measures.parts import Measuring, Parts
from ttrsim.measures.registry import USER, Metric, get_metric
from ttrsim.measures.summing import exact_sums
from ttrsim.measures.sums import SUMS, USUAL, add_sums, estimates, float_sums, key_types, per_game
from ttrsim.stats.intervals import benjamini_hochberg, p_values
from ttrsim.stats.sequential import anytime
from ttrsim.workers.executor import Pulse, Threads

BATCHES_AT_A_TIME = 2  # much of the work on a batch is on one core, so two take little longer than one

Tell = Callable[[float], None]  # called with the share that is measured
Summed = TypeVar("Summed")


@dataclass(frozen=True)
class Measures:
    """What the metrics came to. Those whose tables the run does not have are missing."""

    frames: Mapping[str, pl.DataFrame]
    extras: Mapping[str, pl.DataFrame]  # what the game sums besides metrics

    def __getitem__(self, name: str) -> pl.DataFrame:
        return self.frames[name]

    def __contains__(self, name: str) -> bool:
        return name in self.frames

    def get(self, name: str) -> pl.DataFrame | None:
        return self.frames.get(name)


def measure(run: Results, metrics: Sequence[Metric], progress: Tell = lambda share: None) -> Measures:
    """All metrics: from the sums that the run keeps, and from its tables what these do not have."""
    kept = run.sums(progress) if any(metric.section != USER for metric in metrics) else None
    known = [metric for metric in metrics if kept and metric.name in kept.definition.metrics]
    possible = measurable(run, [metric for metric in metrics if metric not in known])
    sums = {metric.name: kept.floats(metric) for metric in known} if kept else {}
    sums |= _sums_from_tables(run, possible, progress)
    frames = {metric.name: _finished(metric, sums[metric.name], run) for metric in metrics if metric.name in sums}
    return Measures(frames, kept.extras() if kept else {})


def measurable(run: Results, metrics: Sequence[Metric]) -> list[Metric]:
    """Those whose tables the run keeps."""
    return [metric for metric in metrics if set(metric.needs) <= set(run.tables)]


def _sums_from_tables(run: Results, metrics: Sequence[Metric], progress: Tell) -> dict[str, pl.DataFrame]:
    """In one pass over the parts."""
    if not metrics:
        return {}
    needed = with_usual(metrics, run.facts.game)
    added = add_sums(list(_of_batches(run, partial(_sums, needed), progress)))
    empty = without_rows(run.facts)
    return {metric.name: float_sums(added, metric, run.facts, key_types(metric, empty)) for metric in metrics}


def with_usual(metrics: Sequence[Metric], game: Game) -> list[Metric]:
    """These, and what the lifts among them are held against."""
    is_needed = any(metric.is_lift for metric in metrics) and not any(metric.name == USUAL for metric in metrics)
    return [*metrics, get_metric(USUAL, game)] if is_needed else list(metrics)


@dataclass(frozen=True)
class _Summing(Generic[Summed]):
    sums: Callable[[Batch], Summed]

    def identity(self) -> dict[str, str]:
        return {}  # it stays in this process

    def test(self) -> str:
        return ""

    def start(self) -> Callable[[Batch, Pulse], Summed]:
        return lambda batch, pulse: self.sums(batch)


def _of_batches(
    run: Results, sums: Callable[[Batch], Summed], progress: Tell, blocks: Blocks | None = None
) -> Iterator[Summed]:
    """The sums of the parts of a run, some parts at a time."""
    batches = Batches(run, blocks)
    with closing(Threads(BATCHES_AT_A_TIME).map(_Summing(sums), batches, in_order=True)) as results:
        for number, (_, found) in enumerate(results, 1):
            yield found
            progress(number / len(batches))


def measure_tables(run: Results, measuring: Measuring, progress: Tell = lambda share: None) -> Parts:
    """The sums of a run, made from its tables."""
    parts: Parts | None = None
    for new in _of_batches(run, measuring.of_batch, progress, measuring.blocks):
        parts = measuring.added([parts, new] if parts else [new])
    return parts or measuring.added([])


def _sums(metrics: Sequence[Metric], batch: Batch) -> pl.DataFrame:
    """The sums of a batch: built-in metrics all at once on all cores, users' own one by one, for their faults."""
    built_in = [metric for metric in metrics if metric.section != USER]
    own = [_own_sums(metric, batch) for metric in metrics if metric.section == USER]
    return pl.concat([exact_sums(built_in, batch), *own])


def _own_sums(metric: Metric, batch: Batch) -> pl.DataFrame:
    try:
        return exact_sums([metric], batch)
    except Exception as error:  # a user's metric may raise anything; it is a user error
        raise UserError(f"metric {metric.name!r}: {type(error).__name__}: {error}") from error


def _finished(metric: Metric, sums: pl.DataFrame, run: Results) -> pl.DataFrame:
    if metric.per == "game" and run.deals_complete:
        sums = per_game(_completed(metric, sums, run.facts), run.deals_complete, run.facts.rotations)
    found = estimates(sums, "mean" if metric.kind == "count" else metric.kind)
    if run.tightest_at:
        found = anytime(found, sums["deals"].to_numpy(), run.tightest_at)
    found = found.where_known(sums["deals"].to_numpy())
    columns = {"n": sums["w"].round(6).round().cast(pl.Int64), "deals": sums["deals"].cast(pl.Int64)}
    if metric.kind == "count":
        columns["value"] = sums["v"]
    else:
        columns |= {"value": _series(found.value), "low": _series(found.low), "high": _series(found.high)}
        if metric.against is not None:
            p = p_values(found.value, found.error, sums["deals"].to_numpy() - 1, metric.against)
            columns |= {"p": _series(p), "q": _series(benjamini_hochberg(p))}
    keys = [sums[key] for key in metric.by]
    frame = pl.DataFrame([*keys, *(column.alias(name) for name, column in columns.items())])
    return frame.sort(metric.by) if keys else frame


def _completed(metric: Metric, sums: pl.DataFrame, facts: Facts) -> pl.DataFrame:
    """With a row of zeros for what was never observed, where all it could be is known."""
    domain = facts.domain(metric.by[0]) if len(metric.by) == 1 else None
    if domain is None:
        return sums
    return domain.join(sums, on=list(metric.by), how="left").with_columns(pl.col(SUMS).fill_null(0.0))


def _series(values: np.ndarray) -> pl.Series:
    return pl.Series(values).fill_nan(None)
