"""Routes: who claims them, when, to what end, and who else wanted them."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.dense import ints
from ttrsim.metrics.registry import metric
from ttrsim.metrics.sums import cell

WORD = 64  # bits of a set


@metric("claims", by="route", kind="share", per="game", once=True)
def route_claimed(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a route is claimed.

    Formula: claims / games.
    """
    return batch.claims.select("route", "deal", value=1)


@metric("claims", by="route", once=True)
def route_paid(batch: Batch) -> pl.LazyFrame:
    """Points for a claimed route (E2).

    Formula: Σ points by its length / claims.
    """
    return batch.claims.select("route", "deal", value="route_value")


@metric(("claims", "games"), kind="share", once=True)
def both_halves(batch: Batch) -> pl.LazyFrame:
    """Share of games in which one seat owns both halves of a double route: never (C2).

    Formula: games with such a seat / games.
    """
    facts, places = batch.facts.routes["double"], batch.places
    claims = batch.claims.filter(pl.col("double").is_not_null()).select("game", "seat", "route").collect()
    number = facts.rank("dense").fill_null(0).to_numpy().astype(np.int64)  # both halves have the same
    at = places.of_seats(claims) * (number.max() + 1) + number[ints(claims["route"])]
    has_both = np.zeros(places.n_games, np.bool_)
    owned, n = np.unique(at, return_counts=True)
    has_both[owned[n > 1] // (number.max() + 1) // batch.facts.n_seats] = True
    return pl.LazyFrame({"deal": places.games // batch.facts.rotations, "value": has_both})


@metric(("claims", "games"), by="route", once=True)
def route_claim_time(batch: Batch) -> pl.LazyFrame:
    """When a route is claimed, as a share of the game's turns.

    Formula: mean of turn / turns of the game, over its claims.
    """
    return timed(batch).select("route", "deal", value="time")


@metric("claims", by="route", once=True)
def route_claim_turn(batch: Batch) -> pl.LazyFrame:
    """The turn in which a route is claimed, counted over all seats.

    Formula: mean turn, over its claims.
    """
    return batch.claims.select("route", "deal", value="turn")


@metric(("claims", "seats"), by="route", kind="share", once=True)
def route_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share of the seats that claimed a route.

    Formula: Σ win_share of claimers / claims.
    """
    return batch.claims.select("route", "deal", value="win_share")


@metric(("claims", "seats"), by="route", against=1.0, once=True, lift=True)
def route_lift(batch: Batch) -> pl.LazyFrame:
    """Lift: how often the owner of a route wins, divided by how often its bot wins in that seat.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat. 1 is no difference. That
    strong play claims a route does not say that the route makes strong. The means are those of the whole run
    (`bot_seat_win_share`).
    """
    return lifted(batch, "route")


@metric(("claims", "tickets"), by="route", kind="share", per="game", once=True)
def route_contested(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a seat wanted a route and lost it.

    Formula: games with at least one such seat / games. A seat wants a route if it kept a ticket of which some shortest
    path (by trains, on the empty board) runs over it; it lost it if somebody else claimed it and the seat has
    neither it nor its double.
    """
    return lost_routes(batch).select("route", deal=pl.col("game") // batch.facts.rotations, value=1)


@metric("claims", by="route", once=True)
def route_wilds(batch: Batch) -> pl.LazyFrame:
    """Wilds paid per space of a route.

    Formula: Σ wilds / Σ length, over its claims.
    """
    return batch.claims.select("route", "deal", value="wilds", weight="length")


@metric("claims", by="colour")
def colour_wilds(batch: Batch) -> pl.LazyFrame:
    """Scarcity of a colour: wilds paid per space of its routes.

    Formula: Σ wilds / Σ length, over the claims of routes of that colour. Ferries, which ask for wilds, are left out.
    """
    plain = batch.claims.filter(pl.col("kind") != "ferry")
    return plain.select("colour", "deal", value="wilds", weight="length")


@metric(("claims", "seats"), by="length", against=1.0, lift=True)
def length_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their length; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "length")


@metric(("claims", "seats"), by="kind", against=1.0, lift=True)
def kind_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their kind (plain, double, tunnel, ferry); see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "kind")


@metric(("claims", "seats"), by="colour", against=1.0, lift=True)
def colour_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their colour; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "colour")


@metric("claims", by="length", per="game")
def length_claims(batch: Batch) -> pl.LazyFrame:
    """Claimed routes of each length, per game.

    Formula: claims / games.
    """
    return batch.claims.select("length", "deal", value=1)


@metric("claims", by="kind", per="game")
def kind_claims(batch: Batch) -> pl.LazyFrame:
    """Claimed routes of each kind, per game.

    Formula: claims / games.
    """
    return batch.claims.select("kind", "deal", value=1)


@metric("claims", by="colour", per="game")
def colour_claims(batch: Batch) -> pl.LazyFrame:
    """Claimed routes of each colour, per game.

    Formula: claims / games.
    """
    return batch.claims.select("colour", "deal", value=1)


def lifted(batch: Batch, key: str) -> pl.LazyFrame:
    return batch.claims.select(key, "deal", cell(batch.facts), value="win_share")


def timed(batch: Batch) -> pl.LazyFrame:
    """Claims with their `time`, from 0 to 1 over the game."""
    turns = batch.games.sort("game").select(pl.col("turns").clip(1)).collect().to_series()
    at = pl.Series(batch.places.of_games(batch.claims.select("game").collect()))
    return batch.claims.with_columns(time=pl.col("turn") / turns.gather(at))


def lost_routes(batch: Batch) -> pl.LazyFrame:
    """A row for each game and route that some seat wanted and another has."""
    from ttrsim.games.trains.analysis.compiled import find_lost

    facts, places = batch.facts, batch.places
    claims = batch.claims.select("game", "seat", "route", "pair").collect()
    kept = batch.tickets.filter("kept").select("game", "seat", "ticket").collect()
    is_lost = np.zeros(len(claims), np.bool_)
    wanted = sets_of_pairs(facts)
    holders, tickets = places.of_seats(kept), ints(kept["ticket"])
    find_lost(
        batch.first_claims, ints(claims["seat"]), ints(claims["pair"]), holders, tickets, wanted, facts.n_seats, is_lost
    )
    return claims.lazy().select("game", "route").filter(pl.Series(is_lost, dtype=pl.Boolean))


def sets_of_pairs(facts: Facts) -> NDArray[np.uint64]:
    """[ticket, word] the pairs of cities that lie on a shortest path of each ticket, a bit each."""
    sets = np.zeros((len(facts.board.tickets), facts.routes["pair"].n_unique() // WORD + 1), np.uint64)
    for ticket, pair in zip(ints(facts.wants["ticket"]).tolist(), ints(facts.wants["pair"]).tolist(), strict=True):
        sets[ticket, pair // WORD] |= np.uint64(1 << pair % WORD)
    return sets
