"""`random`: chooses uniformly at each step: the kind of action, then the place, then the payment.

It plays badly, but exercises every rule, which is its purpose.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, hot_helper

NO_WILDS = np.int64(0)


@hot_helper
def some_card(board, public, own):
    while True:  # at least one card can be taken, or we would not be asked
        slot = kit.below(own.stream, board.rules.market + 1)
        if slot == board.rules.market:
            slot = kit.FROM_PILE
        if kit.may_take(public, slot):
            return kit.draw(slot)


@hot_helper
def some_claim(board, own, routes_0, routes_1):
    in_first = kit.popcount(routes_0)
    n = kit.below(own.stream, in_first + kit.popcount(routes_1))
    route = kit.nth_member(routes_0, n) if n < in_first else kit.nth_member(routes_1, n - in_first) + 64
    if board.any_set[route] > 0:
        claims = kit.claims_of(board, own, route)
        return claims[kit.below(own.stream, len(claims))]
    length, colour = np.int64(board.length[route]), np.int64(board.colour[route])
    wilds, most_wilds = np.int64(board.wilds[route]), np.int64(board.most_wilds[route])
    way = kit.below(own.stream, kit.count_payments(own, length, colour, wilds, most_wilds))
    paid_colour, paid_wilds = kit.nth_payment(own, length, colour, wilds, way, most_wilds)
    return kit.claim(route, paid_colour, paid_wilds)


@hot_helper
def some_station(board, public, own):
    cities = kit.cities_without_station(board, public)
    city = kit.nth_member(cities, kit.below(own.stream, kit.popcount(cities)))
    cost = kit.station_cost(board, public, own.seat)
    most_wilds = kit.station_wilds(board, public, own)
    way = kit.below(own.stream, kit.count_payments(own, cost, kit.GRAY, NO_WILDS, most_wilds))
    colour, wilds = kit.nth_payment(own, cost, kit.GRAY, NO_WILDS, way, most_wilds)
    return kit.build_station(city, colour, wilds)


@hot_helper
def some_action(board, public, own):
    routes_0, routes_1 = kit.claimable(board, public, own)
    may_draw = np.int64(kit.can_draw(public))
    may_claim = np.int64(routes_0 | routes_1 != 0)
    may_build = np.int64(kit.can_build_station(board, public, own))
    may_ask = np.int64(kit.can_draw_tickets(public))
    kind = kit.below(own.stream, may_draw + may_claim + may_build + may_ask)
    if kind < may_draw:
        return some_card(board, public, own)
    kind -= may_draw
    if kind < may_claim:
        return some_claim(board, own, routes_0, routes_1)
    kind -= may_claim
    if kind < may_build:
        return some_station(board, public, own)
    return kit.draw_tickets()


@hot_helper
def some_tickets(board, public, own):
    while True:
        places = kit.below(own.stream, 1 << own.n_offer)
        if kit.may_keep(board, public, own, places):
            return kit.keep(places)


@hot_helper
def some_tunnel_payment(public, own):
    """Any payable split of the extra cards, or to decline."""
    while True:
        wilds = kit.below(own.stream, public.tunnel_extra + 2) - 1
        if wilds < 0:
            return kit.decline()
        if kit.can_pay_extra(public, own, wilds):
            return kit.pay(wilds)


@bot()
def random(board, public, own):
    """Every choice uniform: the kind of action, then where, then how it is paid."""
    if public.question == kit.CHOOSE_ACTION:
        return some_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        return some_card(board, public, own)
    if public.question == kit.KEEP_TICKETS:
        return some_tickets(board, public, own)
    return some_tunnel_payment(public, own)
