"""Fairness: seats and ties."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.batch import Batch
from ttrsim.metrics.registry import metric


@metric("seats", by="seat", kind="share", once=True)
def seat_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share by seat; seat 0 moves first.

    Formula: Σ win_share / games. Each is 1 / k where seats do not matter and every bot sat everywhere.
    """
    return batch.seats.select("seat", "deal", value="win_share")


@metric("seats", by=("bot", "seat"), kind="share", once=True)
def bot_seat_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share by bot and seat: the baseline of lifts.

    Formula: Σ win_share / games of the bot in the seat.
    """
    return batch.seats.select("bot", "seat", "deal", value="win_share")


@metric("seats", once=True)
def seat_advantage(batch: Batch) -> pl.LazyFrame:
    """Advantage of seat 0, which moves first: its win share minus an equal share.

    Formula: Σ (win_share of seat 0 − 1 / k) / games, with k seats.
    """
    first = batch.seats.filter(pl.col("seat") == 0)
    return first.select("deal", value=pl.col("win_share") - 1 / batch.facts.n_seats)


@metric("seats", by="seat", once=True)
def seat_points(batch: Batch) -> pl.LazyFrame:
    """Mean score by seat.

    Formula: Σ points / games.
    """
    return batch.seats.select("seat", "deal", value="points")


@metric("games", kind="share", once=True)
def ties(batch: Batch) -> pl.LazyFrame:
    """Share of games with a shared win.

    Formula: games with several winners / games.
    """
    return batch.games.select("deal", value=pl.col("n_winners") > 1)
