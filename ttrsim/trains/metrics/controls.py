"""Controls of trains and tickets; `trains/report/controls.py` holds them to bounds."""

from __future__ import annotations

import polars as pl

from ttrsim.metrics.registry import metric
from ttrsim.trains.board.model import WILD
from ttrsim.trains.metrics.batch import Batch


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


@metric("games", by="card", kind="share", once=True)
def dealt_cards(batch: Batch) -> pl.LazyFrame:
    """Share of each colour, and of wilds, among the cards of the opening hands (S1): that of the whole deck.

    Formula: Σ cards of the colour dealt / Σ cards dealt.
    """
    deck = [*batch.facts.board.parameters.cards_per_colour, WILD]
    all_dealt = pl.sum_horizontal(pl.col("^dealt_.*$"))
    hands = batch.games.select("deal", weight=all_dealt, **{card: f"dealt_{card}" for card in deck})
    return hands.unpivot(deck, index=["deal", "weight"], variable_name="card")
