"""`random`: every choice uniform: which card, which block, one connection or two, and where.

It plays badly and reaches every corner of the rules, which is what it is for.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.botkit import (
    CHOOSE_BLOCK,
    DISCARD,
    DRAW,
    N_KINDS,
    N_SEGMENTS,
    NO_KIND,
    below,
    bot,
    can_draw_joined,
    choose_block,
    continuations,
    discard,
    draw_joined,
    draw_single,
    first_sides,
    has_continuation,
    hot_helper,
    is_drawn,
    is_fallback,
    nth_member,
    open_blocks,
    popcount,
)


@hot_helper
def some_member(own, word_0, word_1):
    """One of the segments of a set."""
    in_first = popcount(word_0)
    n = below(own.stream, in_first + popcount(word_1))
    return nth_member(word_0, n) if n < in_first else nth_member(word_1, n - in_first) + 64


@hot_helper
def some_block(board, public, own):
    blocks = open_blocks(board, public, own.seat)
    block = nth_member(blocks, below(own.stream, popcount(blocks)))
    kind = below(own.stream, N_KINDS) if is_fallback(board, public, own.seat) else NO_KIND
    return choose_block(block, kind)


@hot_helper
def some_single(map_, own):
    while True:  # far more roads are free than drawn
        segment = below(own.stream, N_SEGMENTS)
        if not is_drawn(map_, segment):
            return draw_single(segment)


@hot_helper
def some_joined(board, map_, own, block):
    """A first connection that can be gone on from, and how it goes on."""
    while True:
        first = some_member(own, first_sides(board, map_, block, 0), first_sides(board, map_, block, 1))
        if has_continuation(board, map_, first):
            second = some_member(own, continuations(board, map_, first, 0), continuations(board, map_, first, 1))
            return draw_joined(first, second)


@bot()
def random(board, public, own):
    """Every choice uniform: which card, which block, one connection or two, and where."""
    map_ = public.maps[own.seat]
    if public.question == DISCARD:
        return discard(below(own.stream, public.n_open))
    if public.question == CHOOSE_BLOCK:
        return some_block(board, public, own)
    if public.question == DRAW and public.fallback == 0 and can_draw_joined(board, map_, public.block):
        if below(own.stream, np.int64(2)) == 0:
            return some_joined(board, map_, own, public.block)
    return some_single(map_, own)
