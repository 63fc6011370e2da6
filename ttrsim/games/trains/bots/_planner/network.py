"""The network `planner` wants: the cheapest it finds that joins the cities of its tickets.

A DRAFT is such a network while it is being thought out: ticket by ticket, those with most points
first, each along the cheapest way over what is joined already. The draft that is chosen becomes the
plan (`plan.py`).
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.countries import most_promising, points_beyond, value_of
from ttrsim.games.trains.bots._planner.globetrotter import bonus_of_one_more, bonus_with
from ttrsim.games.trains.bots._planner.notes import BORROWED, read_set
from ttrsim.games.trains.bots._planner.outlook import chance, turns_for
from ttrsim.games.trains.bots._planner.prices import UNIT, price_borrowing, price_routes
from ttrsim.games.trains.bots._planner.weights import LONGEST
from ttrsim.games.trains.kernel.limits import MAX_CITIES
from ttrsim.games.trains.kernel.paths import (
    FARTHEST,
    NO_CITY,
    PATHS,
    are_joined,
    end_joined,
    find_from,
    join_all,
    note_steps,
    separate_cities,
    way_to,
)

NETWORK = np.dtype(
    [
        ("routes", np.uint64, 2),  # to claim
        ("borrow", np.uint64, 2),  # to borrow
        ("linked", np.uint64, 2),  # tickets it completes
        ("trains", np.int64),  # it needs
        ("cost", np.float64),  # in points
    ],
    align=True,
)

DRAFT = np.dtype(
    [
        ("paths", PATHS),  # what is joined already, and what routes cost
        ("is_searched", np.int64),  # whether the steps of its paths are noted
        ("others", np.uint64, 2),  # routes of others that could be borrowed
        ("turns_left", np.float64),
        ("network", NETWORK),  # as far as it is thought out
    ],
    align=True,
)

SKETCH = np.dtype([("network", NETWORK), ("joined", np.uint64, MAX_CITIES)], align=True)  # a draft that was put aside


# ---- drafting ------------------------------------------------------------------------------------


@helper
def begin(board, public, own, draft, hand, turns):
    """A draft with nothing in it: what is joined before, and what routes cost."""
    paths, seat = draft.paths, own.seat
    separate_cities(board, paths)
    borrowed_0, borrowed_1 = read_set(own, BORROWED, np.int64(0)), read_set(own, BORROWED, np.int64(1))
    join_all(board, paths, public.owned[seat, 0] | borrowed_0, public.owned[seat, 1] | borrowed_1)
    touched = kit.NOTHING
    for city in range(board.n_cities):
        if paths.network[city] != kit.bit(city):
            touched |= kit.bit(city)
    price_routes(board, public, own, draft, np.int64(0), touched, hand)
    price_routes(board, public, own, draft, np.int64(1), touched, hand)
    price_borrowing(board, public, own, draft)
    draft.is_searched = 0
    draft.turns_left = turns
    network = draft.network
    network.routes[0] = network.routes[1] = network.borrow[0] = network.borrow[1] = 0
    network.linked[0] = network.linked[1] = 0
    network.trains = 0
    network.cost = 0.0


@helper
def find(board, draft, starts, goals, limit):
    """`find_from` on its paths. Many drafts need no search: their tickets are joined already."""
    if draft.is_searched == 0:
        note_steps(board, draft.paths)
        draft.is_searched = 1
    return find_from(draft.paths, starts, goals, limit)


@helper
def put_aside(board, draft, sketch):
    sketch.network = draft.network
    for city in range(board.n_cities):
        sketch.joined[city] = draft.paths.network[city]


@helper
def take_up(board, draft, sketch):
    draft.network = sketch.network
    for city in range(board.n_cities):
        draft.paths.network[city] = sketch.joined[city]


@helper
def trains_for(board, routes_0, routes_1):
    trains = np.int64(0)
    while routes_0 != 0:
        trains += board.length[kit.lowest(routes_0)]
        routes_0 = kit.without_lowest(routes_0)
    while routes_1 != 0:
        trains += board.length[kit.lowest(routes_1) + 64]
        routes_1 = kit.without_lowest(routes_1)
    return trains


@helper
def draft_chance(public, own, draft, more_routes):
    """How likely the draft, with so many more routes, is finished in time."""
    network = draft.network
    n_routes = kit.popcount(network.routes[0]) + kit.popcount(network.routes[1]) + more_routes
    n_stations = kit.popcount(network.borrow[0]) + kit.popcount(network.borrow[1])
    return chance(own, turns_for(public, own, network.trains, n_routes, n_stations), draft.turns_left)


@helper
def add_way(board, public, own, draft, goal, worth):
    """Adds the way that was just found, if there are trains for it and turns that make it worth its cost."""
    paths, network = draft.paths, draft.network
    cost = paths.distance[goal] / UNIT
    way_0, way_1 = way_to(board, paths, goal)
    borrow_0, borrow_1 = way_0 & draft.others[0], way_1 & draft.others[1]
    claim_0, claim_1 = network.routes[0] | way_0 ^ borrow_0, network.routes[1] | way_1 ^ borrow_1
    borrow_0, borrow_1 = network.borrow[0] | borrow_0, network.borrow[1] | borrow_1
    n_stations = kit.popcount(borrow_0) + kit.popcount(borrow_1)
    trains = trains_for(board, claim_0, claim_1)
    if trains > public.trains[own.seat] or n_stations > kit.stations_to_build(public, own):
        return False
    turns = turns_for(public, own, trains, kit.popcount(claim_0) + kit.popcount(claim_1), n_stations)
    if worth * chance(own, turns, draft.turns_left) < cost:
        return False
    join_all(board, paths, way_0, way_1)
    network.routes[0], network.routes[1] = claim_0, claim_1
    network.borrow[0], network.borrow[1] = borrow_0, borrow_1
    network.trains = trains
    network.cost += cost
    return True


@helper
def as_limit(points):
    """For a search: a way that costs more than so many points is no use."""
    return min(FARTHEST, np.int64(UNIT * points))


@helper
def link(board, public, own, draft, ticket):
    """Joins the cities of a ticket, if that is worth its cost: a failed ticket loses what a completed one scores."""
    if kit.is_in(board.country_tickets, ticket):
        link_country(board, public, own, draft, ticket)
        return
    a, b = np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket])
    if not are_joined(draft.paths, a, b):
        worth = 2.0 * board.ticket_points[ticket]
        worth += bonus_of_one_more(board, public, own, kit.popcount_of_two(draft.network.linked))
        most = worth * draft_chance(public, own, draft, np.int64(1))  # that `add_way` would pay for any way
        if find(board, draft, kit.bit(a), draft.paths.network[b], as_limit(most)) == NO_CITY:
            return
        if not add_way(board, public, own, draft, b, worth):
            return
    draft.network.linked[ticket >> 6] |= kit.bit(ticket)


@helper
def link_country(board, public, own, draft, ticket):
    """W4: joins a start of a ticket with the end that promises most, or with a better one than it has joined."""
    paths, network = draft.paths, draft.network
    joined = end_joined(board, paths, ticket)
    better = np.int64(board.n_ends[ticket]) if joined < 0 else joined  # ends with more points come first
    before = value_of(board, own, ticket, joined)
    if joined < 0:
        before -= bonus_of_one_more(board, public, own, kit.popcount_of_two(network.linked))
    likely = draft_chance(public, own, draft, np.int64(1))
    limit = as_limit((value_of(board, own, ticket, np.int64(0)) - before) * likely)
    ends = (np.int64(1) << better) - 1
    if ends != 0 and limit > 0:
        find(board, draft, board.ticket_starts[ticket], kit.NOTHING, limit)
    while ends != 0 and limit > 0:
        end, goal = most_promising(board, own, paths, ticket, ends, before, likely, limit)
        if goal == NO_CITY:
            break
        if add_way(board, public, own, draft, goal, value_of(board, own, ticket, end) - before):
            joined = end
            break
        ends &= ~(np.int64(1) << end)
    if joined >= 0:
        network.linked[ticket >> 6] |= kit.bit(ticket)


@helper
def raise_ends(board, public, own, draft, tickets):
    """W4: after all tickets, leads country tickets on to better ends where the whole network makes that worth while."""
    for word in range(2):
        left = tickets[word] & board.country_tickets[word]
        while left != 0:
            link_country(board, public, own, draft, kit.lowest(left) + 64 * word)
            left = kit.without_lowest(left)


@helper
def draft_network(board, public, own, draft, tickets):
    """Joins the cities of a set of tickets."""
    left_0, left_1 = tickets[0], tickets[1]
    while left_0 | left_1 != 0:
        ticket = kit.dearest_ticket(board, (left_0, left_1))
        left_0, left_1 = kit.without_member(left_0, left_1, ticket)
        link(board, public, own, draft, ticket)
    raise_ends(board, public, own, draft, tickets)


@helper
def worth_of(board, public, own, draft, tickets):
    """Points to expect of the drafted network with these tickets."""
    likely = draft_chance(public, own, draft, np.int64(0))
    linked = draft.network.linked
    gained = np.float64(kit.ticket_sum(board, linked))
    lost = np.float64(kit.ticket_sum(board, (tickets[0] & ~linked[0], tickets[1] & ~linked[1])))
    bonus = bonus_with(board, public, own, kit.popcount_of_two(linked))
    if kit.has_country_tickets(board):
        bonus += points_beyond(board, own, draft)
    return gained * (2.0 * likely - 1.0) + bonus * likely - lost - draft.network.cost


@helper
def join_networks(board, public, own, draft):
    """E6: joins separate networks where the bonus for the longest path makes it worth while."""
    worth = own.weights[LONGEST] * board.rules.longest_points
    paths = draft.paths
    touched = kit.NOTHING
    for city in range(board.n_cities):
        if paths.network[city] != kit.bit(city):
            touched |= kit.bit(city)
    while touched != 0:
        start = kit.lowest(touched)
        touched &= ~paths.network[start]
        if touched == 0:
            return
        goal = find(board, draft, kit.bit(start), touched, as_limit(worth))
        if goal != NO_CITY:
            add_way(board, public, own, draft, goal, worth)
