"""Which tickets `planner` keeps, and when it draws more."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.countries import gain_abroad
from ttrsim.games.trains.bots._planner.districts import join_districts
from ttrsim.games.trains.bots._planner.globetrotter import bonus_of_one_more
from ttrsim.games.trains.bots._planner.mandalas import add_second_ways, counts_mandalas, worth_with_bonuses
from ttrsim.games.trains.bots._planner.network import DRAFT, SKETCH, begin, find, link, put_aside, raise_ends, take_up
from ttrsim.games.trains.bots._planner.notes import PLAN, REFUSED, WEIGHED, read_set, write_set
from ttrsim.games.trains.bots._planner.outlook import mean_ticket, turn_worth, turns_left
from ttrsim.games.trains.bots._planner.plan import adopt
from ttrsim.games.trains.bots._planner.prices import UNIT
from ttrsim.games.trains.bots._planner.weights import COMPANY, EACH_TICKET, HAND, LONG_TICKETS, TICKETS
from ttrsim.games.trains.kernel.limits import MAX_OFFER
from ttrsim.games.trains.kernel.paths import FARTHEST, are_joined, join_all

TOO_LATE = 2.1  # turns to spare below which new tickets are not worth looking at
OFFER_TURNS = 1.9  # turns that an offer takes, with what it delays
NO_OFFER = -1000.0
LEAST_BAD = 0.6  # the best of several bad tickets loses so much of what a bad ticket loses on average

CHOICES = np.dtype([("sketch", SKETCH, 1 << MAX_OFFER)], align=True)  # [places]


# ---- keeping -------------------------------------------------------------------------------------


@helper
def liking(board, own, tickets):
    """Points it adds for long tickets."""
    points, mean = 0.0, mean_ticket(own)
    for word in range(2):
        left = tickets[word]
        while left != 0:
            points += max(0.0, board.ticket_points[kit.lowest(left) + 64 * word] - mean)
            left = kit.without_lowest(left)
    return own.weights[LONG_TICKETS] * points


@helper
def place_of(own, ticket):
    """The place of a ticket in the offer, as a set; none of a ticket it has already."""
    for place in range(own.n_offer):
        if own.offer[place] == ticket:
            return np.int64(1) << place
    return np.int64(0)


@helper
def with_offered(own, places):
    """Its own tickets, and those at some places of the offer."""
    offered_0, offered_1 = kit.offered_tickets(own, places)
    return own.tickets[0] | offered_0, own.tickets[1] | offered_1


@helper
def can_become_legal(board, public, own, places, seen):
    """Whether some of the places not seen yet make these places a choice that is legal."""
    rest = kit.keepable(own) & ~seen
    if kit.too_many_long(board, public, own, places) > 0 or own.must_keep & seen & ~places != 0:
        return False
    n_most = kit.popcount(np.uint64(places | rest)) - kit.too_many_long(board, public, own, places | rest)
    return places & own.must_refuse == 0 and n_most >= kit.fewest_kept(board, public, own)


@helper
def sketch_choices(board, public, own, draft, choices):
    """A sketch for every set of places. Those that differ in the last tickets only begin with one search."""
    every_place = (np.int64(1) << own.n_offer) - 1
    put_aside(board, draft, choices.sketch[0])
    left_0, left_1 = with_offered(own, every_place)
    seen = np.int64(0)
    while left_0 | left_1 != 0:
        ticket = kit.dearest_ticket(board, (left_0, left_1))
        left_0, left_1 = kit.without_member(left_0, left_1, ticket)
        place = place_of(own, ticket)
        for places in range(every_place + 1):
            if places & ~seen == 0 and can_become_legal(board, public, own, places, seen):
                take_up(board, draft, choices.sketch[places])
                link(board, public, own, draft, ticket)
                put_aside(board, draft, choices.sketch[places | place])
        seen |= place


@helper
def best_places(board, public, own):
    """The places of the offer whose tickets, together with those it has, promise most. Their draft is the plan."""
    draft, choices = kit.record_on_stack(DRAFT), kit.record_on_stack(CHOICES)
    begin(board, public, own, draft, own.weights[HAND], turns_left(board, public, own))
    sketch_choices(board, public, own, draft, choices)
    best, best_worth = np.int64(0), -1e9
    for places in range(np.int64(1) << own.n_offer):
        if not kit.may_keep(board, public, own, places):
            continue
        tickets = with_offered(own, places)
        if board.n_districts > 0 or kit.has_country_tickets(board) or counts_mandalas(board, own):
            take_up(board, draft, choices.sketch[places])
            raise_ends(board, public, own, draft, tickets)
            join_districts(board, public, own, draft, tickets)
            add_second_ways(board, public, own, draft, tickets)
        else:
            draft.network = choices.sketch[places].network
        worth = worth_with_bonuses(board, public, own, draft, tickets)
        worth += own.weights[EACH_TICKET] * kit.popcount(np.uint64(places))
        if own.weights[LONG_TICKETS] != 0.0:
            worth += liking(board, own, tickets)
        if worth > best_worth:
            best, best_worth = np.int64(places), worth
            adopt(public, own, draft, tickets)
    return best


@helper
def note_refused(own, places):
    """Notes the tickets that it does not keep, when it keeps those at these places of the offer."""
    refused = (np.int64(1) << own.n_offer) - 1 - places
    offered = kit.offered_tickets(own, refused)
    for word in range(2):
        write_set(own, REFUSED, np.int64(word), read_set(own, REFUSED, np.int64(word)) | offered[word])
    own.memory[WEIGHED] = 0


@helper
def keep_tickets(board, public, own):
    places = best_places(board, public, own)
    note_refused(own, places)
    return kit.keep(places)


# ---- drawing more --------------------------------------------------------------------------------


@helper
def may_be_offered(board, own, word):
    """Tickets that an offer may bring: not its own, nor those it refused, which are gone or under the pile."""
    tickets = kit.first_members(board.n_tickets - 64 * word)
    if board.rules.setup_offer_long > 0:
        tickets &= ~board.long_tickets[word]  # S2
    return tickets & ~own.tickets[word] & ~read_set(own, REFUSED, word)


@helper
def city_of_largest_network(board, paths):
    best, size = np.int64(0), np.int64(0)
    for city in range(board.n_cities):
        n = kit.popcount(paths.network[city])
        if n > size:
            best, size = np.int64(city), n
    return best


@helper
def gain(board, own, paths, ticket, affordable, bonus):
    """Points that a ticket would bring, with `bonus`. A cost above `affordable` means that there is no time for it."""
    if kit.is_in(board.country_tickets, ticket):
        return gain_abroad(board, own, paths, ticket, affordable, bonus)
    a, b = np.int64(board.ticket_a[ticket]), np.int64(board.ticket_b[ticket])
    points = np.float64(board.ticket_points[ticket])
    if are_joined(paths, a, b):
        return points + bonus
    cost = (np.float64(paths.distance[a]) + np.float64(paths.distance[b])) / UNIT
    return points + bonus - cost if cost <= affordable and cost < 2.0 * points + bonus else -points


@helper
def value_of_offer(board, public, own, turns, spare_turns):
    """Mean points of an offer: what is worth keeping is kept, and where nothing is, the least bad."""
    draft = kit.record_on_stack(DRAFT)
    begin(board, public, own, draft, own.weights[HAND], turns)
    paths = draft.paths
    join_all(board, paths, read_set(own, PLAN, np.int64(0)), read_set(own, PLAN, np.int64(1)))
    find(board, draft, kit.bit(city_of_largest_network(board, paths)), kit.NOTHING, FARTHEST)
    affordable = 0.8 * turn_worth(own) * max(0.0, spare_turns - OFFER_TURNS)
    bonus = bonus_of_one_more(board, public, own, public.n_tickets[own.seat])
    n, n_bad, good, bad = 0.0, 0.0, 0.0, 0.0
    for word in range(2):
        tickets = may_be_offered(board, own, np.int64(word))
        while tickets != 0:
            ticket = kit.lowest(tickets) + 64 * word
            tickets = kit.without_lowest(tickets)
            points = gain(board, own, paths, ticket, affordable, bonus)
            if kit.is_in(own.restriction.refuse_later, ticket):
                points = min(points, 0.0)  # R2
            n += 1.0
            good += points if kit.is_in(own.restriction.keep_later, ticket) else max(points, 0.0)  # R1
            bad += min(points, 0.0)
            n_bad += np.float64(points <= 0.0)
    if n == 0.0:
        return NO_OFFER
    size = min(board.rules.offer, public.ticket_pile_size)
    all_bad = (n_bad / n) ** size
    return size * good / n + all_bad * LEAST_BAD * bad / max(n_bad, 1.0)


@helper
def in_company(public, own):
    """Whether the others collect tickets as well: who has few of them will end the game before more can pay."""
    fewest = public.n_tickets[own.seat]
    for seat in range(public.n_seats):
        fewest = min(fewest, public.n_tickets[seat])
    return public.n_tickets[own.seat] - fewest < own.weights[COMPANY]


@helper
def offer_pays(board, public, own, turns, spare_turns):
    """Whether an offer of tickets is worth more than the turn it takes."""
    if not kit.can_draw_tickets(public):
        return False
    least = turn_worth(own) - own.weights[TICKETS]
    if -LEAST_BAD * mean_ticket(own) > least:
        return True  # even with tickets that all fail
    return value_of_offer(board, public, own, turns, spare_turns) > least


@helper
def puts_off_the_end(board, public, own, turns, route):
    """Whether it had rather draw tickets than claim a route that begins the last round (E1)."""
    if public.last_turns >= 0 or public.trains[own.seat] - board.length[route] > board.rules.end_trains:
        return False
    return in_company(public, own) and offer_pays(board, public, own, turns, turns)


@helper
def wants_tickets(board, public, own, turns, spare_turns):
    """Whether to draw tickets now, with turns to spare."""
    trains = public.trains[own.seat]
    if spare_turns < TOO_LATE or not in_company(public, own) or own.memory[WEIGHED] == trains:
        return False  # with the same trains as before, the answer is the same
    if offer_pays(board, public, own, turns, spare_turns):
        return True
    own.memory[WEIGHED] = trains
    return False
