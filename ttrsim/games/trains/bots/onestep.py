"""`onestep`: one of the four agents of the research literature; it thinks one route ahead.

As published (Silva, Lee, Togelius, Nealen): it keeps all tickets it is offered, looks at its most
valuable open ticket, and wants one route of the shortest way for it. With no open ticket it draws
tickets while every player has at least 8 trains. Ours to choose: the route it wants is the one that
lacks fewest cards, and afterwards it claims whatever has most points.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import (
    CHOOSE_ACTION,
    KEEP_TICKETS,
    NO_ROUTE,
    NOTHING,
    SECOND_CARD,
    bit,
    bot,
    can_draw_tickets,
    cheapest_claim,
    cheapest_extra,
    claimable,
    draw_tickets,
    helper,
    lowest,
    record_on_stack,
    without_lowest,
)
from ttrsim.games.trains.botkit.paths import PATHS
from ttrsim.games.trains.bots._research import (
    any_route_or_card,
    draw_or_else,
    find_way,
    has_no_lacks,
    keep_all,
    lacking,
    most_points,
    survey,
    wanted_card,
)

ANY_LENGTH = np.int64(1)
ENOUGH_TRAINS = 8


@helper
def easiest(board, own, routes_0, routes_1):
    """The route that lacks fewest cards."""
    best, fewest = NO_ROUTE, np.int64(100)
    for word in range(2):
        routes = routes_0 if word == 0 else routes_1
        while routes != 0:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            _, n = lacking(board, own, route)
            if n < fewest:
                best, fewest = route, n
    return best


@helper
def next_route(board, public, own):
    """A route of the way for the most valuable ticket that is open and within its trains, or NO_ROUTE."""
    paths, tickets = record_on_stack(PATHS), own.tickets
    survey(board, public, own, paths, ANY_LENGTH)
    while tickets != 0:
        ticket = most_points(board, tickets)
        tickets &= ~bit(ticket)
        routes_0, routes_1, trains = find_way(board, paths, ticket)
        if 0 < trains <= public.trains[own.seat]:
            return easiest(board, own, routes_0, routes_1)
    return NO_ROUTE


@helper
def all_have_trains(public):
    for seat in range(public.n_seats):
        if public.trains[seat] < ENOUGH_TRAINS:
            return False
    return True


@helper
def onestep_action(board, public, own):
    route = next_route(board, public, own)
    if route == NO_ROUTE:
        if all_have_trains(public) and can_draw_tickets(public):
            return draw_tickets()
        return any_route_or_card(board, public, own)
    may_0, may_1 = claimable(board, public, own)
    if (may_0 if route < 64 else may_1) & bit(route) != 0:
        return cheapest_claim(board, own, route)
    return draw_or_else(
        board, public, own, bit(route) if route < 64 else NOTHING, bit(route) if route >= 64 else NOTHING
    )


@bot()
def onestep(board, public, own):
    """Keeps all tickets and works on one route of its most valuable open ticket at a time (research literature)."""
    if public.question == CHOOSE_ACTION:
        return onestep_action(board, public, own)
    if public.question == SECOND_CARD:
        if has_no_lacks(own):
            onestep_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == KEEP_TICKETS:
        return keep_all(own)
    return cheapest_extra(public, own)
