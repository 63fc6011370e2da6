"""Simple choices that several bots share."""

from __future__ import annotations

import numpy as np

from ttrsim.botkit import (
    EMPTY,
    FROM_PILE,
    GRAY,
    N_COLOURS,
    NO_ROUTE,
    WILD,
    build_station,
    can_pay_extra,
    cards_to_turn,
    cities_without_station,
    claim,
    count_payments,
    decline,
    draw,
    draw_tickets,
    fewest_wilds,
    helper,
    lowest,
    may_take,
    nth_payment,
    pay,
    station_cost,
)

NO_WILDS = np.int64(0)


@helper
def most_valuable_in(board, routes, word, best):
    """The route with the most points out of a word of routes and `best`."""
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
        if best == NO_ROUTE or board.points[route] > board.points[best]:
            best = route
    return best


@helper
def most_valuable(board, routes_0, routes_1):
    """The route with the most points, or NO_ROUTE of none."""
    return most_valuable_in(board, routes_1, np.int64(1), most_valuable_in(board, routes_0, np.int64(0), NO_ROUTE))


@helper
def cheapest_claim(board, own, route):
    """Few wilds first, then the colour it has most of."""
    length, route_colour = np.int64(board.length[route]), np.int64(board.colour[route])
    min_wilds = np.int64(board.wilds[route])
    best_colour, best_wilds = WILD, length
    for colour in range(N_COLOURS):
        if route_colour == GRAY or route_colour == colour:
            wilds = fewest_wilds(own, length, min_wilds, colour)
            if wilds > own.hand[WILD] or wilds >= length:
                continue
            better = best_colour == WILD or wilds < best_wilds
            if better or (wilds == best_wilds and own.hand[colour] > own.hand[best_colour]):
                best_colour, best_wilds = np.int64(colour), wilds
    return claim(route, best_colour, best_wilds)


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
    if public.ticket_pile_size > 0:
        return draw_tickets()
    cost = station_cost(board, public, own.seat)
    last_way = count_payments(own, cost, GRAY, NO_WILDS) - 1
    colour, wilds = nth_payment(own, cost, GRAY, NO_WILDS, last_way)
    return build_station(lowest(cities_without_station(board, public)), colour, wilds)


@helper
def pay_if_possible(public, own):
    """A tunnel's extra cards, with as few wilds as possible."""
    for wilds in range(public.tunnel_extra + 1):
        if can_pay_extra(public, own, wilds):
            return pay(wilds)
    return decline()
