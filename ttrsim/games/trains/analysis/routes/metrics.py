"""Routes: who claims them, when, to what end, and who else wanted them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.dense import ints
from ttrsim.metrics.observed import Column, Lookup, Observed
from ttrsim.metrics.registry import metric

WORD = 64  # bits of a set


@metric("claims", by="route", kind="share", per="game", once=True)
def route_claimed(batch: Batch) -> Observed:
    """Share of games in which a route is claimed.

    Formula: claims / games.
    """
    return batch.rows_of_claims.observe("route")


@metric("claims", by="route", once=True)
def route_paid(batch: Batch) -> Observed:
    """Points for a claimed route (E2).

    Formula: Σ points by its length / claims.
    """
    return batch.rows_of_claims.observe("route", "route_value")


@metric(("claims", "games"), kind="share", once=True)
def both_halves(batch: Batch) -> Observed:
    """Share of games in which one seat owns both halves of a double route: never (C2).

    Formula: games with such a seat / games.
    """
    return batch.rows_by_game({"has_both": batch.walk.has_both}).observe(value="has_both")


@metric(("claims", "games"), by="route", once=True)
def route_claim_time(batch: Batch) -> Observed:
    """When a route is claimed, as a share of the game's turns.

    Formula: mean of turn / turns of the game, over its claims.
    """
    claims = batch.rows_of_claims
    return Observed(claims.codes("route"), claims.deals, (Column(Lookup(batch.walk.times), is_fixed=True),))


@metric("claims", by="route", once=True)
def route_claim_turn(batch: Batch) -> Observed:
    """The turn in which a route is claimed, counted over all seats.

    Formula: mean turn, over its claims.
    """
    return batch.rows_of_claims.observe("route", "turn")


@metric(("claims", "seats"), by="route", kind="share", once=True)
def route_win_share(batch: Batch) -> Observed:
    """Win share of the seats that claimed a route.

    Formula: Σ win_share of claimers / claims.
    """
    return batch.rows_of_claims.observe("route", "win_share")


@metric(("claims", "seats"), by="route", against=1.0, once=True, lift=True)
def route_lift(batch: Batch) -> Observed:
    """Lift: how often the owner of a route wins, divided by how often its bot wins in that seat.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat. 1 is no difference. That
    strong play claims a route does not say that the route makes strong. The means are those of the whole run
    (`bot_seat_win_share`).
    """
    return batch.rows_of_claims.lift("route")


@metric(("claims", "tickets"), by="route", kind="share", per="game", once=True)
def route_contested(batch: Batch) -> Observed:
    """Share of games in which a seat wanted a route and lost it.

    Formula: games with at least one such seat / games. A seat wants a route if it kept a ticket of which some shortest
    path (by trains, on the empty board) runs over it; it lost it if somebody else claimed it and the seat has
    neither it nor its double.
    """
    return batch.rows_of_claims.where("is lost", lost_routes(batch)).observe("route")


@metric("claims", by="route", once=True)
def route_wilds(batch: Batch) -> Observed:
    """Wilds paid per space of a route.

    Formula: Σ wilds / Σ length, over its claims.
    """
    return batch.rows_of_claims.observe("route", "wilds", weight="length")


@metric("claims", by="colour")
def colour_wilds(batch: Batch) -> Observed:
    """Scarcity of a colour: wilds paid per space of its routes.

    Formula: Σ wilds / Σ length, over the claims of routes of that colour. Ferries, which ask for wilds, are left out.
    """
    return batch.rows_of_claims.observe("plain_colour", "wilds", weight="length")


@metric(("claims", "seats"), by="length", against=1.0, lift=True)
def length_lift(batch: Batch) -> Observed:
    """Lift of routes by their length; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.rows_of_claims.lift("length")


@metric(("claims", "seats"), by="kind", against=1.0, lift=True)
def kind_lift(batch: Batch) -> Observed:
    """Lift of routes by their kind (plain, double, tunnel, ferry); see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.rows_of_claims.lift("kind")


@metric(("claims", "seats"), by="colour", against=1.0, lift=True)
def colour_lift(batch: Batch) -> Observed:
    """Lift of routes by their colour; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return batch.rows_of_claims.lift("colour")


@metric(("claims", "seats"), by=("bot", "route"), kind="share", per="game", once=True)
def bot_route_claimed(batch: Batch) -> Observed:
    """Share of all games in which a seat of this bot claims a route; only for runs with several bots.

    Formula: claims by seats of the bot / games of the run.
    """
    return batch.of_bots(batch.rows_of_claims).observe(("bot", "route"))


@metric(("claims", "games", "seats"), by=("bot", "route"), once=True)
def bot_route_claim_time(batch: Batch) -> Observed:
    """When this bot claims a route, as a share of the game's turns; only for runs with several bots.

    Formula: mean of turn / turns of the game, over the claims by seats of the bot.
    """
    claims = batch.of_bots(batch.rows_of_claims)
    times = Lookup(batch.walk.times[: len(claims)])  # of all claims, or of none
    return Observed(claims.codes(("bot", "route")), claims.deals, (Column(times, is_fixed=True),))


@metric(("claims", "seats"), by=("bot", "route"), against=1.0, once=True, lift=True)
def bot_route_lift(batch: Batch) -> Observed:
    """Lift of a route in the hands of this bot; see `route_lift`. Only for runs with several bots.

    Formula: Σ win_share of the bot's claimers / Σ mean win_share of the bot in the claimer's seat.
    """
    return batch.of_bots(batch.rows_of_claims).lift(("bot", "route"))


@metric("claims", by="length", per="game")
def length_claims(batch: Batch) -> Observed:
    """Claimed routes of each length, per game.

    Formula: claims / games.
    """
    return batch.rows_of_claims.observe("length")


@metric("claims", by="kind", per="game")
def kind_claims(batch: Batch) -> Observed:
    """Claimed routes of each kind, per game.

    Formula: claims / games.
    """
    return batch.rows_of_claims.observe("kind")


@metric("claims", by="colour", per="game")
def colour_claims(batch: Batch) -> Observed:
    """Claimed routes of each colour, per game.

    Formula: claims / games.
    """
    return batch.rows_of_claims.observe("colour")


def lost_routes(batch: Batch) -> NDArray[np.bool_]:
    """[claim] whether another seat wanted the route, and has neither it nor its double."""
    from ttrsim.games.trains.analysis.compiled import find_lost

    claims, kept = batch.rows_of_claims, batch.rows_of_tickets.where("kept")
    is_lost = np.zeros(len(claims), np.bool_)
    find_lost(
        batch.first_claims,
        claims.places("seat"),
        claims.places("route"),
        ints(batch.facts.routes["pair"]),
        kept.places("at_seat"),
        kept.places("ticket"),
        sets_of_pairs(batch.facts),
        batch.facts.n_seats,
        is_lost,
    )
    return is_lost


def sets_of_pairs(facts: Facts) -> NDArray[np.uint64]:
    """[ticket, word] the pairs of cities that lie on a shortest path of each ticket, a bit each."""
    sets = np.zeros((len(facts.board.tickets), facts.routes["pair"].n_unique() // WORD + 1), np.uint64)
    for ticket, pair in zip(ints(facts.wants["ticket"]).tolist(), ints(facts.wants["pair"]).tolist(), strict=True):
        sets[ticket, pair // WORD] |= np.uint64(1 << pair % WORD)
    return sets
