"""`random`: chooses uniformly at each step: the card, the block, one or two connections, and where.

It plays badly, but exercises every rule, which is its purpose.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore import botkit as kit
from ttrsim.games.explore.botkit import bot, hot_helper


@hot_helper
def some_member(own, word_0, word_1):
    """One of the segments of a set."""
    in_first = kit.popcount(word_0)
    n = kit.below(own.stream, in_first + kit.popcount(word_1))
    return kit.nth_member(word_0, n) if n < in_first else kit.nth_member(word_1, n - in_first) + 64


@hot_helper
def some_block(board, public, own):
    blocks = kit.open_blocks(board, public, own.seat)
    block = kit.nth_member(blocks, kit.below(own.stream, kit.popcount(blocks)))
    kind = kit.below(own.stream, kit.N_KINDS) if kit.is_fallback(board, public, own.seat) else kit.NO_KIND
    return kit.choose_block(block, kind)


@hot_helper
def some_single(map_, own):
    while True:  # far more roads are free than drawn
        segment = kit.below(own.stream, kit.N_SEGMENTS)
        if not kit.is_drawn(map_, segment):
            return kit.draw_single(segment)


@hot_helper
def some_joined(board, map_, own, block):
    """A first connection that can be gone on from, and how it goes on."""
    while True:
        first = some_member(own, kit.first_sides(board, map_, block, 0), kit.first_sides(board, map_, block, 1))
        if kit.has_continuation(board, map_, first):
            second = some_member(
                own, kit.continuations(board, map_, first, 0), kit.continuations(board, map_, first, 1)
            )
            return kit.draw_joined(first, second)


@bot()
def random(board, public, own):
    """Every choice uniform: which card, which block, one connection or two, and where."""
    map_ = public.maps[own.seat]
    if public.question == kit.DISCARD:
        return kit.discard(kit.below(own.stream, public.n_open))
    if public.question == kit.CHOOSE_BLOCK:
        return some_block(board, public, own)
    if public.question == kit.DRAW and public.fallback == 0 and kit.can_draw_joined(board, map_, public.block):
        if kit.below(own.stream, np.int64(2)) == 0:
            return some_joined(board, map_, own, public.block)
    return some_single(map_, own)
