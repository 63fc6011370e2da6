"""The way between two cities that takes the fewest trains, for bots that need no more than that."""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit, is_in
from ttrsim.compiled.jit import inner
from ttrsim.compiled.stack import record_on_stack
from ttrsim.games.trains.botkit.paths import FARTHEST, NO_CITY, PATHS, lay_out, search, way_to

NO_WAY = np.int64(1 << 20)  # more trains than anybody has


@inner
def find_way(board, public, own, a, b, paths):
    """Own routes are free, others' are closed. Returns whether there is a way."""
    owned, usable = public.owned[own.seat], public.open_to[own.seat]
    lay_out(board, paths, owned[0], owned[1], usable[0], usable[1])
    return search(board, paths, np.int64(a), bit(b), FARTHEST) != NO_CITY


@inner
def trains_to_join(board, public, own, a, b):
    """Trains it takes to join two cities: 0 if this seat has joined them, NO_WAY if it never can."""
    paths = record_on_stack(PATHS)
    return np.int64(paths.distance[b]) if find_way(board, public, own, a, b, paths) else NO_WAY


@inner
def routes_to_join(board, public, own, a, b):
    """The routes of that way, still to be claimed, as the two words of a set; empty if there is none."""
    paths = record_on_stack(PATHS)
    if find_way(board, public, own, a, b, paths):
        return way_to(board, paths, b)
    return NOTHING, NOTHING


@inner
def is_on(way, route):
    """Whether a route is in a set of routes of two words."""
    return is_in(way, route)
