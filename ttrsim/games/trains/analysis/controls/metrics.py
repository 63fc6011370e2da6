"""Controls of trains and tickets; `trains/report/controls.py` holds them to bounds."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.board.model import WILD
from ttrsim.metrics.dense import ints
from ttrsim.metrics.registry import metric


@metric(("seats", "claims"))
def route_points_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Route points that the claimed routes do not account for: always 0.

    Formula: mean of |route_points − Σ points of claimed routes by the board| over seats.
    """
    return _apart(batch, "route_points", batch.claims, "route_value")


@metric(("seats", "tickets"))
def ticket_points_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Ticket points that the kept tickets do not account for: always 0.

    Formula: mean of |ticket_points − Σ ±printed of kept tickets| over seats.
    """
    return _apart(batch, "ticket_points", batch.tickets, "gain")


@metric(("seats", "claims"))
def trains_not_accounted(batch: Batch) -> pl.LazyFrame:
    """Trains that are neither on the board nor left over: always 0.

    Formula: mean of |trains − Σ length of claims − trains_left| over seats.
    """
    rest = batch.facts.board.parameters.trains - _of_seats(batch, batch.claims, "length")
    seats = batch.ordered_seats.lazy()
    return seats.select("deal", value=(rest - pl.col("trains_left").cast(pl.Int64)).abs())


@metric("tickets", by="ticket", kind="share", per="game", once=True)
def set_up_offers(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a ticket is offered in the set-up: equal for all tickets of a pile.

    Formula: games with the ticket among the set-up offers / games.
    """
    offers = batch.tickets.filter(pl.col("turn") == 0).select("game", "ticket").collect()
    is_offered = np.zeros((batch.places.n_games, len(batch.facts.board.tickets)), np.bool_)
    is_offered[batch.places.of_games(offers), ints(offers["ticket"])] = True
    games, tickets = np.nonzero(is_offered)
    ticket = batch.facts.tickets["ticket"].gather(pl.Series(tickets))
    deal = batch.places.games[games] // batch.facts.rotations
    return pl.LazyFrame({"ticket": ticket, "deal": deal}).with_columns(value=1)


@metric("games", by="card", kind="share", once=True)
def dealt_cards(batch: Batch) -> pl.LazyFrame:
    """Share of each colour, and of wilds, in the opening hands (S1): the same as in the deck.

    Formula: Σ cards of the colour dealt / Σ cards dealt.
    """
    deck = [*batch.facts.board.parameters.cards_per_colour, WILD]
    all_dealt = pl.sum_horizontal(pl.col("^dealt_.*$"))
    hands = batch.games.select("deal", weight=all_dealt, **{card: f"dealt_{card}" for card in deck})
    return hands.unpivot(deck, index=["deal", "weight"], variable_name="card")


def _apart(batch: Batch, scored: str, rows: pl.LazyFrame, each: str) -> pl.LazyFrame:
    """How far the points a seat scored are from the sum of its rows."""
    due = _of_seats(batch, rows, each)
    return batch.ordered_seats.lazy().select("deal", value=(pl.col(scored).cast(pl.Int64) - due).abs())


def _of_seats(batch: Batch, rows: pl.LazyFrame, column: str) -> pl.Series:
    """The sum of a column over the rows of each seat, in order of games and seats."""
    frame = rows.select("game", "seat", column).collect()
    n_places = batch.places.n_games * batch.facts.n_seats
    sums = np.bincount(batch.places.of_seats(frame), frame[column].to_numpy(), n_places)
    return pl.Series(sums.astype(np.int64))
