"""The state checker of the checked build: what must hold after every decision.

Each check has a number; a violation ends the game with FAULT_STATE and that number.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.records import (
    DISCARD,
    DRAW,
    EXTRA,
    N_ACTION,
    N_BLOCKS,
    N_CARDS,
    N_KINDS,
    NO_BLOCK,
)
from ttrsim.machine.bits import NOTHING, bit, lowest, popcount, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.table import ALL_WELL

CHECKS = {
    1: "a card is in two places, or lost",
    2: "the open cards are not the ones last turned up",
    3: "connections are not counted right, or not on a road",
    4: "the blocks with tourists are not those chosen, one a round",
    5: "the cafés used are not those that connections reach",
    6: "tourists are not those of cards, fallback turns and cafés",
    7: "what is asked does not fit the turn",
}


@inner
def check_cards(board, state):
    public, hidden = state.public, state.hidden
    all_cards, turned = NOTHING, NOTHING
    for place in range(N_CARDS):
        all_cards |= bit(hidden.pile[place])
        if place < hidden.n_turned:
            turned |= bit(hidden.pile[place])
    if popcount(all_cards) != N_CARDS or turned != public.seen:
        return np.int64(1)
    if hidden.n_turned != public.round * board.rules.cards_per_round:
        return np.int64(1)
    if public.pile_size != public.n_rounds * board.rules.cards_per_round - hidden.n_turned:
        return np.int64(1)
    last = NOTHING
    for place in range(hidden.n_turned - board.rules.cards_per_round, hidden.n_turned):
        last |= bit(hidden.pile[place])
    up = NOTHING
    for place in range(public.n_open):
        up |= bit(public.open[place])
    return ALL_WELL if popcount(up) == public.n_open and up & ~last == NOTHING else np.int64(2)


@inner
def check_connections(board, map_):
    n, crossings = np.int64(0), NOTHING
    for word in range(2):
        segments = map_.drawn[word]
        n += popcount(segments)
        if segments & ~board.all_segments[word] != NOTHING:
            return np.int64(3)
        while segments != NOTHING:
            crossings |= board.ends[lowest(segments) + 64 * word]
            segments = without_lowest(segments)
    if n != map_.n_drawn:
        return np.int64(3)
    return ALL_WELL if map_.cafes == crossings & board.cafes else np.int64(5)


@inner
def check_blocks(public, map_, n_chosen):
    """Of a map on which so many blocks have been chosen."""
    chosen, occupied = NOTHING, NOTHING
    for place in range(public.n_rounds):
        if (map_.chosen[place] != NO_BLOCK) != (place < n_chosen):
            return np.int64(4)
        if place < n_chosen:
            chosen |= bit(map_.chosen[place])
    for block in range(N_BLOCKS):
        for kind in range(N_KINDS):
            if map_.tourists[block, kind] != 0:
                occupied |= bit(block)
    if chosen != occupied or occupied != map_.occupied or popcount(occupied) != n_chosen:
        return np.int64(4)
    return ALL_WELL


@inner
def check_tourists(board, public, map_, n_chosen):
    free = np.int64(0)  # tourists of the kind the player liked
    for kind in range(N_KINDS):
        n = np.int64(0)
        for block in range(N_BLOCKS):
            n += map_.tourists[block, kind]
        for place in range(n_chosen):
            if (map_.fallbacks >> (place + 1)) & 1 == 0:
                n -= board.card_tourists[public.action[place, 0], kind]
                n -= board.card_tourists[public.action[place, 1], kind]
        cafes = map_.cafes
        while cafes != NOTHING:
            n -= board.cafe_tourists[lowest(cafes), kind]
            cafes = without_lowest(cafes)
        if n < 0:
            return np.int64(6)
        free += n
    return ALL_WELL if free == popcount(np.uint64(map_.fallbacks)) else np.int64(6)


@inner
def check_question(board, public):
    is_drawing = public.question == DRAW or public.question == EXTRA
    if (public.question == DISCARD) != (public.n_open > N_ACTION) or public.n_open < N_ACTION:
        return np.int64(7)
    if is_drawing and public.block != public.maps[public.asked].chosen[public.round - 1]:
        return np.int64(7)
    if public.extras_left < 0 or public.extras_left > 2 or (public.question == EXTRA) > public.extras_left:
        return np.int64(7)
    return ALL_WELL


@inner
def blocks_chosen(public, seat):
    """How many blocks a seat has chosen: one in each round it has had a turn in."""
    since_first = (seat - public.first + public.n_seats) % public.n_seats
    asked_since = (public.asked - public.first + public.n_seats) % public.n_seats
    is_done = since_first < asked_since or (since_first == asked_since and public.block != NO_BLOCK)
    return public.round - 1 + np.int64(is_done)


@inner
def check_state(board, state):
    """The number of the first violated check, or ALL_WELL."""
    public = state.public
    violation = check_question(board, public)
    if violation == ALL_WELL:
        violation = check_cards(board, state)
    for seat in range(public.n_seats):
        map_, n_chosen = public.maps[seat], blocks_chosen(public, seat)
        if violation == ALL_WELL:
            violation = check_connections(board, map_)
        if violation == ALL_WELL:
            violation = check_blocks(public, map_, n_chosen)
        if violation == ALL_WELL:
            violation = check_tourists(board, public, map_, n_chosen)
    return violation
