"""The pile, the discards and the market (S1, M1–M5)."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.legal import cards_to_turn
from ttrsim.games.trains.kernel.log import FLUSH, FLUSHED, NOBODY, REFILL, RESHUFFLE
from ttrsim.games.trains.kernel.records import EMPTY, N_CARDS, N_COLOURS, WILD
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.log import ZERO, emit
from ttrsim.machine.rng import below

MAX_FLUSHES = np.int64(10_000)  # in a row


@inner
def reshuffle(state, log):
    """M4: the discards, shuffled, become the pile."""
    public = state.public
    emit(log, RESHUFFLE, public, NOBODY, public.n_discards, ZERO, ZERO)
    for card in range(N_CARDS):
        state.hidden.pile[card] += public.discards[card]
        public.discards[card] = 0
    public.pile_size += public.n_discards
    public.n_discards = 0
    public.reshuffles += 1


@inner
def turn_card(state, log):
    """The next card of the pile; the caller knows that there is one.

    The pile is kept as counts: drawing one of its cards at random, each time from the pile's own
    stream, gives the same sequence as a shuffled pile, whoever takes the cards.
    """
    public, hidden = state.public, state.hidden
    if public.pile_size == 0:
        reshuffle(state, log)
    place = below(hidden.card_stream, public.pile_size)
    card, up_to = np.int64(0), np.int64(0)
    for colour in range(N_COLOURS):  # no early exit: a branch nobody can predict costs more than all eight steps
        up_to += hidden.pile[colour]
        card += np.int64(place >= up_to)
    hidden.pile[card] -= 1
    public.pile_size -= 1
    return card


@inner
def discard(public, card, n):
    public.discards[card] += n
    public.n_discards += n


@inlined
def take_into_hand(state, seat, card):
    state.seats[seat].hand[card] += 1
    state.public.hand_size[seat] += 1


@inlined
def take_from_market(state, slot):
    public = state.public
    card = public.market[slot]
    public.market[slot] = EMPTY
    public.n_market -= 1
    public.market_wilds -= np.int64(card == WILD)
    return card


@inlined
def fill_slot(state, log, slot):
    """M1: an empty slot is filled from the pile, if there is a card (M4)."""
    public = state.public
    if cards_to_turn(public) == 0:
        return
    card = turn_card(state, log)
    public.market[slot] = card
    public.n_market += 1
    public.market_wilds += np.int64(card == WILD)
    emit(log, REFILL, public, NOBODY, slot, card, ZERO)


@inner
def fill_market(board, state, log):
    for slot in range(board.rules.market):
        if state.public.market[slot] == EMPTY:
            fill_slot(state, log, np.int64(slot))


@inner
def can_settle(board, state):
    """M3's guard: enough coloured cards outside the hands for a market that is not flushed again."""
    public = state.public
    coloured = public.pile_size - state.hidden.pile[WILD]
    coloured += public.n_discards - public.discards[WILD]
    coloured += public.n_market - public.market_wilds
    return coloured >= board.rules.settling_colours


@inner
def flush(board, state, log):
    """M3: all face-up cards are discarded and new ones turned."""
    public = state.public
    emit(log, FLUSH, public, NOBODY, ZERO, ZERO, ZERO)
    for slot in range(board.rules.market):
        if public.market[slot] != EMPTY:
            card = take_from_market(state, slot)
            emit(log, FLUSHED, public, NOBODY, np.int64(slot), card, ZERO)
            discard(public, card, np.int64(1))
    public.flushes += 1
    fill_market(board, state, log)


@inlined
def refill_market(board, state, log):
    """Fills every empty slot that can be filled, then flushes while M3 asks for it.

    Under house rules with hardly any coloured cards that could take for ever, so it has an end, far above any real one.
    """
    public = state.public
    if public.n_market < board.rules.market:
        fill_market(board, state, log)
    flushes_left = MAX_FLUSHES
    while public.market_wilds >= board.rules.flush_wilds and flushes_left > 0 and can_settle(board, state):
        flush(board, state, log)
        flushes_left -= 1
