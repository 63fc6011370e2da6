"""The end of a game: the boxes of the score strip (§5), and who wins."""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.records import BLUE, GREEN, GREY, N_BLOCKS, N_KINDS, N_TYPES, RED, YELLOW
from ttrsim.games.explore.kernel.route import LANE, LANE_MASK, MAX_SETS, best_route, tourists_in
from ttrsim.machine.bits import NOTHING, lowest, popcount, without_lowest
from ttrsim.machine.jit import inner


@inner
def trace_route(board, route, result):
    """What the route runs along and over."""
    blocks, crossings = NOTHING, NOTHING
    result.length = 0
    for word in range(2):
        segments = route.best[word]
        result.route[word] = segments
        while segments != NOTHING:
            segment = lowest(segments) + 64 * word
            segments = without_lowest(segments)
            blocks |= board.beside[segment]
            crossings |= board.ends[segment]
            result.length += 1
    result.route_blocks = blocks
    result.route_cafes = crossings & board.cafes


@inner
def count_beside(board, map_, route, result):
    packed = tourists_in(route, result.route_blocks)
    for kind in range(N_KINDS):
        result.tourists[kind] = (packed >> (kind * LANE)) & LANE_MASK
        result.all_tourists[kind] = 0
        for block in range(N_BLOCKS):
            result.all_tourists[kind] += map_.tourists[block, kind]
    for type_ in range(N_TYPES):
        result.blocks[type_] = popcount(result.route_blocks & board.of_type[type_])
    result.n_cafes = popcount(result.route_cafes)
    result.cafes_used = popcount(map_.cafes)
    result.n_drawn = map_.n_drawn
    result.fallbacks = popcount(np.uint64(map_.fallbacks))


@inner
def score_seat(board, map_, result, route):
    best_route(board, map_, MAX_SETS, route)
    trace_route(board, route, result)
    count_beside(board, map_, route, result)
    rules = board.rules
    result.red = result.tourists[RED] * result.blocks[RED]
    result.green = result.tourists[GREEN] * result.blocks[GREEN]
    result.blue = result.tourists[BLUE] * result.blocks[BLUE]
    result.cafes = rules.cafe_points * result.n_cafes
    result.yellow = rules.yellow_points * result.blocks[YELLOW]
    result.grey = rules.grey_points[result.blocks[GREY]]
    result.total = result.red + result.green + result.blue + result.cafes + result.yellow + result.grey


@inner
def score_game(board, state, result, scratch):
    public = state.public
    best = np.int64(-1)
    result.fallbacks = 0
    for seat in range(public.n_seats):
        score_seat(board, public.maps[seat], result.seats[seat], scratch.route)
        result.fallbacks += result.seats[seat].fallbacks
        best = max(best, np.int64(result.seats[seat].total))
    result.n_winners = 0
    for seat in range(public.n_seats):  # no tie-break: a shared win
        result.seats[seat].wins = result.seats[seat].total == best
        result.n_winners += result.seats[seat].wins
    result.turns, result.rounds = public.turn, public.round
