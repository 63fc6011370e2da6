"""Sums over deals, of which a metric's estimates are made (`stats/ratios.py`)."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ttrsim.stats.ratios import DealSums, Interval, Ratios, ratios

SUMS = DealSums._fields


def sums_over_deals(observations: pl.LazyFrame, keys: Sequence[str], is_once: bool = False) -> pl.LazyFrame:
    """Σ over deals of v, w and their products. `observations` has the keys, `deal`, `value` and maybe `weight`.

    With `is_once` no deal has two rows of the same keys.
    """
    weight = pl.col("weight") if "weight" in observations.collect_schema().names() else pl.lit(1.0)
    rows = observations.select(*keys, "deal", v=pl.col("value").cast(pl.Float64), w=weight.cast(pl.Float64))
    rows = rows.filter(pl.col("v").is_not_null())
    deals = rows if is_once else rows.group_by(*keys, "deal").agg(pl.col("v").sum(), pl.col("w").sum())
    v, w = pl.col("v"), pl.col("w")
    sums = {"deals": pl.len().cast(pl.Float64), "v": v.sum(), "w": w.sum()}
    sums |= {"vv": (v * v).sum(), "vw": (v * w).sum(), "ww": (w * w).sum()}
    return deals.group_by(*keys).agg(**sums) if keys else deals.select(**sums)


def add_sums(frames: Sequence[pl.DataFrame], keys: Sequence[str]) -> pl.DataFrame:
    together = pl.concat(frames)
    return together.group_by(*keys).agg(pl.col(SUMS).sum()) if keys else together.select(pl.col(SUMS).sum())


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
