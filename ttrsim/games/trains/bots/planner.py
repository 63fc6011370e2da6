"""`planner`: builds one low-cost network for all its tickets, then claims what scores most.

It plans a network that joins the cities of its tickets (`_planner/network.py`) by the turns and trains
that routes take and the points they bring, and plans again when something it needs is taken. It keeps
the tickets whose network promises most, draws the cards its plan needs, claims contested routes and
bottlenecks first, and waits with the others until it has all its cards, while there is time. When the
plan is done it draws tickets, if its network makes them cheap and the others collect tickets too, or
claims the routes that bring most points a turn. A route of another player that it cannot do without
is borrowed by a station, if that costs less than it saves.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._planner.cards import count_needs, draw_card
from ttrsim.games.trains.bots._planner.claims import any_claim, best_filler, blocking_claim, claim_route, planned_claim
from ttrsim.games.trains.bots._planner.network import trains_for
from ttrsim.games.trains.bots._planner.notes import BORROW, PLAN, has_no_notes, read_set
from ttrsim.games.trains.bots._planner.outlook import study_board, turns_for, turns_left
from ttrsim.games.trains.bots._planner.plan import review_plan
from ttrsim.games.trains.bots._planner.stations import NO_STATION, planned_station, recall_borrowed, station_in
from ttrsim.games.trains.bots._planner.tickets import keep_tickets, puts_off_the_end, wants_tickets
from ttrsim.games.trains.bots._planner.weights import BLOCK, EARLY_TICKETS, WEIGHTS, WILD_WORTH

LAST_TURNS = 4.0  # with fewer turns left, stations are built before the plan is finished
WORTH_BLOCKING = 5.0  # points, its own and those others lose, for which it leaves its plan for a turn
RETRY = 2.7  # cards that trying a tunnel again costs: a turn of two cards, and the next extra cards
NO_DECISION = np.int64(0)


# ---- one turn ------------------------------------------------------------------------------------


@helper
def beyond_the_plan(board, public, own, may_0, may_1, turns):
    """Claims the most rewarding route, or turns to collecting the cards for it; puts off the end while tickets pay."""
    route = best_filler(board, public, own, turns)
    if route == kit.NO_ROUTE:
        return NO_DECISION
    word = route >> 6
    if (may_0 if word == 0 else may_1) & kit.bit(route) != 0:
        if puts_off_the_end(board, public, own, turns, route):
            return kit.draw_tickets()
        return claim_route(board, own, route)
    count_needs(board, own, kit.bit(route) if word == 0 else kit.NOTHING, kit.bit(route) if word == 1 else kit.NOTHING)
    return NO_DECISION


@helper
def only_action_left(board, public, own, may_0, may_1):
    """When there are no cards to draw."""
    if may_0 | may_1 != 0:
        return any_claim(board, own, may_0, may_1)
    if kit.can_draw_tickets(public):
        return kit.draw_tickets()
    return station_in(board, public, own, kit.lowest(kit.cities_without_station(board, public)))


@helper
def choose_action(board, public, own):
    turns = turns_left(board, public, own)
    review_plan(board, public, own, turns)
    plan_0, plan_1 = read_set(own, PLAN, np.int64(0)), read_set(own, PLAN, np.int64(1))
    plan_done = plan_0 | plan_1 == 0
    count_needs(board, own, plan_0, plan_1)
    may_0, may_1 = kit.claimable(board, public, own)
    route = planned_claim(board, public, own, may_0, may_1, turns)
    if route != kit.NO_ROUTE:
        return claim_route(board, own, route)

    to_borrow = read_set(own, BORROW, np.int64(0)) | read_set(own, BORROW, np.int64(1)) != 0
    if to_borrow and (plan_done or turns < LAST_TURNS) and kit.can_build_station(board, public, own):
        decision = planned_station(board, public, own)
        if decision != NO_STATION:
            return decision

    trains = trains_for(board, plan_0, plan_1)
    spare_turns = turns - turns_for(public, own, trains, kit.popcount(plan_0) + kit.popcount(plan_1), np.int64(0))
    if own.weights[BLOCK] > 0.0 and spare_turns > 1.0:
        spare_trains = public.trains[own.seat] - trains
        route = blocking_claim(board, public, own, may_0, may_1, spare_trains, WORTH_BLOCKING)
        if route != kit.NO_ROUTE:
            return claim_route(board, own, route)
    if plan_done or spare_turns > own.weights[EARLY_TICKETS]:
        if wants_tickets(board, public, own, turns, spare_turns):
            return kit.draw_tickets()
    if plan_done or turns < 2.0:
        decision = beyond_the_plan(board, public, own, may_0, may_1, turns)
        if decision != NO_DECISION:
            return decision
    if kit.can_draw(public):
        return draw_card(board, public, own)
    return only_action_left(board, public, own, may_0, may_1)


# ---- tunnels -------------------------------------------------------------------------------------


@helper
def pay_tunnel(board, public, own):
    """Pays with as few wilds as it can; declines where it is cheaper to try again (T3)."""
    extra = public.tunnel_extra
    for wilds in range(extra + 1):
        if kit.can_pay_extra(public, own, wilds):
            price = extra - wilds + own.weights[WILD_WORTH] * wilds
            if price > RETRY and turns_left(board, public, own) > LAST_TURNS and public.pile_size > 0:
                return kit.decline()
            return kit.pay(wilds)
    return kit.decline()


@helper
def begin_notes(board, public, own):
    """The first notes, with what they would hold by now if it has not played the game so far itself."""
    study_board(board, own)
    if public.station_cities[own.seat] != 0:
        recall_borrowed(board, public, own)
    if public.question == kit.SECOND_CARD:
        choose_action(board, public, own)  # notes the cards that it needs


@helper
def decide(board, public, own):
    if has_no_notes(own):
        begin_notes(board, public, own)
    if public.question == kit.CHOOSE_ACTION:
        return choose_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        return draw_card(board, public, own)
    if public.question == kit.KEEP_TICKETS:
        return keep_tickets(board, public, own)
    return pay_tunnel(board, public, own)


@bot(weights=WEIGHTS)
def planner(board, public, own):
    """Plans one low-cost network for all its tickets, and claims what brings most points when it is done."""
    return decide(board, public, own)
