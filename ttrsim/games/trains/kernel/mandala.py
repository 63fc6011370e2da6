"""Mandalas (I1): tickets whose cities are joined by two paths that have no route in common.

Two such paths exist where no single route separates the cities. A block is a set of cities that no single
route separates: of each network it finds a tree, and then joins the cities around each of the other routes.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_CITIES
from ttrsim.games.trains.kernel.networks import find
from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.stack import record_on_stack

UNSEEN = np.int64(-1)

BLOCKS = np.dtype(
    [
        ("root", np.int16, MAX_CITIES),  # [city] of its block: the city that stands highest in the tree
        ("depth", np.int64, MAX_CITIES),  # [city] in the tree, or UNSEEN
        ("above", np.int64, MAX_CITIES),  # [city] the next city of the tree on the way to the top
        ("route", np.int64, MAX_CITIES),  # [city] the route that leads there
        ("queue", np.int64, MAX_CITIES),  # cities in the order in which the search finds them
    ],
    align=True,
)


@inner
def grow_tree(board, routes, blocks, top):
    """Searches breadth first from `top` along the routes. Returns the routes of the search tree."""
    tree_0 = tree_1 = NOTHING
    blocks.depth[top], blocks.queue[0] = 0, top
    n_found, n_left = np.int64(1), np.int64(0)
    while n_left < n_found:
        city = blocks.queue[n_left]
        n_left += 1
        for word in range(2):
            rest = board.at_city[city, word] & routes[word]
            while rest != 0:
                route = lowest(rest) + 64 * word
                rest = without_lowest(rest)
                far = np.int64(board.a[route]) + np.int64(board.b[route]) - city
                if blocks.depth[far] == UNSEEN:
                    blocks.depth[far] = blocks.depth[city] + 1
                    blocks.above[far], blocks.route[far] = city, route
                    blocks.queue[n_found] = far
                    n_found += 1
                    if word == 0:
                        tree_0 |= bit(route)
                    else:
                        tree_1 |= bit(route)
    return tree_0, tree_1


@inner
def close_loop(board, blocks, route):
    """A route beside the tree makes one block of all the cities around its loop."""
    a, b = find(blocks.root, np.int64(board.a[route])), find(blocks.root, np.int64(board.b[route]))
    while a != b:
        if blocks.depth[a] < blocks.depth[b]:
            a, b = b, a
        higher = find(blocks.root, blocks.above[a])
        blocks.root[a] = higher
        a = higher


@inner
def find_blocks(board, routes, blocks):
    """The blocks of a set of routes, given by its two words."""
    rest_0, rest_1 = routes[0], routes[1]
    for city in range(board.n_cities):
        blocks.root[city] = city
        blocks.depth[city] = UNSEEN
    for city in range(board.n_cities):
        if blocks.depth[city] == UNSEEN:
            tree_0, tree_1 = grow_tree(board, routes, blocks, np.int64(city))
            rest_0, rest_1 = rest_0 & ~tree_0, rest_1 & ~tree_1
    while rest_0 != 0:
        close_loop(board, blocks, lowest(rest_0))
        rest_0 = without_lowest(rest_0)
    while rest_1 != 0:
        close_loop(board, blocks, lowest(rest_1) + 64)
        rest_1 = without_lowest(rest_1)


@inner
def routes_between(blocks, a, b):
    """The routes each of which separates two cities of one network: every path between them uses all of these."""
    routes_0 = routes_1 = NOTHING
    while a != b:
        if blocks.depth[a] < blocks.depth[b]:
            a, b = b, a
        if find(blocks.root, a) == a:  # the highest of its block
            route = blocks.route[a]
            if route < 64:
                routes_0 |= bit(route)
            else:
                routes_1 |= bit(route)
        a = blocks.above[a]
    return routes_0, routes_1


@inner
def mandalas_in(board, tickets, word, blocks):
    """One word of the tickets whose cities are in the same block, counted."""
    n = np.int64(0)
    while tickets != 0:
        ticket = lowest(tickets) + 64 * word
        tickets = without_lowest(tickets)
        a, b = np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket])
        n += np.int64(find(blocks.root, a) == find(blocks.root, b))
    return n


@inner
def count_mandalas(board, tickets, routes, blocks):
    """I1: how many tickets have two paths over these routes without a common one. Finds the blocks of the routes."""
    find_blocks(board, routes, blocks)
    between_cities = (tickets[0] & ~board.country_tickets[0], tickets[1] & ~board.country_tickets[1])
    first = mandalas_in(board, between_cities[0], np.int64(0), blocks)
    return first + mandalas_in(board, between_cities[1], np.int64(1), blocks)


@inner
def points_for_mandalas(rules, n):
    return rules.mandala_points[min(n, len(rules.mandala_points) - 1)]


@inner
def score_mandalas(board, routes, result):
    """I1, for the completed tickets and the own routes of a seat."""
    result.mandalas = result.mandala_points = 0
    if board.rules.has_mandalas == 0:
        return
    blocks = record_on_stack(BLOCKS)
    result.mandalas = count_mandalas(board, (result.completed[0], result.completed[1]), routes, blocks)
    result.mandala_points = points_for_mandalas(board.rules, np.int64(result.mandalas))
