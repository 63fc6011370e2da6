"""What a seat can know of the cards it does not see."""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.jit import inner
from ttrsim.games.trains.kernel.checker import laid_out
from ttrsim.games.trains.kernel.records import N_CARDS


@inner
def known_of_others(public, own, card):
    """Cards of a kind that others certainly hold: they were seen to take them, and not to pay them."""
    n = np.int64(0)
    for seat in range(public.n_seats):
        if seat != own.seat:
            n += np.int64(public.known[seat, card])
    return n


@inner
def unseen(board, public, own, card):
    """Cards of a kind whose place nobody can tell: in the pile, or drawn blindly by another seat."""
    n = board.rules.deck[card] - own.hand[card] - public.discards[card] - laid_out(board, public, card)
    for slot in range(len(public.market)):
        n -= np.int64(public.market[slot] == card)
    return n - known_of_others(public, own, card)


@inner
def chance_from_pile(board, public, own, card):
    """How likely the next card of the pile is of a kind, for all this seat can know."""
    if public.pile_size == 0:  # the discards are shuffled first (M4)
        return public.discards[card] / max(public.n_discards, 1)
    n = np.int64(0)
    for kind in range(N_CARDS):
        n += unseen(board, public, own, kind)
    return unseen(board, public, own, card) / max(n, 1)
