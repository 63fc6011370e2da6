"""Tickets, as seen in play: offered, kept, completed. What keeping them brings is in `effects/metrics.py`."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.metrics.dense import ints
from ttrsim.metrics.registry import metric


@metric("tickets", by="ticket", per="game")
def ticket_offers(batch: Batch) -> pl.LazyFrame:
    """Offers of a ticket, per game.

    Formula: offers / games. A ticket refused may be offered again.
    """
    return batch.tickets.select("ticket", "deal", value=1)


@metric("tickets", by="ticket", kind="share")
def ticket_kept(batch: Batch) -> pl.LazyFrame:
    """Share of its offers in which a ticket is kept.

    Formula: kept / offered.
    """
    return batch.tickets.select("ticket", "deal", value="kept")


@metric("tickets", by="ticket", kind="share")
def ticket_completed(batch: Batch) -> pl.LazyFrame:
    """Share of kept tickets that are completed.

    Formula: completed / kept, by own or borrowed routes (E3, E4).
    """
    return batch.tickets.filter("kept").select("ticket", "deal", value="completed")


@metric("tickets", by="ticket")
def ticket_paid(batch: Batch) -> pl.LazyFrame:
    """Points for a completed ticket.

    Formula: Σ printed / completed.
    """
    return batch.tickets.filter("completed").select("ticket", "deal", value="gain")


@metric("tickets", by="ticket")
def ticket_net_points(batch: Batch) -> pl.LazyFrame:
    """Net points of a kept ticket: plus if completed, minus if failed.

    Formula: Σ ±printed / kept, + if completed and − if not.
    """
    return batch.tickets.filter("kept").select("ticket", "deal", value="gain")


@metric(("tickets", "seats"), by="ticket", kind="share")
def ticket_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share of the seats that kept a ticket, not adjusted for anything.

    Formula: Σ win_share of keepers / kept. Shared wins count in parts, hence n is the number of keepers.
    """
    return batch.tickets.filter("kept").select("ticket", "deal", value="win_share")


@metric(("tickets", "games"), by="ticket", kind="mean")
def ticket_completion_time(batch: Batch) -> pl.LazyFrame:
    """When a ticket is completed by own routes, as a share of the game's turns.

    Formula: mean of completed_turn / turns, over the tickets completed.
    """
    turns = batch.games.sort("game").select(pl.col("turns").clip(1)).collect().to_series()
    completed = batch.tickets.filter(pl.col("completed_turn").is_not_null() & pl.col("completed"))
    done = completed.select("game", "ticket", "deal", "completed_turn").collect()
    turns_of = turns.gather(pl.Series(batch.places.of_games(done)))
    return done.lazy().select("ticket", "deal", value=pl.col("completed_turn") / turns_of)


@metric("tickets", by=("phase",), kind="share")
def kept_by_phase(batch: Batch) -> pl.LazyFrame:
    """Share of offered tickets that are kept, in the set-up and later.

    Formula: kept / offered, by whether the offer was made in the set-up (turn 0) or as a turn's action.
    """
    return batch.tickets.select("deal", phase=phase(), value="kept")


@metric("tickets", by=("phase",), kind="share")
def completed_by_phase(batch: Batch) -> pl.LazyFrame:
    """Share of kept tickets that are completed, from the set-up and from later offers.

    Formula: completed / kept, by when the ticket was offered.
    """
    return batch.tickets.filter("kept").select("deal", phase=phase(), value="completed")


@metric(("tickets", "claims"), by="trains_left")
def ticket_draws_by_trains_left(batch: Batch) -> pl.LazyFrame:
    """Tickets of a later offer that are completed, by the trains left when they were drawn.

    Formula: completed / offers of tickets after the set-up, by trains left at that turn, in tens. n counts the
    offers, so it also tells when tickets are drawn.
    """
    from ttrsim.games.trains.analysis.compiled import count_trains

    offers = batch.tickets.filter(pl.col("turn") > 0).group_by("game", "seat", "turn", "deal")
    draws = offers.agg(value=pl.col("completed").sum()).collect()
    claims = batch.claims.select("seat", "turn", "length").collect()
    spent = np.zeros(len(draws), np.int64)
    of_claims = (ints(claims[name]) for name in ("seat", "turn", "length"))
    count_trains(
        batch.first_claims, *of_claims, batch.places.of_games(draws), ints(draws["seat"]), ints(draws["turn"]), spent
    )
    left = (batch.facts.board.parameters.trains - spent) // 10 * 10
    return draws.lazy().select("deal", "value", trains_left=pl.Series(left, dtype=pl.Int64))


PHASE = pl.Enum(["later", "set-up"])


def phase() -> pl.Expr:
    return pl.when(pl.col("turn") == 0).then(pl.lit("set-up", PHASE)).otherwise(pl.lit("later", PHASE))
