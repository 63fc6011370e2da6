"""Colours: is it better to collect one kind of tourist, or all of them?"""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch
from ttrsim.games.explore.tables import COLOURS
from ttrsim.measures.registry import metric

BAND = 5  # percentage points


@metric("seats")
def best_colour_share(batch: ExploreBatch) -> pl.LazyFrame:
    """Concentration: share of a seat's coloured points that its best colour brings; a third is an even spread.

    Formula: mean of max(red, green, blue) / (red + green + blue), over seats with coloured points.
    """
    return coloured(batch).select("deal", value="best")


@metric("seats")
def two_best_colours_share(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of a seat's coloured points that its two best colours bring; two thirds is an even spread.

    Formula: mean of 1 − min(red, green, blue) / (red + green + blue), over seats with coloured points.
    """
    return coloured(batch).select("deal", value="two_best")


@metric("seats", by="band")
def score_by_concentration(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean score by concentration.

    Formula: Σ points / seats whose best colour brings from `band` % to `band` + 5 % of the coloured points.
    """
    return coloured(batch).select("band", "deal", value="points")


@metric("seats", by="band", kind="share")
def win_share_by_concentration(batch: ExploreBatch) -> pl.LazyFrame:
    """Win share by concentration.

    Formula: Σ win_share / seats whose best colour brings from `band` % to `band` + 5 % of the coloured points.
    """
    return coloured(batch).select("band", "deal", value="win_share")


@metric("seats", by="colour", kind="share")
def best_colour(batch: ExploreBatch) -> pl.LazyFrame:
    """How often a colour is a seat's best; ties are shared.

    Formula: Σ 1 / (colours with as many points), where no colour has more / seats with coloured points.
    """
    most = pl.max_horizontal(COLOURS)
    equals = pl.sum_horizontal(pl.col(colour) == most for colour in COLOURS)
    best = [((pl.col(colour) == most) / equals).alias(colour) for colour in COLOURS]
    return by_colour(coloured(batch).select("deal", *best))


@metric("seats", by="colour")
def tourists_beside(batch: ExploreBatch) -> pl.LazyFrame:
    """Tourists of a colour beside a seat's final route.

    Formula: Σ tourists beside the route / seats.
    """
    return by_colour(batch.seats.select("deal", **{colour: f"{colour}_tourists" for colour in COLOURS}))


@metric("seats", by="colour")
def blocks_beside(batch: ExploreBatch) -> pl.LazyFrame:
    """Blocks of a colour beside a seat's final route: what its tourists are multiplied by.

    Formula: Σ blocks beside the route / seats.
    """
    return by_colour(batch.seats.select("deal", **{colour: f"{colour}_blocks" for colour in COLOURS}))


@metric("seats", by="colour")
def tourists_lost(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of the tourists of a colour that stand beside no final route.

    Formula: Σ (placed − beside the route) / Σ placed.
    """
    beside = by_colour(batch.seats.select("deal", **{colour: f"{colour}_tourists" for colour in COLOURS}))
    placed = by_colour(batch.seats.select("deal", **{colour: f"{colour}_placed" for colour in COLOURS}))
    both = pl.concat([placed.select("colour", "deal", placed="value"), beside.select("value")], how="horizontal")
    return both.select("colour", "deal", value=pl.col("placed") - pl.col("value"), weight="placed")


def coloured(batch: ExploreBatch) -> pl.LazyFrame:
    """Seats with coloured points: those of each colour, and the shares and the band of the best."""
    seats = batch.seats.select("deal", "points", "win_share", **{colour: f"{colour}_points" for colour in COLOURS})
    seats = seats.with_columns(all_colours=pl.sum_horizontal(COLOURS)).filter(pl.col("all_colours") > 0)
    best, least = pl.max_horizontal(COLOURS), pl.min_horizontal(COLOURS)
    band = 100 * best.cast(pl.Int64) // pl.col("all_colours") // BAND * BAND
    shares = {"best": best / pl.col("all_colours"), "two_best": 1 - least / pl.col("all_colours")}
    return seats.with_columns(**shares, band=band.clip(upper_bound=100 - BAND))


def by_colour(rows: pl.LazyFrame) -> pl.LazyFrame:
    long = rows.unpivot(COLOURS, index="deal", variable_name="colour")
    return long.with_columns(pl.col("colour").cast(pl.Enum(COLOURS)))
