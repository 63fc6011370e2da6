"""What can be paid, and how to pay it with the fewest wilds."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.candidates import cheapest_payment
from ttrsim.games.trains.kernel.decisions import build_station, decline, pay
from ttrsim.games.trains.kernel.legal import can_pay_extra, station_cost, station_wilds
from ttrsim.games.trains.kernel.payments import count_payments, most_of_one_colour, usable_wilds
from ttrsim.games.trains.kernel.records import GRAY
from ttrsim.games.trains.kernel.sets import cards_for_route, cards_for_sets
from ttrsim.machine.bits import bit
from ttrsim.machine.jit import inner

NO_WILDS = np.int64(0)


@inner
def can_afford(board, public, own, route):
    """Whether this seat may claim a route now and has the cards and trains for it."""
    if public.open_to[own.seat, route >> 6] & bit(route) == 0:
        return False
    length, colour, min_wilds = (
        np.int64(board.length[route]),
        np.int64(board.colour[route]),
        np.int64(board.wilds[route]),
    )
    if length > public.trains[own.seat]:
        return False
    wilds = usable_wilds(board, own, route)
    if count_payments(own, length, colour, min_wilds, wilds) > 0:
        return True
    held = most_of_one_colour(own) if colour == GRAY else own.hand[colour]
    return board.any_set[route] > 0 and cards_for_route(board, route, held, wilds) <= cards_for_sets(own)


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
