"""The final route (§5): a continuous line of drawn connections with the most points, exactly.

It uses each connection once and crossings as often as it likes: a trail. Points never fall when a route
grows, so only trails matter that cannot be made longer. In a connected part with at most two crossings of
odd degree that is the whole part (Euler). Otherwise such a trail joins two odd crossings a and b and uses
every connection at both; its connections are one of the sets in which only a and b have odd degree: the
way from a to b in a spanning tree, changed by any combination of the part's independent cycles. So the
search tries (pairs of odd crossings) × 2^(cycles) sets, and ends early where the points of the whole part
are reached. Parts with too many sets are searched trail by trail, bounded by what each can still reach.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit, lowest, popcount
from ttrsim.compiled.jit import inner
from ttrsim.games.explore.kernel.records import BLUE, GREEN, GREY, RED, YELLOW

ONE = np.uint64(1)
LANE = np.int64(16)  # bits for the tourists of one kind in a packed sum
LANE_MASK = np.int64(0xFFFF)
MOST_SETS = np.int64(1 << 20)
NO_POINTS = np.int64(-1)  # fewer than any route has

# ---- points --------------------------------------------------------------------------------------


@inner
def note_tourists(map_, route):
    """The tourists of the map, by occupied block, in the form that `points_of` adds up."""
    blocks, n = map_.occupied, np.int64(0)
    while blocks != NOTHING:
        block = lowest(blocks)
        blocks &= blocks - ONE
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
def add_segments(board, crossing, segments, word, route):
    """Gives the segments at a crossing their places, and notes the tree or the cycle they make."""
    while segments != NOTHING:
        segment = lowest(segments) + 64 * word
        segments &= segments - ONE
        number, place = route.n_places, bit(route.n_places)
        ends = np.int64(board.a[segment]) + np.int64(board.b[segment])
        far = ends - crossing
        route.segment[number] = segment
        route.sum_of_ends[number] = ends
        route.beside[number] = board.beside[segment]
        route.n_places += 1
        route.part[word] |= bit(segment)
        route.blocks |= board.beside[segment]
        route.odd ^= board.ends[segment]
        route.places_at[crossing] |= place
        if route.reached & bit(far) == NOTHING:
            route.reached |= bit(far)
            route.places_at[far] = place
            route.way_to[far] = route.way_to[crossing] | place
        else:
            route.places_at[far] |= place
            route.cycles[route.n_cycles] = route.way_to[crossing] ^ route.way_to[far] ^ place
            route.n_cycles += 1


@inner
def span(board, start, segments_0, segments_1, route):
    """The part of these segments that hangs together with a crossing: its spanning tree and its cycles."""
    route.n_places = route.n_cycles = 0
    route.part[:] = NOTHING
    route.blocks = route.odd = NOTHING
    route.reached = bit(start)
    route.way_to[start] = route.places_at[start] = NOTHING
    done = NOTHING
    while route.reached & ~done != NOTHING:
        crossing = lowest(route.reached & ~done)
        done |= bit(crossing)
        add_segments(board, crossing, board.at_crossing[crossing, 0] & segments_0, np.int64(0), route)
        add_segments(board, crossing, board.at_crossing[crossing, 1] & segments_1, np.int64(1), route)
        segments_0 &= ~board.at_crossing[crossing, 0]
        segments_1 &= ~board.at_crossing[crossing, 1]


@inner
def span_next(board, rest_0, rest_1, route):
    """The part that the first of the remaining segments belongs to."""
    first = lowest(rest_0) if rest_0 != NOTHING else lowest(rest_1) + 64
    span(board, np.int64(board.a[first]), rest_0, rest_1, route)


@inner
def flood(crossing, places, route):
    """The places of a set that hang together with a crossing, the blocks beside them, and their crossings."""
    part, blocks, reached, new = NOTHING, NOTHING, bit(crossing), bit(crossing)
    while new != NOTHING:
        crossing = lowest(new)
        new &= new - ONE
        onward = route.places_at[crossing] & places & ~part
        part |= onward
        while onward != NOTHING:
            place = lowest(onward)
            onward &= onward - ONE
            blocks |= route.beside[place]
            far = bit(route.sum_of_ends[place] - crossing)
            new |= far & ~reached
            reached |= far
    return part, blocks, reached


# ---- the search ----------------------------------------------------------------------------------


@inner
def consider(route, points, places):
    if points > route.points:
        route.points = points
        route.places = places


@inner
def search_sets(board, a, b, bound, route):
    """The sets in which only a and b are odd, in Gray-code order. One with a loop apart counts without it."""
    needed = route.places_at[a] | route.places_at[b]
    places = route.way_to[a] ^ route.way_to[b]
    step = NOTHING
    last = (ONE << np.uint64(route.n_cycles)) - ONE
    while True:
        if places & needed == needed:
            part, blocks, crossings = flood(a, places, route)
            consider(route, points_of(board, route, blocks, crossings), part)
        if step == last or route.points == bound:
            return
        step += ONE
        places ^= route.cycles[lowest(step)]


@inner
def search_pairs(board, bound, route):
    odd = route.odd
    while odd != NOTHING:
        a = lowest(odd)
        odd &= odd - ONE
        others = odd
        while others != NOTHING and route.points < bound:
            search_sets(board, a, lowest(others), bound, route)
            others &= others - ONE


@inner
def promise(board, crossing, used, route):
    """What a trail that has used these places and stands here could score if it could use all it can reach."""
    free = ~used
    part, blocks, reached = flood(crossing, free, route)
    while used != NOTHING:
        place = lowest(used)
        used &= used - ONE
        blocks |= route.beside[place]
        reached |= board.ends[route.segment[place]]
    return points_of(board, route, blocks, reached), part == NOTHING


@inner
def search_trails(board, start, bound, route):
    """Every trail from a crossing, depth first, as long as it promises more than the best."""
    depth, crossing, used = np.int64(0), start, NOTHING
    route.choices[0] = route.places_at[start]
    while route.points < bound:
        if route.choices[depth] == NOTHING:
            if depth == 0:
                return
            depth -= 1
            used &= ~bit(route.trail[depth])
            crossing = route.stop[depth]
            continue
        place = lowest(route.choices[depth])
        route.choices[depth] &= route.choices[depth] - ONE
        route.trail[depth], route.stop[depth] = place, crossing
        used |= bit(place)
        crossing = route.sum_of_ends[place] - crossing
        depth += 1
        points, is_at_end = promise(board, crossing, used, route)
        if is_at_end:
            consider(route, points, used)
        is_worth_it = points > route.points
        route.choices[depth] = route.places_at[crossing] & ~used if is_worth_it else NOTHING


@inner
def search_odd_starts(board, bound, route):
    odd = route.odd
    while odd != NOTHING:
        search_trails(board, lowest(odd), bound, route)
        odd &= odd - ONE


@inner
def keep_best(route):
    """The best route's segments, while the places still mean them."""
    route.best[:] = NOTHING
    places = route.places
    while places != NOTHING:
        segment = np.int64(route.segment[lowest(places)])
        places &= places - ONE
        route.best[segment >> 6] |= bit(segment)


@inner
def search_part(board, most_sets, route):
    """Improves the best route by the best of the part at hand."""
    bound = points_of(board, route, route.blocks, route.reached)
    if bound <= route.points:
        return
    before, n_odd = route.points, popcount(route.odd)
    if n_odd <= 2:
        consider(route, bound, (ONE << np.uint64(route.n_places)) - ONE)
    elif (n_odd * (n_odd - 1) // 2) << route.n_cycles <= most_sets:
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
        bound = max(bound, points_of(board, route, route.blocks, route.reached))
        rest_0 &= ~route.part[0]
        rest_1 &= ~route.part[1]
    return bound
