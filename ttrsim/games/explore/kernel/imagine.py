"""Imagines what no seat sees: the order of the cards to come, and which cards are in the box (§6.15)."""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.records import N_CARDS
from ttrsim.machine.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.rng import below, next_word

BELIEF = np.dtype([("nothing", np.int64)])


@inner
def shuffle_piles(board, state, stream):
    """Shuffles the cards that nobody has seen. Maps and turned-up cards are open and stay."""
    hidden, pile = state.hidden, state.hidden.pile
    for place in range(N_CARDS - 1, hidden.n_turned, -1):
        other = hidden.n_turned + below(stream, place - hidden.n_turned + 1)
        pile[place], pile[other] = pile[other], pile[place]
    hidden.card_stream.state = next_word(stream)


@inner
def believe(board, public, own, stream, belief):
    """Believes nothing: only the cards to come are hidden, and nothing tells what they are."""


@inner
def imagine(board, public, own, belief, stream, state):
    """Writes a complete state to `state`. The other seats have neither notes nor weights."""
    state.public = public
    for seat in range(len(state.seats)):
        other = state.seats[seat]
        other.seat = seat
        other.memory[:] = 0
        other.weights[:] = 0.0
        other.stream.state = next_word(stream)
    state.seats[own.seat] = own
    open_cards = NOTHING
    for place in range(public.n_open):
        open_cards |= bit(public.open[place])
    everything = (np.uint64(1) << np.uint64(N_CARDS)) - np.uint64(1)
    n = put_in_pile(state.hidden, public.seen & ~open_cards, np.int64(0))
    state.hidden.n_turned = put_in_pile(state.hidden, open_cards, n)
    put_in_pile(state.hidden, everything & ~public.seen, state.hidden.n_turned)
    shuffle_piles(board, state, stream)


@inner
def put_in_pile(hidden, cards, place):
    """Puts a set of cards into the pile from a place on; returns the place after them."""
    while cards != NOTHING:
        hidden.pile[place] = lowest(cards)
        cards = without_lowest(cards)
        place += 1
    return place


@inner
def reopen(board, state):
    """Does nothing: everybody sees all decisions."""
