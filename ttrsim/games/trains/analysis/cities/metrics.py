"""Cities: hubs, dead cities, and stations."""

from __future__ import annotations

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.trains.analysis.batch import Batch
from ttrsim.metrics.dense import Ints, Places, ints
from ttrsim.metrics.registry import metric


@metric("claims", by="city", per="game", once=True)
def city_claims(batch: Batch) -> pl.LazyFrame:
    """Claimed routes at a city, per game.

    Formula: claims of routes that end there / games.
    """
    claims = batch.claims.select("game", "seat", "a", "b").collect()
    places, n_cities = batch.places, len(batch.facts.board.cities)
    at = np.concatenate([places.of_games(claims) * n_cities + ints(claims[end]) for end in ("a", "b")])
    counts = np.bincount(at, minlength=places.n_games * n_cities).reshape(places.n_games, n_cities)
    game, city = np.nonzero(counts)
    return observed(batch, places.games[game], city, counts[game, city])


@metric("claims", by="city", kind="share", per="game", once=True)
def city_used(batch: Batch) -> pl.LazyFrame:
    """Share of games in which any route at a city is claimed; low for a dead city.

    Formula: games with a claim that ends there / games.
    """
    places, has_reached = visits(batch)
    game, city = np.nonzero(has_reached.any(axis=1))
    return observed(batch, places.games[game], city, np.ones(len(game)))


@metric(("claims", "seats"), by="city", kind="share")
def city_win_share(batch: Batch) -> pl.LazyFrame:
    """Win share of the seats that reached a city.

    Formula: Σ win_share / seats with a route that ends there.
    """
    places, has_reached = visits(batch)
    game, seat, city = np.nonzero(has_reached)
    shares = batch.ordered_seats["win_share"].to_numpy()[game * batch.facts.n_seats + seat]
    return observed(batch, places.games[game], city, shares)


@metric("stations", by="city", per="game")
def city_stations(batch: Batch) -> pl.LazyFrame:
    """Stations built in a city, per game.

    Formula: stations / games.
    """
    return batch.stations.select("city", "deal", value=1)


@metric("stations", by="city", kind="share")
def station_used(batch: Batch) -> pl.LazyFrame:
    """Share of a city's stations that lent their owner a route that a ticket needed (E4).

    Formula: stations with a borrowed route / stations.
    """
    return batch.stations.select("city", "deal", value=pl.col("borrowed").is_not_null())


@metric(("stations", "tickets"), by="city")
def station_saved(batch: Batch) -> pl.LazyFrame:
    """Ticket points that a station saves; compare them with the points for not building it.

    Formula: Σ share of what hangs on it / stations. A ticket completed only by borrowed routes (E4) counts twice its
    printed points: they are won, and not lost. A seat's sum is split equally over its stations that lent a route; the
    others have nothing.
    """
    return saved(batch).select("city", "deal", value="saved")


@metric(("stations", "tickets"))
def station_saved_overall(batch: Batch) -> pl.LazyFrame:
    """Ticket points that a station saves, over all cities; see `station_saved`.

    Formula: Σ 2 · printed of tickets completed only by borrowed routes / stations.
    """
    return saved(batch).select("deal", value="saved")


@metric("seats", by="stations_built", kind="share")
def win_share_by_stations(batch: Batch) -> pl.LazyFrame:
    """Win share by the number of stations that a seat built.

    Formula: Σ win_share / seats with this many stations.
    """
    return batch.seats.select("stations_built", "deal", value="win_share")


def visits(batch: Batch) -> tuple[Places, NDArray[np.bool_]]:
    """[game, seat, city] whether the seat has a route that ends there."""
    claims = batch.claims.select("game", "seat", "a", "b").collect()
    places, n_cities = batch.places, len(batch.facts.board.cities)
    has_reached = np.zeros((places.n_games, batch.facts.n_seats, n_cities), np.bool_)
    of_seats = places.of_seats(claims)
    for end in ("a", "b"):
        has_reached.reshape(-1)[of_seats * n_cities + ints(claims[end])] = True
    return places, has_reached


def observed(batch: Batch, games: Ints, cities: NDArray[np.intp], values: np.ndarray) -> pl.LazyFrame:
    city = batch.facts.cities["city"].gather(pl.Series(cities))
    return pl.LazyFrame({"deal": games // batch.facts.rotations, "city": city, "value": values})


def saved(batch: Batch) -> pl.LazyFrame:
    seats = batch.tickets.filter("by_stations").group_by("game", "seat").agg(worth=2 * pl.col("printed").sum())
    stations = batch.stations.with_columns(lends=pl.col("borrowed").is_not_null())
    stations = stations.with_columns(lenders=pl.col("lends").sum().over("game", "seat"))
    share = pl.when("lends").then(pl.col("worth").fill_null(0) / pl.col("lenders")).otherwise(0.0)
    return stations.join(seats, on=["game", "seat"], how="left").with_columns(saved=share)
