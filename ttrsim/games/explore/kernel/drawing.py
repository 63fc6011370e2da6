"""Tourists and connections on one map: what a turn writes there (§4.3–5)."""

from __future__ import annotations

from ttrsim.games.explore.kernel.records import N_KINDS, NO_BLOCK
from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inner


@inner
def clear_map(map_):
    map_.drawn[:] = NOTHING
    map_.n_drawn = 0
    map_.occupied = NOTHING
    map_.tourists[:] = 0
    map_.cafes = NOTHING
    map_.chosen[:] = NO_BLOCK
    map_.fallbacks = 0


@inner
def place_cards(board, map_, block, one, other):
    """§4.3: all tourists of both action cards."""
    map_.occupied |= bit(block)
    for kind in range(N_KINDS):
        map_.tourists[block, kind] += board.card_tourists[one, kind] + board.card_tourists[other, kind]


@inner
def place_one(map_, block, kind):
    """§4.3, fallback: one tourist of the kind the player likes."""
    map_.occupied |= bit(block)
    map_.tourists[block, kind] += 1


@inner
def draw_segment(board, map_, block, segment):
    """Draws a connection; the cafés it reaches add their tourists to the block of this turn (§4.5).

    Returns the crossings of these cafés.
    """
    map_.drawn[segment >> 6] |= bit(segment)
    map_.n_drawn += 1
    reached = board.ends[segment] & board.cafes & ~map_.cafes
    map_.cafes |= reached
    left = reached
    while left != NOTHING:
        crossing = lowest(left)
        left = without_lowest(left)
        for kind in range(N_KINDS):
            map_.tourists[block, kind] += board.cafe_tourists[crossing, kind]
    return reached
