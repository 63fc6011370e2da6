"""What would take longest of all metrics, compiled: it looks at every claim and ticket of a game together.

Rows of claims and tickets come game by game; `first_claims` has the place of the first claim of each game, and one
more.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.compiled.jit import entry
from ttrsim.metrics.adding import UNITS

SOURCES = ("ttrsim.metrics.adding", "ttrsim.games.trains.analysis.compiled")
WORD = 64  # bits of a set

_ints, _places, _deals = (
    types.Array(dtype, 1, "C", readonly=True) for dtype in (types.int64, types.int32, types.uint32)
)
_words = types.Array(types.uint64, 2, "C", readonly=True)


@entry(types.void(_ints, *[_places] * 2, _ints, *[_places] * 2, _words, types.int64, types.boolean[::1]), SOURCES)
def find_lost(first_claims, seats, routes, pair_of, holders, tickets, leads_over, n_seats, is_lost):
    """Which claims are of a route that another seat wanted and has no half of.

    `pair_of` has the pair of cities of a route.
    `holders` are the places of seats (game · n_seats + seat) that kept `tickets`; `leads_over` [ticket, word] is the
    set of pairs of cities that lie on a shortest path of a ticket.
    """
    n_games, n_words = len(first_claims) - 1, leads_over.shape[1]
    wanted = np.zeros((n_games * n_seats, n_words), np.uint64)
    for row in range(len(holders)):
        for word in range(n_words):
            wanted[holders[row], word] |= leads_over[tickets[row], word]
    for game in range(n_games):
        first, end = first_claims[game], first_claims[game + 1]
        for claim in range(first, end):
            place, pair = game * n_seats + seats[claim], pair_of[routes[claim]]
            wanted[place, pair // WORD] &= ~(np.uint64(1) << np.uint64(pair % WORD))
        for claim in range(first, end):
            pair = pair_of[routes[claim]]
            bit = np.uint64(1) << np.uint64(pair % WORD)
            for seat in range(n_seats):
                if wanted[game * n_seats + seat, pair // WORD] & bit:
                    is_lost[claim] = True


@entry(types.int64(_ints, *[_places] * 3, _ints, *[_places] * 4, *[types.int32[::1]] * 3), SOURCES)
def find_draws(
    first_claims, seats, turns, routes, lengths, games, draw_seats, draw_turns, completed, firsts, n_trains, n_completed
):
    """Draws of tickets after the set-up: the trains that the seat had placed before, and the tickets completed.

    `games` (places), `draw_seats`, `draw_turns` and `completed` are of offers; those of a draw come in a row. Returns
    how many draws there are; `firsts` gets the first offer of each.
    """
    n = 0
    for offer in range(len(games)):
        if draw_turns[offer] == 0:
            continue
        game, turn = games[offer], draw_turns[offer]
        if n and games[firsts[n - 1]] == game and draw_turns[firsts[n - 1]] == turn:
            n_completed[n - 1] += completed[offer]
            continue
        placed = 0
        for claim in range(first_claims[game], first_claims[game + 1]):
            if turns[claim] >= turn:
                break
            if seats[claim] == draw_seats[offer]:
                placed += lengths[routes[claim]]
        firsts[n], n_trains[n], n_completed[n] = offer, placed, completed[offer]
        n += 1
    return n


@entry(types.void(_ints, *[_places] * 2, *[_ints] * 3, *[_places] * 4, types.int64, types.boolean[:, ::1]), SOURCES)
def find_ways(first_claims, seats, routes, a, b, lengths, games, owners, starts, ends, n_cities, is_used):
    """Which routes lie on a shortest path between two cities, by trains, in the network of one seat's own routes.

    `a` to `lengths` are of routes; `games` (places), `owners` (seats), `starts` and `ends` (cities) of the paths.
    `is_used` [path, route] is full of False.
    """
    far = np.int64(1) << np.int64(40)
    distances = np.empty((2, n_cities), np.int64)  # from the start, and from the end
    own = np.empty(len(a), np.int64)
    for path in range(len(games)):
        n_own = 0
        for claim in range(first_claims[games[path]], first_claims[games[path] + 1]):
            if seats[claim] == owners[path]:
                own[n_own] = routes[claim]
                n_own += 1
        distances[:] = far
        distances[0, starts[path]] = distances[1, ends[path]] = 0
        for side in range(2):
            is_shorter = True
            while is_shorter:
                is_shorter = False
                for route in own[:n_own]:
                    for one, other in ((a[route], b[route]), (b[route], a[route])):
                        if distances[side, one] + lengths[route] < distances[side, other]:
                            distances[side, other] = distances[side, one] + lengths[route]
                            is_shorter = True
        shortest = distances[0, ends[path]]
        for route in own[:n_own]:
            for one, other in ((a[route], b[route]), (b[route], a[route])):
                if distances[0, one] + lengths[route] + distances[1, other] == shortest:
                    is_used[path, route] = True


@entry(
    types.int64(
        _ints,
        *[_places] * 3,
        _ints,
        _deals,
        *[_ints] * 6,
        types.int64,
        *[types.int32[::1]] * 3,
        types.uint32[::1],
        types.int64[::1],
        types.boolean[::1],
        types.int64[:, ::1],
        types.int64[:, ::1],
        types.int64[::1],
    ),
    SOURCES,
)
def walk_claims(
    first_claims,
    seats,
    routes,
    turns,
    turns_of_games,
    deals_of_games,
    a,
    b,
    doubles,
    points,
    lengths,
    shares,
    n_cities,
    cities,
    n_claims,
    n_visitors,
    deals,
    shares_of,
    has_both,
    placed,
    curves,
    times,
):
    """What the claims of each game come to, in one go.

    `a` to `lengths` are of routes; `doubles` has -1 for a single route. `shares` has the share of the win of each seat
    (game · n_seats + seat), in units. Returns the number of rows, one for each game and city with a claim: `cities`,
    `n_claims`, `n_visitors` (seats), `deals` and `shares_of` these. `has_both` says in which games a seat has both
    halves of a double route. `placed` [points or trains, seat] and `curves` [step, seat] (points up to a part of the
    game's turns) are full of zeros. `times` are those of claims, as parts of the game's turns, in units.
    """
    n_games, n_steps = len(first_claims) - 1, len(curves)
    n_seats = len(shares) // max(1, n_games)
    seen = np.full((n_seats, doubles.max() + 1), -1, np.int64)  # the last game with a half
    at, visitors = np.zeros(n_cities, np.int64), np.zeros(n_cities, np.int64)
    n = 0
    for game in range(n_games):
        for claim in range(first_claims[game], first_claims[game + 1]):
            seat, route = seats[claim], routes[claim]
            place = game * n_seats + seat
            for city in (a[route], b[route]):
                at[city] += 1
                visitors[city] |= np.int64(1) << np.int64(seat)
            if doubles[route] >= 0:
                if seen[seat, doubles[route]] == game:
                    has_both[game] = True
                seen[seat, doubles[route]] = game
            placed[0, place] += points[route]
            placed[1, place] += lengths[route]
            time = turns[claim] / turns_of_games[game]
            times[claim] = np.int64(np.rint(time * float(UNITS)))
            step = np.int64(np.ceil(time * n_steps - 1e-9))
            curves[min(max(step, 1), n_steps) - 1, place] += points[route]
        for city in range(n_cities):
            if at[city] == 0:
                continue
            share = visits = 0
            for seat in range(n_seats):
                if visitors[city] >> seat & 1:
                    visits += 1
                    share += shares[game * n_seats + seat]
            cities[n], n_claims[n], n_visitors[n] = city, at[city], visits
            deals[n], shares_of[n] = deals_of_games[game], share
            n += 1
            at[city] = visitors[city] = 0
    for step in range(1, n_steps):
        for place in range(curves.shape[1]):
            curves[step, place] += curves[step - 1, place]
    return n
