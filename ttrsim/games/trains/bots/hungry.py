"""`hungry`: one of the four agents of the research literature; it collects tickets first.

As published (Silva, Lee, Togelius, Nealen): it keeps the set of tickets with the best points per train
that fits all but 5 of its trains, and draws more tickets as long as the ways for those it has leave
more than 8 trains. Ours to choose: then it claims the routes
of its ways, those with most points first, and afterwards whatever has most points.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import (
    CHOOSE_ACTION,
    KEEP_TICKETS,
    SECOND_CARD,
    bot,
    can_draw_tickets,
    cheapest_extra,
    draw_tickets,
    helper,
)
from ttrsim.games.trains.bots._research import TRAINS, build_ways, has_no_lacks, keep_best, want_ways, wanted_card

ANY_LENGTH = np.int64(1)
TRAINS_KEPT_BACK = 5
ENOUGH_LEFT = 8


@helper
def is_hungry(public, own):
    """Whether its ways leave trains for more tickets."""
    left = public.trains[own.seat] - own.memory[TRAINS]
    return left > ENOUGH_LEFT and can_draw_tickets(public)


@helper
def hungry_action(board, public, own):
    routes_0, routes_1 = want_ways(board, public, own, ANY_LENGTH)
    if is_hungry(public, own):
        return draw_tickets()
    return build_ways(board, public, own, routes_0, routes_1)


@bot()
def hungry(board, public, own):
    """Draws tickets until its trains are spoken for, then builds the shortest ways (research literature)."""
    if public.question == CHOOSE_ACTION:
        return hungry_action(board, public, own)
    if public.question == SECOND_CARD:
        if has_no_lacks(own):
            hungry_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == KEEP_TICKETS:
        return keep_best(board, public, own, public.trains[own.seat] - TRAINS_KEPT_BACK, ANY_LENGTH, False)
    return cheapest_extra(public, own)
