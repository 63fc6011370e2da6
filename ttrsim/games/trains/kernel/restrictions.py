"""Restricted play (R1–R8): puts seats under restrictions, and says what they mean for an offer of tickets.

What they leave legal is in `legal.py`. Whoever plays single games, such as an experiment, calls `impose` between
`set_up` and the first question.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_OFFER
from ttrsim.games.trains.kernel.tickets import long_among
from ttrsim.machine.bits import NOTHING, is_in, popcount
from ttrsim.machine.jit import inlined, inner

NO_LIMIT = np.int64(MAX_OFFER)  # to long tickets in later offers

# ---- offers of tickets ---------------------------------------------------------------------------


@inner
def places_of(own, tickets):
    """The places of the offer whose tickets are in a set."""
    places = np.int64(0)
    for place in range(own.n_offer):
        if is_in(tickets, own.offer[place]):
            places |= np.int64(1) << place
    return places


@inner
def fewest_points(board, own, places):
    """The place, as a set, of the ticket with the fewest points, the first of several."""
    best = np.int64(-1)
    for place in range(own.n_offer):
        if (places >> place) & 1 == 1:
            if best < 0 or board.ticket_points[own.offer[place]] < board.ticket_points[own.offer[best]]:
                best = np.int64(place)
    return np.int64(1) << best


@inner
def most_kept(board, own, most_long):
    """How many tickets can be kept of those that need not be refused."""
    places = ((np.int64(1) << own.n_offer) - 1) & ~own.must_refuse
    return popcount(np.uint64(places)) - max(np.int64(0), long_among(board, own.offer, places) - most_long)


@inner
def mark_offer(board, own, keep, refuse, minimum, most_long):
    """R1, R2: the places of the offer that have to be kept, as far as X1 allows, and refused, as the minimum allows."""
    own.must_keep = places_of(own, keep)
    while long_among(board, own.offer, own.must_keep) > most_long:
        own.must_keep &= ~fewest_points(board, own, own.must_keep & places_of(own, board.long_tickets))
    own.must_refuse = places_of(own, refuse) & ~own.must_keep
    while most_kept(board, own, most_long) < min(minimum, own.n_offer):
        own.must_refuse &= ~fewest_points(board, own, own.must_refuse)


@inlined
def mark_later_offer(board, own):
    """An offer after the set-up."""
    keep, refuse = own.restriction.keep_later, own.restriction.refuse_later
    if keep[0] | keep[1] | refuse[0] | refuse[1] != 0:
        mark_offer(board, own, keep, refuse, board.rules.offer_keep, NO_LIMIT)


# ---- seats ---------------------------------------------------------------------------------------


@inlined
def lift(own):
    """No restriction."""
    restriction = own.restriction
    own.must_keep = own.must_refuse = restriction.barred = 0
    for word in range(2):
        restriction.keep[word] = restriction.refuse[word] = 0
        restriction.keep_later[word] = restriction.refuse_later[word] = 0
        restriction.closed[word] = 0


@inner
def restricts(restriction):
    """Whether there is anything in it."""
    some = NOTHING
    for word in range(2):
        some |= restriction.keep[word] | restriction.refuse[word]
        some |= restriction.keep_later[word] | restriction.refuse_later[word] | restriction.closed[word]
    return some != 0 or restriction.barred != 0


@inner
def impose(board, state, seat, restriction):
    """Puts a seat under a restriction, in the set-up."""
    own, open_to = state.seats[seat], state.public.open_to[seat]
    own.restriction = restriction
    open_to[0] &= ~restriction.closed[0]
    open_to[1] &= ~restriction.closed[1]
    rules = board.rules
    mark_offer(board, own, restriction.keep, restriction.refuse, rules.setup_keep, rules.setup_most_long)


@inner
def restrict(board, state, seating):
    """Puts each seat under its restriction of the seating."""
    for seat in range(state.public.n_seats):
        restriction = seating.restrictions[seat]
        if restricts(restriction):
            impose(board, state, np.int64(seat), restriction)
