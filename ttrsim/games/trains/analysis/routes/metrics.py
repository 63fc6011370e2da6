"""Routes: who claims them, when, to what end, and who else wanted them."""

from __future__ import annotations

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.metrics.dense import ints, places_in
from ttrsim.metrics.registry import metric


@metric("claims", by="route", kind="share", per="game", once=True)
def route_claimed(batch: Batch) -> pl.LazyFrame:
    """Share of games in which a route is claimed.

    Formula: claims / games.
    """
    return batch.claims.select("route", "deal", value=1)


@metric("claims", by="route", once=True)
def route_paid(batch: Batch) -> pl.LazyFrame:
    """Points that a claimed route brings (E2).

    Formula: Σ points by its length / claims.
    """
    return batch.claims.select("route", "deal", value="route_value")


@metric(("claims", "games"), kind="share", once=True)
def both_halves(batch: Batch) -> pl.LazyFrame:
    """Share of games in which one seat owns both halves of a double route: never (C2).

    Formula: games with such a seat / games.
    """
    halves = batch.claims.filter(pl.col("double").is_not_null())
    owned = halves.group_by("game", "seat", "double").agg(doubled=pl.len() > 1)
    games = owned.group_by("game").agg(pl.col("doubled").any())
    return batch.games.join(games, on="game", how="left").select("deal", value=pl.col("doubled").fill_null(False))


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
    """Share of the win of those who claimed a route.

    Formula: Σ win_share of claimers / claims.
    """
    return batch.claims.select("route", "deal", value="win_share")


@metric(("claims", "seats"), by="route", against=1.0, once=True)
def route_lift(batch: Batch) -> pl.LazyFrame:
    """How much more often the owner of a route wins than its bot does in that seat.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat. 1 is no difference. That
    strong play claims a route does not say that the route makes strong. The means are those of the same batch of deals.
    """
    usual = batch.seats.group_by("bot", "seat").agg(usual=pl.col("win_share").mean())
    claims = batch.claims.join(usual, on=["bot", "seat"])
    return claims.select("route", "deal", value="win_share", weight="usual")


@metric(("claims", "tickets"), by="route", kind="share", per="game", once=True)
def route_contested(batch: Batch) -> pl.LazyFrame:
    """Share of games in which somebody wanted a route and lost it.

    Formula: games with at least one such seat / games. A seat wants a route if it kept a ticket of which some shortest
    path (by trains, on the empty board) runs over it; it lost it if somebody else claimed it and the seat has
    neither it nor its double.
    """
    return lost_routes(batch).select("route", deal=pl.col("game") // batch.facts.rotations, value=1)


@metric("claims", by="route", once=True)
def route_wilds(batch: Batch) -> pl.LazyFrame:
    """Wilds paid for a route for each of its spaces.

    Formula: Σ wilds / Σ length, over its claims.
    """
    return batch.claims.select("route", "deal", value="wilds", weight="length")


@metric("claims", by="colour")
def colour_wilds(batch: Batch) -> pl.LazyFrame:
    """Scarcity of a colour: wilds paid for each space of its routes.

    Formula: Σ wilds / Σ length, over the claims of routes of that colour. Ferries, which ask for wilds, are left out.
    """
    plain = batch.claims.filter(pl.col("kind") != "ferry")
    return plain.select("colour", "deal", value="wilds", weight="length")


@metric(("claims", "seats"), by="length", against=1.0)
def length_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their length; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "length")


@metric(("claims", "seats"), by="kind", against=1.0)
def kind_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their kind (plain, double, tunnel, ferry); see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "kind")


@metric(("claims", "seats"), by="colour", against=1.0)
def colour_lift(batch: Batch) -> pl.LazyFrame:
    """Lift of routes by their colour; see `route_lift`.

    Formula: Σ win_share of claimers / Σ mean win_share of the claimer's bot and seat.
    """
    return lifted(batch, "colour")


@metric("claims", by="length", per="game")
def length_claims(batch: Batch) -> pl.LazyFrame:
    """Routes of a length claimed in a game.

    Formula: claims / games.
    """
    return batch.claims.select("length", "deal", value=1)


@metric("claims", by="kind", per="game")
def kind_claims(batch: Batch) -> pl.LazyFrame:
    """Routes of a kind claimed in a game.

    Formula: claims / games.
    """
    return batch.claims.select("kind", "deal", value=1)


@metric("claims", by="colour", per="game")
def colour_claims(batch: Batch) -> pl.LazyFrame:
    """Routes of a colour claimed in a game.

    Formula: claims / games.
    """
    return batch.claims.select("colour", "deal", value=1)


def lifted(batch: Batch, key: str) -> pl.LazyFrame:
    usual = batch.seats.group_by("bot", "seat").agg(usual=pl.col("win_share").mean())
    return batch.claims.join(usual, on=["bot", "seat"]).select(key, "deal", value="win_share", weight="usual")


def timed(batch: Batch) -> pl.LazyFrame:
    """Claims with their `time`, from 0 to 1 over the game."""
    turns = batch.games.select("game", game_turns="turns")
    time = pl.col("turn") / pl.col("game_turns").clip(1)
    return batch.claims.join(turns, on="game").with_columns(time=time)


def lost_routes(batch: Batch) -> pl.LazyFrame:
    """A row for each game and route that some seat wanted and another has."""
    facts = batch.facts
    claims = batch.claims.select("game", "seat", "route", "pair").collect()
    all_kept = batch.tickets.filter("kept").select("game", "seat", "ticket")
    kept = all_kept.join(claims.lazy().select("game").unique(), on="game", how="semi").collect()
    places = places_in(claims, facts.n_seats)
    n_pairs = facts.routes["pair"].n_unique()
    holds = np.zeros((places.n_games * facts.n_seats, len(facts.board.tickets)), np.float32)
    holds[places.of_seats(kept), ints(kept["ticket"])] = 1
    leads_over = np.zeros((holds.shape[1], n_pairs), np.float32)
    leads_over[ints(facts.wants["ticket"]), ints(facts.wants["pair"])] = 1
    is_missed: np.ndarray = np.greater(holds @ leads_over, 0)  # [seat of a game, pair]
    is_missed[places.of_seats(claims), ints(claims["pair"])] = False
    is_lost = np.logical_or.reduce(is_missed.reshape(places.n_games, facts.n_seats, n_pairs), axis=1)
    is_claim_lost = is_lost[places.of_games(claims), ints(claims["pair"])]
    return claims.lazy().select("game", "route").filter(pl.Series(is_claim_lost, dtype=pl.Boolean))
