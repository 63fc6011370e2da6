"""Fairness: who ends the game."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.registry import metric
from ttrsim.trains.metrics.batch import Batch


@metric("seats", by="seat", kind="share", once=True)
def seat_ended_game(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a seat brought on the last round (E1).

    Formula: games ended by the seat / games.
    """
    return batch.seats.select("seat", "deal", value="ended_game")
