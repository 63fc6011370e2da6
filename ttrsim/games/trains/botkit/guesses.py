"""Guesses which tickets others hold, by the routes they have built.

`imagine` deals the tickets of others as if they had kept and built without looking. If the routes of a player bring the
cities of a ticket closer together, the player is more likely to hold it. GUESSES holds a weight for every seat and
ticket. `exchange_tickets` changes an imagined state so that the probability of each deal of the unseen tickets is
proportional to the product of its weights.
docs/decisions/guessed-tickets.md says how good the weights are.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit.paths import FARTHEST, NO_CITY, PATHS, is_completed, lay_out, search_from
from ttrsim.games.trains.kernel.imagine import any_ticket, seen_tickets
from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import MAX_SEATS
from ttrsim.machine.bits import NOTHING, bit, first_members, is_in, lowest, without_lowest
from ttrsim.machine.jit import inner
from ttrsim.machine.rng import uniform
from ttrsim.machine.stack import record_on_stack

STRENGTH = 3.0  # a ticket that is completed is e³ times as likely as one whose cities are as far apart as ever
EXCHANGES = 4  # exchanges for each ticket of others: enough to forget how they were dealt
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
    """Trains that a ticket still needs, to its nearest end; more than FARTHEST if its cities are cut off."""
    if is_completed(board, paths, ticket):
        return np.int64(0)
    goal = search_from(board, paths, board.ticket_starts[ticket], board.ticket_goals[ticket], FARTHEST)
    return np.int64(paths.distance[goal]) if goal != NO_CITY else FARTHEST + 1


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
        if seat != own.seat and is_in(state.seats[seat].tickets, ticket):
            return np.int64(seat)
    return NOBODY


@inner
def put_in_pile(public, state, ticket, other):
    """Replaces a ticket in the pile by another one. A ticket outside of the game stays there."""
    for n_above in range(public.ticket_pile_size):
        place = (public.ticket_top + n_above) & (MAX_TICKETS - 1)
        if state.hidden.ticket_pile[place] == ticket:
            state.hidden.ticket_pile[place] = other
            return


@inner
def candidates_for(state, seat, ticket, unseen, word):
    """One word of the set of tickets that a seat could hold instead of a ticket, including that ticket itself."""
    candidates = unseen[word] & ~state.seats[seat].tickets[word]
    return candidates | bit(ticket) if ticket >> 6 == word else candidates


@inner
def weigh_candidates(public, own, state, seat, ticket, unseen, guesses):
    """Fills in the odds of an exchange; returns their sum."""
    odds, total = guesses.odds, 0.0
    for word in range(2):
        rest = candidates_for(state, seat, ticket, unseen, np.int64(word))
        while rest != 0:
            other = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            odds[other] = guesses.weight[seat, other]
            holder = holder_of(public, own, state, other)
            if holder != NOBODY and other != ticket:
                odds[other] *= guesses.weight[holder, ticket] / guesses.weight[holder, other]
            total += odds[other]
    return total


@inner
def choose_candidate(state, seat, ticket, unseen, odds, mark):
    """The first ticket at which the sum of the odds exceeds a mark."""
    chosen = ticket
    for word in range(2):
        rest = candidates_for(state, seat, ticket, unseen, np.int64(word))
        while rest != 0:
            chosen = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            mark -= odds[chosen]
            if mark < 0.0:
                return chosen
    return chosen


@inner
def swap_tickets(tickets, one, other):
    """Replaces one of two tickets in a set by the other; the set must contain exactly one of them."""
    tickets[one >> 6] ^= bit(one)
    tickets[other >> 6] ^= bit(other)


@inner
def exchange(public, own, state, seat, ticket, unseen, guesses, stream):
    """Exchanges a ticket of a seat for a random unseen ticket of its kind, by the weights of both places."""
    total = weigh_candidates(public, own, state, seat, ticket, unseen, guesses)
    chosen = choose_candidate(state, seat, ticket, unseen, guesses.odds, uniform(stream) * total)
    if chosen == ticket:
        return
    holder = holder_of(public, own, state, chosen)
    swap_tickets(state.seats[seat].tickets, ticket, chosen)
    if holder != NOBODY:
        swap_tickets(state.seats[holder].tickets, ticket, chosen)
    else:
        put_in_pile(public, state, chosen, ticket)


@inner
def exchange_tickets(board, public, own, guesses, stream, state):
    """Exchanges the unseen tickets of an imagined state, long ones for long ones, by how likely their holders are."""
    if public.turn == 0:
        return  # S3: nobody has kept any
    seen, long = seen_tickets(public, own), board.long_tickets
    unseen_0, unseen_1 = first_members(board.n_tickets) & ~seen[0], first_members(board.n_tickets - 64) & ~seen[1]
    for _ in range(EXCHANGES):
        for seat in range(public.n_seats):
            if seat == own.seat:
                continue
            for _ in range(public.n_tickets[seat]):
                ticket = any_ticket(state.seats[seat].tickets, stream)  # a fixed order would distort the odds
                alike = (unseen_0 & ~long[0], unseen_1 & ~long[1])
                if is_in(long, ticket):
                    alike = (unseen_0 & long[0], unseen_1 & long[1])
                exchange(public, own, state, np.int64(seat), ticket, alike, guesses, stream)
