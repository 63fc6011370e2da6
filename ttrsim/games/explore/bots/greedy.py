"""`greedy`: makes the turn after which its final route would score most, and looks no further."""

from __future__ import annotations

from ttrsim.games.explore.botkit import CHOOSE_BLOCK, DISCARD, DRAW, bot, helper, record_on_stack
from ttrsim.games.explore.bots._outlook import NO_DECISION, OUTLOOK, break_ties
from ttrsim.games.explore.bots._search import (
    EVERY_ROAD,
    NO_WORTH,
    best_single,
    best_turn,
    discard_but,
    drawing_for,
    pair_worth,
)


@helper
def keep_best_pair(board, public, seat, outlook):
    best, choice = NO_WORTH, NO_DECISION
    for one in range(public.n_open):
        for other in range(one):
            value = pair_worth(board, public, seat, public.open[one], public.open[other], EVERY_ROAD, outlook)
            if value > best:
                best, choice = value, discard_but(public, one, other)
    return choice


@helper
def answer(board, public, own, outlook):
    break_ties(own, outlook)
    outlook.ahead = outlook.to_come = outlook.loose_end = outlook.plus = 0
    map_ = public.maps[own.seat]
    if public.question == DISCARD:
        return keep_best_pair(board, public, own.seat, outlook)
    if public.question == CHOOSE_BLOCK:
        _, choice, own.memory[0] = best_turn(board, map_, public.open[0], public.open[1], EVERY_ROAD, outlook)
        return choice
    if public.question == DRAW:
        noted = own.memory[0]
        return noted if noted != NO_DECISION else drawing_for(board, public, map_, EVERY_ROAD, outlook)
    _, choice = best_single(board, map_, public.block, outlook, NO_WORTH)
    return choice


@bot()
def greedy(board, public, own):
    """Makes the turn after which its final route would score most, and looks no further."""
    return answer(board, public, own, record_on_stack(OUTLOOK))
