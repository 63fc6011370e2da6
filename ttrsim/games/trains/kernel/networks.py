"""What a seat's routes join: tickets (E3) and borrowed routes (E4).

A network is a connected part of the seat's routes. Each city points to its network's root city, a
city without routes to itself.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_TICKETS
from ttrsim.games.trains.kernel.records import NO_END, NO_ROUTE
from ttrsim.machine.bits import NOTHING, bit, is_in, lowest, popcount, without_lowest
from ttrsim.machine.jit import inner


@inner
def find(root, city):
    while root[city] != city:
        city = np.int64(root[city])
    return city


@inner
def join_cities(board, routes, word, root):
    """Joins the ends of each route; returns the cities it touched."""
    touched = NOTHING
    while routes != 0:
        route = lowest(routes) + 64 * word
        routes = without_lowest(routes)
        a, b = np.int64(board.a[route]), np.int64(board.b[route])
        touched |= bit(a) | bit(b)
        a, b = find(root, a), find(root, b)
        root[a] = b
    return touched


@inner
def map_networks(board, routes_0, routes_1, scratch):
    """Finds the networks of a set of routes: fills `scratch.root`, returns the touched cities."""
    root = scratch.root
    for city in range(board.n_cities):
        root[city] = city
    touched = join_cities(board, routes_0, np.int64(0), root) | join_cities(board, routes_1, np.int64(1), root)
    cities = touched
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        root[city] = find(root, city)
    return touched


@inner
def completed_in(board, tickets, word, root):
    """One word of `completed_tickets`, for tickets between two cities."""
    done = NOTHING
    while tickets != 0:
        ticket = lowest(tickets) + 64 * word
        tickets = without_lowest(tickets)
        if find(root, np.int64(board.ticket_a[ticket])) == find(root, np.int64(board.ticket_b[ticket])):
            done |= bit(ticket)
    return done


@inner
def has_country_tickets(board):
    return board.country_tickets[0] | board.country_tickets[1] != 0


@inner
def completed_tickets(board, tickets, root):
    """E3: the tickets whose cities are joined, as the two words of a set."""
    done_0 = completed_in(board, tickets[0] & ~board.country_tickets[0], np.int64(0), root)
    done_1 = completed_in(board, tickets[1] & ~board.country_tickets[1], np.int64(1), root)
    if has_country_tickets(board):
        done_0 |= completed_abroad(board, tickets[0], np.int64(0), root)
        done_1 |= completed_abroad(board, tickets[1], np.int64(1), root)
    return done_0, done_1


@inner
def sum_in(board, tickets, word):
    """One word of `ticket_sum`."""
    points = np.int64(0)
    while tickets != 0:
        points += board.ticket_points[lowest(tickets) + 64 * word]
        tickets = without_lowest(tickets)
    return points


@inner
def ticket_sum(board, tickets):
    """Points of a set of tickets, such as `own.tickets`."""
    return sum_in(board, tickets[0], np.int64(0)) + sum_in(board, tickets[1], np.int64(1))


# ---- country tickets -----------------------------------------------------------------------------


@inner
def roots_of(root, cities):
    """The roots of the networks of some cities, as a set."""
    roots = NOTHING
    while cities != 0:
        roots |= bit(find(root, lowest(cities)))
        cities = without_lowest(cities)
    return roots


@inner
def end_reached(board, ticket, root):
    """W4: the end with most points that is joined with a start of the ticket, or NO_END."""
    starts = roots_of(root, board.ticket_starts[ticket])
    for end in range(board.n_ends[ticket]):
        if roots_of(root, board.ticket_ends[ticket, end]) & starts != 0:
            return np.int64(end)
    return NO_END


@inner
def completed_abroad(board, tickets, word, root):
    """One word of `completed_tickets`, for country tickets."""
    done, tickets = NOTHING, tickets & board.country_tickets[word]
    while tickets != 0:
        ticket = lowest(tickets) + 64 * word
        tickets = without_lowest(tickets)
        if end_reached(board, ticket, root) != NO_END:
            done |= bit(ticket)
    return done


@inner
def note_ends(board, done, root, ends):
    """Notes the ends that completed country tickets reach. Returns the points of these beyond the fewest of each."""
    more = np.int64(0)
    for word in range(2):
        tickets = done[word] & board.country_tickets[word]
        while tickets != 0:
            ticket = lowest(tickets) + 64 * word
            tickets = without_lowest(tickets)
            ends[ticket] = end_reached(board, ticket, root)
            more += board.end_points[ticket, ends[ticket]] - board.ticket_points[ticket]
    return more


# ---- districts -----------------------------------------------------------------------------------


@inner
def joined_districts(board, root):
    """L1, L2: the districts whose cities are all joined, as a set; the ways may lead through other districts."""
    joined = np.int64(0)
    for district in range(board.n_districts):
        cities = board.district_cities[district]
        first, is_joined = find(root, lowest(cities)), np.int64(1)
        while cities != 0:
            is_joined &= np.int64(find(root, lowest(cities)) == first)
            cities = without_lowest(cities)
        joined |= is_joined << district
    return joined


# ---- stations ------------------------------------------------------------------------------------


@inner
def routes_of_others(board, public, seat, city, word):
    routes = NOTHING
    for other in range(public.n_seats):
        if other != seat:
            routes |= public.owned[other, word]
    return routes & board.at_city[city, word]


@inner
def list_borrowable(board, public, seat, city, scratch, station):
    """E4: what a station could borrow, one route for each network it would lead to; to borrow nothing comes first.

    Returns how many choices there are, and the roots that the choices join to the city's.
    """
    candidates, root = scratch.candidates[station], scratch.root
    candidates[0] = NO_ROUTE
    n = np.int64(1)
    reached = bit(root[city])
    for word in range(2):
        routes = routes_of_others(board, public, seat, city, word)
        while routes != 0:
            route = lowest(routes) + 64 * word
            routes = without_lowest(routes)
            far = bit(root[np.int64(board.a[route]) + np.int64(board.b[route]) - city])
            if reached & far == 0:
                reached |= far
                candidates[n] = route
                n += 1
    return n, reached


@inner
def list_choices(board, public, seat, scratch):
    """Lists the choices of all stations. Returns the number of joint choices, and every root they can join."""
    n_joint, reached = np.int64(1), NOTHING
    station = np.int64(0)
    cities = public.station_cities[seat]
    while cities != 0:
        city = lowest(cities)
        cities = without_lowest(cities)
        n, far = list_borrowable(board, public, seat, city, scratch, station)
        scratch.n_candidates[station] = n
        n_joint *= n
        reached |= far
        station += 1
    return n_joint, reached, station


@inner
def within_reach(board, tickets, word, reached, root):
    """The tickets of a word that borrowing can complete: both ends lie in networks that it can join."""
    reachable = NOTHING
    while tickets != 0:
        ticket = lowest(tickets) + 64 * word
        tickets = without_lowest(tickets)
        ends = bit(root[board.ticket_a[ticket]]) | bit(root[board.ticket_b[ticket]])
        if ends & ~reached == 0 or is_in(board.country_tickets, ticket):  # more ends than these two
            reachable |= bit(ticket)
    return reachable


@inner
def borrow_route(board, scratch, station, route):
    """Joins the cities of a borrowed route, noting the changed root so that `give_back` can undo it."""
    root = scratch.root
    scratch.changed[station] = NO_ROUTE
    if route != NO_ROUTE:
        a, b = find(root, np.int64(board.a[route])), find(root, np.int64(board.b[route]))
        if a != b:
            root[a] = b
            scratch.changed[station] = a


@inner
def borrow(board, scratch, n_stations, joint):
    """Joins what the joint choice borrows."""
    for station in range(n_stations):
        n = scratch.n_candidates[station]
        borrow_route(board, scratch, np.int64(station), np.int64(scratch.candidates[station, joint % n]))
        joint //= n


@inner
def give_back(scratch, n_stations):
    for station in range(n_stations - 1, -1, -1):
        changed = scratch.changed[station]
        if changed != NO_ROUTE:
            scratch.root[changed] = changed


@inner
def worth_of_borrowing(board, done, scratch):
    """Twice the points of completed tickets, since a failed one loses as many; of equal ones, more tickets are more."""
    points = 2 * ticket_sum(board, done)
    if has_country_tickets(board):
        points += note_ends(board, done, scratch.root, scratch.ends)
    return points * 2 * MAX_TICKETS + popcount(done[0]) + popcount(done[1])


@inner
def best_use_of_stations(board, public, seat, tickets, scratch, borrowed):
    """E4: the joint choice of borrowed routes that scores best, by trying all that differ in what they join.

    Of choices with equal points the one that completes most tickets counts, since E8 breaks ties by that. `tickets`
    are those that borrowing may complete, or lead to an end with more points (W4).
    Returns the tickets it completes out of them, and notes the borrowed routes by station, cities in order.
    """
    n_joint, reached, n_stations = list_choices(board, public, seat, scratch)
    left_0 = within_reach(board, tickets[0], np.int64(0), reached, scratch.root)
    left_1 = within_reach(board, tickets[1], np.int64(1), reached, scratch.root)
    best_done, best_worth, best_joint = (NOTHING, NOTHING), np.int64(0), np.int64(0)
    if left_0 | left_1 == 0:
        return best_done
    if has_country_tickets(board):
        best_done = completed_tickets(board, (left_0, left_1), scratch.root)
        best_worth = worth_of_borrowing(board, best_done, scratch)
    for joint in range(1, n_joint):  # 0 is to borrow nothing
        borrow(board, scratch, n_stations, joint)
        done = completed_tickets(board, (left_0, left_1), scratch.root)
        worth = worth_of_borrowing(board, done, scratch)
        give_back(scratch, n_stations)
        if worth > best_worth:
            best_done, best_worth, best_joint = done, worth, np.int64(joint)
    for station in range(n_stations):
        n = scratch.n_candidates[station]
        borrowed[station] = scratch.candidates[station, best_joint % n]
        best_joint //= n
    return best_done
