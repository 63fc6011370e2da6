"""What a seat may do: the legal decisions.

`is_legal` guards the engine, `list_legal` enumerates; tests hold one against the other.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.decisions import (
    DECISION_BITS,
    DO_JOINED,
    DO_SINGLE,
    choose_block,
    discard,
    draw_joined,
    draw_single,
    first_of,
    kind_of,
    second_of,
)
from ttrsim.games.explore.kernel.records import (
    CHOOSE_BLOCK,
    DISCARD,
    DRAW,
    EXTRA,
    N_BLOCKS,
    N_KINDS,
    N_SEGMENTS,
    NO_KIND,
)
from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inner

# ---- blocks (§4.2) -------------------------------------------------------------------------------


@inner
def offered_blocks(board, one, other, occupied):
    """The empty blocks that two action cards offer."""
    return board.offers[board.number[one], board.number[other]] & ~occupied


@inner
def is_fallback(board, public, seat):
    """Whether every block that the action cards offer is occupied on this seat's map."""
    return offered_blocks(board, public.open[0], public.open[1], public.maps[seat].occupied) == NOTHING


@inner
def open_blocks(board, public, seat):
    """The blocks that the seat may choose."""
    occupied = public.maps[seat].occupied
    offered = offered_blocks(board, public.open[0], public.open[1], occupied)
    return offered if offered != NOTHING else board.all_blocks & ~occupied


@inner
def may_choose(board, public, block, kind):
    if block >= N_BLOCKS or open_blocks(board, public, public.asked) & bit(block) == NOTHING:
        return False
    return kind < N_KINDS if is_fallback(board, public, public.asked) else kind == NO_KIND


# ---- connections (§4.4) --------------------------------------------------------------------------


@inner
def is_drawn(map_, segment):
    return map_.drawn[segment >> 6] & bit(segment) != NOTHING


@inner
def undrawn(board, map_, word):
    """§6.3: the roads without a connection, one word of them."""
    return board.all_segments[word] & ~map_.drawn[word]


@inner
def first_sides(board, map_, block, word):
    """(a): where the first of two joined connections may go, one word of the segments."""
    return board.sides[block, word] & ~map_.drawn[word]


@inner
def continuations(board, map_, first, word):
    """(a), §6.5: where the second may go on from the first, one word of the segments."""
    return board.next_to[first, word] & ~map_.drawn[word]


@inner
def has_continuation(board, map_, first):
    return continuations(board, map_, first, np.int64(0)) | continuations(board, map_, first, np.int64(1)) != NOTHING


@inner
def may_draw_joined(board, public, map_, first, second):
    if public.fallback == 1 or first >= N_SEGMENTS or second >= N_SEGMENTS or is_drawn(map_, first):
        return False
    if board.sides[public.block, first >> 6] & bit(first) == NOTHING:
        return False
    return continuations(board, map_, first, second >> 6) & bit(second) != NOTHING


# ---- all decisions -------------------------------------------------------------------------------


@inner
def is_legal(board, public, own, decision):
    """Whether the number is a decision, in its one spelling, that the asked seat may make."""
    if decision < 0 or decision >> DECISION_BITS != 0:
        return False
    kind, first, second = kind_of(decision), first_of(decision), second_of(decision)
    if public.question == DISCARD:
        return decision == discard(first) and first < public.n_open
    if public.question == CHOOSE_BLOCK:
        return decision == choose_block(first, second) and may_choose(board, public, first, second)
    map_ = public.maps[public.asked]
    if kind == DO_SINGLE:
        return decision == draw_single(first) and first < N_SEGMENTS and not is_drawn(map_, first)
    if public.question != DRAW or kind != DO_JOINED:
        return False
    return may_draw_joined(board, public, map_, first, second)


@inner
def list_blocks(board, public, out):
    n = np.int64(0)
    blocks, fallback = open_blocks(board, public, public.asked), is_fallback(board, public, public.asked)
    while blocks != NOTHING:
        block = lowest(blocks)
        blocks = without_lowest(blocks)
        if fallback:
            for kind in range(N_KINDS):
                out[n] = choose_block(block, kind)
                n += 1
        else:
            out[n] = choose_block(block, NO_KIND)
            n += 1
    return n


@inner
def list_joined(board, map_, block, out, n):
    for word in range(2):
        firsts = first_sides(board, map_, block, word)
        while firsts != NOTHING:
            first = lowest(firsts) + 64 * word
            firsts = without_lowest(firsts)
            for second_word in range(2):
                seconds = continuations(board, map_, first, second_word)
                while seconds != NOTHING:
                    out[n] = draw_joined(first, lowest(seconds) + 64 * second_word)
                    seconds = without_lowest(seconds)
                    n += 1
    return n


@inner
def list_single(board, map_, out, n):
    for word in range(2):
        segments = undrawn(board, map_, word)
        while segments != NOTHING:
            out[n] = draw_single(lowest(segments) + 64 * word)
            segments = without_lowest(segments)
            n += 1
    return n


@inner
def list_legal(board, public, own, out):
    """Writes every legal decision of the asked seat to `out`; returns how many."""
    n = np.int64(0)
    map_ = public.maps[public.asked]
    if public.question == DISCARD:
        for place in range(public.n_open):
            out[n] = discard(place)
            n += 1
    elif public.question == CHOOSE_BLOCK:
        n = list_blocks(board, public, out)
    elif public.question == DRAW:
        if public.fallback == 0:
            n = list_joined(board, map_, public.block, out, n)
        n = list_single(board, map_, out, n)
    elif public.question == EXTRA:
        n = list_single(board, map_, out, n)
    return n


@inner
def list_candidates(board, public, own, out):
    """Writes the decisions worth comparing: all of them, for no two are alike."""
    return list_legal(board, public, own, out)
