"""Guesses which tickets others hold, by the routes they have built.

`imagine` deals the tickets of others as if they had kept and built without looking. A ticket whose cities a player has
come nearer to is more likely than that. GUESSES holds a weight for every seat and ticket, and `exchange_tickets` turns
an imagined state into one in which each way to deal the unseen tickets is as likely as the product of its weights.
docs/decisions/guessed-tickets.md says how good the weights are.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import NOTHING, bit, lowest, without_lowest
from ttrsim.compiled.jit import inner
from ttrsim.compiled.rng import uniform
from ttrsim.compiled.stack import record_on_stack
from ttrsim.games.trains.botkit.paths import FARTHEST, NO_CITY, PATHS, are_joined, lay_out, search
from ttrsim.games.trains.kernel.imagine import seen_tickets, take_ticket
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import MAX_SEATS

STRENGTH = 3.0  # a ticket that is completed is e³ times as likely as one whose cities are as far apart as ever
EXCHANGES = 4  # for each ticket of others, after which it no longer shows how they were dealt
NOBODY = np.int64(-1)

GUESSES = np.dtype(
    [
        ("weight", np.float64, (MAX_SEATS, MAX_TICKETS)),  # [seat, ticket]
        ("odds", np.float64, MAX_TICKETS),  # of an exchange
    ],
    align=True,
)
LAYOUT = np.dtype([("paths", PATHS), ("at_first", np.float64, MAX_TICKETS)], align=True)


# ---- weights -------------------------------------------------------------------------------------


@inner
def trains_between(board, paths, ticket):
    """Trains that a ticket still needs; more than FARTHEST if its cities are cut off."""
    a, b = np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket])
    if are_joined(paths, a, b):
        return np.int64(0)
    if search(board, paths, a, paths.network[b], FARTHEST) == NO_CITY:
        return FARTHEST + 1
    return np.int64(paths.distance[b])


@inner
def guess_tickets(board, public, own, guesses):
    """Weighs every ticket for every other seat: by the part of its way that the routes of the seat make up."""
    layout = record_on_stack(LAYOUT)
    paths, at_first = layout.paths, layout.at_first
    lay_out(board, paths, NOTHING, NOTHING, board.all_routes[0], board.all_routes[1])
    for ticket in range(board.n_tickets):
        at_first[ticket] = max(np.int64(1), trains_between(board, paths, np.int64(ticket)))
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        owned, open_to = public.owned[seat], public.open_to[seat]
        lay_out(board, paths, owned[0], owned[1], open_to[0], open_to[1])
        for ticket in range(board.n_tickets):
            done = 1.0 - trains_between(board, paths, np.int64(ticket)) / at_first[ticket]
            guesses.weight[seat, ticket] = np.exp(STRENGTH * max(0.0, done))


# ---- exchanging ----------------------------------------------------------------------------------


@inner
def holder_of(public, own, state, ticket):
    """The other seat that holds a ticket in an imagined state, or NOBODY."""
    for seat in range(public.n_seats):
        if seat != own.seat and state.seats[seat].tickets & bit(ticket) != 0:
            return np.int64(seat)
    return NOBODY


@inner
def put_in_pile(public, state, ticket, other):
    """Where a ticket lies in the pile, another one lies now; a ticket outside of the game stays there."""
    for n_above in range(public.ticket_pile_size):
        place = (public.ticket_top + n_above) & (MAX_TICKETS - 1)
        if state.hidden.ticket_pile[place] == ticket:
            state.hidden.ticket_pile[place] = other
            return


@inner
def exchange(board, public, own, state, seat, ticket, unseen, guesses, stream):
    """Puts one of the unseen tickets of its kind in the place of a ticket of a seat, by the weights of both places."""
    odds, total = guesses.odds, 0.0
    candidates = unseen & ~state.seats[seat].tickets | bit(ticket)
    rest = candidates
    while rest != 0:
        other = lowest(rest)
        rest = without_lowest(rest)
        odds[other] = guesses.weight[seat, other]
        holder = holder_of(public, own, state, other)
        if holder != NOBODY and other != ticket:
            odds[other] *= guesses.weight[holder, ticket] / guesses.weight[holder, other]
        total += odds[other]
    mark, chosen = uniform(stream) * total, ticket
    while candidates != 0:
        chosen = lowest(candidates)
        candidates = without_lowest(candidates)
        mark -= odds[chosen]
        if mark < 0.0:
            break
    if chosen == ticket:
        return
    holder = holder_of(public, own, state, chosen)
    state.seats[seat].tickets ^= bit(ticket) | bit(chosen)
    if holder != NOBODY:
        state.seats[holder].tickets ^= bit(ticket) | bit(chosen)
    else:
        put_in_pile(public, state, chosen, ticket)


@inner
def exchange_tickets(board, public, own, guesses, stream, state):
    """Exchanges the unseen tickets of an imagined state, long ones for long ones, by how likely their holders are."""
    if public.turn == 0:
        return  # S3: nobody has kept any
    everything = ~NOTHING if board.n_tickets == MAX_TICKETS else bit(board.n_tickets) - np.uint64(1)
    unseen = everything & ~seen_tickets(public, own)
    for _ in range(EXCHANGES):
        for seat in range(public.n_seats):
            if seat == own.seat:
                continue
            for _ in range(public.n_tickets[seat]):
                ticket = take_ticket(state.seats[seat].tickets, stream)  # any of them: an order would distort the odds
                is_long = board.long_tickets & bit(ticket) != 0
                alike = unseen & (board.long_tickets if is_long else ~board.long_tickets)
                exchange(board, public, own, state, np.int64(seat), ticket, alike, guesses, stream)
