"""The plan of `planner`: the draft that it chose, in `own.memory`. It stands until something it needs is gone."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper, hot_helper
from ttrsim.games.trains.bots._planner.districts import join_districts
from ttrsim.games.trains.bots._planner.mandalas import add_second_ways, counts_mandalas
from ttrsim.games.trains.bots._planner.network import DRAFT, begin, draft_network, join_networks, trains_for
from ttrsim.games.trains.bots._planner.notes import BORROW, MADE, PLAN, TICKETS, TURNS_LEFT, read_set, write_set
from ttrsim.games.trains.bots._planner.outlook import turns_for
from ttrsim.games.trains.bots._planner.weights import HAND, LONGEST

LAST_ROUTES = 1  # a plan with no more routes than this is thought over when it has to wait
PATIENCE = 3  # turns it waits
HAND_WHEN_WAITING = 0.9  # in place of the weight `hand`: the cards it has are then those it will pay with
JOIN_NETWORKS = 0.5  # from this weight of the longest path on it joins separate networks


@helper
def adopt(public, own, draft, tickets):
    """Makes the draft the plan for these tickets."""
    for word in range(2):
        write_set(own, PLAN, np.int64(word), draft.network.routes[word])
        write_set(own, BORROW, np.int64(word), draft.network.borrow[word])
        write_set(own, TICKETS, np.int64(word), tickets[word])
    own.memory[MADE] = public.turn
    own.memory[TURNS_LEFT] = np.int64(draft.turns_left)


@helper
def make_plan(board, public, own, hand, turns):
    draft = kit.record_on_stack(DRAFT)
    begin(board, public, own, draft, hand, turns)
    draft_network(board, public, own, draft, own.tickets)
    if own.weights[LONGEST] >= JOIN_NETWORKS and board.rules.longest_points > 0:
        join_networks(board, public, own, draft)
    if board.n_districts > 0:
        join_districts(board, public, own, draft, own.tickets)
    add_second_ways(board, public, own, draft, own.tickets)
    adopt(public, own, draft, own.tickets)


@hot_helper
def plan_holds(public, own):
    """Whether nothing that the plan needs is gone, and no ticket is new. Strikes out what has been claimed."""
    for word in range(2):
        plan = read_set(own, PLAN, np.int64(word)) & ~public.owned[own.seat, word]
        write_set(own, PLAN, np.int64(word), plan)
        if plan & ~public.open_to[own.seat, word] != 0:
            return False
    planned_0, planned_1 = read_set(own, TICKETS, np.int64(0)), read_set(own, TICKETS, np.int64(1))
    return planned_0 == own.tickets[0] and planned_1 == own.tickets[1]


@helper
def keeps_waiting(public, own, n_routes):
    """Whether the last routes of the plan have not been paid for some turns."""
    return 0 < n_routes <= LAST_ROUTES and public.turn - own.memory[MADE] >= PATIENCE * public.n_seats


@hot_helper
def review_plan(board, public, own, turns):
    """Makes a plan if there is none, or a new one if it no longer holds or cannot be finished."""
    if not plan_holds(public, own):
        make_plan(board, public, own, own.weights[HAND], turns)
        return
    plan_0, plan_1 = read_set(own, PLAN, np.int64(0)), read_set(own, PLAN, np.int64(1))
    n_routes = kit.popcount(plan_0) + kit.popcount(plan_1)
    may_do_more = board.n_districts > 0 or kit.has_country_tickets(board) or counts_mandalas(board, own)
    if n_routes == 0 and may_do_more:
        make_plan(board, public, own, own.weights[HAND], turns)  # there may be time for a bonus or a better end now
    elif keeps_waiting(public, own, n_routes):
        make_plan(board, public, own, HAND_WHEN_WAITING, turns)
    elif n_routes > 0 and turns < own.memory[TURNS_LEFT]:
        if turns_for(public, own, trains_for(board, plan_0, plan_1), n_routes, np.int64(0)) > turns:
            make_plan(board, public, own, own.weights[HAND], turns)
