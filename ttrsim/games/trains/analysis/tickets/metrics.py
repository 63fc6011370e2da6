"""Tickets, as seen in play: offered, kept, completed. What keeping them brings is in `effects/metrics.py`."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.metrics.codes import key_of
from ttrsim.metrics.dense import ints
from ttrsim.metrics.observed import Observed
from ttrsim.metrics.registry import metric
from ttrsim.metrics.rows import Rows

SAMPLED_GAMES = 1000  # in which the ways of tickets are traced: the first ones, so that any chunks give the same sums


@metric("tickets", by="ticket", per="game")
def ticket_offers(batch: Batch) -> Observed:
    """Offers of a ticket, per game.

    Formula: offers / games. A ticket refused may be offered again.
    """
    return batch.rows_of_tickets.observe("ticket")


@metric("tickets", by="ticket", kind="share")
def ticket_kept(batch: Batch) -> Observed:
    """Share of its offers in which a ticket is kept.

    Formula: kept / offered.
    """
    return batch.rows_of_tickets.observe("ticket", "kept")


@metric("tickets", by="ticket", kind="share")
def ticket_completed(batch: Batch) -> Observed:
    """Share of kept tickets that are completed.

    Formula: completed / kept, by own or borrowed routes (E3, E4).
    """
    return batch.rows_of_tickets.where("kept").observe("ticket", "completed")


@metric(("tickets", "seats"), by=("bot", "ticket"), kind="share")
def bot_ticket_kept(batch: Batch) -> Observed:
    """Share of its offers to this bot in which a ticket is kept; only for runs with several bots.

    Formula: kept / offered, over the offers to seats of the bot.
    """
    return batch.of_bots(batch.rows_of_tickets).observe(("bot", "ticket"), "kept")


@metric(("tickets", "seats"), by=("bot", "ticket"), kind="share")
def bot_ticket_completed(batch: Batch) -> Observed:
    """Share of the tickets kept by this bot that are completed; only for runs with several bots.

    Formula: completed / kept, over the tickets that seats of the bot kept.
    """
    return batch.of_bots(batch.rows_of_tickets.where("kept")).observe(("bot", "ticket"), "completed")


@metric("tickets", by="ticket")
def ticket_paid(batch: Batch) -> Observed:
    """Points for a completed ticket.

    Formula: Σ printed / completed.
    """
    return batch.tickets_with_gain.where("completed").observe("ticket", "gain")


@metric("tickets", by="ticket")
def ticket_net_points(batch: Batch) -> Observed:
    """Net points of a kept ticket: plus if completed, minus if failed.

    Formula: Σ ±printed / kept, + if completed and − if not.
    """
    return batch.tickets_with_gain.where("kept").observe("ticket", "gain")


@metric(("tickets", "seats"), by="ticket", kind="share")
def ticket_win_share(batch: Batch) -> Observed:
    """Win share of the seats that kept a ticket, not adjusted for anything.

    Formula: Σ win_share of keepers / kept. Shared wins count in parts, hence n is the number of keepers.
    """
    return batch.rows_of_tickets.where("kept").observe("ticket", "win_share")


@metric(("tickets", "games"), by="ticket", kind="mean")
def ticket_completion_time(batch: Batch) -> Observed:
    """When a ticket is completed by own routes, as a share of the game's turns.

    Formula: mean of completed_turn / turns, over the tickets completed.
    """
    tickets = batch.rows_of_tickets
    turns = batch.tables["tickets"].select(pl.col("completed_turn").cast(pl.Int32).fill_null(-1)).collect().to_series()
    is_done = (turns.to_numpy() >= 0) & tickets.is_so("completed")
    done = tickets.where("is completed in play", is_done)
    time = turns.to_numpy()[is_done] / done.places("turns_of_game")
    return done.with_columns({"time": time}).observe("ticket", "time")


@metric("tickets", by=("phase",), kind="share")
def kept_by_phase(batch: Batch) -> Observed:
    """Share of offered tickets that are kept, in the set-up and later.

    Formula: kept / offered, by whether the offer was made in the set-up (turn 0) or as a turn's action.
    """
    return batch.tickets_with_phase.observe("phase", "kept")


@metric("tickets", by=("phase",), kind="share")
def completed_by_phase(batch: Batch) -> Observed:
    """Share of kept tickets that are completed, from the set-up and from later offers.

    Formula: completed / kept, by when the ticket was offered.
    """
    return batch.tickets_with_phase.where("kept").observe("phase", "completed")


@metric(("tickets", "claims"), by="trains_left")
def ticket_draws_by_trains_left(batch: Batch) -> Observed:
    """Tickets of a later offer that are completed, by the trains left when they were drawn.

    Formula: completed / offers of tickets after the set-up, by trains left at that turn, in tens. n counts the
    offers, so it also tells when tickets are drawn.
    """
    from ttrsim.games.trains.analysis.compiled import find_draws

    claims, tickets = batch.rows_of_claims, batch.rows_of_tickets
    of_claims = (claims.places(name) for name in ("seat", "turn", "route"))
    lengths = ints(batch.facts.routes["length"])
    of_offers = (tickets.places(name) for name in ("place", "seat", "turn", "completed"))
    firsts, spent, completed = np.empty((3, len(tickets)), np.int32)
    n = find_draws(batch.first_claims, *of_claims, lengths, *of_offers, firsts, spent, completed)
    left = (batch.facts.board.parameters.trains - spent[:n]) // 10 * 10
    draws = Rows(pl.DataFrame({"trains_left": left, "completed": completed[:n]}), tickets.deals[firsts[:n]])
    return draws.observe("trains_left", "completed")


@metric(("tickets", "claims"), by=("ticket", "route"), kind="share")
def ticket_ways(batch: Batch) -> Observed:
    """Share of completions of a ticket whose way runs over a route, in the first 1,000 games of a run.

    Formula: completions with the route on a shortest path, by trains, between the two cities in the network of the
    seat's own routes / completions by own routes. Tickets completed only by borrowed routes (E4) do not count. If
    several paths are equally short, the routes of all of them count. Only whole deals are traced.
    """
    from ttrsim.games.trains.analysis.compiled import find_ways

    board, routes, claims, tickets = batch.facts.board, batch.facts.routes, batch.rows_of_claims, batch.rows_of_tickets
    is_traced = tickets.deals < max(1, SAMPLED_GAMES // batch.facts.rotations)
    done = tickets.where("is traced", is_traced & tickets.is_so("completed") & ~tickets.is_so("by_stations"))
    numbers = {city.id: number for number, city in enumerate(board.cities)}
    ends = np.array([(numbers[ticket.a], numbers[ticket.b]) for ticket in board.tickets], np.int32)
    ends_of = (np.ascontiguousarray(side[done.places("ticket")]) for side in ends.T)
    facts = (routes[name].to_physical().cast(int).to_numpy() for name in ("a", "b", "length"))
    is_used = np.zeros((len(done), len(routes)), np.bool_)
    paths = (done.places("place"), done.places("seat"), *ends_of)
    find_ways(batch.first_claims, claims.places("seat"), claims.places("route"), *facts, *paths, len(numbers), is_used)
    of_done, of_routes = np.indices(is_used.shape, np.int32).reshape(2, -1)
    keys = {"ticket": done.key("ticket").through(of_done), "route": key_of(routes["route"]).through(of_routes)}
    return Rows(pl.DataFrame({"is_used": is_used.ravel()}), done.deals[of_done], keys=keys).observe(
        ("ticket", "route"), "is_used"
    )
