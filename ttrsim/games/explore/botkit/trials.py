"""Maps to try things on, and what they are worth."""

from __future__ import annotations

from ttrsim.games.explore.kernel.route import MAX_SETS, best_route, note_tourists, points_of
from ttrsim.machine.bits import NOTHING, lowest, without_lowest
from ttrsim.machine.jit import inner

# `scratch` is a record of type ROUTE, of the bot's own: `record_on_stack(ROUTE)`, or a field of a record.


@inner
def route_value(board, map_, scratch):
    """What the final route would score if the game ended now, exactly."""
    return best_route(board, map_, MAX_SETS, scratch)


@inner
def points_beside(board, map_, blocks, crossings, scratch):
    """What a route along these blocks and over these crossings would score, whether it can be drawn or not."""
    note_tourists(map_, scratch)
    return points_of(board, scratch, blocks, crossings)


@inner
def reach_of(board, map_):
    """The blocks beside all connections of a map, the crossings they reach, and those where an odd number meet."""
    blocks, crossings, odd = NOTHING, NOTHING, NOTHING
    for word in range(2):
        segments = map_.drawn[word]
        while segments != NOTHING:
            segment = lowest(segments) + 64 * word
            segments = without_lowest(segments)
            blocks |= board.beside[segment]
            crossings |= board.ends[segment]
            odd ^= board.ends[segment]
    return blocks, crossings, odd
