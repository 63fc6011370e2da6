"""What the four agents of the research literature share: shortest ways, and cards for them.

The published descriptions are short. Where they say nothing we chose the simplest rule: a way is
shortest in trains, a card is taken face-up if a wanted route lacks its colour and from the pile
otherwise, a tunnel's extra cards are paid if they can be, and stations are not built.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._common import (
    last_resort,
    most_valuable,
    useful_card,
)
from ttrsim.games.trains.kernel.paths import (
    FARTHEST,
    NO_CITY,
    PATHS,
    is_completed,
    join_all,
    lay_out,
    search_from,
    way_to,
)

# own.memory
PLANNED_FOR = np.int64(13)  # two words: tickets that the wanted routes are for
WANTED = np.int64(1)  # two words: routes it wants to claim
TRAINS = np.int64(3)  # trains they need
LACKS = np.int64(4)  # eight words: [colour] cards that the wanted routes lack
HAS_LACKS = np.int64(12)  # 1 once it has noted them


# ---- ways ----------------------------------------------------------------------------------------


@helper
def survey(board, public, own, paths, shortest_route):
    """Lays out the board: own routes are free, others closed, the rest cost their length."""
    owned, usable, too_short = public.owned[own.seat], public.open_to[own.seat], board.not_longer[shortest_route - 1]
    lay_out(board, paths, owned[0], owned[1], usable[0] & ~too_short[0], usable[1] & ~too_short[1])


@helper
def find_way(board, paths, ticket):
    """The shortest way for a ticket, to its nearest end (W4): routes and trains. Nothing and -1 where there is none."""
    if is_completed(board, paths, ticket):
        return kit.NOTHING, kit.NOTHING, np.int64(0)
    goal = search_from(board, paths, board.ticket_starts[ticket], board.ticket_goals[ticket], FARTHEST)
    if goal == NO_CITY:
        return kit.NOTHING, kit.NOTHING, np.int64(-1)
    routes_0, routes_1 = way_to(board, paths, goal)
    return routes_0, routes_1, np.int64(paths.distance[goal])


@helper
def ways_for(board, paths, tickets, trains):
    """Ways for tickets, those with most points first, each using those before it, as far as trains reach.

    Returns the routes, the trains they need and the tickets they complete.
    """
    all_0 = all_1 = linked_0 = linked_1 = kit.NOTHING
    used, left_0, left_1 = np.int64(0), tickets[0], tickets[1]
    while left_0 | left_1 != 0:
        ticket = kit.dearest_ticket(board, (left_0, left_1))
        left_0, left_1 = kit.without_member(left_0, left_1, ticket)
        routes_0, routes_1, length = find_way(board, paths, ticket)
        if length < 0 or used + length > trains:
            continue
        join_all(board, paths, routes_0, routes_1)
        all_0, all_1, used = all_0 | routes_0, all_1 | routes_1, used + length
        linked_0, linked_1 = kit.with_member(linked_0, linked_1, ticket)
    return all_0, all_1, used, (linked_0, linked_1)


@helper
def want_ways_by_paths(board, public, own, shortest_route):
    paths = kit.record_on_stack(PATHS)
    survey(board, public, own, paths, shortest_route)
    routes_0, routes_1, used, _ = ways_for(board, paths, (own.tickets[0], own.tickets[1]), public.trains[own.seat])
    own.memory[WANTED], own.memory[WANTED + 1] = np.int64(routes_0), np.int64(routes_1)
    own.memory[TRAINS] = used
    own.memory[PLANNED_FOR], own.memory[PLANNED_FOR + 1] = np.int64(own.tickets[0]), np.int64(own.tickets[1])


@helper
def want_ways(board, public, own, shortest_route):
    """Notes the routes of the shortest ways for all tickets; anew when one was taken or a ticket came."""
    stale = False
    for word in range(2):
        stale = stale or np.uint64(own.memory[PLANNED_FOR + word]) != own.tickets[word]
        wanted = np.uint64(own.memory[WANTED + word]) & ~public.owned[own.seat, word]
        own.memory[WANTED + word] = np.int64(wanted)
        stale = stale or wanted & ~public.open_to[own.seat, word] != 0
    if stale:
        want_ways_by_paths(board, public, own, shortest_route)
    return np.uint64(own.memory[WANTED]), np.uint64(own.memory[WANTED + 1])


# ---- cards ---------------------------------------------------------------------------------------


@helper
def lacking(board, own, route):
    """The colour a route is to be paid in, and the cards of it that the hand lacks, wilds not counted."""
    colour, length = np.int64(board.colour[route]), np.int64(board.length[route])
    if colour == kit.GRAY:
        colour = np.int64(0)
        for other in range(1, kit.N_COLOURS):
            if own.hand[other] > own.hand[colour]:
                colour = np.int64(other)
    return colour, max(np.int64(0), length - own.hand[colour])


@helper
def note_lacks(board, own, routes_0, routes_1):
    """Notes for each colour the cards that wanted routes lack."""
    for colour in range(kit.N_COLOURS):
        own.memory[LACKS + colour] = 0
    own.memory[HAS_LACKS] = 1
    while routes_0 != 0:
        colour, n = lacking(board, own, kit.lowest(routes_0))
        routes_0 = kit.without_lowest(routes_0)
        own.memory[LACKS + colour] += n
    while routes_1 != 0:
        colour, n = lacking(board, own, kit.lowest(routes_1) + 64)
        routes_1 = kit.without_lowest(routes_1)
        own.memory[LACKS + colour] += n


@helper
def has_no_lacks(own):
    """At a second card: whether it was set down in the middle of a turn, after somebody else's first card."""
    return own.memory[HAS_LACKS] == 0


