"""Deals everything that a seat does not see anew, in a copy of a state that is never played on.

What the seat knows stays: all of PUBLIC, so also the cards others are known to hold, and its own record.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import bit
from ttrsim.compiled.jit import inner
from ttrsim.compiled.rng import below, next_word
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import N_CARDS

# ---- cards ---------------------------------------------------------------------------------------


@inner
def gather_cards(state, seat):
    """All cards of others that nobody saw them take, into the pile."""
    public, pile = state.public, state.hidden.pile
    for other in range(public.n_seats):
        if other == seat:
            continue
        hand = state.seats[other].hand
        for card in range(N_CARDS):
            known = np.int64(public.known[other, card])
            pile[card] += hand[card] - known
            hand[card] = known


@inner
def take_any(pile, stream):
    n = np.int64(0)
    for card in range(N_CARDS):
        n += pile[card]
    place = below(stream, n)
    card = np.int64(0)
    while place >= pile[card]:
        place -= pile[card]
        card += 1
    pile[card] -= 1
    return card


@inner
def redeal_cards(state, seat, stream):
    gather_cards(state, seat)
    for other in range(state.public.n_seats):
        if other == seat:
            continue
        hand = state.seats[other].hand
        n_known = np.int64(0)
        for card in range(N_CARDS):
            n_known += hand[card]
        for _ in range(state.public.hand_size[other] - n_known):
            hand[take_any(state.hidden.pile, stream)] += 1


# ---- tickets -------------------------------------------------------------------------------------


@inner
def exchange_tickets(board, own, names, stream):
    """Every ticket this seat does not see gets the name of another one: of a long one if it is long itself.

    So long tickets stay where long ones can be, and the counts of tickets hold.
    """
    seen = own.tickets
    for place in range(own.n_offer):
        seen |= bit(own.offer[place])
    for ticket in range(MAX_TICKETS):
        names[ticket] = ticket
    for ticket in range(board.n_tickets - 1, 0, -1):
        other = below(stream, ticket + 1)
        is_hidden = (seen & (bit(ticket) | bit(other))) == 0
        are_alike = (board.long_tickets & bit(ticket) == 0) == (board.long_tickets & bit(other) == 0)
        if is_hidden and are_alike:
            names[ticket], names[other] = names[other], names[ticket]


@inner
def rename_tickets(own, names):
    renamed = np.uint64(0)
    for ticket in range(MAX_TICKETS):
        if own.tickets & bit(ticket) != 0:
            renamed |= bit(names[ticket])
    own.tickets = renamed
    for place in range(own.n_offer):
        own.offer[place] = names[own.offer[place]]


@inner
def redeal_tickets(board, state, seat, stream):
    names = np.empty(MAX_TICKETS, np.int64)
    exchange_tickets(board, state.seats[seat], names, stream)
    for other in range(state.public.n_seats):
        if other != seat:
            rename_tickets(state.seats[other], names)
    for place in range(MAX_TICKETS):
        state.hidden.ticket_pile[place] = names[state.hidden.ticket_pile[place]]


# ---- all that is hidden --------------------------------------------------------------------------


@inner
def redeal(board, state, stream):
    seat, hidden = state.public.asked, state.hidden
    redeal_cards(state, seat, stream)
    redeal_tickets(board, state, seat, stream)
    hidden.card_stream.state, hidden.ticket_stream.state = next_word(stream), next_word(stream)
    for other in range(len(state.seats)):
        if other != seat:
            hidden.setup_kept[other] = below(stream, 1 << state.seats[other].n_offer)
