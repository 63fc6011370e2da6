"""The decisions worth comparing: every legal one, but one of those that nobody would tell apart.

Of equal cards in the market one is listed, and of two equal halves of a double route one. A route or a station is paid
with as few wilds as possible, a route in every colour that allows this; with sets of any cards in one or two ways
(NC3, NC4). A station is listed where a route of another player ends: elsewhere it could borrow nothing (E4).
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.decisions import FROM_PILE, build_station, claim, draw, draw_tickets
from ttrsim.games.trains.kernel.legal import (
    can_build_station,
    can_draw_tickets,
    cities_without_station,
    claimable,
    list_legal,
    may_take,
    station_cost,
    station_wilds,
)
from ttrsim.games.trains.kernel.payments import ALL_WILDS, count_payments, fewest_wilds, usable_wilds
from ttrsim.games.trains.kernel.records import CHOOSE_ACTION, GRAY, N_COLOURS, NO_ROUTE, SECOND_CARD, WILD
from ttrsim.games.trains.kernel.sets import CANNOT, add_once, claim_in, is_colour_of
from ttrsim.machine.bits import bit, lowest, without_lowest
from ttrsim.machine.jit import inner

NO_WILDS = np.int64(0)


@inner
def cheapest_payment(own, cost, route_colour, min_wilds, most_wilds=ALL_WILDS):
    """As (colour, wilds): the fewest wilds, then the colour there is most of. It must be payable at all."""
    most_wilds = min(own.hand[WILD], most_wilds)
    best_colour, best_wilds = WILD, np.int64(cost)
    for colour in range(N_COLOURS):
        if route_colour != GRAY and route_colour != colour:
            continue
        wilds = fewest_wilds(own, cost, min_wilds, colour)
        if wilds >= cost or wilds > most_wilds:
            continue
        is_first_or_fewer = best_colour == WILD or wilds < best_wilds
        if is_first_or_fewer or (wilds == best_wilds and own.hand[colour] > own.hand[best_colour]):
            best_colour, best_wilds = np.int64(colour), wilds
    return best_colour, best_wilds


@inner
def is_as_cheap(own, cost, route_colour, min_wilds, colour, wilds):
    """Whether a colour pays with exactly so many wilds."""
    if route_colour != GRAY and route_colour != colour:
        return False
    return fewest_wilds(own, cost, min_wilds, colour) == wilds


@inner
def list_distinct_cards(public, out, n):
    listed = np.int64(0)  # a set of cards
    for slot in range(len(public.market)):
        if may_take(public, slot) and (listed >> public.market[slot]) & 1 == 0:
            listed |= np.int64(1) << public.market[slot]
            out[n] = draw(slot)
            n += 1
    if may_take(public, FROM_PILE):
        out[n] = draw(FROM_PILE)
        n += 1
    return n


@inner
def is_twin(board, public, own, route):
    """Whether the other half of a double route is open too, alike, and listed before."""
    sibling = np.int64(board.sibling[route])
    if sibling == NO_ROUTE or sibling > route or public.open_to[own.seat, sibling >> 6] & bit(sibling) == 0:
        return False
    is_as_long = board.length[sibling] == board.length[route]
    is_paid_alike = board.colour[sibling] == board.colour[route] and board.wilds[sibling] == board.wilds[route]
    return (
        is_as_long
        and is_paid_alike
        and board.any_set[sibling] == board.any_set[route]
        and board.tunnel[sibling] == board.tunnel[route]
    )


@inner
def is_paid_singly(board, own, route):
    """Whether the hand pays for a route without sets."""
    length, route_colour = np.int64(board.length[route]), np.int64(board.colour[route])
    return count_payments(own, length, route_colour, np.int64(board.wilds[route]), usable_wilds(board, own, route)) > 0


@inner
def cheapest_sets(board, own, route, fewest):
    """With the fewest sets, `fewest` or more, in the colour there is most of that allows it; or CANNOT."""
    for sets in range(fewest, board.most_sets[route] + 1):
        best, most = CANNOT, np.int64(-1)
        for colour in range(N_COLOURS):
            if is_colour_of(board, route, colour) and own.hand[colour] > most:
                decision = claim_in(board, own, route, np.int64(colour), np.int64(sets))
                if decision != CANNOT:
                    best, most = decision, own.hand[colour]
        if best != CANNOT:
            return best
    return CANNOT


@inner
def cheapest_claim(board, own, route):
    """The decision to claim a route that can be afforded: the fewest sets, then the fewest wilds."""
    if board.any_set[route] > 0 and not is_paid_singly(board, own, route):
        return cheapest_sets(board, own, route, np.int64(1))
    length, route_colour = np.int64(board.length[route]), np.int64(board.colour[route])
    colour, wilds = cheapest_payment(
        own, length, route_colour, np.int64(board.wilds[route]), usable_wilds(board, own, route)
    )
    return claim(route, colour, wilds)


@inner
def list_cheap_sets(board, own, route, is_single, out, n):
    """NC3, NC4: as few sets as possible, where it takes any, and a set for every symbol, which saves the wilds."""
    first = n
    if not is_single:
        n = add_once(cheapest_sets(board, own, route, np.int64(1)), out, first, n)
    if board.wilds[route] > 0:
        n = add_once(cheapest_sets(board, own, route, np.int64(board.wilds[route])), out, first, n)
    return n


@inner
def list_cheap_claims(board, public, own, out, n):
    for word, routes in enumerate(claimable(board, public, own)):
        while routes != 0:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            if is_twin(board, public, own, route):
                continue
            if board.any_set[route] > 0:
                is_single = is_paid_singly(board, own, route)
                n = list_cheap_sets(board, own, route, is_single, out, n)
                if not is_single:
                    continue
            cost, route_colour = np.int64(board.length[route]), np.int64(board.colour[route])
            min_wilds, most_wilds = np.int64(board.wilds[route]), np.int64(board.most_wilds[route])
            best, wilds = cheapest_payment(own, cost, route_colour, min_wilds, most_wilds)
            if best == WILD:
                out[n] = claim(route, WILD, wilds)
                n += 1
                continue
            for colour in range(N_COLOURS):
                if is_as_cheap(own, cost, route_colour, min_wilds, colour, wilds):
                    out[n] = claim(route, colour, wilds)
                    n += 1
    return n


@inner
def has_route_of_another(board, public, own, city):
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        if (public.owned[seat, 0] & board.at_city[city, 0]) | (public.owned[seat, 1] & board.at_city[city, 1]) != 0:
            return True
    return False


@inner
def list_useful_stations(board, public, own, out, n):
    if not can_build_station(board, public, own):
        return n
    cost, most_wilds = station_cost(board, public, own.seat), station_wilds(board, public, own)
    colour, wilds = cheapest_payment(own, cost, GRAY, NO_WILDS, most_wilds)
    cities = cities_without_station(board, public)
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        if has_route_of_another(board, public, own, city):
            out[n] = build_station(city, colour, wilds)
            n += 1
    return n


@inner
def list_candidates(board, public, own, out):
    """Writes the decisions worth comparing to `out`; returns how many. There is always one."""
    n = np.int64(0)
    if public.question == CHOOSE_ACTION or public.question == SECOND_CARD:
        n = list_distinct_cards(public, out, n)
    if public.question == CHOOSE_ACTION:
        n = list_cheap_claims(board, public, own, out, n)
        n = list_useful_stations(board, public, own, out, n)
        if can_draw_tickets(public):
            out[n] = draw_tickets()
            n += 1
    return n if n > 0 else list_legal(board, public, own, out)
