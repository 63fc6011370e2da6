"""`hungry`: collects tickets first; one of four agents from the literature.

As published (Silva, Lee, Togelius, Nealen): it keeps the set of tickets with the best points per train
that fits all but 5 of its trains, and draws more tickets as long as the ways for those it has leave
more than 8 trains. Our choice: then it claims the routes
of its ways, those with most points first, and afterwards whatever has most points.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._research import TRAINS, build_ways, has_no_lacks, keep_best, want_ways, wanted_card

ANY_LENGTH = np.int64(1)
TRAINS_KEPT_BACK = 5
ENOUGH_LEFT = 8


@helper
def is_hungry(public, own):
    """Whether its ways leave trains for more tickets."""
    left = public.trains[own.seat] - own.memory[TRAINS]
    return left > ENOUGH_LEFT and kit.can_draw_tickets(public)


@helper
def hungry_action(board, public, own):
    routes_0, routes_1 = want_ways(board, public, own, ANY_LENGTH)
    if is_hungry(public, own):
        return kit.draw_tickets()
    return build_ways(board, public, own, routes_0, routes_1)


@bot()
def hungry(board, public, own):
    """Draws tickets until its trains are spoken for, then builds the shortest ways (research literature)."""
    if public.question == kit.CHOOSE_ACTION:
        return hungry_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        if has_no_lacks(own):
            hungry_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return keep_best(board, public, own, public.trains[own.seat] - TRAINS_KEPT_BACK, ANY_LENGTH, False)
    return kit.cheapest_extra(public, own)
