"""The final route (§5): a continuous line of drawn connections with the most points, exactly.

It is a trail: it uses each connection once and crossings as often as it likes. Points never fall when a route grows,
so only trails matter that cannot be made longer; `machine/trails.py` tells which sets of connections these can be.
A trail also uses every connection at both of its ends. The search ends early where the points of the whole part are
reached. Parts with too many sets are searched trail by trail, bounded by what each can still reach.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.records import BLUE, GREEN, GREY, RED, YELLOW
from ttrsim.machine.bits import NOTHING, ONE, bit, lowest, popcount, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.trails import joined_to, span

LANE = np.int64(16)  # bits for the tourists of one kind in a packed sum
LANE_MASK = np.int64(0xFFFF)
MAX_SETS = np.int64(1 << 20)
NO_POINTS = np.int64(-1)  # fewer than any route has

# ---- points --------------------------------------------------------------------------------------


@inner
def note_tourists(map_, route):
    """The tourists of the map, by occupied block, in the form that `points_of` adds up."""
    blocks, n = map_.occupied, np.int64(0)
    while blocks != NOTHING:
        block = lowest(blocks)
        blocks = without_lowest(blocks)
        red, green = np.int64(map_.tourists[block, 0]), np.int64(map_.tourists[block, 1])
        blue = np.int64(map_.tourists[block, 2])
        route.block[n] = np.uint64(block)
        route.tourists[n] = red | (green << LANE) | (blue << (2 * LANE))
        n += 1
    route.n_occupied = n


@inner
def tourists_in(route, blocks):
    """The tourists in these blocks, each kind in its lane."""
    packed = np.int64(0)
    for place in range(route.n_occupied):
        packed += route.tourists[place] * np.int64((blocks >> route.block[place]) & ONE)
    return packed


@inner
def points_of(board, route, blocks, crossings):
    """§5: what a route beside these blocks and over these crossings scores."""
    packed = tourists_in(route, blocks)
    points = (packed & LANE_MASK) * popcount(blocks & board.of_type[RED])
    points += ((packed >> LANE) & LANE_MASK) * popcount(blocks & board.of_type[GREEN])
    points += (packed >> (2 * LANE)) * popcount(blocks & board.of_type[BLUE])
    points += board.rules.cafe_points * popcount(crossings & board.cafes)
    points += board.rules.yellow_points * popcount(blocks & board.of_type[YELLOW])
    return points + board.rules.grey_points[popcount(blocks & board.of_type[GREY])]


# ---- one connected part --------------------------------------------------------------------------


@inner
def span_next(board, rest_0, rest_1, route):
    """The part that the first of the remaining segments belongs to: its tree, its cycles, what is beside it."""
    first = lowest(rest_0) if rest_0 != NOTHING else lowest(rest_1) + 64
    network = route.network
    span(board, board.at_crossing, np.int64(board.a[first]), rest_0, rest_1, network)
    route.part[:] = NOTHING
    route.blocks = route.odd = NOTHING
    for place in range(network.n_places):
        segment = np.int64(network.edge[place])
        route.beside[place] = board.beside[segment]
        route.part[segment >> 6] |= bit(segment)
        route.blocks |= board.beside[segment]
        route.odd ^= board.ends[segment]


@inner
def blocks_beside(places, route):
    blocks = NOTHING
    while places != NOTHING:
        blocks |= route.beside[lowest(places)]
        places = without_lowest(places)
    return blocks


# ---- the search ----------------------------------------------------------------------------------


@inner
def consider(route, points, places):
    if points > route.points:
        route.points = points
        route.places = places


@inner
def search_sets(board, a, b, bound, route):
    """The sets in which only a and b are odd, in Gray-code order. One with a loop apart counts without it."""
    network = route.network
    needed = network.places_at[a] | network.places_at[b]
    places = network.way_to[a] ^ network.way_to[b]
    step = NOTHING
    last = (ONE << np.uint64(network.n_cycles)) - ONE
    while True:
        if places & needed == needed:
            part, crossings = joined_to(a, places, network)
            consider(route, points_of(board, route, blocks_beside(part, route), crossings), part)
        if step == last or route.points == bound:
            return
        step += ONE
        places ^= network.cycles[lowest(step)]


@inner
def search_pairs(board, bound, route):
    odd = route.odd
    while odd != NOTHING:
        a = lowest(odd)
        odd = without_lowest(odd)
        others = odd
        while others != NOTHING and route.points < bound:
            search_sets(board, a, lowest(others), bound, route)
            others = without_lowest(others)


@inner
def promise(board, crossing, used, route):
    """What a trail that has used these places and stands here could score if it could use all it can reach."""
    part, reached = joined_to(crossing, ~used, route.network)
    blocks = blocks_beside(part | used, route)
    while used != NOTHING:
        reached |= board.ends[route.network.edge[lowest(used)]]
        used = without_lowest(used)
    return points_of(board, route, blocks, reached), part == NOTHING


@inner
def search_trails(board, start, bound, route):
    """Every trail from a crossing, depth first, as long as it promises more than the best."""
    network = route.network
    depth, crossing, used = np.int64(0), start, NOTHING
    route.choices[0] = network.places_at[start]
    while route.points < bound:
        if route.choices[depth] == NOTHING:
            if depth == 0:
                return
            depth -= 1
            used &= ~bit(route.trail[depth])
            crossing = route.stop[depth]
            continue
        place = lowest(route.choices[depth])
        route.choices[depth] = without_lowest(route.choices[depth])
        route.trail[depth], route.stop[depth] = place, crossing
        used |= bit(place)
        crossing = network.sum_of_ends[place] - crossing
        depth += 1
        points, is_at_end = promise(board, crossing, used, route)
        if is_at_end:
            consider(route, points, used)
        is_worth_it = points > route.points
        route.choices[depth] = network.places_at[crossing] & ~used if is_worth_it else NOTHING


@inner
def search_odd_starts(board, bound, route):
    odd = route.odd
    while odd != NOTHING:
        search_trails(board, lowest(odd), bound, route)
        odd = without_lowest(odd)


@inner
def keep_best(route):
    """The best route's segments, while the places still mean them."""
    route.best[:] = NOTHING
    places = route.places
    while places != NOTHING:
        segment = np.int64(route.network.edge[lowest(places)])
        places = without_lowest(places)
        route.best[segment >> 6] |= bit(segment)


