"""Sums over deals, of which a metric's estimates are made (`stats/ratios.py`).

They are exact: whole numbers of small units (`adding/`). So parts of a run can be summed
anywhere, in any order and in any chunks, and give the same bytes.

A frame of sums has a row for each metric and each choice of its keys. Metrics that runs are compared by also have a row
for each block of deals, and lifts have rows for each cell (bot and seat) and pair of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.adding import UNITS
from ttrsim.measures.batch import Batch
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.facts import Facts, n_cells
from ttrsim.measures.registry import Metric
from ttrsim.stats.ratios import DealSums, Interval, Ratios, ratios

SUMS = DealSums._fields
ALL = -1  # the block of sums over all deals, and the cell of sums over all cells

NUMBERS = ["deals", *(f"{name}_{half}" for name in SUMS[1:] for half in ("high", "low"))]
PLACES = {"metric": pl.String, "key": pl.String, "block": pl.Int16, "cell": pl.Int32}
SCHEMA = pl.Schema(PLACES | dict.fromkeys(NUMBERS, pl.Int64))


def add_sums(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """In one order of rows, whatever the order of the frames."""
    if not frames:
        return SCHEMA.to_frame()
    added = pl.concat(frames).group_by(list(PLACES)).agg(pl.col(NUMBERS).sum())
    carried = [
        expression
        for name in SUMS[1:]
        for expression in (
            pl.col(f"{name}_high") + (pl.col(f"{name}_low") // 2**32),
            pl.col(f"{name}_low") % 2**32,
        )
    ]
    return added.with_columns(carried).sort(list(PLACES))


# ---- from sums to numbers ------------------------------------------------------------------------


def float_sums(sums: pl.DataFrame, metric: Metric, facts: Facts, keys: pl.Schema | None = None) -> pl.DataFrame:
    """The sums over all deals of one metric, as plain numbers beside its keys.

    `keys` are the types of its key columns; without them the keys stay together in the column `key`. `sums` hold what a
    lift is held against too.
    """
    own = sums.filter((pl.col("metric") == metric.name) & (pl.col("block") == ALL))
    frame = own.filter(pl.col("cell") == ALL).select("key", *_floats())
    if frame.is_empty() and not metric.by:
        frame = pl.DataFrame({"key": "", **dict.fromkeys(SUMS, 0.0)})  # nothing was observed
    if metric.is_lift:
        frame = _with_weights(frame, own.filter(pl.col("cell") != ALL), usual_shares(sums, facts))
    return frame if keys is None else _with_keys(frame, keys)


def block_sums(sums: pl.DataFrame, metric: Metric, facts: Facts) -> pl.DataFrame:
    """Of a metric that runs are compared by: `key`, `block`, `v` and `w`."""
    own = sums.filter((pl.col("metric") == metric.name) & (pl.col("block") != ALL))
    values = own.filter(pl.col("cell") == ALL).select("key", "block", _float("v"), _float("w"))
    if not metric.is_lift:
        return values
    cells = own.filter(pl.col("cell") != ALL).select("key", "block", "cell", _float("w"))
    shares = pl.DataFrame({"cell": np.arange(n_cells(facts), dtype=np.int32), "share": usual_shares(sums, facts)})
    weights = cells.join(shares, on="cell").group_by("key", "block").agg(w=(pl.col("w") * pl.col("share")).sum())
    return values.drop("w").join(weights, on=["key", "block"])


def usual_shares(sums: pl.DataFrame, facts: Facts) -> NDArray[np.float64]:
    """[cell] the mean share of the win of a bot in a seat; 0 where it never sat."""
    found = sums.filter((pl.col("metric") == USUAL) & (pl.col("block") == ALL) & (pl.col("cell") == ALL)).select(
        "key", _float("v"), _float("w")
    )
    shares = np.zeros(n_cells(facts))
    for key, v, w in found.iter_rows():
        bot, seat = key.split(KEY_SEPARATOR)
        shares[facts.bots.index(bot) * facts.n_seats + int(seat)] = v / w
    return shares


def key_types(metric: Metric, empty: Batch) -> pl.Schema:
    """The types of a metric's keys; `empty` is a batch without rows."""
    found = metric.observe(empty)
    if isinstance(found, pl.LazyFrame):
        schema = found.collect_schema()
        return pl.Schema({key: schema[key] for key in metric.by})
    return pl.Schema(zip(metric.by, found.key_types, strict=True))


USUAL = "bot_seat_win_share"  # the metric that lifts are held against


def per_game(sums: pl.DataFrame, n_deals: int, rotations: int) -> pl.DataFrame:
    """The same sums where every game of the run counts, also those in which nothing was observed."""
    return sums.with_columns(
        deals=pl.lit(float(n_deals)),
        w=pl.lit(float(n_deals * rotations)),
        vw=pl.col("v") * rotations,
        ww=pl.lit(float(n_deals * rotations**2)),
    )


def estimates(sums: pl.DataFrame, interval: Interval) -> Ratios:
    """For each row of sums."""
    return ratios(DealSums(*(sums[name].to_numpy() for name in SUMS)), interval)


def _float(name: str) -> pl.Expr:
    return ((pl.col(f"{name}_high") * 2.0**32 + pl.col(f"{name}_low")) / UNITS).alias(name)


def _floats() -> list[pl.Expr]:
    return [pl.col("deals").cast(pl.Float64), *(_float(name) for name in SUMS[1:])]


def _with_weights(frame: pl.DataFrame, cells: pl.DataFrame, shares: NDArray[np.float64]) -> pl.DataFrame:
    """Lifts with w, vw and ww as they are when each row of a cell weighs as much as the cell's share."""
    n = len(shares)
    number = cells["cell"].to_numpy()
    is_pair = number >= n
    first, second = np.where(is_pair, (number - n) // n, number), np.where(is_pair, (number - n) % n, 0)
    weight = np.where(is_pair, shares[first] * shares[second], shares[first])
    weighted = cells.select("key", *(_float(name) * pl.Series(weight) for name in ("w", "vw", "ww")))
    together = weighted.group_by("key").agg(pl.col("w", "vw", "ww").sum())
    return frame.select("key", "deals", "v", "vv").join(together, on="key").select("key", *SUMS)


def _with_keys(frame: pl.DataFrame, keys: pl.Schema) -> pl.DataFrame:
    """With a column for each key in place of the text of all."""
    if not keys:
        return frame.drop("key")
    texts = frame["key"].str.split_exact(KEY_SEPARATOR, len(keys) - 1).struct.unnest()
    columns = [_cast(texts[f"field_{place}"], dtype).alias(name) for place, (name, dtype) in enumerate(keys.items())]
    return frame.drop("key").with_columns(columns).select(*keys, *SUMS)


def _cast(texts: pl.Series, dtype: pl.DataType) -> pl.Series:
    return texts == "true" if dtype == pl.Boolean else texts.cast(dtype)
