"""`path`: follows the shortest paths; one of four agents from the literature.

As published (Silva, Lee, Togelius, Nealen): it takes the shortest ways for all its open tickets, and a
route of them has priority by its points plus twice the points of the tickets it serves; without open
tickets it claims any route by points. Our choice: it keeps as few tickets as it may, those with
most points per train, and draws no more.
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
    keep_best,
    survey,
    want_ways,
    wanted_card,
)
from ttrsim.games.trains.kernel.paths import PATHS

ANY_LENGTH = np.int64(1)
TICKET_FACTOR = np.int64(2)


@helper
def priority(board, own, paths, route, word):
    """Its points plus twice those of the open tickets whose shortest way leads over it."""
    value = np.int64(board.points[route])
    for ticket_word in range(2):
        tickets = own.tickets[ticket_word]
        while tickets != 0:
            ticket = kit.lowest(tickets) + 64 * ticket_word
            tickets = kit.without_lowest(tickets)
            routes_0, routes_1, _ = find_way(board, paths, ticket)
            routes = routes_0 if word == 0 else routes_1
            if (routes >> np.uint64(route & 63)) & np.uint64(1) == 1:
                value += TICKET_FACTOR * board.ticket_points[ticket]
    return value


@helper
def first_by_priority(board, public, own, routes_0, routes_1):
    paths = kit.record_on_stack(PATHS)
    survey(board, public, own, paths, ANY_LENGTH)
    best, best_value = kit.NO_ROUTE, np.int64(-1)
    for word in range(2):
        routes = routes_0 if word == 0 else routes_1
        while routes != 0:
            route = kit.lowest(routes) + 64 * word
            routes = kit.without_lowest(routes)
            value = priority(board, own, paths, route, np.int64(word))
            if value > best_value:
                best, best_value = route, value
    return best


@helper
def path_action(board, public, own):
    routes_0, routes_1 = want_ways(board, public, own, ANY_LENGTH)
    if routes_0 | routes_1 == 0:
        return any_route_or_card(board, public, own)
    may_0, may_1 = kit.claimable(board, public, own)
    may_0, may_1 = may_0 & routes_0, may_1 & routes_1
    if may_0 | may_1 != 0:
        return kit.cheapest_claim(board, own, first_by_priority(board, public, own, may_0, may_1))
    return draw_or_else(board, public, own, routes_0, routes_1)


@bot()
def path(board, public, own):
    """Builds the shortest ways for its tickets, most valuable routes first (research literature)."""
    if public.question == kit.CHOOSE_ACTION:
        return path_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        if has_no_lacks(own):
            path_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return keep_best(board, public, own, public.trains[own.seat], ANY_LENGTH, True)
    return kit.cheapest_extra(public, own)
