"""What can be paid, and how to pay it with the fewest wilds."""

from __future__ import annotations

import numpy as np

from ttrsim.compiled.bits import bit
from ttrsim.compiled.jit import inner
from ttrsim.games.trains.kernel.candidates import cheapest_payment
from ttrsim.games.trains.kernel.decisions import build_station, claim, decline, pay
from ttrsim.games.trains.kernel.legal import can_pay_extra, station_cost, station_wilds
from ttrsim.games.trains.kernel.payments import count_payments
from ttrsim.games.trains.kernel.records import GRAY

NO_WILDS = np.int64(0)


@inner
def can_afford(board, public, own, route):
    """Whether this seat may claim a route now and has the cards and trains for it."""
    if public.open_to[own.seat, route >> 6] & bit(route) == 0:
        return False
    length = np.int64(board.length[route])
    if length > public.trains[own.seat]:
        return False
    colour, min_wilds, most_wilds = board.colour[route], board.wilds[route], board.most_wilds[route]
    return count_payments(own, length, np.int64(colour), np.int64(min_wilds), np.int64(most_wilds)) > 0


@inner
def cheapest_claim(board, own, route):
    """The decision to claim a route that can be afforded."""
    length, route_colour = np.int64(board.length[route]), np.int64(board.colour[route])
    min_wilds, most_wilds = np.int64(board.wilds[route]), np.int64(board.most_wilds[route])
    colour, wilds = cheapest_payment(own, length, route_colour, min_wilds, most_wilds)
    return claim(route, colour, wilds)


@inner
def cheapest_station(board, public, own, city):
    """The decision to build a station, where one can be built (`can_build_station`)."""
    cost, most_wilds = station_cost(board, public, own.seat), station_wilds(board, public, own)
    colour, wilds = cheapest_payment(own, cost, GRAY, NO_WILDS, most_wilds)
    return build_station(city, colour, wilds)


@inner
def cheapest_extra(public, own):
    """The decision to pay a tunnel's extra cards, or to decline where they cannot be paid."""
    for wilds in range(public.tunnel_extra + 1):
        if can_pay_extra(public, own, wilds):
            return pay(wilds)
    return decline()
