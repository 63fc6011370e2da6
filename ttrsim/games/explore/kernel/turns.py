"""A game from set-up to its last round: each decision moves it on to the next question.

`set_up`, then `apply` for every decision; `public.question` says what is asked of whom. Maps never touch
each other, so the order of the players within a round does not matter (§4); they act by seat, from the
round's first player on.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.decisions import DO_JOINED, first_of, kind_of, second_of
from ttrsim.games.explore.kernel.drawing import clear_map, draw_segment, place_cards, place_one
from ttrsim.games.explore.kernel.legal import is_fallback
from ttrsim.games.explore.kernel.log import (
    AS_EXTRA,
    AS_JOINED,
    AS_SINGLE,
    CAFE,
    CHOSE,
    DISCARDED,
    DREW,
    REVEALED,
)
from ttrsim.games.explore.kernel.records import (
    CHOOSE_BLOCK,
    DISCARD,
    DRAW,
    EXTRA,
    N_ACTION,
    N_CARDS,
    NO_BLOCK,
    STREAM_BOTS,
    STREAM_CARDS,
)
from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.log import ZERO, emit
from ttrsim.machine.rng import below, open_stream
from ttrsim.machine.table import GAME_OVER

# ---- set-up --------------------------------------------------------------------------------------


@inner
def restrict(board, state, seating):
    """Nothing: Explore New York has no restrictions."""


@inner
def shuffle(hidden):
    for card in range(N_CARDS):
        hidden.pile[card] = card
    for place in range(N_CARDS - 1, 0, -1):
        other = below(hidden.card_stream, place + 1)
        card = hidden.pile[place]
        hidden.pile[place] = hidden.pile[other]
        hidden.pile[other] = card


@inner
def set_up(board, state, log, n_seats, seed, deal):
    """§4: maps empty, cards shuffled, the last ones boxed unseen; then the first round. Seat 0 is first player."""
    public, hidden = state.public, state.hidden
    open_stream(hidden.card_stream, seed, deal, STREAM_CARDS)
    shuffle(hidden)
    hidden.n_turned = 0
    public.n_seats = n_seats
    public.n_rounds = (N_CARDS - board.rules.boxed_cards[n_seats]) // board.rules.cards_per_round
    public.pile_size = public.n_rounds * board.rules.cards_per_round
    public.seen = NOTHING
    public.round = public.turn = 0
    public.action[:] = 0
    for seat in range(n_seats):
        own = state.seats[seat]
        own.seat = seat
        own.memory[:] = 0
        open_stream(own.stream, seed, deal, STREAM_BOTS + seat)
        clear_map(public.maps[seat])
    begin_round(board, state, log)


# ---- rounds and turns ----------------------------------------------------------------------------


@inner
def begin_round(board, state, log):
    """§4.1: the first player, who is the next one each round, turns up the cards."""
    public, hidden = state.public, state.hidden
    public.first = public.round % public.n_seats
    public.round += 1
    public.n_open = 0
    begin_turn(public, public.first)
    for place in range(board.rules.cards_per_round):
        card = np.int64(hidden.pile[hidden.n_turned])
        hidden.n_turned += 1
        public.pile_size -= 1
        public.seen |= bit(card)
        public.open[place] = card
        public.n_open += 1
        emit(log, REVEALED, public, public.first, card, ZERO, ZERO)
    public.question = DISCARD


@inner
def begin_turn(public, seat):
    public.turn += 1
    public.asked = seat
    public.question = CHOOSE_BLOCK
    public.block = NO_BLOCK
    public.fallback = public.extras_left = 0


@inner
def end_turn(board, state, log):
    """§4.6: the next seat, the next round, or the end."""
    public = state.public
    seat = public.asked + 1 if public.asked + 1 < public.n_seats else ZERO
    if seat != public.first:
        begin_turn(public, seat)
    elif public.round < public.n_rounds:
        begin_round(board, state, log)
    else:
        public.question = GAME_OVER


# ---- decisions -----------------------------------------------------------------------------------


@inner
def discard_card(board, public, log, place):
    """§4.1: discards until the two action cards are left."""
    emit(log, DISCARDED, public, public.asked, public.open[place], ZERO, ZERO)
    public.n_open -= 1
    for later in range(place, public.n_open):
        public.open[later] = public.open[later + 1]
    if public.n_open == N_ACTION:
        public.action[public.round - 1, 0] = public.open[0]
        public.action[public.round - 1, 1] = public.open[1]
        public.question = CHOOSE_BLOCK


@inner
def take_block(board, public, log, block, kind):
    """§4.2–3: the block gets its tourists. A `+` binds in a fallback turn too (§6.7)."""
    seat, one, other = public.asked, public.open[0], public.open[1]
    map_ = public.maps[seat]
    emit(log, CHOSE, public, seat, block, kind, ZERO)
    public.fallback = np.int64(is_fallback(board, public, seat))
    if public.fallback == 1:
        place_one(map_, block, kind)
        map_.fallbacks |= np.int64(1) << public.round
    else:
        place_cards(board, map_, block, one, other)
    map_.chosen[public.round - 1] = block
    public.block = block
    public.extras_left = board.rules.plus_connections * (np.int64(board.plus[one]) + np.int64(board.plus[other]))
    public.question = DRAW


@inner
def draw(board, public, log, segment, how):
    """§4.4–5."""
    seat = public.asked
    emit(log, DREW, public, seat, segment, how, ZERO)
    cafes = draw_segment(board, public.maps[seat], public.block, segment)
    while cafes != NOTHING:
        emit(log, CAFE, public, seat, lowest(cafes), ZERO, ZERO)
        cafes = without_lowest(cafes)


@inner
def apply(board, state, log, decision):
    """Carries out a legal decision of the asked seat and moves the game on to the next question."""
    public = state.public
    first, second = first_of(decision), second_of(decision)
    if public.question == DISCARD:
        discard_card(board, public, log, first)
        return
    if public.question == CHOOSE_BLOCK:
        take_block(board, public, log, first, second)
        return
    if public.question == EXTRA:
        draw(board, public, log, first, AS_EXTRA)
        public.extras_left -= 1
    elif kind_of(decision) == DO_JOINED:
        draw(board, public, log, first, AS_JOINED)
        draw(board, public, log, second, AS_JOINED)
    else:
        draw(board, public, log, first, AS_SINGLE)
    if public.extras_left > 0:
        public.question = EXTRA
    else:
        end_turn(board, state, log)
