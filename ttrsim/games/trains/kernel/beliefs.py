"""Which tickets others may hold, judged by all that was seen of their play.

A player keeps tickets that are worth their cost and share their ways, and builds towards them. So a set of tickets is
as likely as e^value, times how often it would be kept without looking. Its value is a weighted sum of FEATURES: what
its network costs now, what the same network would cost without the seat's routes, how many tickets are completed, and
so on. `sweep` moves a deal of the unseen tickets until it is as likely as these values say, by the algorithm of
Metropolis and Hastings. docs/decisions/beliefs.md says on which games the weights were fitted, and how good they are.

A BELIEF holds what does not depend on the world: ways between all cities for each seat, and some deals to start from.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_CITIES, MAX_TICKETS
from ttrsim.games.trains.kernel.paths import FARTHEST, PATHS, find_from, join_all, note_steps, separate_cities
from ttrsim.games.trains.kernel.records import MAX_SEATS
from ttrsim.machine.bits import (
    NOTHING,
    bit,
    is_in,
    lowest,
    nth_member,
    popcount,
    popcount_of_two,
    with_member,
    without_lowest,
    without_member,
)
from ttrsim.machine.jit import inlined, inner
from ttrsim.machine.rng import below, uniform
from ttrsim.machine.stack import record_on_stack

N_STARTS = 32  # deals to start from
FIRST_SWEEPS, NEXT_SWEEPS = 30, 2  # exchanges of every ticket before the first of these deals, and between them
SWEEPS = 2  # for each world
TRIES = 3  # exchanges tried for each ticket in a sweep
BLIND = 0.3  # part of the exchanges that are proposed without looking

FAINT = -6.0  # least value of a ticket by itself, by which it is proposed

UNIT = 4.0  # prices are counted in quarters of a point
CHEAPEST, DEAREST = 1.0, 120.0
TRAIN, POINTS = 0.95, 0.75  # what a train costs, and what part of its points a route is credited with

# A set of tickets and its network; prices and points in those of the board's mean ticket.
FEATURES = ("points", "above_mean", "now", "anew", "cut_off", "completed", "explained", "trains", "long")
N_FEATURES = len(FEATURES)
# What a feature adds to the value of a set, fitted as docs/decisions/beliefs.md says.
WEIGHTS = np.array([1.89, -0.66, -5.59, 3.65, -1.48, 1.35, 0.63, -0.88, 2.63])
IF_HALF_KEPT = np.array([0.49, 0.28, -0.19, 0.3, 0.0, 0.0, 0.0, 0.0, 0.0])  # added if it kept half of its offer or less
IF_ALL_KEPT = np.array([0.52, -1.26, 0.53, -0.78, 0.0, 0.0, 0.0, 0.0, 0.0])  # added if it kept all of it
BY_TRAINS = np.array([-0.18, 0.0, -1.68, 0.38, -0.44, 1.24, 0.27, 0.0, 0.0])  # times the part of its trains it has laid
BY_LATER = np.array([-0.98, -0.84, 1.01, -1.81, 0.0, -0.03, 0.0, 0.0, 0.0])  # times the part of tickets it drew later

int16, int64, uint64, float64 = np.int16, np.int64, np.uint64, np.float64

# The cheapest ways between all cities that tickets name.
WAYS = np.dtype(
    [
        ("price", int16, (MAX_CITIES, MAX_CITIES)),  # beyond FARTHEST if there is no way
        ("trains", int16, (MAX_CITIES, MAX_CITIES)),
        ("cities", uint64, (MAX_CITIES, MAX_CITIES)),  # on the way
    ],
    align=True,
)
DEAL = np.dtype([("tickets", uint64, (MAX_SEATS, 2))], align=True)
BELIEF = np.dtype(
    [
        ("now", WAYS, MAX_SEATS),  # [seat] its own routes are free
        ("anew", WAYS, MAX_SEATS),  # [seat] it pays for them again
        ("mean_points", float64),  # of the tickets of the board
        ("laid", float64, MAX_SEATS),  # [seat] price of its routes
        ("weight", float64, (MAX_SEATS, N_FEATURES)),  # [seat, feature]
        ("likely", float64, (MAX_SEATS, MAX_TICKETS)),  # [seat, ticket] how often an exchange proposes it
        ("start", DEAL, N_STARTS),
    ],
    align=True,
)
NETWORK = np.dtype([("price", int64), ("trains", int64), ("cut_off", int64), ("completed", int64)], align=True)
# A deal of the unseen tickets while it is moved.
CHAIN = np.dtype(
    [
        ("loose", uint64, (2, 2)),  # [is long] unseen tickets that no other seat holds
        ("value", float64, MAX_SEATS),  # [seat] of what it holds
        ("features", float64, N_FEATURES),
    ],
    align=True,
)


# ---- prices and ways -----------------------------------------------------------------------------


@inner
def price_routes(board, paths):
    """The turns and trains that a route takes, less the points it brings."""
    points, trains = 0.0, 0.0
    for route in range(board.n_routes):
        points += board.points[route]
        trains += board.length[route]
    turn = TRAIN * points / (board.n_routes + trains / 2.0)
    for route in range(board.n_routes):
        cards = board.length[route] + board.wilds[route] + 0.7 * board.tunnel[route]
        price = turn * (1.0 + cards / 2.0) + TRAIN * board.length[route] - POINTS * board.points[route]
        paths.cost[route] = int64(min(DEAREST, max(CHEAPEST, UNIT * price)))


@inner
def trace(board, paths, ways, start, city):
    """Notes which cities lie on the way from `start` to a city that the last search reached, and its trains."""
    cities, trains, place = bit(city) | bit(start), int64(0), int64(city)
    while int64(paths.came_from[place]) != place:
        before = int64(paths.came_from[place])
        if paths.network[before] & bit(place) != 0:
            cities |= paths.network[place]
        else:
            trains += board.length[paths.route[before, place]]
        cities |= bit(before)
        place = before
    ways.cities[start, city], ways.trains[start, city] = cities, trains


@inner
def find_ways(board, paths, ways, cities):
    """The ways from some cities to all others."""
    note_steps(board, paths)
    while cities != 0:
        start = lowest(cities)
        cities = without_lowest(cities)
        find_from(paths, bit(start), NOTHING, FARTHEST)
        for city in range(board.n_cities):
            ways.price[start, city] = paths.distance[city]
            if paths.distance[city] <= FARTHEST:
                trace(board, paths, ways, start, int64(city))


@inner
def cities_of_tickets(board):
    cities = NOTHING
    for ticket in range(board.n_tickets):
        cities |= board.ticket_starts[ticket] | board.ticket_goals[ticket]
    return cities


@inner
def survey(board, public, seat, paths, belief):
    """The ways of a seat: over its own routes and those open to it."""
    cities, owned, open_to = cities_of_tickets(board), public.owned[seat], public.open_to[seat]
    separate_cities(board, paths)
    paths.usable[0], paths.usable[1] = open_to[0] | owned[0], open_to[1] | owned[1]
    find_ways(board, paths, belief.anew[seat], cities)
    paths.usable[0], paths.usable[1] = open_to[0], open_to[1]
    join_all(board, paths, owned[0], owned[1])
    find_ways(board, paths, belief.now[seat], cities)
    belief.laid[seat] = 0.0
    for route in range(board.n_routes):
        if is_in(owned, route):
            belief.laid[seat] += paths.cost[route]


@inner
def set_weights(board, public, seat, weight):
    """What tells a seat's tickets: how many of its offer it kept, how far it has built, and what it drew later."""
    rules, n_setup = board.rules, public.setup_tickets[seat]
    kept = n_setup / max(int64(1), rules.setup_offer + rules.setup_offer_long)
    laid = 1.0 - public.trains[seat] / rules.trains
    later = (public.n_tickets[seat] - n_setup) / max(int64(1), public.n_tickets[seat])
    for place in range(N_FEATURES):
        weight[place] = WEIGHTS[place] + laid * BY_TRAINS[place] + later * BY_LATER[place]
        weight[place] += (kept <= 0.5) * IF_HALF_KEPT[place] + (kept >= 1.0) * IF_ALL_KEPT[place]


