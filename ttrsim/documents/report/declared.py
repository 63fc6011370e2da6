"""Tables that are declared from the metrics they show: a column names the function of its metric.

    ROUTES = (Column("name", "route", "text"), fact("length"), of(route_claimed, "claimed"), q("lift"), n("lift"))
    rows = measured(measures, ROUTES, "route", facts.routes, route_names(board), by="claimed")

The metric says of what kind a number is, and gives its interval, q and n. So a metric that is renamed is an error here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from ttrsim.documents.document import Column, Kind, Row
from ttrsim.documents.report.model import rows_of, wide
from ttrsim.measures.measure import Measures
from ttrsim.measures.registry import Observe, metric_of


@dataclass(frozen=True)
class OfMetric(Column):
    """A column with the estimates of a metric."""

    metric: str = ""


def of(
    observe: Observe,
    name: str,
    label: str | None = None,
    decimals: int | None = 1,
    kind: Kind | None = None,
    has_interval: bool = True,
    n: str = "",
) -> OfMetric:
    metric = metric_of(observe)
    shown: Kind = kind or ("share" if metric.kind == "share" else "number")
    return OfMetric(name, label, shown, decimals, has_interval, n, metric.name)


def fact(name: str, label: str | None = None) -> Column:
    """A number that is known beforehand."""
    return Column(name, label, "count")


def q(name: str) -> Column:
    """Of the estimates under this name."""
    return Column(f"{name}_q", "q", "q")


def n(name: str, label: str) -> Column:
    """How many observations the estimates under this name have."""
    return Column(f"{name}_n", label, "count")


def measured(
    measures: Measures,
    columns: Sequence[Column],
    key: str,
    base: pl.DataFrame | None = None,
    names: Mapping[str, str] | None = None,
    by: str = "",
    also: Iterable[pl.Expr] = (),
) -> list[Row]:
    """The rows of the table: those of `base`, or of the first metric; the largest of `by` first, if it is named."""
    frames = {column.id: measures.get(column.metric) for column in columns if isinstance(column, OfMetric)}
    first = next((frame for frame in frames.values() if frame is not None), None)
    if base is None and first is None:
        return []
    frame = wide(base if base is not None else first.select(key), key, frames)  # type: ignore[union-attr]
    frame = frame.with_columns(also)
    if names is not None:
        frame = frame.with_columns(name=pl.col(key).cast(pl.String).replace_strict(names, default=None))
    if by in frame.columns:
        frame = frame.sort(by, descending=True, nulls_last=True, maintain_order=True)
    return rows_of(frame)


def measured_by_bot(measures: Measures, columns: Sequence[Column], key: str, names: Mapping[str, str]) -> list[Row]:
    """By bot and by one more key."""
    metrics = {column.id: column.metric for column in columns if isinstance(column, OfMetric)}
    return rows_by_bot(measures, metrics, key, names)


def rows_by_bot(measures: Measures, metrics: Mapping[str, str], key: str, names: Mapping[str, str]) -> list[Row]:
    """Nothing if the first metric has no rows."""
    frames = {name: measures.get(metric) for name, metric in metrics.items()}
    first = next(iter(frames.values()))
    if first is None or first.is_empty():
        return []
    both = pl.concat_str(pl.col("bot").cast(pl.String), pl.col(key).cast(pl.String), separator="\n").alias("both")
    keyed = {name: None if frame is None else frame.with_columns(both) for name, frame in frames.items()}
    table = wide(first.select("bot", key).with_columns(both), "both", keyed).drop("both")
    return rows_of(table.with_columns(name=pl.col(key).cast(pl.String).replace_strict(names)))
