"""Districts (L1): which of them `planner` joins beyond what its tickets need."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.network import (
    SKETCH,
    add_way,
    as_limit,
    draft_chance,
    find,
    put_aside,
    take_up,
    worth_of,
)
from ttrsim.games.trains.bots._planner.weights import DISTRICTS
from ttrsim.games.trains.kernel.paths import NO_CITY


@helper
def value_of(board, own, district):
    """Points that it counts for a district."""
    return own.weights[DISTRICTS] * board.district_points[district]


@helper
def is_joined(board, paths, district):
    cities = board.district_cities[district]
    return cities & ~paths.network[kit.lowest(cities)] == 0


@helper
def worth_with_districts(board, public, own, draft, tickets):
    """Points to expect of the drafted network with these tickets, districts included."""
    worth = worth_of(board, public, own, draft, tickets)
    if board.n_districts == 0:
        return worth
    likely = draft_chance(public, own, draft, np.int64(0))
    for district in range(board.n_districts):
        if is_joined(board, draft.paths, district):
            worth += likely * value_of(board, own, district)
    return worth


@helper
def draft_district(board, public, own, draft, district):
    """Joins the cities of a district, the nearest first. Returns whether there are trains and turns for all."""
    cities, worth = board.district_cities[district], value_of(board, own, district)
    start = kit.lowest(cities)
    while True:
        missing = cities & ~draft.paths.network[start]
        if missing == 0:
            return True
        goal = find(board, draft, kit.bit(start), missing, as_limit(worth))
        if goal == NO_CITY or not add_way(board, public, own, draft, goal, worth):
            return False


@helper
def join_districts(board, public, own, draft, tickets):
    """Adds the districts that raise the worth of the draft, the best one first, until none does."""
    before, best = kit.record_on_stack(SKETCH), kit.record_on_stack(SKETCH)
    best_worth = worth_with_districts(board, public, own, draft, tickets)
    improves = True
    while improves:
        improves = False
        put_aside(board, draft, before)
        for district in range(board.n_districts):
            if is_joined(board, draft.paths, district):
                continue
            if draft_district(board, public, own, draft, district):
                worth = worth_with_districts(board, public, own, draft, tickets)
                if worth > best_worth:
                    best_worth, improves = worth, True
                    put_aside(board, draft, best)
            take_up(board, draft, before)
        if improves:
            take_up(board, draft, best)
