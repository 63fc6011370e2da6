"""The way between two cities, or for a ticket, that takes the fewest trains: all that simple bots need."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.paths import FARTHEST, NO_CITY, PATHS, lay_out, search_from, way_to
from ttrsim.machine.bits import NOTHING, bit, is_in
from ttrsim.machine.jit import inner
from ttrsim.machine.stack import record_on_stack

NO_WAY = np.int64(1 << 20)  # more trains than anybody has


@inner
def find_way(board, public, own, starts, goals, paths):
    """Own routes are free, others' are closed. Returns the nearest of the goals, or NO_CITY."""
    owned, usable = public.owned[own.seat], public.open_to[own.seat]
    lay_out(board, paths, owned[0], owned[1], usable[0], usable[1])
    return search_from(board, paths, starts, goals, FARTHEST)


@inner
def trains_between(board, public, own, starts, goals):
    """The fewest trains that join one of the start cities with one of the goals."""
    paths = record_on_stack(PATHS)
    goal = find_way(board, public, own, starts, goals, paths)
    return np.int64(paths.distance[goal]) if goal != NO_CITY else NO_WAY


@inner
def routes_between(board, public, own, starts, goals):
    """The routes of that way."""
    paths = record_on_stack(PATHS)
    goal = find_way(board, public, own, starts, goals, paths)
    return way_to(board, paths, goal) if goal != NO_CITY else (NOTHING, NOTHING)


@inner
def trains_to_join(board, public, own, a, b):
    """Trains it takes to join two cities: 0 if this seat has joined them, NO_WAY if it never can."""
    return trains_between(board, public, own, bit(a), bit(b))


@inner
def routes_to_join(board, public, own, a, b):
    """The routes of that way, still to be claimed, as the two words of a set; empty if there is none."""
    return routes_between(board, public, own, bit(a), bit(b))


@inner
def trains_to_complete(board, public, own, ticket):
    """Trains it takes to complete a ticket, at the nearest end if it has several (W4); 0 and NO_WAY as above."""
    return trains_between(board, public, own, board.ticket_starts[ticket], board.ticket_goals[ticket])


@inner
def routes_to_complete(board, public, own, ticket):
    """The routes of that way, still to be claimed, as the two words of a set; empty if there is none."""
    return routes_between(board, public, own, board.ticket_starts[ticket], board.ticket_goals[ticket])


@inner
def is_on(way, route):
    """Whether a route is in a set of routes of two words."""
    return is_in(way, route)
