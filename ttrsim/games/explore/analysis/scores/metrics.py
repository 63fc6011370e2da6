"""Scores: what the boxes of the score strip bring (§5)."""

from __future__ import annotations

import polars as pl

from ttrsim.games.explore.analysis.facts import BOXES, ExploreBatch
from ttrsim.measures.registry import metric


@metric("seats", by="box")
def box_points(batch: ExploreBatch) -> pl.LazyFrame:
    """Mean points in a box.

    Formula: Σ points in the box / seats.
    """
    return boxes(batch).select("box", "deal", value="points_in_box")


@metric("seats", by="box")
def box_share(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of all points that are in a box.

    Formula: Σ points in the box / Σ points.
    """
    return boxes(batch).select("box", "deal", value="points_in_box", weight="points")


@metric("seats", by="box", kind="share")
def box_scored(batch: ExploreBatch) -> pl.LazyFrame:
    """Share of seats with points in a box.

    Formula: seats with points in the box / seats.
    """
    return boxes(batch).select("box", "deal", value=pl.col("points_in_box") > 0)


@metric("seats", by=("box", "points"), kind="count")
def box_distribution(batch: ExploreBatch) -> pl.LazyFrame:
    """How the points in a box are distributed.

    Formula: seats with exactly `points` in the box.
    """
    return boxes(batch).select("box", "deal", points=pl.col("points_in_box").cast(pl.Int64), value=1)


def boxes(batch: ExploreBatch) -> pl.LazyFrame:
    """One row a box of a seat, with the seat's points."""
    rows = batch.seats.select("deal", "points", **{box: f"{box}_points" for box in BOXES})
    long = rows.unpivot(BOXES, index=["deal", "points"], variable_name="box", value_name="points_in_box")
    return long.with_columns(pl.col("box").cast(pl.Enum(BOXES)))
