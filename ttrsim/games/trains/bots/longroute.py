"""`longroute`: prefers long routes; one of four agents from the literature.

As published (Silva, Lee, Togelius, Nealen): it leaves out routes shorter than 3 when it plans the ways
for its tickets, never draws tickets, and otherwise claims the longest route it can. Our choice: it
keeps as few tickets as it may, those with most points per train of such ways. On a board whose long
routes join nothing it has no ways, and simply claims.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains import botkit as kit
from ttrsim.games.trains.botkit import bot, helper
from ttrsim.games.trains.bots._research import build_ways, has_no_lacks, keep_best, want_ways, wanted_card

SHORTEST = np.int64(3)


@helper
def longroute_action(board, public, own):
    routes_0, routes_1 = want_ways(board, public, own, SHORTEST)
    return build_ways(board, public, own, routes_0, routes_1)


@bot()
def longroute(board, public, own):
    """Plans with routes of length 3 and more, never draws tickets, claims long routes (research literature)."""
    if public.question == kit.CHOOSE_ACTION:
        return longroute_action(board, public, own)
    if public.question == kit.SECOND_CARD:
        if has_no_lacks(own):
            longroute_action(board, public, own)  # notes them
        return wanted_card(public, own)
    if public.question == kit.KEEP_TICKETS:
        return keep_best(board, public, own, public.trains[own.seat], SHORTEST, True)
    return kit.cheapest_extra(public, own)
