"""The ways of completed tickets, compiled.

Rows of claims come game by game; `first_claims` has the place of the first claim of each game, and one more.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.games.trains.analysis.compiled import SOURCES
from ttrsim.machine.jit import entry

_ints, _places, _sets = (
    types.Array(dtype, 1, "C", readonly=True) for dtype in (types.int64, types.int32, types.uint64)
)


@entry(
    types.void(_ints, *[_places] * 2, *[_ints] * 3, *[_places] * 2, *[_sets] * 2, types.int64, types.boolean[:, ::1]),
    SOURCES,
)
def find_ways(first_claims, seats, routes, a, b, lengths, games, owners, starts, ends, n_cities, is_used):
    """Which routes lie on a shortest path between two sets of cities, by trains, in the network of a seat's own routes.

    `a` to `lengths` are of routes; `games` (places), `owners` (seats), `starts` and `ends` (sets of cities) of the
    paths. `is_used` [path, route] is full of False.
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
        for city in range(n_cities):
            if (starts[path] >> np.uint64(city)) & np.uint64(1) == 1:
                distances[0, city] = 0
            if (ends[path] >> np.uint64(city)) & np.uint64(1) == 1:
                distances[1, city] = 0
        for side in range(2):
            is_shorter = True
            while is_shorter:
                is_shorter = False
                for route in own[:n_own]:
                    for one, other in ((a[route], b[route]), (b[route], a[route])):
                        if distances[side, one] + lengths[route] < distances[side, other]:
                            distances[side, other] = distances[side, one] + lengths[route]
                            is_shorter = True
        shortest = (distances[0] + distances[1]).min()
        for route in own[:n_own]:
            for one, other in ((a[route], b[route]), (b[route], a[route])):
                if distances[0, one] + lengths[route] + distances[1, other] == shortest:
                    is_used[path, route] = True
