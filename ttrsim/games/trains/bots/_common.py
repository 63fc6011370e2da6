"""Simple choices that several bots share."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import (
    EMPTY,
    FROM_PILE,
    GRAY,
    NO_ROUTE,
    WILD,
    build_station,
    can_draw_tickets,
    cards_to_turn,
    cities_without_station,
    count_payments,
    draw,
    draw_tickets,
    helper,
    lowest,
    may_take,
    nth_payment,
    station_cost,
    without_lowest,
)

NO_WILDS = np.int64(0)


@helper
def most_valuable_in(board, routes, word, best):
    """The route with the most points out of a word of routes and `best`."""
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes = without_lowest(routes)
        if best == NO_ROUTE or board.points[route] > board.points[best]:
            best = route
    return best


@helper
def most_valuable(board, routes_0, routes_1):
    """The route with the most points, or NO_ROUTE of none."""
    return most_valuable_in(board, routes_1, np.int64(1), most_valuable_in(board, routes_0, np.int64(0), NO_ROUTE))


@helper
def useful_card(public, own):
    """A face-up wild, or the face-up card of the colour it has most of, if it has any; otherwise from the pile."""
    best = FROM_PILE
    for slot in range(len(public.market)):
        if public.market[slot] == EMPTY or not may_take(public, slot):
            continue
        card = public.market[slot]
        if card == WILD:
            return draw(slot)
        if best == FROM_PILE or own.hand[card] > own.hand[public.market[best]]:
            best = np.int64(slot)
    pile_is_there = cards_to_turn(public) > 0
    if best != FROM_PILE and own.hand[public.market[best]] == 0 and pile_is_there:
        best = FROM_PILE
    return draw(best)


@helper
def last_resort(board, public, own):
    """Tickets, or the only action left: a station."""
    if can_draw_tickets(public):
        return draw_tickets()
    cost = station_cost(board, public, own.seat)
    last_way = count_payments(own, cost, GRAY, NO_WILDS) - 1
    colour, wilds = nth_payment(own, cost, GRAY, NO_WILDS, last_way)
    return build_station(lowest(cities_without_station(board, public)), colour, wilds)
