"""Controls of trains and tickets; `bounds.py` holds them to bounds."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.board.model import WILD
from ttrsim.measures.codes import Ints
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric
from ttrsim.measures.tallies import Summed


@metric(("seats", "claims"))
def route_points_not_accounted(batch: TrainsBatch) -> Observed:
    """Route points that the claimed routes do not account for: always 0.

    Formula: mean of |route_points − Σ points of claimed routes by the board| over seats.
    """
    return _apart(batch, "route_points", batch.walk.seats.points)


@metric(("seats", "tickets"))
def ticket_points_not_accounted(batch: TrainsBatch) -> Observed:
    """Ticket points that the kept tickets do not account for: always 0.

    Formula: mean of |ticket_points − Σ gain of kept tickets| over seats.
    """
    return _apart(batch, "ticket_points", batch.walk.seats.gains)


@metric(("seats", "claims"))
def trains_not_accounted(batch: TrainsBatch) -> Observed:
    """Trains that are neither on the board nor left over: always 0.

    Formula: mean of |trains − Σ length of claims − trains_left| over seats.
    """
    return _apart(batch, "trains_left", batch.facts.board.parameters.trains - batch.walk.seats.trains)


@metric("claims", per="game")
def extra_cards_too_many(batch: TrainsBatch) -> pl.LazyFrame:
    """Tunnels for which more extra cards were paid than are turned up (T1): never.

    Formula: such claims / games.
    """
    too_many = pl.col("extra") > batch.facts.board.parameters.tunnel_cards
    return batch.tables["claims"].filter(too_many).select(deal=pl.col("game") // batch.facts.rotations, value=1)


@metric("tickets", by="ticket", kind="share", per="game", once=True)
def set_up_offers(batch: TrainsBatch) -> Summed:
    """Share of games in which a ticket is offered in the set-up: equal for all tickets of a pile.

    Formula: games with the ticket among the set-up offers / games.
    """
    return batch.tallies.ratio("set_up")


@metric("games", by="card", kind="share", once=True)
def dealt_cards(batch: TrainsBatch) -> Observed:
    """Share of each colour, and of wilds, in the opening hands (S1): the same as in the deck.

    Formula: Σ cards of the colour dealt / Σ cards dealt.
    """
    deck = [*batch.facts.board.parameters.cards_per_colour, WILD]
    dealt = batch.games.select("^dealt_.*$").collect_schema().names()
    games = batch.rows_of_games
    all_dealt = np.sum([games.ints(name) for name in dealt], axis=0)
    return games.with_columns({"all": all_dealt}).observe_each((), {card: f"dealt_{card}" for card in deck}, "all")


def _apart(batch: TrainsBatch, column: str, due: Ints) -> Observed:
    """How far a column of seats is from what it should be."""
    seats = batch.rows_of_seats
    return seats.with_columns({"apart": np.abs(seats.ints(column) - due)}).observe(value="apart")
