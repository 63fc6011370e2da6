"""Every legal decision, listed; which ways of drawing there are; what may still be turned up."""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.legal import first_sides, has_continuation, list_legal
from ttrsim.games.explore.kernel.records import N_BLOCKS, N_CARDS, N_KINDS, N_SEGMENTS
from ttrsim.machine.bits import NOTHING, lowest, without_lowest
from ttrsim.machine.jit import inner

# Two joined connections along four sides of a block, each with six others, and one on any road; fallback blocks.
MAX_DECISIONS = max(4 * 6 + N_SEGMENTS, N_BLOCKS * N_KINDS)


@inner
def legal_decisions(board, public, own):
    """An array of every legal answer to the question asked."""
    decisions = np.empty(MAX_DECISIONS, np.int64)
    n = list_legal(board, public, own, decisions)
    return decisions[:n]


@inner
def can_draw_joined(board, map_, block):
    """Whether two joined connections can be drawn from a side of the block (§4.4 (a), §6.4)."""
    for word in range(2):
        firsts = first_sides(board, map_, block, word)
        while firsts != NOTHING:
            if has_continuation(board, map_, lowest(firsts) + 64 * word):
                return True
            firsts = without_lowest(firsts)
    return False


@inner
def unseen_cards(public):
    """The cards not turned up yet, as a set: those of the pile, and those in the box (§6.15)."""
    return ((np.uint64(1) << np.uint64(N_CARDS)) - np.uint64(1)) & ~public.seen
