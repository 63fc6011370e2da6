"""Sums over deals in plain floats, by Polars alone: what the exact sums of runs are held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import polars as pl

from tests.games.trains.analysis.plain_trains import PLAIN
from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.measures.adding import UNITS
from ttrsim.measures.batch import Batch
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.facts import Facts
from ttrsim.measures.observed import ONES, Observed, SumColumn, observed_in
from ttrsim.measures.registry import USER, Metric
from ttrsim.measures.summing import sums_of
from ttrsim.measures.sums import float_sums
from ttrsim.measures.tallies import Summed


def plain_sums(rows: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """`rows` have the keys, `deal`, `value` and maybe `weight`."""
    weight = pl.col("weight") if "weight" in rows.columns else pl.lit(1.0)
    rows = rows.select(*keys, "deal", v=pl.col("value").cast(pl.Float64), w=weight.cast(pl.Float64)).drop_nulls("v")
    deals = rows.group_by(*keys, "deal").agg(pl.col("v").sum(), pl.col("w").sum())
    v, w = pl.col("v"), pl.col("w")
    sums = {"deals": pl.len().cast(pl.Float64), "v": v.sum(), "w": w.sum()}
    sums |= {"vv": (v * v).sum(), "vw": (v * w).sum(), "ww": (w * w).sum()}
    return deals.group_by(*keys).agg(**sums) if keys else deals.select(**sums)


def with_usual_weight(rows: pl.DataFrame, seats: pl.DataFrame, facts: Facts) -> pl.DataFrame:
    """A lift's observations, with the mean share of the win of their bot and seat as weight."""
    usual = seats.group_by("bot", "seat").agg(weight=pl.col("win_share").mean())
    cell = pl.col("bot").to_physical().cast(pl.Int32) * facts.n_seats + pl.col("seat")
    return rows.join(usual.select("weight", cell=cell), on="cell")


def exact_sums_of(rows: pl.DataFrame, keys: Sequence[str] = ()) -> pl.DataFrame:
    """The sums of observations as runs have them, with their keys as one text."""
    facts: Any = None  # which only lifts need
    metric = Metric("observed", USER, USER, (), tuple(keys), "mean", "row", False, None, "", lambda batch: rows.lazy())
    return float_sums(sums_of([(metric, observed_in(rows, metric))], facts), metric, facts)


def observations(metric: Metric, batch: Batch) -> pl.DataFrame:
    """What a metric observes, as plain rows."""
    if metric.owner == "trains" and metric.name in PLAIN:
        own = PLAIN[metric.name](cast("TrainsBatch", batch)).collect()
        return own.select(*metric.by, "deal", "value", *(name for name in ("weight", "cell") if name in own.columns))
    found = metric.observe(batch)
    assert not isinstance(found, Summed), f"{metric.name} needs plain rows to be held against"
    if isinstance(found, pl.LazyFrame):
        return found.collect()
    return pl.concat([_rows_of(metric, found, column) for column in found.columns])


def _rows_of(metric: Metric, found: Observed, column: SumColumn) -> pl.DataFrame:
    numbers = found.codes.numbers[found.codes.at] if len(found.codes.at) else found.codes.numbers
    numbers = numbers[: len(found.deals)]
    kept = numbers >= 0
    texts = found.codes.texts(numbers[kept].astype(np.int64), column.key)
    keys = [text.split(KEY_SEPARATOR) for text in texts]
    unit = UNITS if column.is_fixed else 1
    columns: dict[str, Any] = {
        name: pl.Series([key[place] for key in keys], dtype=pl.String) for place, name in enumerate(metric.by)
    }
    columns |= {"deal": found.deals[kept]}
    for name, lookup in (("value", column.values), ("weight", column.weights)):
        numbers_of = np.full(len(kept), unit) if lookup is ONES else lookup.dense()
        columns[name] = numbers_of[kept] / unit
    if found.cells is not None:
        columns["cell"] = found.cells.small()[kept]
        del columns["weight"]
    return pl.DataFrame(columns)


def assert_close(one: pl.DataFrame, other: pl.DataFrame, keys: Sequence[str]) -> None:
    """Up to the rounding of floats and of values to units."""
    assert len(one) == len(other)
    texts = [pl.col(key).cast(pl.String) for key in keys]
    one, other = ((frame.with_columns(texts).sort(keys) if keys else frame) for frame in (one, other))
    for key in keys:
        assert one[key].to_list() == other[key].to_list()
    for name in ("deals", "v", "w", "vv", "vw", "ww"):
        ours, theirs = one[name].to_numpy(), other[name].to_numpy()
        scale = np.sqrt(np.maximum(one["vv"].to_numpy(), one["ww"].to_numpy()) + 1)
        assert np.all(np.abs(ours - theirs) <= 5e-9 * np.maximum(scale, np.abs(theirs))), name
