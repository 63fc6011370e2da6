"""What routes cost `planner`, in points: the turns and trains they take, less the points they bring."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import helper, hot_helper
from ttrsim.games.trains.bots._planner.notes import BORROWED, read_set
from ttrsim.games.trains.bots._planner.outlook import CARDS_PER_TURN, turn_worth
from ttrsim.games.trains.bots._planner.weights import POINTS, TRAIN

UNIT = 4.0  # a search counts in quarters of a point
CHEAPEST, DEAREST = 1.0, 120.0
TUNNEL_EXTRA = 0.7  # extra cards of a tunnel on average (T1)
FERRY_EXTRA = 1.0  # a wild is as hard to get as two cards of a colour
SHARED_END = 0.6  # a city is an end of two routes of a way: each is credited with a part of its attraction

HOLDINGS = np.dtype(
    [("held", np.int64, int(kit.GRAY) + 1)], align=True
)  # [colour of a route] cards that can pay for it


@hot_helper
def count_holdings(own, holdings):
    for colour in range(kit.N_COLOURS):
        holdings.held[colour] = own.hand[colour]
    holdings.held[kit.GRAY] = kit.most_of_one_colour(own)


@hot_helper
def in_units(points):
    return clipped(UNIT * points)


@hot_helper
def clipped(units):
    return np.int64(min(DEAREST, max(CHEAPEST, units)))


@hot_helper
def new_attractions(board, route, touched):
    """E7: attractions at the ends of a route that are not among the touched cities."""
    fresh = board.attractions & ~touched
    return np.int64(fresh & kit.bit(board.a[route]) != 0) + np.int64(fresh & kit.bit(board.b[route]) != 0)


@hot_helper
def drop_dearer_half(board, paths, route):
    """Of a double route whose halves are both open, a way leads over the cheaper."""
    sibling = np.int64(board.sibling[route])
    if 0 <= sibling < route and paths.usable[sibling >> 6] & kit.bit(sibling) != 0:
        dearer = route if paths.cost[route] >= paths.cost[sibling] else sibling
        paths.usable[dearer >> 6] &= ~kit.bit(dearer)


@helper
def price_routes(board, public, own, draft, word, touched, hand):
    """Prices the routes that this seat may claim; `hand` says how much cards in hand lower the price."""
    paths, routes = draft.paths, public.open_to[own.seat, word]
    paths.usable[word] = routes
    if routes == 0:
        return
    turn, holdings = UNIT * turn_worth(own), kit.record_on_stack(HOLDINGS)
    count_holdings(own, holdings)
    card, train, point = turn / CARDS_PER_TURN, UNIT * own.weights[TRAIN], UNIT * own.weights[POINTS]
    sight = point * SHARED_END * board.rules.attraction_points
    while routes != 0:
        route = kit.lowest(routes) + 64 * word
        routes = kit.without_lowest(routes)
        length, colour = np.int64(board.length[route]), np.uint64(board.colour[route])
        units = turn + (card + train) * length - point * board.points[route]
        units -= hand * card * min(holdings.held[colour], length)
        units += card * TUNNEL_EXTRA * board.tunnel[route]  # no branches: nobody could predict them
        units += card * FERRY_EXTRA * board.wilds[route]
        if sight > 0.0:
            units -= sight * new_attractions(board, route, touched)
        paths.cost[route] = clipped(units)
        drop_dearer_half(board, paths, route)


@helper
def price_borrowing(board, public, own, draft):
    """E4: a route of another player can be used for the price of a station."""
    draft.others[0] = draft.others[1] = 0
    if kit.stations_to_build(public, own) == 0:
        return
    turns = 1.0 + kit.station_cost(board, public, own.seat) / CARDS_PER_TURN
    price = in_units(board.rules.station_points + turn_worth(own) * turns)
    for word in range(2):
        routes = np.uint64(0)
        for seat in range(public.n_seats):
            if seat != own.seat:
                routes |= public.owned[seat, word]
        routes &= ~read_set(own, BORROWED, np.int64(word))
        draft.others[word] = routes
        draft.paths.usable[word] |= routes
        while routes != 0:
            draft.paths.cost[kit.lowest(routes) + 64 * word] = price
            routes = kit.without_lowest(routes)
