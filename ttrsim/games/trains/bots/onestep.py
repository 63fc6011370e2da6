"""`onestep`: plans one route ahead; one of four agents from the literature.

As published (Silva, Lee, Togelius, Nealen): it keeps all tickets it is offered, looks at its most
valuable open ticket, and wants one route of the shortest way for it. With no open ticket it draws
tickets while every player has at least 8 trains. Our choice: the route it wants is the one that
lacks fewest cards, and afterwards it claims whatever has most points.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._research import (
    any_route_or_card,
    draw_or_else,
    find_way,
    has_no_lacks,
    keep_all,
    lacking,
    survey,
    wanted_card,
)
from ttrsim.games.trains.kernel.paths import PATHS

ANY_LENGTH = np.int64(1)
ENOUGH_TRAINS = 8


@helper
def easiest(board, own, routes_0, routes_1):
    """The route that lacks fewest cards."""
    best, fewest = kit.NO_ROUTE, np.int64(100)
    for word in range(2):
        routes = routes_0 if word == 0 else routes_1
        while routes != 0:
            route = kit.lowest(routes) + 64 * word
            routes = kit.without_lowest(routes)
            _, n = lacking(board, own, route)
            if n < fewest:
                best, fewest = route, n
    return best


@helper
def next_route(board, public, own):
    """A route of the way for the most valuable ticket that is open and within its trains, or NO_ROUTE."""
    paths = kit.record_on_stack(PATHS)
    left_0, left_1 = own.tickets[0], own.tickets[1]
    survey(board, public, own, paths, ANY_LENGTH)
    while left_0 | left_1 != 0:
        ticket = kit.dearest_ticket(board, (left_0, left_1))
        left_0, left_1 = kit.without_member(left_0, left_1, ticket)
        routes_0, routes_1, trains = find_way(board, paths, ticket)
        if 0 < trains <= public.trains[own.seat]:
            return easiest(board, own, routes_0, routes_1)
    return kit.NO_ROUTE


@helper
def all_have_trains(public):
    for seat in range(public.n_seats):
        if public.trains[seat] < ENOUGH_TRAINS:
            return False
    return True


@helper
def onestep_action(board, public, own):
    route = next_route(board, public, own)
    if route == kit.NO_ROUTE:
        if all_have_trains(public) and kit.can_draw_tickets(public):
            return kit.draw_tickets()
        return any_route_or_card(board, public, own)
    may_0, may_1 = kit.claimable(board, public, own)
    if (may_0 if route < 64 else may_1) & kit.bit(route) != 0:
        return kit.cheapest_claim(board, own, route)
    return draw_or_else(
        board,
        public,
        own,
        kit.bit(route) if route < 64 else kit.NOTHING,
        kit.bit(route) if route >= 64 else kit.NOTHING,
    )


@bot()
def onestep(board, public, own):
    """Keeps all tickets and works on one route of its most valuable open ticket at a time (research literature)."""
    if public.question == kit.CHOOSE_ACTION:
        return onestep_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        if has_no_lacks(own):
            onestep_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return keep_all(board, public, own)
    return kit.cheapest_extra(public, own)
