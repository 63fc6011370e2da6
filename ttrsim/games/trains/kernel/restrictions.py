"""Restricted play (R1–R8): puts seats under restrictions, and says what they mean for an offer of tickets.

What they leave legal is in `legal.py`. Whoever plays single games, such as an experiment, calls `impose` between
`set_up` and the first question.
"""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import bit, popcount
from ttrsim.compiled.jit import inlined, inner

# ---- offers of tickets ---------------------------------------------------------------------------


@inner
def places_of(own, tickets):
    """The places of the offer whose tickets are in a set."""
    places = np.int64(0)
    for place in range(own.n_offer):
        if tickets & bit(own.offer[place]) != 0:
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
def mark_offer(board, own, keep, refuse, minimum):
    """R1, R2: which places of the offer have to be kept, and which refused as far as the minimum allows."""
    own.must_keep = places_of(own, keep)
    own.must_refuse = places_of(own, refuse) & ~own.must_keep
    most_refused = max(np.int64(0), own.n_offer - minimum)
    while popcount(np.uint64(own.must_refuse)) > most_refused:
        own.must_refuse &= ~fewest_points(board, own, own.must_refuse)


@inlined
def mark_later_offer(board, own):
    """An offer after the set-up."""
    keep, refuse = own.restriction.keep_later, own.restriction.refuse_later
    if keep | refuse != 0:
        mark_offer(board, own, keep, refuse, board.rules.offer_keep)


# ---- seats ---------------------------------------------------------------------------------------


@inlined
def lift(own):
    """No restriction."""
    restriction = own.restriction
    own.must_keep = own.must_refuse = restriction.barred = 0
    restriction.keep = restriction.refuse = restriction.keep_later = restriction.refuse_later = 0
    restriction.closed[0] = restriction.closed[1] = 0


@inner
def restricts(restriction):
    """Whether there is anything in it."""
    tickets = restriction.keep | restriction.refuse | restriction.keep_later | restriction.refuse_later
    return tickets | restriction.closed[0] | restriction.closed[1] != 0 or restriction.barred != 0


@inner
def impose(board, state, seat, restriction):
    """Puts a seat under a restriction, in the set-up."""
    own, open_to = state.seats[seat], state.public.open_to[seat]
    own.restriction = restriction
    open_to[0] &= ~restriction.closed[0]
    open_to[1] &= ~restriction.closed[1]
    mark_offer(board, own, restriction.keep, restriction.refuse, board.rules.setup_keep)


@inner
def restrict(board, state, seating):
    """Puts each seat under its restriction of the seating."""
    for seat in range(state.public.n_seats):
        restriction = seating.restrictions[seat]
        if restricts(restriction):
            impose(board, state, np.int64(seat), restriction)