@inner
def search_part(board, most_sets, route):
    """Improves the best route by the best of the part at hand."""
    bound = points_of(board, route, route.blocks, route.network.reached)
    if bound <= route.points:
        return
    before, n_odd = route.points, popcount(route.odd)
    if n_odd <= 2:
        consider(route, bound, (ONE << np.uint64(route.network.n_places)) - ONE)
    elif (n_odd * (n_odd - 1) // 2) << route.network.n_cycles <= most_sets:
        search_pairs(board, bound, route)
    else:
        search_odd_starts(board, bound, route)
    if route.points > before:
        keep_best(route)


@inner
def best_route(board, map_, most_sets, route):
    """The points of the final route; its segments are then in `route.best`.

    A part with more than `most_sets` sets is searched trail by trail.
    """
    note_tourists(map_, route)
    route.points = NO_POINTS
    route.best[:] = NOTHING
    rest_0, rest_1 = map_.drawn[0], map_.drawn[1]
    while rest_0 | rest_1 != NOTHING:
        span_next(board, rest_0, rest_1, route)
        search_part(board, most_sets, route)
        rest_0 &= ~route.part[0]
        rest_1 &= ~route.part[1]
    return max(np.int64(0), route.points)


@inner
def route_bound(board, map_, route):
    """An upper bound of the final route's points: a connected part as if all of it could be used."""
    note_tourists(map_, route)
    bound, rest_0, rest_1 = np.int64(0), map_.drawn[0], map_.drawn[1]
    while rest_0 | rest_1 != NOTHING:
        span_next(board, rest_0, rest_1, route)
        bound = max(bound, points_of(board, route, route.blocks, route.network.reached))
        rest_0 &= ~route.part[0]
        rest_1 &= ~route.part[1]
    return bound