@helper
def wanted_card(public, own):
    """The face-up card that is lacked most, or one from the pile; when nothing is lacked, any useful one."""
    best, most, lacks_any = kit.FROM_PILE, np.int64(0), False
    for colour in range(kit.N_COLOURS):
        lacks_any = lacks_any or own.memory[LACKS + colour] > 0
    if not lacks_any:
        return useful_card(public, own)
    for slot in range(len(public.market)):
        card = public.market[slot]
        if card != kit.EMPTY and card != kit.WILD and own.memory[LACKS + card] > most:
            best, most = np.int64(slot), own.memory[LACKS + card]
    if best == kit.FROM_PILE and kit.cards_to_turn(public) == 0:
        return useful_card(public, own)
    return kit.draw(best)


# ---- what they do otherwise ----------------------------------------------------------------------


@helper
def draw_or_else(board, public, own, routes_0, routes_1):
    """Draws for the wanted routes; without cards to draw, claims anything, or does what is left."""
    if kit.can_draw(public):
        note_lacks(board, own, routes_0, routes_1)
        return wanted_card(public, own)
    may_0, may_1 = kit.claimable(board, public, own)
    route = most_valuable(board, may_0, may_1)
    return kit.cheapest_claim(board, own, route) if route != kit.NO_ROUTE else last_resort(board, public, own)


@helper
def any_route_or_card(board, public, own):
    """The most valuable route it can pay, or cards."""
    may_0, may_1 = kit.claimable(board, public, own)
    route = most_valuable(board, may_0, may_1)
    if route != kit.NO_ROUTE:
        return kit.cheapest_claim(board, own, route)
    return draw_or_else(board, public, own, kit.NOTHING, kit.NOTHING)


@helper
def build_ways(board, public, own, routes_0, routes_1):
    """Claims the most valuable of the wanted routes, or draws for them; without any, whatever has most points."""
    if routes_0 | routes_1 == 0:
        return any_route_or_card(board, public, own)
    may_0, may_1 = kit.claimable(board, public, own)
    route = most_valuable(board, may_0 & routes_0, may_1 & routes_1)
    if route != kit.NO_ROUTE:
        return kit.cheapest_claim(board, own, route)
    return draw_or_else(board, public, own, routes_0, routes_1)


@helper
def keep_all(board, public, own):
    return kit.keep(kit.most_keepable(board, public, own))


@helper
def best_subset(board, public, own, trains, shortest_route, only_fewest):
    """The places whose tickets, with its own, bring most points per train within so many trains."""
    paths = kit.record_on_stack(PATHS)
    best, best_rate = np.int64(0), -1e9
    for places in range(np.int64(1) << own.n_offer):
        if not kit.may_keep(board, public, own, places):
            continue
        if only_fewest and kit.popcount(np.uint64(places)) > kit.fewest_kept(board, public, own):
            continue
        offered_0, offered_1 = kit.offered_tickets(own, places)
        tickets = own.tickets[0] | offered_0, own.tickets[1] | offered_1
        survey(board, public, own, paths, shortest_route)
        _, _, used, linked = ways_for(board, paths, tickets, trains)
        failed = tickets[0] & ~linked[0], tickets[1] & ~linked[1]
        points = kit.ticket_sum(board, linked) - kit.ticket_sum(board, failed)
        rate = points / max(1.0, np.float64(used))
        if rate > best_rate:
            best, best_rate = np.int64(places), rate
    return best


@helper
def keep_best(board, public, own, trains, shortest_route, only_fewest):
    return kit.keep(best_subset(board, public, own, trains, shortest_route, only_fewest))
