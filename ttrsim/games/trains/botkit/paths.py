"""Cheapest ways across the board, for bots that plan.

PATHS is the paper a bot plans on: what each route costs, which cities are joined already, and how the
last search went. Costs are whole numbers from 1 up, in whatever unit the bot thinks in. The search is
Dijkstra's. The cities to visit are a set in one word, and it looks for the nearest of them one by one:
there are few at a time, and what it does for each takes no branch that the processor could guess wrong.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_CITIES, MAX_ROUTES
from ttrsim.games.trains.kernel.records import NO_END
from ttrsim.machine.bits import NOTHING, bit, is_in, lowest, without_lowest
from ttrsim.machine.jit import inlined, inner

FARTHEST = np.int64(255)  # a way that costs more is no way
NO_CITY = np.int64(-1)
NOWHERE = np.uint64(MAX_CITIES)  # in place of a city, for a note that nobody reads
WITHIN = np.int64(-1)  # came_by: not by a route, but through a network that is joined already

int16, int64, uint64 = np.int16, np.int64, np.uint64

PATHS = np.dtype(
    [
        ("usable", uint64, 2),  # the routes a way may lead over
        ("cost", int16, MAX_ROUTES),  # [route]
        ("network", uint64, MAX_CITIES),  # [city] the cities joined with it: a way through them is free
        # the last search
        ("distance", int16, MAX_CITIES),  # [city] beyond the limit of the search where it found no way
        ("came_by", int16, MAX_CITIES + 1),  # [city] the route to it, or WITHIN less the city before it
    ],
    align=True,
)


# ---- networks ------------------------------------------------------------------------------------


@inner
def separate_cities(board, paths):
    """Every city by itself."""
    for city in range(board.n_cities):
        paths.network[city] = bit(city)


@inner
def join(board, paths, route):
    """The two cities of a route, and all that is joined to them, become one network."""
    a, b = np.int64(board.a[route]), np.int64(board.b[route])
    if paths.network[a] & bit(b) != 0:
        return
    cities = paths.network[a] | paths.network[b]
    rest = cities
    while rest != 0:
        paths.network[lowest(rest)] = cities
        rest = without_lowest(rest)


@inner
def join_all(board, paths, routes_0, routes_1):
    while routes_0 != 0:
        join(board, paths, lowest(routes_0))
        routes_0 = without_lowest(routes_0)
    while routes_1 != 0:
        join(board, paths, lowest(routes_1) + 64)
        routes_1 = without_lowest(routes_1)


@inner
def are_joined(paths, a, b):
    return paths.network[a] & bit(b) != 0


@inner
def lay_out(board, paths, owned_0, owned_1, usable_0, usable_1):
    """Joins what the owned routes join; a way over the usable ones costs its trains."""
    separate_cities(board, paths)
    join_all(board, paths, owned_0, owned_1)
    paths.usable[0], paths.usable[1] = usable_0, usable_1
    for route in range(board.n_routes):
        paths.cost[route] = board.length[route]


@inner
def joined_with(paths, cities):
    """All that is joined with any of some cities, themselves too."""
    joined = NOTHING
    while cities != 0:
        joined |= paths.network[lowest(cities)]
        cities = without_lowest(cities)
    return joined


@inner
def is_completed(board, paths, ticket):
    """Whether the cities of a ticket, or of one of its ends (W4), are joined."""
    if is_in(board.country_tickets, ticket):
        return joined_with(paths, board.ticket_starts[ticket]) & board.ticket_goals[ticket] != 0
    return are_joined(paths, np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket]))


@inner
def end_joined(board, paths, ticket):
    """W4: the end with most points that is joined with a start of the ticket, or NO_END."""
    joined = joined_with(paths, board.ticket_starts[ticket])
    for end in range(board.n_ends[ticket]):
        if joined & board.ticket_ends[ticket, end] != 0:
            return np.int64(end)
    return NO_END


# ---- the search ----------------------------------------------------------------------------------


@inlined
def nearest(paths, cities):
    """The nearest of some cities after a search, and its distance; of several the one with the lowest number."""
    least = (FARTHEST + 1) << 6
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        least = min(least, (np.int64(paths.distance[city]) << 6) | city)
    return least & 63, least >> 6


@inlined
def leave_by(board, paths, city, routes, word, distance):
    """Notes where a nearer way leads over this city; returns the cities at the other ends of the routes."""
    others = NOTHING
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes = without_lowest(routes)
        other = np.uint64(board.a[route] ^ board.b[route] ^ city)
        there = np.int16(distance + paths.cost[route])
        before = paths.distance[other]
        paths.distance[other] = min(there, before)
        paths.came_by[other if there < before else NOWHERE] = route
        others |= bit(other)
    return others


@inner
def search(board, paths, start, goals, limit):
    """`search_from` one city."""
    return search_from(board, paths, bit(start), goals, limit)


@inner
def search_from(board, paths, starts, goals, limit):
    """Finds the cheapest way from any of `starts` to any of `goals` that costs no more than `limit`, at most FARTHEST.

    Returns the city it found, or NO_CITY.

    Afterwards `paths.distance` holds its cost, and `way_to` its routes. Without goals it visits all.
    """
    for city in range(board.n_cities):
        paths.distance[city] = limit + 1
    seen, reached = starts, NOTHING
    while starts != 0:
        start = lowest(starts)
        starts = without_lowest(starts)
        paths.distance[start], paths.came_by[start] = 0, WITHIN - start
    ahead_0, ahead_1 = paths.usable[0], paths.usable[1]  # routes to cities that it has not left
    while seen & ~reached != 0:
        city, distance = nearest(paths, seen & ~reached)
        if distance > limit:
            break
        members = paths.network[city] & ~reached
        reached |= members
        if members & goals != 0:
            limit = distance  # a city as near may be a goal with a lower number
        while members != 0:
            member = lowest(members)
            members = without_lowest(members)
            if member != city:
                paths.distance[member], paths.came_by[member] = distance, WITHIN - city
            if distance < limit:
                here_0, here_1 = board.at_city[member, 0], board.at_city[member, 1]
                seen |= leave_by(board, paths, member, here_0 & ahead_0, np.int64(0), distance)
                seen |= leave_by(board, paths, member, here_1 & ahead_1, np.int64(1), distance)
                ahead_0, ahead_1 = ahead_0 & ~here_0, ahead_1 & ~here_1
    return lowest(reached & goals) if reached & goals != 0 else NO_CITY


@inner
def way_to(board, paths, goal):
    """The routes of the way to a city that the last search reached, as the two words of a set."""
    routes_0 = routes_1 = NOTHING
    city = np.int64(goal)
    while paths.came_by[city] != WITHIN - city:
        route = np.int64(paths.came_by[city])
        if route <= WITHIN:
            city = WITHIN - route
            continue
        if route < 64:
            routes_0 |= bit(route)
        else:
            routes_1 |= bit(route)
        city = np.int64(board.a[route]) + np.int64(board.b[route]) - city
    return routes_0, routes_1