@inner
def survey_all(board, public, own, belief):
    """The ways of all other seats, and how likely each holds a ticket, by itself."""
    paths, chain = record_on_stack(PATHS), record_on_stack(CHAIN)
    price_routes(board, paths)
    points = int64(0)
    for ticket in range(board.n_tickets):
        points += board.ticket_points[ticket]
    belief.mean_points = max(1.0, points / board.n_tickets)
    for seat in range(public.n_seats):
        if seat != own.seat:
            survey(board, public, seat, paths, belief)
            set_weights(board, public, seat, belief.weight[seat])
            for ticket in range(board.n_tickets):
                held_0, held_1 = with_member(NOTHING, NOTHING, int64(ticket))
                value = value_of(board, public, belief, chain, int64(seat), held_0, held_1)
                belief.likely[seat, ticket] = np.exp(max(FAINT, min(-FAINT, value)))


# ---- the value of a set of tickets ---------------------------------------------------------------


@inlined
def nearest_pair(ways, starts, goals):
    """The cheapest way from any of some cities to any of others, as (price, start, goal)."""
    best, best_start, best_goal = FARTHEST + 1, int64(0), int64(0)
    while starts != 0:
        start = lowest(starts)
        starts = without_lowest(starts)
        rest = goals
        while rest != 0:
            goal = lowest(rest)
            rest = without_lowest(rest)
            if ways.price[start, goal] < best:
                best, best_start, best_goal = int64(ways.price[start, goal]), start, goal
    return best, best_start, best_goal


