"""What a seat can know of the cards it does not see."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.imagine import unseen
from ttrsim.games.trains.kernel.records import N_CARDS
from ttrsim.machine.jit import inner


@inner
def chance_from_pile(board, public, own, card):
    """The probability that the next card of the pile is of a kind, by what this seat knows."""
    if public.pile_size == 0:  # the discards are shuffled first (M4)
        return public.discards[card] / max(public.n_discards, 1)
    n = np.int64(0)
    for kind in range(N_CARDS):
        n += unseen(board, public, own, kind)
    return unseen(board, public, own, card) / max(n, 1)
