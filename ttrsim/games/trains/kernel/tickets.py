"""The ticket pile and offers of tickets (S2, S3, K1, K2)."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.log import OFFERED
from ttrsim.machine.bits import bit, is_in, popcount_of_two
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.log import emit
from ttrsim.machine.rng import below

RING = np.int64(MAX_TICKETS - 1)  # the ticket pile is a ring of MAX_TICKETS places


@inner
def shuffle_tickets(state, first, n):
    """Shuffles n places of the ticket pile from `first` on."""
    pile, stream = state.hidden.ticket_pile, state.hidden.ticket_stream
    for last in range(n - 1, 0, -1):
        other = below(stream, last + 1)
        pile[first + last], pile[first + other] = pile[first + other], pile[first + last]


@inner
def lay_out_tickets(board, state):
    """S2: long tickets first, then the short ones, each part shuffled by itself. Returns the number of long ones."""
    hidden = state.hidden
    n_long = popcount_of_two(board.long_tickets)
    next_long, next_short = np.int64(0), n_long
    for ticket in range(board.n_tickets):
        if is_in(board.long_tickets, ticket):
            hidden.ticket_pile[next_long] = ticket
            next_long += 1
        else:
            hidden.ticket_pile[next_short] = ticket
            next_short += 1
    shuffle_tickets(state, np.int64(0), n_long)
    shuffle_tickets(state, n_long, board.n_tickets - n_long)
    return n_long


@inlined
def pile_place(public, n_above):
    """Where the ticket lies that has `n_above` others above it."""
    return (public.ticket_top + n_above) & RING


@inner
def top_ticket(state):
    public = state.public
    ticket = np.int64(state.hidden.ticket_pile[public.ticket_top])
    public.ticket_top = pile_place(public, np.int64(1))
    public.ticket_pile_size -= 1
    return ticket


@inner
def put_under(state, own, ticket):
    """The seat that refused the ticket goes on knowing where it lies."""
    public = state.public
    place = pile_place(public, public.ticket_pile_size)
    state.hidden.ticket_pile[place] = ticket
    own.in_pile[place] = ticket + 1
    public.ticket_pile_size += 1


@inner
def draw_offer(state, own, n):
    """K1: an offer after the set-up. Whoever knew that these tickets lay on top knows it no longer."""
    public = state.public
    n = min(n, public.ticket_pile_size)
    for seat in range(public.n_seats):
        for n_above in range(n):
            state.seats[seat].in_pile[pile_place(public, np.int64(n_above))] = 0
    offer_tickets(state, own, n)


@inner
def offer_tickets(state, own, n):
    """K1: so many tickets from the pile, or what is left."""
    n = min(n, state.public.ticket_pile_size)
    for _ in range(n):
        own.offer[own.n_offer] = top_ticket(state)
        own.n_offer += 1


@inner
def deal_setup_offers(board, state):
    """S2: every seat's offer is dealt before anybody chooses."""
    rules, public, hidden = board.rules, state.public, state.hidden
    n_long = lay_out_tickets(board, state)
    for seat in range(public.n_seats):
        own = state.seats[seat]
        for place in range(rules.setup_offer_long):
            own.offer[place] = hidden.ticket_pile[seat * rules.setup_offer_long + place]
        own.n_offer = rules.setup_offer_long
    public.ticket_top = n_long  # the long tickets that were not dealt leave the game
    public.ticket_pile_size = board.n_tickets - n_long
    for seat in range(public.n_seats):
        offer_tickets(state, state.seats[seat], rules.setup_offer)


@inner
def long_among(board, offer, places):
    """How many long tickets lie at these places of an offer."""
    n = np.int64(0)
    for place in range(len(offer)):
        if (places >> place) & 1 == 1:
            n += np.int64(is_in(board.long_tickets, offer[place]))
    return n


@inlined
def settle_offer(state, log, seat, kept_places, refused_leave):
    """K1, S3: kept tickets join the seat's own, refused ones leave the game or go under the pile."""
    own, public = state.seats[seat], state.public
    for place in range(own.n_offer):
        ticket = own.offer[place]
        kept = (kept_places >> place) & 1
        emit(log, OFFERED, public, seat, ticket, kept, own.n_offer - 1 - place)
        if kept == 1:
            own.tickets[ticket >> 6] |= bit(ticket)
            public.n_tickets[seat] += 1
        elif refused_leave == 0:
            put_under(state, own, ticket)
        else:
            own.left[ticket >> 6] |= bit(ticket)
    own.n_offer = own.must_keep = own.must_refuse = 0
