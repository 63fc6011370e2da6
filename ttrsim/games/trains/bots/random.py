"""`random`: every choice uniform: the kind of action, then where, then how it is paid.

It plays badly and reaches every corner of the rules, which is what it is for.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import (
    CHOOSE_ACTION,
    FROM_PILE,
    GRAY,
    KEEP_TICKETS,
    SECOND_CARD,
    below,
    bot,
    build_station,
    can_build_station,
    can_draw,
    can_draw_tickets,
    can_pay_extra,
    cities_without_station,
    claim,
    claimable,
    count_payments,
    decline,
    draw,
    draw_tickets,
    hot_helper,
    keep,
    may_keep,
    may_take,
    nth_member,
    nth_payment,
    pay,
    popcount,
    station_cost,
)

NO_WILDS = np.int64(0)


@hot_helper
def some_card(board, public, own):
    while True:  # at least one card can be taken, or we would not be asked
        slot = below(own.stream, board.rules.market + 1)
        if slot == board.rules.market:
            slot = FROM_PILE
        if may_take(public, slot):
            return draw(slot)


@hot_helper
def some_claim(board, own, routes_0, routes_1):
    in_first = popcount(routes_0)
    n = below(own.stream, in_first + popcount(routes_1))
    route = nth_member(routes_0, n) if n < in_first else nth_member(routes_1, n - in_first) + 64
    length, colour = np.int64(board.length[route]), np.int64(board.colour[route])
    wilds = np.int64(board.wilds[route])
    way = below(own.stream, count_payments(own, length, colour, wilds))
    paid_colour, paid_wilds = nth_payment(own, length, colour, wilds, way)
    return claim(route, paid_colour, paid_wilds)


@hot_helper
def some_station(board, public, own):
    cities = cities_without_station(board, public)
    city = nth_member(cities, below(own.stream, popcount(cities)))
    cost = station_cost(board, public, own.seat)
    way = below(own.stream, count_payments(own, cost, GRAY, NO_WILDS))
    colour, wilds = nth_payment(own, cost, GRAY, NO_WILDS, way)
    return build_station(city, colour, wilds)


@hot_helper
def some_action(board, public, own):
    routes_0, routes_1 = claimable(board, public, own)
    may_draw = np.int64(can_draw(public))
    may_claim = np.int64(routes_0 | routes_1 != 0)
    may_build = np.int64(can_build_station(board, public, own))
    may_ask = np.int64(can_draw_tickets(public))
    kind = below(own.stream, may_draw + may_claim + may_build + may_ask)
    if kind < may_draw:
        return some_card(board, public, own)
    kind -= may_draw
    if kind < may_claim:
        return some_claim(board, own, routes_0, routes_1)
    kind -= may_claim
    if kind < may_build:
        return some_station(board, public, own)
    return draw_tickets()


@hot_helper
def some_tickets(board, public, own):
    while True:
        places = below(own.stream, 1 << own.n_offer)
        if may_keep(board, public, own, places):
            return keep(places)


@hot_helper
def some_tunnel_payment(public, own):
    """Any payable split of the extra cards, or to decline."""
    while True:
        wilds = below(own.stream, public.tunnel_extra + 2) - 1
        if wilds < 0:
            return decline()
        if can_pay_extra(public, own, wilds):
            return pay(wilds)


@bot()
def random(board, public, own):
    """Every choice uniform: the kind of action, then where, then how it is paid."""
    if public.question == CHOOSE_ACTION:
        return some_action(board, public, own)
    if public.question == SECOND_CARD:
        return some_card(board, public, own)
    if public.question == KEEP_TICKETS:
        return some_tickets(board, public, own)
    return some_tunnel_payment(public, own)
