"""E6: the longest continuous path of a seat, exactly.

A path uses each route once and cities as often as it likes: a trail. In a connected network with at
most two cities of odd degree it is the whole network (Euler). Otherwise a longest trail starts and
ends at odd cities, and every other odd city leaves at least one of its routes unused: that bounds
the depth-first search from each odd city so tightly that it ends soon in any network of a game.
"""

from __future__ import annotations

import numpy as np

from ttrsim.kernel.bits import NOTHING, bit, lowest, popcount
from ttrsim.kernel.jit import inner
from ttrsim.limits import MAX_LENGTH


@inner
def measure_word(board, routes, word, scratch):
    """Adds up the networks of `scratch.root`, route by route. Returns the cities with an odd number of them."""
    root, shortest_at = scratch.root, scratch.shortest_at
    odd = NOTHING
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
        a, b, length = np.int64(board.a[route]), np.int64(board.b[route]), board.length[route]
        odd ^= bit(a) ^ bit(b)
        shortest_at[a] = min(shortest_at[a], length)
        shortest_at[b] = min(shortest_at[b], length)
        network = root[a]
        scratch.total[network] += length
        scratch.n_routes[network] += 1
        scratch.cities[network] |= bit(a) | bit(b)
    return odd


@inner
def measure_networks(board, routes_0, routes_1, touched, scratch):
    """Length, routes and cities of each network, and the shortest route at each city; returns the odd cities."""
    cities = touched
    while cities != 0:
        city = lowest(cities)
        cities &= cities - np.uint64(1)
        scratch.total[city] = scratch.n_routes[city] = 0
        scratch.cities[city] = 0
        scratch.shortest_at[city] = MAX_LENGTH
    return measure_word(board, routes_0, np.int64(0), scratch) ^ measure_word(board, routes_1, np.int64(1), scratch)


@inner
def search_from(board, start, routes_0, routes_1, total, odd, best, scratch):
    """The longest trail from a city, if longer than `best`; `total` and `odd` are those of its network."""
    untried, through, shortest_at = scratch.untried, scratch.through, scratch.shortest_at
    # Twice what must stay unused: the shortest route at every odd city other than where we stand …
    unused = np.int64(0)
    longest_end = np.int64(0)  # … and other than the end of the trail, wherever that is
    rest = odd & ~bit(start)
    while rest != 0:
        shortest = np.int64(shortest_at[lowest(rest)])
        rest &= rest - np.uint64(1)
        unused += shortest
        longest_end = max(longest_end, shortest)
    odd &= ~bit(start)  # from here on: odd cities of what is left, where we stand not counted
    city, length, depth = start, np.int64(0), np.int64(0)
    left_0, left_1 = routes_0, routes_1
    untried[0, 0] = board.at_city[city, 0] & left_0
    untried[0, 1] = board.at_city[city, 1] & left_1
    while True:
        word = np.int64(0) if untried[depth, 0] != 0 else np.int64(1)
        if untried[depth, word] != 0 and total - ((unused - longest_end + 1) >> 1) > best:
            # go on through the next route
            place = untried[depth, word] & (~untried[depth, word] + np.uint64(1))
            untried[depth, word] ^= place
            route = lowest(place) + 64 * word
            if word == 0:
                left_0 ^= place
            else:
                left_1 ^= place
            length += board.length[route]
            # the city we leave has one route less and counts again, the one we reach counts no more
            degree_left = popcount(board.at_city[city, 0] & left_0) + popcount(board.at_city[city, 1] & left_1)
            if degree_left & 1 == 1:
                odd |= bit(city)
                unused += shortest_at[city]
            city = np.int64(board.a[route]) + np.int64(board.b[route]) - city
            if odd & bit(city) != 0:
                odd &= ~bit(city)
                unused -= shortest_at[city]
            if length > best:
                best = length
                scratch.end = city
            depth += 1
            through[depth] = route
            untried[depth, 0] = board.at_city[city, 0] & left_0
            untried[depth, 1] = board.at_city[city, 1] & left_1
        elif depth == 0:
            return best
        else:
            # go back: the exact reverse
            route = np.int64(through[depth])
            depth -= 1
            degree = popcount(board.at_city[city, 0] & left_0) + popcount(board.at_city[city, 1] & left_1)
            if route < 64:
                left_0 ^= bit(route)
            else:
                left_1 ^= bit(route)
            length -= board.length[route]
            if degree & 1 == 0:  # with the route back it is odd again
                odd |= bit(city)
                unused += shortest_at[city]
            city = np.int64(board.a[route]) + np.int64(board.b[route]) - city
            if odd & bit(city) != 0:
                odd &= ~bit(city)
                unused -= shortest_at[city]


@inner
def longest_in_network(board, network, routes_0, routes_1, odd, best, scratch):
    """The longest trail of the network with this root, if longer than `best`."""
    cities, total = scratch.cities[network], np.int64(scratch.total[network])
    odd &= cities
    if total <= best:
        return best
    if popcount(odd) <= 2:
        return total
    if scratch.n_routes[network] == popcount(cities) - 1:  # a tree: what is farthest from anywhere is an end
        search_from(board, lowest(odd), routes_0, routes_1, total, odd, np.int64(0), scratch)
        return search_from(board, scratch.end, routes_0, routes_1, total, odd, best, scratch)
    starts = odd
    while starts != 0:
        start = lowest(starts)
        starts &= starts - np.uint64(1)
        best = search_from(board, start, routes_0, routes_1, total, odd, best, scratch)
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
