"""Every legal decision, listed, and the tickets that a decision would keep."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel import candidates
from ttrsim.games.trains.kernel.legal import keepable, list_claims_of, list_legal, too_many_long
from ttrsim.games.trains.kernel.limits import (
    MAX_CITIES,
    MAX_LENGTH,
    MAX_MARKET,
    MAX_ROUTES,
    MAX_SET_ROUTES,
    MAX_STATIONS,
)
from ttrsim.games.trains.kernel.records import N_COLOURS
from ttrsim.machine.bits import NOTHING, is_in, lowest, with_member, without_lowest
from ttrsim.machine.jit import inner

CLAIMS_OF_A_ROUTE = int(N_COLOURS) * MAX_LENGTH + 1
WITH_SETS = int(N_COLOURS) * MAX_LENGTH * (MAX_LENGTH - 1) // 2 + MAX_LENGTH  # any number of wilds and of sets
# Every route and every station paid in every way, every card, and tickets; offers and tunnels have fewer decisions.
MAX_DECISIONS = (
    MAX_ROUTES * CLAIMS_OF_A_ROUTE
    + MAX_SET_ROUTES * WITH_SETS
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
def list_candidates(board, public, own, out):
    """Writes the decisions worth comparing to an array of MAX_DECISIONS places; returns how many. There is one."""
    if len(out) < MAX_DECISIONS:
        raise IndexError("list_candidates needs an array of MAX_DECISIONS places")
    return candidates.list_candidates(board, public, own, out)


@inner
def claims_of(board, own, route):
    """An array of the claims of a route that can be afforded, one for each way to pay that `legal_decisions` lists."""
    decisions = np.empty(CLAIMS_OF_A_ROUTE + WITH_SETS, np.int64)
    n = list_claims_of(board, own, route, decisions, np.int64(0))
    return decisions[:n]


@inner
def offered_tickets(own, places):
    """The tickets at these places of the offer, as the two words of a set."""
    tickets_0 = tickets_1 = NOTHING
    for place in range(own.n_offer):
        if (places >> place) & 1 == 1:
            tickets_0, tickets_1 = with_member(tickets_0, tickets_1, own.offer[place])
    return tickets_0, tickets_1


@inner
def most_keepable(board, public, own):
    """The largest set of places that may be kept: all, or on boards with X1 without the cheapest long tickets."""
    places = keepable(own)
    while too_many_long(board, public, own, places) > 0:
        worst = np.int64(-1)
        for place in range(own.n_offer):
            is_free = (places & ~own.must_keep) >> place & 1 == 1 and is_in(board.long_tickets, own.offer[place])
            if is_free and (worst < 0 or board.ticket_points[own.offer[place]] < board.ticket_points[own.offer[worst]]):
                worst = np.int64(place)
        places &= ~(np.int64(1) << worst)
    return places


@inner
def dearest_ticket(board, tickets):
    """The ticket with most points of a set that is not empty, the first of several."""
    best, most = np.int64(0), np.int64(-1)
    for word in range(2):
        left = tickets[word]
        while left != 0:
            ticket = lowest(left) + 64 * word
            left = without_lowest(left)
            if board.ticket_points[ticket] > most:
                best, most = ticket, np.int64(board.ticket_points[ticket])
    return best
