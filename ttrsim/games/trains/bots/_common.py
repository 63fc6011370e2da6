"""Simple choices that several bots share."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper

NO_WILDS = np.int64(0)


@helper
def most_valuable_in(board, routes, word, best):
    """The route with the most points out of a word of routes and `best`."""
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        if best == kit.NO_ROUTE or board.points[route] > board.points[best]:
            best = route
    return best


@helper
def most_valuable(board, routes_0, routes_1):
    """The route with the most points, or NO_ROUTE of none."""
    return most_valuable_in(board, routes_1, np.int64(1), most_valuable_in(board, routes_0, np.int64(0), kit.NO_ROUTE))


@helper
def useful_card(public, own):
    """A face-up wild, or the face-up card of the colour it has most of, if it has any; otherwise from the pile."""
    best = kit.FROM_PILE
    for slot in range(len(public.market)):
        if public.market[slot] == kit.EMPTY or not kit.may_take(public, slot):
            continue
        card = public.market[slot]
        if card == kit.WILD:
            return kit.draw(slot)
        if best == kit.FROM_PILE or own.hand[card] > own.hand[public.market[best]]:
            best = np.int64(slot)
    pile_is_there = kit.cards_to_turn(public) > 0
    if best != kit.FROM_PILE and own.hand[public.market[best]] == 0 and pile_is_there:
        best = kit.FROM_PILE
    return kit.draw(best)


@helper
def cheapest_tickets(board, public, own):
    """As few tickets as it must, those with the fewest points to lose."""
    kept = own.must_keep
    for _ in range(kit.fewest_kept(board, public, own) - kit.popcount(np.uint64(kept))):
        best = np.int64(-1)
        for place in range(own.n_offer):
            if (kit.keepable(own) & ~kept) >> place & 1 == 0:
                continue
            if kit.too_many_long(board, public, own, kept | np.int64(1) << place) > 0:
                continue
            if best < 0 or board.ticket_points[own.offer[place]] < board.ticket_points[own.offer[best]]:
                best = np.int64(place)
        kept |= np.int64(1) << best
    return kit.keep(kept)


@helper
def last_resort(board, public, own):
    """Tickets, or the only action left: a station."""
    if kit.can_draw_tickets(public):
        return kit.draw_tickets()
    cost = kit.station_cost(board, public, own.seat)
    most_wilds = kit.station_wilds(board, public, own)
    last_way = kit.count_payments(own, cost, kit.GRAY, NO_WILDS, most_wilds) - 1
    colour, wilds = kit.nth_payment(own, cost, kit.GRAY, NO_WILDS, last_way, most_wilds)
    return kit.build_station(kit.lowest(kit.cities_without_station(board, public)), colour, wilds)
