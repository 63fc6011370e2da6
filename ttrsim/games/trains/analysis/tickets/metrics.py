"""Tickets, as seen in play: offered, kept, completed. What keeping them brings is in `effects/metrics.py`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import TrainsBatch
from ttrsim.games.trains.board.model import Board, Ticket
from ttrsim.machine.sets import members
from ttrsim.measures.codes import ints, key_of
from ttrsim.measures.observed import Observed
from ttrsim.measures.registry import metric
from ttrsim.measures.rows import Rows
from ttrsim.measures.tallies import Summed

SAMPLED_GAMES = 1000  # in which the ways of tickets are traced: the first ones, so that any chunks give the same sums


@metric("tickets", by="ticket", per="game")
def ticket_offers(batch: TrainsBatch) -> Summed:
    """Offers of a ticket, per game.

    Formula: offers / games. A ticket refused may be offered again.
    """
    return batch.tallies.ratio("offers")


@metric("tickets", by="ticket", kind="share")
def ticket_kept(batch: TrainsBatch) -> Summed:
    """Share of its offers in which a ticket is kept.

    Formula: kept / offered.
    """
    return batch.tallies.ratio("offers", "kept")


@metric("tickets", by="ticket", kind="share")
def ticket_completed(batch: TrainsBatch) -> Summed:
    """Share of kept tickets that are completed.

    Formula: completed / kept, by own or borrowed routes (E3, E4).
    """
    return batch.tallies.ratio("kept", "completed")


@metric(("tickets", "seats"), by=("bot", "ticket"), kind="share")
def bot_ticket_kept(batch: TrainsBatch) -> Summed:
    """Share of its offers to this bot in which a ticket is kept; only for runs with several bots.

    Formula: kept / offered, over the offers to seats of the bot.
    """
    return batch.tallies.ratio("bot_offers", "kept")


@metric(("tickets", "seats"), by=("bot", "ticket"), kind="share")
def bot_ticket_completed(batch: TrainsBatch) -> Summed:
    """Share of the tickets kept by this bot that are completed; only for runs with several bots.

    Formula: completed / kept, over the tickets that seats of the bot kept.
    """
    return batch.tallies.ratio("bot_kept", "completed")


@metric("tickets", by="ticket")
def ticket_paid(batch: TrainsBatch) -> Summed:
    """Points for a completed ticket.

    Formula: Σ gain / completed. The gain is the printed points; of a ticket with several ends those of its best (W4).
    """
    return batch.tallies.ratio("completed", "gain")


@metric("tickets", by="ticket")
def ticket_net_points(batch: TrainsBatch) -> Summed:
    """Net points of a kept ticket: plus if completed, minus if failed.

    Formula: Σ gain / kept: + the points if completed, and − the printed ones if not. A ticket with several ends gains
    the points of its best end, and loses those of its lowest (W4).
    """
    return batch.tallies.ratio("kept", "gain")


@metric(("tickets", "seats"), by="ticket", kind="share")
def ticket_win_share(batch: TrainsBatch) -> Summed:
    """Win share of the seats that kept a ticket, not adjusted for anything.

    Formula: Σ win_share of keepers / kept. Shared wins count in parts, hence n is the number of keepers.
    """
    return batch.tallies.ratio("kept", "share")


@metric(("tickets", "games"), by="ticket", kind="mean")
def ticket_completion_time(batch: TrainsBatch) -> Summed:
    """When a ticket is completed by own routes, as a share of the game's turns.

    Formula: mean of completed_turn / turns, over the tickets completed.
    """
    return batch.tallies.ratio("done", "time")


@metric("seats", kind="share")
def kept_completed(batch: TrainsBatch) -> Observed:
    """Share of all kept tickets that are completed.

    Formula: Σ tickets_completed / Σ (tickets_completed + tickets_failed) over seats.
    """
    seats = batch.rows_of_seats
    kept = seats.ints("tickets_completed") + seats.ints("tickets_failed")
    return seats.with_columns({"kept": kept}).where(kept > 0).observe(value="tickets_completed", weight="kept")


@metric("tickets", by=("phase",), kind="share")
def kept_by_phase(batch: TrainsBatch) -> Summed:
    """Share of offered tickets that are kept, in the set-up and later.

    Formula: kept / offered, by whether the offer was made in the set-up (turn 0) or as a turn's action.
    """
    return batch.tallies.ratio("phases", "kept")


@metric("tickets", by=("phase",), kind="share")
def completed_by_phase(batch: TrainsBatch) -> Summed:
    """Share of kept tickets that are completed, from the set-up and from later offers.

    Formula: completed / kept, by when the ticket was offered.
    """
    return batch.tallies.ratio("kept_phases", "completed")


@metric(("tickets", "claims"), by="trains_left")
def ticket_draws_by_trains_left(batch: TrainsBatch) -> Summed:
    """Tickets of a later offer that are completed, by the trains left when they were drawn.

    Formula: completed / offers of tickets after the set-up, by trains left at that turn, in tens. n counts the
    offers, so it also tells when tickets are drawn.
    """
    return batch.tallies.ratio("draws", "completed")


@metric(("tickets", "claims"), by=("ticket", "route"), kind="share")
def ticket_ways(batch: TrainsBatch) -> Observed:
    """Share of completions of a ticket whose way runs over a route, in the first 1,000 games of a run.

    Formula: completions with the route on a shortest path, by trains, between the two cities (or to the best end that
    was reached, W4) in the network of the seat's own routes / completions by own routes. Tickets completed only by
    borrowed routes (E4) do not count. If several paths are equally short, the routes of all of them count. Only whole
    deals are traced.
    """
    from ttrsim.games.trains.analysis.compiled.ways import find_ways

    board, routes, rotations = batch.facts.board, batch.facts.routes, batch.facts.rotations
    is_traced = pl.col("game") < max(1, SAMPLED_GAMES // rotations) * rotations
    is_done = pl.col("completed") & ~pl.col("by_stations")
    done = batch.tables["tickets"].filter(is_traced, is_done).select("game", "seat", "ticket", "gain").collect()
    claims = batch.tables["claims"].filter(is_traced).select("game", "seat", "route").collect()
    numbers = {city.id: number for number, city in enumerate(board.cities)}
    of_ends = [ends_of(board, ticket, numbers) for ticket in board.tickets]
    rows = Rows(done, batch.deals_of(done))
    each = zip(rows.places("ticket").tolist(), done["gain"].to_list(), strict=True)
    starts, ends = np.array([of_ends[ticket][gain] for ticket, gain in each], np.uint64).reshape(-1, 2).T.copy()
    of_paths = (batch.places.of_games(done), rows.places("seat"), starts, ends)
    of_claims = (claims[name].to_physical().cast(pl.Int32).to_numpy() for name in ("seat", "route"))
    facts = (ints(routes[name]) for name in ("a", "b", "length"))
    is_used = np.zeros((len(done), len(routes)), np.bool_)
    find_ways(batch.places.first_rows(claims), *of_claims, *facts, *of_paths, len(numbers), is_used)
    of_done, of_routes = np.indices(is_used.shape, np.int32).reshape(2, -1)
    keys = {"ticket": rows.key("ticket").through(of_done), "route": key_of(routes["route"]).through(of_routes)}
    return Rows(pl.DataFrame({"is_used": is_used.ravel()}), rows.deals[of_done], keys=keys).observe(
        ("ticket", "route"), "is_used"
    )


def ends_of(board: Board, ticket: Ticket, numbers: Mapping[str, int]) -> dict[int, tuple[int, int]]:
    """The sets of cities that a ticket joins, by the points that this brings: its starts, and its ends (W4)."""

    def cities(*names: str) -> int:
        return members({numbers[city] for name in names for city in board.cities_of(name)})[0]

    by_points: dict[int, list[str]] = {}
    for end in ticket.alternatives:
        by_points.setdefault(end.points, []).append(end.to)
    return {points: (cities(ticket.a), cities(*names)) for points, names in by_points.items()}
