"""E6: the longest continuous path of a seat, exactly.

A path is a trail: it uses each route once and cities as often as it likes. `machine/trails.py` tells which sets of
routes can be the longest one.
"""

from __future__ import annotations

import numpy as np

from ttrsim.machine.bits import NOTHING, ONE, bit, lowest, popcount, without_lowest
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.trails import joined_to, span


@inner
def measure_word(board, routes, word, scratch):
    """Adds up the networks of `scratch.root`, route by route. Returns the cities with an odd number of them."""
    odd = NOTHING
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes = without_lowest(routes)
        a, b = np.int64(board.a[route]), np.int64(board.b[route])
        odd ^= bit(a) ^ bit(b)
        network = scratch.root[a]
        scratch.total[network] += board.length[route]
        scratch.cities[network] |= bit(a) | bit(b)
    return odd


@inner
def measure_networks(board, routes_0, routes_1, touched, scratch):
    """Length and cities of each network; returns the odd cities."""
    cities = touched
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        scratch.total[city] = 0
        scratch.cities[city] = 0
    return measure_word(board, routes_0, np.int64(0), scratch) ^ measure_word(board, routes_1, np.int64(1), scratch)


@inner
def span_network(board, start, routes_0, routes_1, scratch):
    """The network at a city: its spanning tree, its cycles, and the lengths of its routes by binary digit."""
    network, planes = scratch.network, scratch.length_planes
    span(board, board.at_city, start, routes_0, routes_1, network)
    planes[:] = NOTHING
    for place in range(network.n_places):
        length = np.uint64(board.length[network.edge[place]])
        for plane in range(4):
            planes[plane] |= ((length >> np.uint64(plane)) & ONE) << np.uint64(place)


@inlined
def length_of(places, scratch):
    """Total length of the routes at these places."""
    planes = scratch.length_planes
    low = popcount(places & planes[0]) + 2 * popcount(places & planes[1])
    return low + 4 * popcount(places & planes[2]) + 8 * popcount(places & planes[3])


@inner
def longest_between(a, b, best, scratch):
    """The longest trail from a to b, if longer than `best`, trying the cycles in Gray-code order."""
    network = scratch.network
    places = network.way_to[a] ^ network.way_to[b]
    step = NOTHING
    last = (ONE << np.uint64(network.n_cycles)) - ONE
    while True:
        if length_of(places, scratch) > best:
            part, _ = joined_to(a, places, network)
            best = max(best, length_of(part, scratch))
        if step == last:
            return best
        step += ONE
        places ^= network.cycles[lowest(step)]


@inner
def longest_in_network(board, network, routes_0, routes_1, odd, best, scratch):
    """The longest trail of the network with this root, if longer than `best`."""
    total = np.int64(scratch.total[network])
    odd &= scratch.cities[network]
    if total <= best:
        return best
    if popcount(odd) <= 2:
        return total
    span_network(board, network, routes_0, routes_1, scratch)
    while odd != 0:
        a = lowest(odd)
        odd = without_lowest(odd)
        others = odd
        while others != 0:
            b = lowest(others)
            others = without_lowest(others)
            best = longest_between(a, b, best, scratch)
    return best


@inner
def longest_path(board, routes_0, routes_1, touched, scratch):
    """Length of the longest trail. `networks.map_networks` has been called with the same routes."""
    odd = measure_networks(board, routes_0, routes_1, touched, scratch)
    best = np.int64(0)
    while touched != 0:
        network = np.int64(scratch.root[lowest(touched)])
        touched &= ~scratch.cities[network]
        best = longest_in_network(board, network, routes_0, routes_1, odd, best, scratch)
    return best