@inner
def add_ticket(board, ways, ticket, joined, network):
    """Adds the way of a ticket to a network, by itself or over the cities that are joined already; returns these."""
    starts, goals = board.ticket_starts[ticket], board.ticket_goals[ticket]
    price, start, goal = nearest_pair(ways, starts, goals)
    if price > FARTHEST:
        network.cut_off += 1
        return joined
    if price == 0:
        network.completed += 1
        return joined | ways.cities[start, goal]
    if joined != 0:
        to, start_of_to, end_of_to = nearest_pair(ways, starts, joined)
        on, end_of_on, start_of_on = nearest_pair(ways, goals, joined)
        if to + on < price:
            network.price += to + on
            network.trains += ways.trains[start_of_to, end_of_to] + ways.trains[end_of_on, start_of_on]
            return joined | ways.cities[start_of_to, end_of_to] | ways.cities[end_of_on, start_of_on]
    network.price += price
    network.trains += ways.trains[start, goal]
    return joined | ways.cities[start, goal]


@inner
def dearest(board, tickets_0, tickets_1):
    best, most = int64(-1), int64(-(1 << 20))
    for word in range(2):
        rest = tickets_0 if word == 0 else tickets_1
        while rest != 0:
            ticket = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            if board.ticket_points[ticket] > most:
                best, most = ticket, int64(board.ticket_points[ticket])
    return best


@inner
def draft(board, ways, tickets_0, tickets_1, network):
    """A network for a set of tickets, one by one, those with most points first."""
    network.price = network.trains = network.cut_off = network.completed = 0
    joined = NOTHING
    while tickets_0 | tickets_1 != 0:
        ticket = dearest(board, tickets_0, tickets_1)
        tickets_0, tickets_1 = without_member(tickets_0, tickets_1, ticket)
        joined = add_ticket(board, ways, ticket, joined, network)


@inner
def measure_set(board, public, belief, seat, tickets_0, tickets_1, features):
    """The FEATURES of a set of tickets in the hands of a seat."""
    network, scale = record_on_stack(NETWORK), UNIT * belief.mean_points
    draft(board, belief.anew[seat], tickets_0, tickets_1, network)
    anew = network.price
    draft(board, belief.now[seat], tickets_0, tickets_1, network)
    points = above = 0.0
    for word in range(2):
        rest = tickets_0 if word == 0 else tickets_1
        while rest != 0:
            its_points = float64(board.ticket_points[lowest(rest) + 64 * word])
            rest = without_lowest(rest)
            points += its_points
            above += max(0.0, its_points - belief.mean_points)
    features[0], features[1] = points / belief.mean_points, above / belief.mean_points
    features[2], features[3] = network.price / scale, anew / scale
    features[4], features[5] = network.cut_off, network.completed
    features[6] = (anew - network.price) / max(1.0, belief.laid[seat])
    features[7] = 0.1 * max(int64(0), network.trains - public.trains[seat])
    features[8] = popcount(tickets_0 & board.long_tickets[0]) + popcount(tickets_1 & board.long_tickets[1])


