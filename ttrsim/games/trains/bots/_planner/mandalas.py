"""Mandalas (I1): for which of its tickets `planner` builds a second way that shares no route with the first."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.districts import worth_with_districts
from ttrsim.games.trains.bots._planner.network import SKETCH, add_way, as_limit, draft_chance, find, put_aside, take_up
from ttrsim.games.trains.bots._planner.notes import BORROWED, read_set
from ttrsim.games.trains.bots._planner.weights import MANDALAS
from ttrsim.games.trains.kernel.paths import NO_CITY, join_all, note_again, separate_cities


@helper
def counts_mandalas(board, own):
    """Whether there are points for them that it counts."""
    return board.rules.has_mandalas == 1 and own.weights[MANDALAS] > 0.0


@helper
def own_routes(public, own, draft, word):
    """One word of the routes that it has or plans to claim."""
    return public.owned[own.seat, word] | draft.network.routes[word]


@helper
def value_of_mandalas(board, public, own, draft, blocks):
    """Points that it counts for those of the draft. Finds the blocks of the draft."""
    linked = draft.network.linked
    routes = (own_routes(public, own, draft, np.int64(0)), own_routes(public, own, draft, np.int64(1)))
    n = kit.count_mandalas(board, (linked[0], linked[1]), routes, blocks)
    return own.weights[MANDALAS] * kit.points_for_mandalas(board.rules, n)


@helper
def worth_with_bonuses(board, public, own, draft, tickets):
    """Points to expect of the drafted network with these tickets, districts and mandalas included."""
    worth = worth_with_districts(board, public, own, draft, tickets)
    if not counts_mandalas(board, own):
        return worth
    blocks = kit.record_on_stack(kit.BLOCKS)
    value = value_of_mandalas(board, public, own, draft, blocks)
    return worth + draft_chance(public, own, draft, np.int64(0)) * value


@helper
def draft_second_way(board, public, own, draft, ticket, blocks, worth):
    """Adds the cheapest way between the cities of a ticket that avoids every route that all ways use so far.

    Returns whether there are trains and turns for it. `blocks` are those of the draft.
    """
    paths = draft.paths
    a, b = np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket])
    avoid_0, avoid_1 = kit.routes_between(blocks, a, b)
    usable_0, usable_1 = paths.usable[0], paths.usable[1]
    paths.usable[0], paths.usable[1] = usable_0 & ~avoid_0, usable_1 & ~avoid_1
    if draft.is_searched != 0:
        note_again(board, paths, avoid_0 & usable_0, avoid_1 & usable_1)
    separate_cities(board, paths)
    mine_0, mine_1 = own_routes(public, own, draft, np.int64(0)), own_routes(public, own, draft, np.int64(1))
    join_all(board, paths, mine_0 & ~avoid_0, mine_1 & ~avoid_1)
    goal = find(board, draft, kit.bit(a), paths.network[b], as_limit(worth))
    is_added = goal != NO_CITY and add_way(board, public, own, draft, goal, worth)
    paths.usable[0], paths.usable[1] = usable_0, usable_1
    note_again(board, paths, avoid_0 & usable_0, avoid_1 & usable_1)
    join_all(
        board, paths, avoid_0 | read_set(own, BORROWED, np.int64(0)), avoid_1 | read_set(own, BORROWED, np.int64(1))
    )
    return is_added


@helper
def try_second_ways(board, public, own, draft, tickets, best, best_worth):
    """The best draft with one more second way, if it is worth more; it is then in `best`. Returns what it is worth."""
    before, blocks = kit.record_on_stack(SKETCH), kit.record_on_stack(kit.BLOCKS)
    put_aside(board, draft, before)
    limit = own.weights[MANDALAS] * kit.points_for_mandalas(board.rules, len(board.rules.mandala_points))
    for word in range(2):
        left = before.network.linked[word] & ~board.country_tickets[word]
        while left != 0:
            ticket = kit.lowest(left) + 64 * word
            left = kit.without_lowest(left)
            value_of_mandalas(board, public, own, draft, blocks)  # for the blocks
            if draft_second_way(board, public, own, draft, ticket, blocks, limit):
                worth = worth_with_bonuses(board, public, own, draft, tickets)
                if worth > best_worth:
                    best_worth = worth
                    put_aside(board, draft, best)
            take_up(board, draft, before)
    return best_worth


@helper
def add_second_ways(board, public, own, draft, tickets):
    """Adds the second ways that raise the worth of the draft, the best one first, until none does."""
    if not counts_mandalas(board, own):
        return
    best = kit.record_on_stack(SKETCH)
    worth = worth_with_bonuses(board, public, own, draft, tickets)
    while True:
        best_worth = try_second_ways(board, public, own, draft, tickets, best, worth)
        if best_worth <= worth:
            return
        worth = best_worth
        take_up(board, draft, best)
