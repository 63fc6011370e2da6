"""Fairness: who ends the game."""

from __future__ import annotations

import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.metrics.registry import metric


@metric("seats", by="seat", kind="share", once=True)
def seat_ended_game(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a seat triggered the last round (E1).

    Formula: games ended by the seat / games.
    """
    return batch.seats.select("seat", "deal", value="ended_game")
