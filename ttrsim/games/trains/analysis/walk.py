"""What the claims of each game come to, for several metrics at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ttrsim.metrics.dense import Ints
from ttrsim.metrics.observed import Deals
from ttrsim.metrics.places import Places

if TYPE_CHECKING:
    from ttrsim.games.trains.analysis.batch import Batch

CURVE_STEPS = 10  # of a score curve


class Walk(NamedTuple):
    """Seats are places: game · n_seats + seat."""

    cities: Places  # of a game and city with a claim
    n_claims: Places
    n_visitors: Places  # seats with a claim there
    deals: Deals
    shares: Ints  # of the win, of these seats together, in units
    has_both: NDArray[np.bool_]  # [game] whether a seat has both halves of a double route
    points: Ints  # [seat] for routes
    trains: Ints  # [seat] on routes
    curves: Ints  # [step, seat] points for routes up to a part of the game's turns
    times: Ints  # [claim] as parts of the game's turns, in units


def walk(batch: Batch) -> Walk:
    from ttrsim.games.trains.analysis.compiled import walk_claims

    claims, routes, n_games = batch.rows_of_claims, batch.facts.routes, batch.places.n_games
    n_cities, n_places = len(batch.facts.board.cities), n_games * batch.facts.n_seats
    doubles = routes["double"].to_physical().cast(int).fill_null(-1)
    facts = (*(routes[end].to_physical().cast(int) for end in "ab"), doubles, routes["route_value"], routes["length"])
    turns = np.maximum(batch.rows_of_games.ints("turns"), 1) if "games" in batch else np.ones(n_games, np.int64)
    shares = (
        batch.rows_of_seats.lookup("win_share", is_fixed=True).dense()
        if "seats" in batch
        else np.zeros(n_places, np.int64)
    )
    of_cities, deals = np.empty((3, n_games * n_cities), np.int32), np.empty(n_games * n_cities, np.uint32)
    shares_of = np.empty(n_games * n_cities, np.int64)
    has_both, placed = np.zeros(n_games, np.bool_), np.zeros((2, n_places), np.int64)
    curves = np.zeros((CURVE_STEPS, n_places), np.int64)
    times = np.empty(len(claims), np.int64)
    rows = (claims.places("seat"), claims.places("route"), claims.places("turn"), turns, batch.deals_by_game)
    n = walk_claims(
        batch.first_claims,
        *rows,
        *(fact.to_numpy() for fact in facts),
        shares,
        n_cities,
        *of_cities,
        deals,
        shares_of,
        has_both,
        placed,
        curves,
        times,
    )
    cities, n_claims, n_visitors = of_cities[:, :n]
    points, trains = placed
    return Walk(cities, n_claims, n_visitors, deals[:n], shares_of[:n], has_both, points, trains, curves, times)
