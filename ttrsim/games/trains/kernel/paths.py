"""Cheapest ways across the board, for bots that plan.

PATHS is the paper a bot plans on: what each route costs, which cities are joined already, and how the
last search went. Costs are whole numbers from 1 up, in whatever unit the bot thinks in. The search is
Dijkstra's. It does everything for all cities at once, without a branch that the processor could guess
wrong: a distance and the number of its city are one number, and the steps from a city are a row of such.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_CITIES, MAX_ROUTES
from ttrsim.games.trains.kernel.records import NO_END
from ttrsim.machine.bits import NOTHING, bit, is_in, lowest, without_lowest
from ttrsim.machine.jit import inlined, inner

FARTHEST = np.int64(255)  # a way that costs more is no way
NO_CITY = np.int64(-1)
NO_STEP = np.uint16(40_000)  # added to any distance it is beyond all limits, and fits in 16 bits
REACHED = np.uint16(65_535)

int16, int64, uint8, uint16, uint64 = np.int16, np.int64, np.uint8, np.uint16, np.uint64

PATHS = np.dtype(
    [
        # inside a search; first, so that no row of cities lies across more lines of the processor's cache than it must
        ("nearest", uint16, MAX_CITIES),  # [city] 64 · distance + city
        ("reached", uint16, MAX_CITIES),  # [city] REACHED or 0
        ("step", uint16, (MAX_CITIES, MAX_CITIES)),  # [from, to] 64 · cost + to, by the cheapest usable route
        ("route", uint8, (MAX_CITIES, MAX_CITIES)),  # [from, to] that route
        # the last search
        ("came_from", uint16, MAX_CITIES),  # [city] the city before it
        ("distance", int16, MAX_CITIES),  # [city] beyond the limit of the search where it found no way
        # what it is about
        ("network", uint64, MAX_CITIES),  # [city] the cities joined with it: a way through them is free
        ("cost", int16, MAX_ROUTES),  # [route]
        ("usable", uint64, 2),  # the routes a way may lead over
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
def note_steps_of(board, paths, routes, word):
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes = without_lowest(routes)
        a, b = np.int64(board.a[route]), np.int64(board.b[route])
        cost = min(np.int64(paths.cost[route]), FARTHEST + 1) << 6
        if cost + b < paths.step[a, b]:  # of several the one with the lowest number
            paths.step[a, b], paths.step[b, a] = cost + b, cost + a
            paths.route[a, b] = paths.route[b, a] = route


@inner
def note_steps(board, paths):
    """Before `find_from`: the cheapest usable route between any two cities."""
    for city in range(board.n_cities):
        for other in range(MAX_CITIES):
            paths.step[city, other] = NO_STEP
    note_steps_of(board, paths, paths.usable[0], np.int64(0))
    note_steps_of(board, paths, paths.usable[1], np.int64(1))


@inner
def note_again(board, paths, routes_0, routes_1):
    """The same for the cities of some routes alone, whose use or cost has changed."""
    for word in range(2):
        routes = routes_0 if word == 0 else routes_1
        while routes != 0:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            a, b = np.int64(board.a[route]), np.int64(board.b[route])
            paths.step[a, b] = paths.step[b, a] = NO_STEP
            note_steps_of(board, paths, board.at_city[a, 0] & paths.usable[0], np.int64(0))
            note_steps_of(board, paths, board.at_city[a, 1] & paths.usable[1], np.int64(1))


@inner
def search(board, paths, start, goals, limit):
    """`search_from` one city."""
    return search_from(board, paths, bit(start), goals, limit)


@inner
def search_from(board, paths, starts, goals, limit):
    """`find_from`, whatever has changed since the last search."""
    note_steps(board, paths)
    return find_from(paths, starts, goals, limit)


@inlined
def least_ahead(paths):
    """The nearest city that is not reached, with its distance: one number."""
    least = REACHED
    for city in range(MAX_CITIES):
        least = min(least, np.uint16(paths.nearest[city] | paths.reached[city]))
    return np.int64(least)


@inlined
def reach(paths, city):
    """Writes all cities: reading them soon after one alone was written would have to wait."""
    number = np.uint16(city)
    for other in range(MAX_CITIES):
        paths.reached[other] = REACHED if np.uint16(other) == number else paths.reached[other]


@inlined
def leave(paths, city, distance):
    """Notes where a nearer way leads over this city."""
    base, before = np.uint16(distance << 6), np.uint16(city)
    for other in range(MAX_CITIES):
        there, now = np.uint16(base + paths.step[city, other]), paths.nearest[other]
        paths.came_from[other] = before if there < now else paths.came_from[other]
        paths.nearest[other] = there if there < now else now


@inner
def find_from(paths, starts, goals, limit):
    """Finds the cheapest way from any of `starts` to any of `goals` that costs no more than `limit`, at most FARTHEST.

    Returns the city it found, or NO_CITY. `note_steps` must have been called since a route or a cost has changed.
    Afterwards `paths.distance` holds its cost, and `way_to` its routes. Without goals it visits all.
    """
    for city in range(MAX_CITIES):
        paths.nearest[city] = np.uint16(((limit + 1) << 6) | city)
        paths.reached[city] = 0
    while starts != 0:
        start = lowest(starts)
        starts = without_lowest(starts)
        paths.nearest[start] = paths.came_from[start] = np.uint16(start)
    reached = NOTHING
    while True:
        least = least_ahead(paths)
        city, distance = least & 63, least >> 6
        if distance > limit:
            break
        members = paths.network[city] & ~reached
        reached |= members
        if members & goals != 0:
            limit = distance  # a city as near may be a goal with a lower number
        while members != 0:
            member = lowest(members)
            members = without_lowest(members)
            reach(paths, member)
            if member != city:
                paths.nearest[member] = np.uint16((distance << 6) | member)
                paths.came_from[member] = city
            if distance < limit:
                leave(paths, member, distance)
    for city in range(MAX_CITIES):
        paths.distance[city] = np.int16(paths.nearest[city] >> np.uint16(6))
    return lowest(reached & goals) if reached & goals != 0 else NO_CITY


@inner
def way_to(board, paths, goal):
    """The routes of the way to a city that the last search reached, as the two words of a set."""
    routes_0 = routes_1 = NOTHING
    city = np.int64(goal)
    while paths.came_from[city] != city:
        before = np.int64(paths.came_from[city])
        if paths.network[before] & bit(city) == 0:
            route = np.int64(paths.route[before, city])
            if route < 64:
                routes_0 |= bit(route)
            else:
                routes_1 |= bit(route)
        city = before
    return routes_0, routes_1
