"""Stations (E4): how `planner` borrows the routes of others that its plan needs."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.claims import gray_payment, has_route_at
from ttrsim.games.trains.bots._planner.notes import BORROW, BORROWED, read_set, write_set

NO_STATION = np.int64(0)
NO_WILDS = np.int64(0)


@helper
def station_in(board, public, own, city):
    most_wilds = min(own.hand[kit.WILD], kit.station_wilds(board, public, own))
    colour, wilds = gray_payment(own, kit.station_cost(board, public, own.seat), NO_WILDS, most_wilds)
    return kit.build_station(city, colour, wilds)


@helper
def station_for(board, public, own, word):
    """A station for the first route to borrow that has a city free for it, or NO_STATION."""
    routes, free = read_set(own, BORROW, word), kit.cities_without_station(board, public)
    while routes != 0:
        place = routes & (~routes + np.uint64(1))
        routes ^= place
        route = kit.lowest(place) + 64 * word
        for city in (np.int64(board.a[route]), np.int64(board.b[route])):
            if free & kit.bit(city) != 0:
                write_set(own, BORROW, word, read_set(own, BORROW, word) & ~place)
                write_set(own, BORROWED, word, read_set(own, BORROWED, word) | place)
                return station_in(board, public, own, city)
    return NO_STATION


@helper
def planned_station(board, public, own):
    decision = station_for(board, public, own, np.int64(0))
    return decision if decision != NO_STATION else station_for(board, public, own, np.int64(1))


# ---- stations that it has no notes of ------------------------------------------------------------


@helper
def ends_of_tickets(board, tickets):
    """Cities."""
    cities = kit.NOTHING
    for word in range(2):
        left = tickets[word]
        while left != 0:
            ticket = kit.lowest(left) + 64 * word
            left = kit.without_lowest(left)
            cities |= board.ticket_starts[ticket] | board.ticket_goals[ticket]
    return cities


@helper
def likely_borrowed(board, public, own, city, word, wanted):
    """A route of another player from this city to one that matters to this seat, or NO_ROUTE."""
    routes = board.at_city[city, word] & ~public.owned[own.seat, word]
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes &= routes - np.uint64(1)
        far = np.int64(board.a[route]) + np.int64(board.b[route]) - city
        if public.owner[route] >= 0 and (wanted & kit.bit(far) != 0 or has_route_at(board, public, own.seat, far)):
            return route
    return kit.NO_ROUTE


@helper
def recall_borrowed(board, public, own):
    """Notes for each station of this seat the route that it seems to be for: the rules do not say (E4)."""
    stations, wanted = public.station_cities[own.seat], ends_of_tickets(board, own.tickets)
    while stations != 0:
        city = kit.lowest(stations)
        stations &= stations - np.uint64(1)
        for word in range(2):
            route = likely_borrowed(board, public, own, city, np.int64(word), wanted)
            if route != kit.NO_ROUTE:
                routes = read_set(own, BORROWED, np.int64(word)) | kit.bit(route)
                write_set(own, BORROWED, np.int64(word), routes)
                break
