"""E6: the longest continuous path of a seat, exactly.

A path uses each route once and cities as often as it likes: a trail. In a connected network with at
most two cities of odd degree it is the whole network (Euler). Otherwise a longest trail joins two
odd cities a and b, and the routes it uses are one of the sets in which only a and b have odd degree:
the way from a to b in a spanning tree, changed by any combination of the network's independent
cycles. So the search tries (pairs of odd cities) × 2^(cycles) sets; in networks of games there are
few cycles, and `docs/decisions` tells how many there can be.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit, lowest, popcount
from ttrsim.compiled.jit import inlined, inner


@inner
def measure_word(board, routes, word, scratch):
    """Adds up the networks of `scratch.root`, route by route. Returns the cities with an odd number of them."""
    odd = NOTHING
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
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
        cities &= cities - np.uint64(1)
        scratch.total[city] = 0
        scratch.cities[city] = 0
    return measure_word(board, routes_0, np.int64(0), scratch) ^ measure_word(board, routes_1, np.int64(1), scratch)


@inner
def number_routes(board, city, routes, word, scratch):
    """Gives the routes at a city their place in the sets of this network, and notes the tree or the cycle they make."""
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
        place = bit(scratch.n_places)
        ends = np.int64(board.a[route]) + np.int64(board.b[route])
        far, length = ends - city, np.uint64(board.length[route])
        scratch.ends[scratch.n_places] = ends
        scratch.n_places += 1
        for plane in range(4):
            if (length >> np.uint64(plane)) & np.uint64(1) != 0:
                scratch.length_planes[plane] |= place
        scratch.places_at[city] |= place
        if scratch.reached & bit(far) == 0:
            scratch.reached |= bit(far)
            scratch.places_at[far] = NOTHING
            scratch.way_to[far] = scratch.way_to[city] | place
        else:
            scratch.cycles[scratch.n_cycles] = scratch.way_to[city] ^ scratch.way_to[far] ^ place
            scratch.n_cycles += 1
        scratch.places_at[far] |= place


@inner
def span(board, start, routes_0, routes_1, scratch):
    """A spanning tree of the network at `start`: the way to each city, and a cycle for each route outside it."""
    scratch.n_places = scratch.n_cycles = 0
    scratch.length_planes[:] = NOTHING
    scratch.reached = bit(start)
    scratch.way_to[start] = scratch.places_at[start] = NOTHING
    done = NOTHING
    while scratch.reached & ~done != 0:
        city = lowest(scratch.reached & ~done)
        done |= bit(city)
        number_routes(board, city, board.at_city[city, 0] & routes_0, np.int64(0), scratch)
        number_routes(board, city, board.at_city[city, 1] & routes_1, np.int64(1), scratch)
        routes_0 &= ~board.at_city[city, 0]
        routes_1 &= ~board.at_city[city, 1]


@inlined
def length_of(places, scratch):
    """Total length of a set of routes: lengths are kept by binary digit."""
    planes = scratch.length_planes
    low = popcount(places & planes[0]) + 2 * popcount(places & planes[1])
    return low + 4 * popcount(places & planes[2]) + 8 * popcount(places & planes[3])


@inner
def joined_to(city, places, scratch):
    """The part of a set of routes that hangs together with a city."""
    part, reached, new = NOTHING, bit(city), bit(city)
    while new != 0:
        city = lowest(new)
        new &= new - np.uint64(1)
        next_places = scratch.places_at[city] & places & ~part
        part |= next_places
        while next_places != 0:
            far = bit(scratch.ends[lowest(next_places)] - city)
            next_places &= next_places - np.uint64(1)
            new |= far & ~reached
            reached |= far
    return part


@inner
def longest_between(a, b, best, scratch):
    """The longest trail from a to b, if longer than `best`, trying the cycles in Gray-code order."""
    places = scratch.way_to[a] ^ scratch.way_to[b]
    step = np.uint64(0)
    last = (np.uint64(1) << np.uint64(scratch.n_cycles)) - np.uint64(1)
    while True:
        if length_of(places, scratch) > best:
            best = max(best, length_of(joined_to(a, places, scratch), scratch))
        if step == last:
            return best
        step += np.uint64(1)
        places ^= scratch.cycles[lowest(step)]


@inner
def longest_in_network(board, network, routes_0, routes_1, odd, best, scratch):
    """The longest trail of the network with this root, if longer than `best`."""
    total = np.int64(scratch.total[network])
    odd &= scratch.cities[network]
    if total <= best:
        return best
    if popcount(odd) <= 2:
        return total
    span(board, network, routes_0, routes_1, scratch)
    while odd != 0:
        a = lowest(odd)
        odd &= odd - np.uint64(1)
        others = odd
        while others != 0:
            b = lowest(others)
            others &= others - np.uint64(1)
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
