"""Every legal decision, listed, and the tickets that a decision would keep."""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit
from ttrsim.compiled.jit import inner
from ttrsim.games.trains.kernel.legal import list_legal
from ttrsim.games.trains.kernel.limits import MAX_CITIES, MAX_LENGTH, MAX_MARKET, MAX_ROUTES, MAX_STATIONS
from ttrsim.games.trains.kernel.records import N_COLOURS

# Every route and every station paid in every way, every card, and tickets; offers and tunnels have fewer decisions.
MAX_DECISIONS = (
    MAX_ROUTES * (int(N_COLOURS) * MAX_LENGTH + 1)
    + MAX_CITIES * (int(N_COLOURS) * MAX_STATIONS + 1)
    + (MAX_MARKET + 1)
    + 1
)


@inner
def legal_decisions(board, public, own):
    """An array of every legal answer to the question asked."""
    decisions = np.empty(MAX_DECISIONS, np.int64)
    n = list_legal(board, public, own, decisions)
    return decisions[:n]


@inner
def offered_tickets(own, places):
    """The tickets at these places of the offer, as a set."""
    tickets = NOTHING
    for place in range(own.n_offer):
        if (places >> place) & 1 == 1:
            tickets |= bit(own.offer[place])
    return tickets
