"""Ways to pay for a route or a station (C1, C3, NC1).

A way is (colour, wilds): so many wilds, and the rest in one colour. A payment of wilds alone has the colour WILD.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_LENGTH
from ttrsim.games.trains.kernel.records import GRAY, N_COLOURS, WILD
from ttrsim.machine.jit import inlined

NO_WILDS = np.int64(0)
ALL_WILDS = np.int64(MAX_LENGTH)  # nothing costs more cards than this


@inlined
def most_of_one_colour(own):
    most = np.int64(0)
    for colour in range(N_COLOURS):
        most = max(most, own.hand[colour])
    return most


@inlined
def fewest_wilds(own, cost, min_wilds, colour):
    """The fewest wilds that pay `cost` together with cards of a colour."""
    return max(min_wilds, cost - own.hand[colour])


@inlined
def usable_wilds(board, own, route):
    """NC1: the wilds in hand, where they may pay for a route."""
    return own.hand[WILD] if board.most_wilds[route] > 0 else NO_WILDS


@inlined
def can_pay(own, cost, route_colour, min_wilds, most_wilds, colour, wilds):
    """C1, C3, NC1: one colour and wilds, in exactly this split. All wilds is written with colour WILD."""
    if wilds > own.hand[WILD] or wilds < min_wilds or wilds > most_wilds:
        return False
    if colour == WILD:
        return wilds == cost
    if colour > WILD or wilds >= cost or (route_colour != GRAY and route_colour != colour):
        return False
    return own.hand[colour] >= cost - wilds


@inlined
def count_payments(own, cost, route_colour, min_wilds, most_wilds=ALL_WILDS):
    """In how many ways a cost can be paid with at most so many wilds."""
    wilds = min(own.hand[WILD], most_wilds)
    ways = np.int64(wilds >= cost)
    for colour in range(N_COLOURS):
        if route_colour == GRAY or route_colour == colour:
            ways += max(NO_WILDS, min(wilds, cost - 1) - fewest_wilds(own, cost, min_wilds, colour) + 1)
    return ways


@inlined
def nth_payment(own, cost, route_colour, min_wilds, n, most_wilds=ALL_WILDS):
    """The n-th of those ways, as (colour, wilds)."""
    wilds = min(own.hand[WILD], most_wilds)
    for colour in range(N_COLOURS):
        if route_colour == GRAY or route_colour == colour:
            fewest = fewest_wilds(own, cost, min_wilds, colour)
            ways = max(NO_WILDS, min(wilds, cost - 1) - fewest + 1)
            if n < ways:
                return np.int64(colour), fewest + n
            n -= ways
    return WILD, cost
