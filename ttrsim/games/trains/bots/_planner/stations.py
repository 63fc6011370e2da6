"""Stations (E4): how `planner` borrows the routes of others that its plan needs."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import bit, build_station, cities_without_station, helper, lowest, station_cost
from ttrsim.games.trains.bots._planner.claims import gray_payment
from ttrsim.games.trains.bots._planner.notes import BORROW, BORROWED, read_set, write_set

NO_STATION = np.int64(0)
NO_WILDS = np.int64(0)


@helper
def station_in(board, public, own, city):
    colour, wilds = gray_payment(own, station_cost(board, public, own.seat), NO_WILDS)
    return build_station(city, colour, wilds)


@helper
def station_for(board, public, own, word):
    """A station for the first route to borrow that has a city free for it, or NO_STATION."""
    routes, free = read_set(own, BORROW, word), cities_without_station(board, public)
    while routes != 0:
        place = routes & (~routes + np.uint64(1))
        routes ^= place
        route = lowest(place) + 64 * word
        for city in (np.int64(board.a[route]), np.int64(board.b[route])):
            if free & bit(city) != 0:
                write_set(own, BORROW, word, read_set(own, BORROW, word) & ~place)
                write_set(own, BORROWED, word, read_set(own, BORROWED, word) | place)
                return station_in(board, public, own, city)
    return NO_STATION


@helper
def planned_station(board, public, own):
    decision = station_for(board, public, own, np.int64(0))
    return decision if decision != NO_STATION else station_for(board, public, own, np.int64(1))