@inner
def value_of(board, public, belief, chain, seat, tickets_0, tickets_1):
    measure_set(board, public, belief, seat, tickets_0, tickets_1, chain.features)
    value = 0.0
    for place in range(N_FEATURES):
        value += belief.weight[seat, place] * chain.features[place]
    return value


# ---- exchanging ----------------------------------------------------------------------------------


@inner
def propose_by_value(belief, seat, candidates, chance):
    """One of the candidates, by how likely each is by itself. Returns NOTHING to take as -1 if there are none."""
    total = 0.0
    for word in range(2):
        rest = candidates[word]
        while rest != 0:
            total += belief.likely[seat, lowest(rest) + 64 * word]
            rest = without_lowest(rest)
    mark, chosen = chance * total, int64(-1)
    for word in range(2):
        rest = candidates[word]
        while rest != 0:
            chosen = lowest(rest) + 64 * word
            rest = without_lowest(rest)
            mark -= belief.likely[seat, chosen]
            if mark < 0.0:
                return chosen
    return chosen


@inner
def nth_of_two(word_0, word_1, n):
    n_first = popcount(word_0)
    return nth_member(word_0, n) if n < n_first else nth_member(word_1, n - n_first) + 64


@inner
def begin_chain(board, public, own, belief, unseen_0, unseen_1, deal, chain):
    """Values the tickets of a deal, and notes those that nobody holds."""
    for seat in range(public.n_seats):
        if seat != own.seat:
            held_0, held_1 = deal.tickets[seat, 0], deal.tickets[seat, 1]
            unseen_0, unseen_1 = unseen_0 & ~held_0, unseen_1 & ~held_1
            chain.value[seat] = value_of(board, public, belief, chain, seat, held_0, held_1)
    long = board.long_tickets
    chain.loose[0, 0], chain.loose[0, 1] = unseen_0 & ~long[0], unseen_1 & ~long[1]
    chain.loose[1, 0], chain.loose[1, 1] = unseen_0 & long[0], unseen_1 & long[1]


@inner
def try_loose(board, public, belief, deal, chain, seat, ticket, kind, stream):
    """Tries to exchange a ticket of a seat for one of its kind that nobody holds."""
    loose = chain.loose[kind]
    n = popcount_of_two(loose)
    if n == 0:
        return
    is_blind = uniform(stream) < BLIND
    other = nth_of_two(loose[0], loose[1], below(stream, n)) if is_blind else int64(-1)
    if not is_blind:
        other = propose_by_value(belief, seat, loose, uniform(stream))
    held = deal.tickets[seat]
    new_0, new_1 = without_member(held[0], held[1], ticket)
    new_0, new_1 = with_member(new_0, new_1, other)
    value = value_of(board, public, belief, chain, seat, new_0, new_1)
    odds = np.exp(min(0.0, value - chain.value[seat]))
    if not is_blind:  # the way back is proposed as often as `likely` says, of the loose tickets there are then
        total = 0.0
        for word in range(2):
            rest = loose[word]
            while rest != 0:
                total += belief.likely[seat, lowest(rest) + 64 * word]
                rest = without_lowest(rest)
        there, back = belief.likely[seat, other], belief.likely[seat, ticket]
        log_odds = value - chain.value[seat] + np.log(back / there * total / (total - there + back))
        odds = np.exp(min(0.0, log_odds))
    if uniform(stream) < odds:
        held[0], held[1] = new_0, new_1
        loose[other >> 6] &= ~bit(other)
        loose[ticket >> 6] |= bit(ticket)
        chain.value[seat] = value


