"""Controls: what must hold if the run is sound, whatever the bots do. `report/controls.py` holds them to bounds."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.batch import Batch
from ttrsim.metrics.registry import metric
from ttrsim.metrics.strategies import SOURCES


@metric("seats", once=True)
def wins_per_game(batch: Batch) -> pl.LazyFrame:
    """The shares of the win of a game together: 1.

    Formula: Σ win_share / games.
    """
    return batch.seats.group_by("game", "deal").agg(value=pl.col("win_share").sum()).select("deal", "value")


@metric("seats")
def points_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Points that come from no source: 0.

    Formula: mean of |points − Σ sources| over seats.
    """
    return batch.seats.select("deal", value=(pl.col("points") - pl.sum_horizontal(SOURCES)).abs())


@metric(("seats", "claims"))
def trains_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Trains that are neither on the board nor left: 0.

    Formula: mean of |trains − Σ length of claims − trains_left| over seats.
    """
    placed = batch.claims.group_by("game", "seat").agg(placed=pl.col("length").sum())
    seats = batch.seats.join(placed, on=["game", "seat"], how="left")
    trains = batch.facts.board.parameters.trains
    rest = trains - pl.col("placed").fill_null(0) - pl.col("trains_left").cast(pl.Int64)
    return seats.select("deal", value=rest.abs())


@metric("tickets", by="ticket", kind="share", per="game", once=True)
def set_up_offers(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a ticket is offered in the set-up: the same for all tickets of a pile.

    Formula: games with the ticket among the set-up offers / games.
    """
    return batch.tickets.filter(pl.col("turn") == 0).unique(["game", "ticket"]).select("ticket", "deal", value=1)


@metric("seats", by=("bot", "seat"), kind="count")
def seatings(batch: Batch) -> pl.LazyFrame:
    """How often each bot sat in each seat: equally often under rotation.

    Formula: games.
    """
    return batch.seats.select("bot", "seat", "deal", value=1)
