"""What can be measured of a run. One that an older ttrsim played has not the columns that came later.

Which metrics need such a column is found by trying: on tables without rows, with all columns and without this one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import polars as pl

from ttrsim.measures.batch import Batch, Results
from ttrsim.measures.registry import Metric
from ttrsim.measures.sums import key_types

SHOWN = 6  # names in a message


class LeftOut(NamedTuple):
    """Columns that the run does not have, and what needs each of them."""

    table: str
    columns: tuple[str, ...]
    names: tuple[str, ...]  # of metrics, and of what the game sums besides

    def text(self, played_by: str) -> str:
        plural = "s" if len(self.columns) > 1 else ""
        return (
            f"The run has no column{plural} {_listed(self.columns)} of table {self.table}: it was played by "
            f"{played_by}. Left out: {_listed(self.names)}."
        )


def _listed(names: Sequence[str]) -> str:
    more = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {more} more" if more > 0 else "")


def measurable(run: Results, metrics: Sequence[Metric]) -> tuple[list[Metric], list[LeftOut]]:
    """The metrics whose tables and columns the run has, and what is left out for want of a column."""
    kept = [metric for metric in metrics if set(metric.needs) <= set(run.tables)]
    absent = [(table, column) for table, columns in run.missing.items() for column in columns]
    sound = _usable(kept, run, without_rows(run)) if absent else []
    columns_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}  # by table and what needs them
    for table, column in absent:
        usable = _usable(kept, run, without_rows(run, table, column))
        names = tuple(name for name in sound if name not in usable)
        columns_of.setdefault((table, names), []).append(column)
    unusable = [LeftOut(table, tuple(columns), names) for (table, names), columns in columns_of.items() if names]
    left_out = {name for each in unusable for name in each.names}
    return [metric for metric in kept if metric.name not in left_out], unusable


def without_rows(run: Results, table: str = "", column: str = "") -> Batch:
    """The tables of the run as this ttrsim writes them, but for one column, without any rows."""
    facts = run.facts
    tables = {
        name: pl.LazyFrame(schema=facts.game.tables[name].schema(facts.board, facts.bots))
        for name in run.tables
        if name in facts.game.tables
    }
    if column:
        tables[table] = tables[table].drop(column)
    return facts.game.analysis.batch(tables, facts)


def _usable(metrics: Sequence[Metric], run: Results, batch: Batch) -> list[str]:
    """What works with the columns of the batch. A metric that never works is reported when it is measured."""
    attempts: dict[str, Callable[[Batch], object]] = {metric.name: partial(key_types, metric) for metric in metrics}
    sums = run.facts.game.analysis.accumulators(run.facts, run.tables)
    attempts |= {name: accumulator.add for name, accumulator in sums.items()}
    return [name for name, attempt in attempts.items() if _works(attempt, batch)]


def _works(attempt: Callable[[Batch], object], batch: Batch) -> bool:
    try:
        attempt(batch)
    except Exception:  # Polars has several for a column that is not there; a user's metric may raise anything
        return False
    return True
