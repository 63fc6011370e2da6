"""Controls: what must hold if the run is sound, whatever the bots do. `report/controls.py` holds them to bounds."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.batch import Batch
from ttrsim.metrics.registry import metric


@metric("seats", once=True)
def wins_per_game(batch: Batch) -> pl.LazyFrame:
    """Sum of the win shares of a game: always 1.

    Formula: Σ win_share / games.
    """
    return batch.seats.group_by("game", "deal").agg(value=pl.col("win_share").sum()).select("deal", "value")


@metric("seats")
def points_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Points that no source accounts for: always 0.

    Formula: mean of |points − Σ sources| over seats.
    """
    return batch.seats.select("deal", value=(pl.col("points") - pl.sum_horizontal(batch.facts.sources)).abs())


@metric("seats", by=("bot", "seat"), kind="count")
def seatings(batch: Batch) -> pl.LazyFrame:
    """Games of each bot in each seat: equal under rotation.

    Formula: games.
    """
    return batch.seats.select("bot", "seat", "deal", value=1)
