"""Deals everything that a seat does not see anew, in a copy of a state that is never played on."""

from __future__ import annotations

from ttrsim.compiled.jit import inner
from ttrsim.compiled.rng import below, next_word
from ttrsim.games.explore.kernel.records import N_CARDS


@inner
def redeal(board, state, stream):
    """Maps and the cards turned up lie open; the cards to come and those in the box do not (§6.15)."""
    hidden, pile = state.hidden, state.hidden.pile
    for place in range(N_CARDS - 1, hidden.n_turned, -1):
        other = hidden.n_turned + below(stream, place - hidden.n_turned + 1)
        pile[place], pile[other] = pile[other], pile[place]
    hidden.card_stream.state = next_word(stream)
