"""Cheapest ways across the board, for bots that plan.

PATHS is the paper a bot plans on: what each route costs, which cities are joined already, and how the
last search went. Costs are whole numbers from 1 up, in whatever unit the bot thinks in. The search is
Dijkstra's with a shelf for every distance ("Dial"), each shelf a set of cities in one word.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit, lowest
from ttrsim.compiled.jit import inlined, inner
from ttrsim.limits import MAX_CITIES, MAX_ROUTES
from ttrsim.trains.kernel.records import NO_ROUTE

FARTHEST = np.int64(255)  # a way that costs more is no way
NO_CITY = np.int64(-1)
SHELF_WORDS = 4  # FARTHEST shelves and the first, 64 a word

int16, int64, uint64 = np.int16, np.int64, np.uint64

PATHS = np.dtype(
    [
        ("usable", uint64, 2),  # the routes a way may lead over
        ("cost", int16, MAX_ROUTES),  # [route]
        ("network", uint64, MAX_CITIES),  # [city] the cities joined with it: a way through them is free
        # the last search
        ("distance", int16, MAX_CITIES),  # [city]
        ("via", int16, MAX_CITIES),  # [city] the route it was reached by, NO_ROUTE within a network
        ("came_from", int16, MAX_CITIES),  # [city] the city before it
        ("shelf", uint64, int(FARTHEST) + 1),  # [distance] cities to visit, where the shelf is in use
        ("in_use", uint64, SHELF_WORDS),  # the shelves that are not empty, as a set of distances
    ],
    align=True,
)


# ---- networks ------------------------------------------------------------------------------------


@inner
def part_cities(board, paths):
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
        rest &= rest - np.uint64(1)


@inner
def join_all(board, paths, routes_0, routes_1):
    while routes_0 != 0:
        join(board, paths, lowest(routes_0))
        routes_0 &= routes_0 - np.uint64(1)
    while routes_1 != 0:
        join(board, paths, lowest(routes_1) + 64)
        routes_1 &= routes_1 - np.uint64(1)


@inner
def are_joined(paths, a, b):
    return paths.network[a] & bit(b) != 0


# ---- the search ----------------------------------------------------------------------------------


@inlined
def put_on_shelf(paths, distance, city):
    word = distance >> 6
    cities = paths.shelf[distance] if paths.in_use[word] & bit(distance) != 0 else NOTHING
    paths.shelf[distance] = cities | bit(city)
    paths.in_use[word] |= bit(distance)


@inlined
def take_nearest_shelf(paths, word):
    """Empties the nearest shelf in use, from this word of shelves on; as (distance, cities), no cities at the end."""
    while word < SHELF_WORDS and paths.in_use[word] == 0:
        word += 1
    if word == SHELF_WORDS:
        return FARTHEST, NOTHING
    distance = lowest(paths.in_use[word]) + 64 * word
    paths.in_use[word] &= paths.in_use[word] - np.uint64(1)
    return distance, paths.shelf[distance]


@inlined
def leave_by(board, paths, city, routes, word, distance, goals, limit):
    """Puts the cities next to `city` on the shelves of their distances; once a goal is seen, nothing farther counts."""
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
        other = np.int64(board.a[route]) + np.int64(board.b[route]) - city
        there = distance + np.int64(paths.cost[route])
        if there < paths.distance[other] and there <= limit:  # never a reached city: it is no farther than `distance`
            paths.distance[other], paths.via[other], paths.came_from[other] = there, route, city
            put_on_shelf(paths, there, other)
            if goals & bit(other) != 0:
                limit = there
    return limit


@inlined
def visit(board, paths, city, distance, goals, limit, reached):
    """Reaches a city with all of its network, and looks on from there; returns what is reached, and the limit."""
    members = paths.network[city] & ~reached
    reached |= members
    while members != 0:
        member = lowest(members)
        members &= members - np.uint64(1)
        if member != city:
            paths.distance[member], paths.via[member], paths.came_from[member] = distance, NO_ROUTE, city
        for word in range(2):
            routes = board.at_city[member, word] & paths.usable[word]
            limit = leave_by(board, paths, member, routes, np.int64(word), distance, goals, limit)
    return reached, limit


@inner
def search(board, paths, start, goals, limit):
    """Finds the cheapest way from a city to any of `goals` that costs no more than `limit`, itself at most FARTHEST.

    Returns the city it found, or NO_CITY.

    Afterwards `paths.distance` holds its cost, and `way_to` its routes. Without goals it visits all.
    """
    for city in range(board.n_cities):
        paths.distance[city] = FARTHEST + 1
    paths.distance[start], paths.via[start], paths.came_from[start] = 0, NO_ROUTE, start
    paths.in_use[:] = 0
    put_on_shelf(paths, np.int64(0), start)
    reached, distance = NOTHING, np.int64(0)
    while True:
        distance, waiting = take_nearest_shelf(paths, distance >> 6)
        if waiting == 0:
            return NO_CITY
        waiting &= ~reached
        while waiting != 0:
            reached, limit = visit(board, paths, lowest(waiting), distance, goals, limit, reached)
            waiting &= ~reached
        if reached & goals != 0:
            return lowest(reached & goals)


@inner
def way_to(board, paths, goal):
    """The routes of the way to a city that the last search reached, as the two words of a set."""
    routes_0 = routes_1 = NOTHING
    city = np.int64(goal)
    while paths.came_from[city] != city:
        route = np.int64(paths.via[city])
        if route != NO_ROUTE:
            if route < 64:
                routes_0 |= bit(route)
            else:
                routes_1 |= bit(route)
        city = np.int64(paths.came_from[city])
    return routes_0, routes_1
