"""`racer`: ignores its few cheap tickets and builds long routes in one network to end the game early.

It plays the style that reinforcement learning finds on the USA board (Parker 2026): few cheap tickets that are given
up, six-space routes wherever they are open, a single network for the longest path, and a game that is over after 31 to
36 turns of its own. It asks one question only: which route brings most points for the turns it takes?
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import Weight, bot, helper
from ttrsim.games.trains.bots._common import cheapest_tickets, last_resort, useful_card
from ttrsim.games.trains.bots._planner.claims import touched_cities

WEIGHTS = (
    Weight("network", 0.5, "points it adds for each train of a route that touches its own network", 0, 4),
    Weight("draw", 0.3, "turns it expects to spend for each card that a route still lacks", 0, 2),
)
NO_CARD = np.int64(-1)
NETWORK, DRAW = (np.int64(place) for place in range(len(WEIGHTS)))


@helper
def cards_held(own, card, drawn):
    """Cards of a kind in hand, if it also had the card `drawn`."""
    return own.hand[card] + np.int64(card == drawn)


@helper
def most_held(own, drawn):
    """Cards of the colour it holds most of, for gray routes."""
    most = np.int64(0)
    for colour in range(kit.N_COLOURS):
        most = max(most, cards_held(own, colour, drawn))
    return most


@helper
def turns_for_route(board, own, route, drawn, most):
    """Turns until it can claim a route, the claim included. A tunnel needs a card in reserve (T2)."""
    wilds, colour = kit.usable_wilds(board, own, route), np.int64(board.colour[route])
    held = most if colour == kit.GRAY else cards_held(own, colour, drawn)
    to_pay = np.int64(board.length[route]) + np.int64(board.tunnel[route])
    lacks = max(np.int64(0), to_pay - held - wilds, np.int64(board.wilds[route]) - wilds)  # C3
    return 1.0 + own.weights[DRAW] * lacks


@helper
def best_route(board, public, own, cities, drawn):
    """The open route with most points a turn that its trains can fill, or NO_ROUTE, and its points a turn."""
    trains = min(public.trains[own.seat], len(board.not_longer) - 1)
    most = most_held(own, drawn)
    best, best_rate = kit.NO_ROUTE, 0.0
    for word in range(2):
        routes = public.open_to[own.seat, word] & board.not_longer[trains, word]
        while routes != 0:
            route = kit.lowest(routes) + 64 * word
            routes = kit.without_lowest(routes)
            touches = (kit.bit(board.a[route]) | kit.bit(board.b[route])) & cities != 0
            points = board.points[route] + own.weights[NETWORK] * board.length[route] * np.float64(touches)
            rate = points / turns_for_route(board, own, route, drawn, most)
            if rate > best_rate:
                best, best_rate = route, rate
    return best, best_rate


@helper
def draw_for_routes(board, public, own):
    """The face-up card that brings the best route nearest; if none does, a card from the pile."""
    cities = touched_cities(board, public, own.seat)
    best, (_, best_rate) = kit.FROM_PILE, best_route(board, public, own, cities, NO_CARD)
    for slot in range(len(public.market)):
        card = np.int64(public.market[slot])
        if card == kit.EMPTY or card == kit.WILD:
            continue
        _, rate = best_route(board, public, own, cities, card)
        if rate > best_rate:
            best, best_rate = np.int64(slot), rate
    if best == kit.FROM_PILE and kit.cards_to_turn(public) == 0:
        return useful_card(public, own)
    return kit.draw(best)


@helper
def race(board, public, own):
    """Claims the best route when it can pay for it, and otherwise draws cards for it."""
    route, _ = best_route(board, public, own, touched_cities(board, public, own.seat), NO_CARD)
    if route != kit.NO_ROUTE and kit.can_afford(board, public, own, route):
        return kit.cheapest_claim(board, own, route)
    if kit.can_draw(public):
        return draw_for_routes(board, public, own)
    may_0, may_1 = kit.claimable(board, public, own)
    if may_0 | may_1 != 0:
        return kit.cheapest_claim(board, own, kit.lowest(may_0) if may_0 != 0 else kit.lowest(may_1) + 64)
    return last_resort(board, public, own)


@bot(weights=WEIGHTS)
def racer(board, public, own):
    """Keeps the cheapest tickets, gives them up, and lays long routes in one network until its trains are gone."""
    if public.question == kit.CHOOSE_ACTION:
        return race(board, public, own)
    if public.question == kit.SECOND_CARD:
        return draw_for_routes(board, public, own)
    if public.question == kit.KEEP_TICKETS:
        return cheapest_tickets(board, public, own)
    return kit.cheapest_extra(public, own)