@inner
def try_other(board, public, own, belief, deal, chain, seat, ticket, kind, stream):
    """Tries to exchange a ticket of a seat for one of its kind that another seat holds."""
    rival = below(stream, public.n_seats)
    if rival == seat or rival == own.seat:
        return
    theirs, held, long = deal.tickets[rival], deal.tickets[seat], board.long_tickets
    alike_0 = theirs[0] & long[0] if kind == 1 else theirs[0] & ~long[0]
    alike_1 = theirs[1] & long[1] if kind == 1 else theirs[1] & ~long[1]
    n = popcount(alike_0) + popcount(alike_1)
    if n == 0:
        return
    other = nth_of_two(alike_0, alike_1, below(stream, n))
    new_0, new_1 = without_member(held[0], held[1], ticket)
    new_0, new_1 = with_member(new_0, new_1, other)
    rest_0, rest_1 = without_member(theirs[0], theirs[1], other)
    rest_0, rest_1 = with_member(rest_0, rest_1, ticket)
    value = value_of(board, public, belief, chain, seat, new_0, new_1)
    their_value = value_of(board, public, belief, chain, rival, rest_0, rest_1)
    gain = value + their_value - chain.value[seat] - chain.value[rival]
    if uniform(stream) < np.exp(min(0.0, gain)):
        held[0], held[1] = new_0, new_1
        theirs[0], theirs[1] = rest_0, rest_1
        chain.value[seat], chain.value[rival] = value, their_value


@inner
def odds_of_fewer_long(rules, n_setup, n_tickets, n_long):
    """How often a seat has one long ticket fewer than `n_long`, if it keeps without looking (S3)."""
    refused_short = rules.setup_offer - n_setup + n_long
    if n_long > n_setup or refused_short <= 0:
        return 0.0
    kept = (rules.setup_offer_long - n_long + 1.0) * (n_setup - n_long + 1.0)
    return refused_short / kept * (n_tickets - n_long + 1.0)


@inner
def try_kind(board, public, belief, deal, chain, seat, ticket, kind, stream):
    """Tries to exchange a long ticket for a short one or a short one for a long one that nobody holds (S2)."""
    rules, held, loose = board.rules, deal.tickets[seat], chain.loose[1 - kind]
    n = popcount_of_two(loose)
    n_long = popcount(held[0] & board.long_tickets[0]) + popcount(held[1] & board.long_tickets[1])
    n_long += 1 - kind  # the larger of both numbers
    if n == 0 or n_long > min(rules.setup_offer_long, rules.setup_most_long):
        return
    odds = odds_of_fewer_long(rules, public.setup_tickets[seat], public.n_tickets[seat], n_long)
    if odds <= 0.0:
        return
    other = nth_of_two(loose[0], loose[1], below(stream, n))
    new_0, new_1 = without_member(held[0], held[1], ticket)
    new_0, new_1 = with_member(new_0, new_1, other)
    value = value_of(board, public, belief, chain, seat, new_0, new_1)
    odds = odds if kind == 1 else 1.0 / odds
    if uniform(stream) < np.exp(min(0.0, value - chain.value[seat] + np.log(odds))):
        held[0], held[1] = new_0, new_1
        loose[other >> 6] &= ~bit(other)
        chain.loose[kind, ticket >> 6] |= bit(ticket)
        chain.value[seat] = value


@inner
def sweep(board, public, own, belief, deal, chain, stream):
    """Tries to exchange each ticket of the other seats, several times."""
    rules = board.rules
    may_change_kind = rules.setup_offer_long > 0 and rules.setup_refused_leave == 1
    for seat in range(public.n_seats):
        if seat == own.seat:
            continue
        for number in range(TRIES * public.n_tickets[seat]):
            held = deal.tickets[seat]
            ticket = nth_of_two(held[0], held[1], below(stream, public.n_tickets[seat]))
            kind = int64(is_in(board.long_tickets, ticket))
            if may_change_kind and number % TRIES == 0:
                try_kind(board, public, belief, deal, chain, int64(seat), ticket, kind, stream)
            elif number % TRIES == 1 and public.n_seats > 2:
                try_other(board, public, own, belief, deal, chain, int64(seat), ticket, kind, stream)
            else:
                try_loose(board, public, belief, deal, chain, int64(seat), ticket, kind, stream)
