"""Paying cards for routes, tunnels and stations (C1–C2, T1–T4, B1).

What may be paid is in `legal.py`; here it is done. A tunnel that costs extra cards asks a further question.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.cards import discard, turn_card
from ttrsim.games.trains.kernel.decisions import MIXED, count_of
from ttrsim.games.trains.kernel.legal import can_pay_extra, cards_to_turn, station_cost
from ttrsim.games.trains.kernel.log import (
    CLAIM,
    EXTRA,
    LOW_CARDS,
    MIXED_CARDS,
    N_LOW_BITS,
    NOBODY,
    REVEAL,
    STATION,
    TUNNEL,
    TUNNEL_END,
)
from ttrsim.games.trains.kernel.records import N_CARDS, NO_ROUTE, PAY_TUNNEL, WILD
from ttrsim.machine.bits import bit
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.log import ZERO, emit

# ---- paying --------------------------------------------------------------------------------------


@inlined
def lay_down(state, seat, card, n):
    """Cards leave a hand, seen by all."""
    public = state.public
    state.seats[seat].hand[card] -= n
    public.hand_size[seat] -= n
    public.known[seat, card] = max(public.known[seat, card] - n, 0)


@inner
def take_back(state, seat, card, n):
    public = state.public
    state.seats[seat].hand[card] += n
    public.hand_size[seat] += n
    public.known[seat, card] += n


@inlined
def pay_cards(state, seat, cost, colour, wilds):
    """C1: so many wilds and the rest in one colour, to the discards."""
    public = state.public
    lay_down(state, seat, WILD, wilds)
    discard(public, WILD, wilds)
    if wilds < cost:
        lay_down(state, seat, colour, cost - wilds)
        discard(public, colour, cost - wilds)


# ---- routes --------------------------------------------------------------------------------------


@inlined
def close_sibling(board, public, seat, route):
    """C2: the other half of a double is closed to its owner, with few players to all."""
    sibling = np.int64(board.sibling[route])
    if sibling == NO_ROUTE:
        return
    word, free = sibling >> 6, ~bit(sibling)
    if public.n_seats <= board.rules.doubles_closed_up_to:
        for other in range(public.n_seats):
            public.open_to[other, word] &= free
    else:
        public.open_to[seat, word] &= free


@inlined
def occupy(board, public, seat, route):
    """C1, E2: trains on the route, points on the track."""
    word, place = route >> 6, bit(route)
    public.owner[route] = seat
    public.owned[seat, word] |= place
    for other in range(public.n_seats):
        public.open_to[other, word] &= ~place
    close_sibling(board, public, seat, route)
    public.trains[seat] -= board.length[route]
    public.route_points[seat] += board.points[route]


@inlined
def claim_route(board, state, log, route, colour, wilds):
    public = state.public
    seat, length = public.seat, np.int64(board.length[route])
    if board.tunnel[route] == 1:
        try_tunnel(board, state, log, route, colour, wilds)
        return
    emit(log, CLAIM, public, seat, route, colour, wilds)
    pay_cards(state, seat, length, colour, wilds)
    occupy(board, public, seat, route)


@inner
def claim_by_sets(board, state, log, route, cards):
    """NC3, NC4: a route, never a tunnel (NC5), for cards of several kinds."""
    public = state.public
    seat = public.seat
    emit(log, CLAIM, public, seat, route, MIXED, count_of(cards, WILD))
    emit(log, MIXED_CARDS, public, NOBODY, cards & LOW_CARDS, cards >> N_LOW_BITS, ZERO)
    for card in range(N_CARDS):
        n = count_of(cards, card)
        lay_down(state, seat, card, n)
        discard(public, card, n)
    occupy(board, public, seat, route)


# ---- tunnels -------------------------------------------------------------------------------------


@inner
def try_tunnel(board, state, log, route, colour, wilds):
    """T1: the cards are laid out, cards are turned, and what they cost is asked for."""
    public = state.public
    seat, length = public.seat, np.int64(board.length[route])
    emit(log, TUNNEL, public, seat, route, colour, wilds)
    lay_down(state, seat, WILD, wilds)
    if wilds < length:
        lay_down(state, seat, colour, length - wilds)
    public.tunnel_route, public.tunnel_colour, public.tunnel_wilds = route, colour, wilds
    public.tunnel_extra = turn_tunnel_cards(board, state, log, colour)
    emit(log, EXTRA, public, seat, public.tunnel_extra, ZERO, ZERO)
    if public.tunnel_extra == 0:
        win_tunnel(board, state, log, ZERO)
    elif can_pay_any_extra(public, state.seats[seat]):
        public.question = PAY_TUNNEL
    else:
        give_up_tunnel(board, state, log)  # T3: unable


@inner
def turn_tunnel_cards(board, state, log, colour):
    """T1, T2, T4: turns the cards and counts those that cost an extra. They are discards afterwards."""
    public = state.public
    extra = np.int64(0)
    turned = np.int64(0)  # the turned cards, 4 bits each: they join the discards when all are turned
    n = min(board.rules.tunnel_cards, cards_to_turn(public))
    for _ in range(n):
        card = turn_card(state, log)
        emit(log, REVEAL, public, NOBODY, card, ZERO, ZERO)
        extra += np.int64(card == colour or card == WILD)
        turned = (turned << 4) | card
    for _ in range(n):
        discard(public, turned & 15, np.int64(1))
        turned >>= 4
    return extra


@inner
def can_pay_any_extra(public, own):
    for wilds in range(public.tunnel_extra + 1):
        if can_pay_extra(public, own, wilds):
            return True
    return False


@inner
def win_tunnel(board, state, log, wilds):
    """T3: the extra cards are paid, so many of them wilds, and the route is claimed."""
    public = state.public
    seat, route, colour = public.seat, public.tunnel_route, public.tunnel_colour
    emit(log, TUNNEL_END, public, seat, route, np.int64(1), wilds)
    pay_cards(state, seat, public.tunnel_extra, colour, wilds)
    length = np.int64(board.length[route])
    discard(public, WILD, public.tunnel_wilds)
    if public.tunnel_wilds < length:
        discard(public, colour, length - public.tunnel_wilds)
    occupy(board, public, seat, route)
    leave_tunnel(public)


@inner
def give_up_tunnel(board, state, log):
    """T3: the laid-out cards return to the hand."""
    public = state.public
    seat, route, colour = public.seat, public.tunnel_route, public.tunnel_colour
    emit(log, TUNNEL_END, public, seat, route, ZERO, ZERO)
    take_back(state, seat, WILD, public.tunnel_wilds)
    length = np.int64(board.length[route])
    if public.tunnel_wilds < length:
        take_back(state, seat, colour, length - public.tunnel_wilds)
    leave_tunnel(public)


@inner
def leave_tunnel(public):
    public.tunnel_route = NO_ROUTE
    public.tunnel_colour = public.tunnel_wilds = public.tunnel_extra = 0


# ---- stations ------------------------------------------------------------------------------------


@inlined
def put_station(board, state, log, city, colour, wilds):
    """B1."""
    public = state.public
    seat = public.seat
    emit(log, STATION, public, seat, city, colour, wilds)
    pay_cards(state, seat, station_cost(board, public, seat), colour, wilds)
    public.station_cities[seat] |= bit(city)
    public.stations_left[seat] -= 1
