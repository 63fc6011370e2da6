"""`architect`: draws lines in all places that matter and joins them to one route as the rounds run out.

It looks at what all its lines would score together if they were one route, with the tourists that are
still to come, and takes off points for every loose end. The fewer rounds are left, the more it looks at the
route that it has. As first player it keeps the two cards that are best for itself.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.botkit import CHOOSE_BLOCK, DISCARD, DRAW, N_KINDS, Weight, bot, helper, record_on_stack
from ttrsim.games.explore.bots._outlook import NO_DECISION, OUTLOOK, break_ties
from ttrsim.games.explore.bots._search import (
    CLOSING,
    NO_WORTH,
    best_single,
    best_turn,
    discard_but,
    drawing_for,
    pair_worth,
)

WEIGHTS = (
    Weight("ahead", 0.95, "how much the joined lines count in place of the route; falls to 0 with the rounds"),
    Weight("to_come", 6.0, "tourists beside the route that a round still to come is expected to bring"),
    Weight("loose_end", 5.0, "points an end of a line costs"),
    Weight("plus", 8.0, "points a `+` is worth when cards are discarded"),
    Weight("spite", 0.0, "as first player, how much the others' best turn with two cards counts against them"),
)
AHEAD, TO_COME, LOOSE_END, PLUS, SPITE = range(5)


@helper
def look_ahead(public, own, outlook):
    rounds_left = np.float64(public.n_rounds - public.round)
    outlook.ahead = own.weights[AHEAD] * rounds_left / public.n_rounds
    outlook.to_come = own.weights[TO_COME] * rounds_left / N_KINDS
    outlook.loose_end = own.weights[LOOSE_END]
    outlook.plus = own.weights[PLUS]


@helper
def worth_to_others(board, public, seat, one, other, outlook):
    """What two cards are worth to the other seats, on average."""
    total = 0.0
    for rival in range(public.n_seats):
        if rival != seat:
            total += pair_worth(board, public, rival, one, other, CLOSING, outlook)
    return total / (public.n_seats - 1)


@helper
def keep_best_pair(board, public, own, outlook):
    best, choice, spite = 2 * NO_WORTH, NO_DECISION, own.weights[SPITE]
    for first in range(public.n_open):
        for second in range(first):
            one, other = public.open[first], public.open[second]
            value = pair_worth(board, public, own.seat, one, other, CLOSING, outlook)
            if spite != 0:
                value -= spite * worth_to_others(board, public, own.seat, one, other, outlook)
            if value > best:
                best, choice = value, discard_but(public, first, second)
    return choice


@helper
def answer(board, public, own, outlook):
    break_ties(own, outlook)
    look_ahead(public, own, outlook)
    map_ = public.maps[own.seat]
    if public.question == DISCARD:
        return keep_best_pair(board, public, own, outlook)
    if public.question == CHOOSE_BLOCK:
        _, choice, own.memory[0] = best_turn(board, map_, public.open[0], public.open[1], CLOSING, outlook)
        return choice
    if public.question == DRAW:
        noted = own.memory[0]
        return noted if noted != NO_DECISION else drawing_for(board, public, map_, CLOSING, outlook)
    _, choice = best_single(board, map_, public.block, outlook, NO_WORTH)
    return choice


@bot(WEIGHTS)
def architect(board, public, own):
    """Draws lines in all places that matter and joins them to one route as the rounds run out."""
    return answer(board, public, own, record_on_stack(OUTLOOK))
