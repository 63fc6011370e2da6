"""Which routes `planner` claims, and how it pays."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper, hot_helper
from ttrsim.games.trains.bots._planner.notes import MISSING, NEED, PLAN, read_set
from ttrsim.games.trains.bots._planner.outlook import is_ahead
from ttrsim.games.trains.bots._planner.prices import HOLDINGS, count_holdings, new_attractions
from ttrsim.games.trains.bots._planner.sets import claim_with_sets, more_than_singles
from ttrsim.games.trains.bots._planner.weights import BLOCK, CONTEST, EAGER, ENDING, LONGEST

NOT_PAYABLE = np.int64(-10_000)
HURRY = 0.3  # with no more turns to spare than this for its routes, it claims what it can
SCARCE = 12  # with fewer cards to come it does not wait for more: players hold them all
BURNT_PER_TURN = 4  # cards in sets, beyond those of a route, that cost as much as a turn
FEW_WAYS = 2  # a city with so few open routes is easily cut off


# ---- paying --------------------------------------------------------------------------------------


@hot_helper
def coloured_payment(own, cost, colour, min_wilds, most_wilds):
    """Few wilds, as (colour, wilds)."""
    wilds = kit.fewest_wilds(own, cost, min_wilds, colour)
    return (colour, wilds) if wilds <= most_wilds and wilds < cost else (kit.WILD, cost)


@hot_helper
def gray_payment(own, cost, min_wilds, most_wilds):
    """Few wilds first, then the colour that has most to spare beyond what the plan needs; as (colour, wilds)."""
    best_colour, best_wilds, best_value = kit.WILD, cost, NOT_PAYABLE
    for colour in range(kit.N_COLOURS):
        wilds = kit.fewest_wilds(own, cost, min_wilds, colour)
        to_spare = own.hand[colour] - own.memory[NEED + colour]
        from_plan = max(np.int64(0), cost - wilds - max(np.int64(0), to_spare))
        value = to_spare - 100 * wilds - 20 * from_plan
        value = value if wilds <= most_wilds and wilds < cost else NOT_PAYABLE
        if value > best_value:
            best_colour, best_wilds, best_value = np.int64(colour), wilds, value
    return best_colour, best_wilds


@helper
def route_payment(board, own, route):
    length, colour, wilds = np.int64(board.length[route]), np.int64(board.colour[route]), np.int64(board.wilds[route])
    most_wilds = kit.usable_wilds(board, own, route)
    if colour == kit.GRAY:
        return gray_payment(own, length, wilds, most_wilds)
    return coloured_payment(own, length, colour, wilds, most_wilds)


@helper
def claim_route(board, own, route):
    if board.any_set[route] > 0:
        return claim_with_sets(board, own, route)[0]
    colour, wilds = route_payment(board, own, route)
    return kit.claim(route, colour, wilds)


@helper
def any_claim(board, own, may_0, may_1):
    """The first route it may claim, a tunnel only where there is nothing else: one that fails changes nothing (T3)."""
    first = kit.NO_ROUTE
    for route in range(board.n_routes):
        if (may_0 if route < 64 else may_1) & kit.bit(route) != 0:
            if board.tunnel[route] == 0:
                return claim_route(board, own, np.int64(route))
            if first == kit.NO_ROUTE:
                first = np.int64(route)
    return claim_route(board, own, first)


# ---- what a place is to others -------------------------------------------------------------------


@hot_helper
def has_route_at(board, public, seat, city):
    return (public.owned[seat, 0] & board.at_city[city, 0]) | (public.owned[seat, 1] & board.at_city[city, 1]) != 0


@hot_helper
def others_at(board, public, own, route, both_ends):
    """How many others have routes at an end of a route, or at both."""
    a, b = np.int64(board.a[route]), np.int64(board.b[route])
    n = np.int64(0)
    for seat in range(public.n_seats):
        if seat != own.seat:
            at_a, at_b = has_route_at(board, public, seat, a), has_route_at(board, public, seat, b)
            n += np.int64(at_a and at_b) if both_ends else np.int64(at_a or at_b)
    return n


@hot_helper
def open_routes_at(board, public, seat, city):
    open_0 = public.open_to[seat, 0] & board.at_city[city, 0]
    return kit.popcount(open_0) + kit.popcount(public.open_to[seat, 1] & board.at_city[city, 1])


@hot_helper
def is_bottleneck(board, public, own, route):
    """Whether few other ways lead to one of its cities, and it has no open twin."""
    sibling = np.int64(board.sibling[route])
    if sibling != kit.NO_ROUTE and public.open_to[own.seat, sibling >> 6] & kit.bit(sibling) != 0:
        return False
    ways_a = open_routes_at(board, public, own.seat, np.int64(board.a[route]))
    return min(ways_a, open_routes_at(board, public, own.seat, np.int64(board.b[route]))) <= FEW_WAYS


# ---- routes of the plan --------------------------------------------------------------------------


@hot_helper
def is_worth_paying(board, public, own, route, colour, wilds, others):
    """Whether to pay now: cards stay in hand while the plan lacks some, unless somebody may take the route."""
    if own.memory[MISSING] > 0 and kit.cards_to_turn(public) >= SCARCE:
        if wilds - board.wilds[route] > own.weights[EAGER] + own.weights[CONTEST] * others:
            return False
    if board.tunnel[route] == 1:  # T1: more often than not it costs an extra card
        held = own.hand[kit.WILD] if colour == kit.WILD else own.hand[kit.WILD] + own.hand[colour]
        return held > board.length[route]
    return True


@helper
def is_worth_sets(public, own, excess, others):
    """The same for a route that takes sets: `excess` is what the cards are worth beyond those that it asks for."""
    if own.memory[MISSING] > 0 and kit.cards_to_turn(public) >= SCARCE:
        return excess <= own.weights[EAGER] + own.weights[CONTEST] * others
    return True


@helper
def most_urgent(board, public, own, routes, word, hurry, best, best_value):
    """The most urgent out of a word of routes and `best`."""
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        others = others_at(board, public, own, route, False)
        if board.any_set[route] > 0:
            excess = more_than_singles(board, own, route, claim_with_sets(board, own, route)[1])
            if hurry or is_worth_sets(public, own, excess, others):
                value = others + 0.1 * board.length[route] - 0.3 * excess
                value += np.float64(is_bottleneck(board, public, own, route))
                if value > best_value:
                    best, best_value = route, value
            continue
        colour, wilds = route_payment(board, own, route)
        if not hurry and not is_worth_paying(board, public, own, route, colour, wilds, others):
            continue
        value = others + 0.1 * board.length[route] - 0.3 * wilds
        if is_bottleneck(board, public, own, route):
            value += 1.0
        if value > best_value:
            best, best_value = route, value
    return best, best_value


@hot_helper
def planned_claim(board, public, own, may_0, may_1, turns):
    """The route of the plan to claim now, or NO_ROUTE. Contested routes and bottlenecks come first."""
    plan_0, plan_1 = read_set(own, PLAN, np.int64(0)), read_set(own, PLAN, np.int64(1))
    routes_0, routes_1 = may_0 & plan_0, may_1 & plan_1
    if routes_0 | routes_1 == 0:
        return kit.NO_ROUTE
    hurry = kit.popcount(plan_0) + kit.popcount(plan_1) + HURRY > turns
    best, value = most_urgent(board, public, own, routes_0, np.int64(0), hurry, kit.NO_ROUTE, -1000.0)
    best, value = most_urgent(board, public, own, routes_1, np.int64(1), hurry, best, value)
    return best


# ---- routes beyond the plan ----------------------------------------------------------------------


@helper
def touched_cities(board, public, seat):
    """The cities at which a seat has routes."""
    cities = kit.NOTHING
    for word in range(2):
        routes = public.owned[seat, word]
        while routes != 0:
            route = kit.lowest(routes) + 64 * word
            routes = kit.without_lowest(routes)
            cities |= kit.bit(board.a[route]) | kit.bit(board.b[route])
    return cities


@hot_helper
def hand_size(own):
    n = np.int64(0)
    for card in range(kit.WILD + 1):
        n += own.hand[card]
    return n


@hot_helper
def turns_to_claim(board, own, route, holdings):
    """Turns until a route can be claimed, the claim counted."""
    wilds, held = kit.usable_wilds(board, own, route), holdings.held[np.uint64(board.colour[route])]
    missing = max(np.int64(0), board.length[route] + board.tunnel[route] - held - wilds)
    missing += max(np.int64(0), board.wilds[route] - wilds)
    turns = 1 + (3 * missing + 4) // 5  # not every card drawn is of the right colour
    if board.any_set[route] > 0 and missing > 0:
        n_cards = kit.cards_for_route(board, route, held, wilds)
        to_draw = max(np.int64(0), n_cards - hand_size(own))
        burnt = n_cards - board.length[route]  # they could have paid for other routes
        turns = min(turns, 1 + (to_draw + 1) // 2 + burnt // BURNT_PER_TURN)
    return turns


@helper
def best_rate(board, own, routes, word, turns, touched, ending, holdings, best, best_points, best_turns):
    """The route out of a word of routes and `best` that brings most points a turn."""
    longest = own.weights[LONGEST] if board.rules.longest_points > 0 else 0.0
    sight = board.rules.attraction_points
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        needed = turns_to_claim(board, own, route, holdings)
        is_joined = np.int64((kit.bit(board.a[route]) | kit.bit(board.b[route])) & touched != 0)
        points = board.points[route] + ending * board.length[route]
        points += longest * (is_joined * board.length[route])
        if sight > 0:
            points += sight * new_attractions(board, route, touched)
        points = points if needed <= turns else 0.0
        if points * best_turns > best_points * needed:
            best, best_points, best_turns = route, points, needed
    return best, best_points, best_turns


@helper
def best_filler(board, public, own, turns):
    """The route that brings most points for the turns it takes, or NO_ROUTE."""
    touched = touched_cities(board, public, own.seat)
    trains = min(public.trains[own.seat], len(board.not_longer) - 1)
    ending = own.weights[ENDING] if own.weights[ENDING] != 0.0 and is_ahead(board, public, own) else 0.0
    routes_0 = public.open_to[own.seat, 0] & board.not_longer[trains, 0]
    routes_1 = public.open_to[own.seat, 1] & board.not_longer[trains, 1]
    holdings = kit.record_on_stack(HOLDINGS)
    count_holdings(own, holdings)
    best, points, needed = best_rate(
        board, own, routes_0, np.int64(0), turns, touched, ending, holdings, kit.NO_ROUTE, 0.0, np.int64(1)
    )
    best, points, needed = best_rate(
        board, own, routes_1, np.int64(1), turns, touched, ending, holdings, best, points, needed
    )
    return best


# ---- routes that others need ---------------------------------------------------------------------


@helper
def is_payable_without_sets(board, own, route):
    length, colour = np.int64(board.length[route]), np.int64(board.colour[route])
    most_wilds = kit.usable_wilds(board, own, route)
    return kit.count_payments(own, length, colour, np.int64(board.wilds[route]), most_wilds) > 0


@helper
def best_block(board, public, own, routes, word, trains, best, best_points):
    """The route out of a word of routes and `best` that hurts others most, by points."""
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        length = np.int64(board.length[route])
        others = others_at(board, public, own, route, True)
        points = own.weights[BLOCK] * others + board.points[route]
        if others == 0 or length > trains or points <= best_points:
            continue
        if board.any_set[route] > 0 and not is_payable_without_sets(board, own, route):
            continue
        colour, wilds = route_payment(board, own, route)
        if wilds == 0 and own.hand[colour] - own.memory[NEED + colour] >= length:
            best, best_points = route, points
    return best, best_points


@helper
def blocking_claim(board, public, own, may_0, may_1, trains, least):
    """A route that others need and that spare cards and trains can pay, if it is worth `least` points; or NO_ROUTE."""
    best, points = best_block(board, public, own, may_0, np.int64(0), trains, kit.NO_ROUTE, least)
    best, points = best_block(board, public, own, may_1, np.int64(1), trains, best, points)
    return best
