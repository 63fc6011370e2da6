"""The state checker of the checked build: what must hold after every decision.

Each check has a number; a violation ends the game with FAULT_STATE and that number.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.records import BARRED_STATIONS, EMPTY, N_CARDS, NO_OWNER, NO_ROUTE, PAY_TUNNEL, WILD
from ttrsim.games.trains.kernel.tickets import pile_place
from ttrsim.machine.bits import NOTHING, bit, popcount, popcount_of_two, with_member
from ttrsim.machine.jit import inner
from ttrsim.machine.table import ALL_WELL

CHECKS = {
    1: "cards of a kind are not conserved",
    2: "a count of cards is negative or does not add up",
    3: "a route's owner and the seats' routes disagree",
    4: "one player owns both halves of a double route, or both are taken where the second is closed",
    5: "a claimed or closed route is still open to somebody, or a free one is closed for no reason",
    6: "trains are not conserved",
    7: "stations are not conserved, or two stand in one city",
    8: "a ticket is in two places, or lost",
    9: "the market has an empty slot although a card could be had, or should have been flushed",
    10: "a seat has done what it is barred from",
}


@inner
def cards_of_kind(state, card):
    """Where the cards of one kind are, all places together."""
    public = state.public
    n = state.hidden.pile[card] + public.discards[card]
    for slot in range(len(public.market)):
        n += np.int64(public.market[slot] == card)
    for seat in range(public.n_seats):
        n += state.seats[seat].hand[card]
    return n


@inner
def laid_out(board, public, card):
    """T1: cards on the table while a tunnel is decided."""
    if public.tunnel_route == NO_ROUTE:
        return np.int64(0)
    if card == WILD:
        return public.tunnel_wilds
    length = np.int64(board.length[public.tunnel_route])
    return length - public.tunnel_wilds if card == public.tunnel_colour else np.int64(0)


@inner
def check_cards(board, state):
    public = state.public
    pile, discards = np.int64(0), np.int64(0)
    for card in range(N_CARDS):
        if cards_of_kind(state, card) + laid_out(board, public, card) != board.rules.deck[card]:
            return np.int64(1)
        if state.hidden.pile[card] < 0 or public.discards[card] < 0:
            return np.int64(2)
        pile += state.hidden.pile[card]
        discards += public.discards[card]
    if pile != public.pile_size or discards != public.n_discards:
        return np.int64(2)
    for seat in range(public.n_seats):
        held = np.int64(0)
        for card in range(N_CARDS):
            in_hand = state.seats[seat].hand[card]
            held += in_hand
            if in_hand < 0 or public.known[seat, card] > in_hand or public.known[seat, card] < 0:
                return np.int64(2)
        if held != public.hand_size[seat]:
            return np.int64(2)
    return ALL_WELL


@inner
def check_market(board, state):
    public = state.public
    face_up, wilds = np.int64(0), np.int64(0)
    for slot in range(len(public.market)):
        face_up += np.int64(public.market[slot] != EMPTY)
        wilds += np.int64(public.market[slot] == WILD)
    if face_up != public.n_market or wilds != public.market_wilds:
        return np.int64(2)
    if public.question == PAY_TUNNEL:
        return ALL_WELL  # the turned cards have just become discards; the market is made whole after the tunnel
    if face_up < board.rules.market and public.pile_size + public.n_discards > 0:
        return np.int64(9)
    coloured = public.pile_size - state.hidden.pile[WILD] + public.n_discards - public.discards[WILD] + face_up - wilds
    if wilds >= board.rules.flush_wilds and coloured >= board.rules.settling_colours:
        return np.int64(9)
    return ALL_WELL


@inner
def owner_of_sibling(board, public, route):
    sibling = np.int64(board.sibling[route])
    return NO_OWNER if sibling == NO_ROUTE else np.int64(public.owner[sibling])


@inner
def are_doubles_closed(board, public):
    return public.n_seats <= board.rules.doubles_closed_up_to


@inner
def is_taken(board, public, seat, route):
    """C1, C2: whether a route or its other half was claimed, so that this seat cannot claim it any more."""
    sibling_owner = owner_of_sibling(board, public, route)
    if public.owner[route] != NO_OWNER or sibling_owner == seat:
        return True
    return sibling_owner != NO_OWNER and are_doubles_closed(board, public)


@inner
def check_route(board, state, route):
    public = state.public
    owner, sibling_owner = np.int64(public.owner[route]), owner_of_sibling(board, public, route)
    if owner != NO_OWNER and sibling_owner != NO_OWNER:
        if owner == sibling_owner or are_doubles_closed(board, public):
            return np.int64(4)
    for seat in range(public.n_seats):
        if (public.owned[seat, route >> 6] & bit(route) != 0) != (owner == seat):
            return np.int64(3)
        closed = is_taken(board, public, seat, route)
        closed = closed or state.seats[seat].restriction.closed[route >> 6] & bit(route) != 0  # R3
        if (public.open_to[seat, route >> 6] & bit(route) != 0) == closed:
            return np.int64(5)
    return ALL_WELL


@inner
def check_pieces(board, state):
    public = state.public
    taken = np.uint64(0)
    for seat in range(public.n_seats):
        on_board, points = np.int64(0), np.int64(0)
        for route in range(board.n_routes):
            if public.owner[route] == seat:
                on_board += board.length[route]
                points += board.points[route]
        if on_board + public.trains[seat] != board.rules.trains or points != public.route_points[seat]:
            return np.int64(6)
        if public.trains[seat] < 0:
            return np.int64(6)
        stations = public.station_cities[seat]
        if popcount(stations) + public.stations_left[seat] != board.rules.stations or stations & taken != 0:
            return np.int64(7)
        taken |= stations
    return ALL_WELL


@inner
def check_tickets(board, state):
    public, hidden = state.public, state.hidden
    seen_0 = seen_1 = NOTHING
    n_seen = np.int64(0)
    for seat in range(public.n_seats):
        own = state.seats[seat]
        if popcount_of_two(own.tickets) != public.n_tickets[seat]:
            return np.int64(8)
        n_seen += public.n_tickets[seat] + own.n_offer
        seen_0, seen_1 = seen_0 | own.tickets[0], seen_1 | own.tickets[1]
        for place in range(own.n_offer):
            seen_0, seen_1 = with_member(seen_0, seen_1, own.offer[place])
    for place in range(public.ticket_pile_size):
        seen_0, seen_1 = with_member(seen_0, seen_1, np.int64(hidden.ticket_pile[pile_place(public, np.int64(place))]))
    n_seen += public.ticket_pile_size
    if popcount(seen_0) + popcount(seen_1) != n_seen:
        return np.int64(8)
    has_long = board.long_tickets[0] | board.long_tickets[1] != 0
    may_leave = board.rules.setup_refused_leave + board.rules.offer_refused_leave > 0 or has_long  # S2, S3
    return ALL_WELL if n_seen == board.n_tickets or may_leave else np.int64(8)


@inner
def check_restrictions(state):
    """R3, R4: no closed route is claimed, no barred station built. What was drawn and kept shows in the log alone."""
    public = state.public
    for seat in range(public.n_seats):
        owned, restriction = public.owned[seat], state.seats[seat].restriction
        if (owned[0] & restriction.closed[0]) | (owned[1] & restriction.closed[1]) != 0:
            return np.int64(10)
        if restriction.barred & BARRED_STATIONS != 0 and public.station_cities[seat] != 0:
            return np.int64(10)
    return ALL_WELL


@inner
def check_state(board, state):
    """The number of the first violated check, or ALL_WELL."""
    violation = check_cards(board, state)
    if violation == ALL_WELL:
        violation = check_market(board, state)
    if violation == ALL_WELL:
        violation = check_pieces(board, state)
    if violation == ALL_WELL:
        violation = check_tickets(board, state)
    if violation == ALL_WELL:
        violation = check_restrictions(state)
    for route in range(board.n_routes):
        if violation == ALL_WELL:
            violation = check_route(board, state, route)
    return violation
