"""`architect`: starts lines in all promising places and joins them into one route before the game ends.

It estimates what all its lines would score together as one route, including tourists still to come, minus a
penalty for every loose end. The fewer rounds are left, the more weight it gives to the route it has already. As
first player it keeps the two cards that are best for itself.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.botkit import N_KINDS, Weight, bot, helper, record_on_stack
from ttrsim.games.explore.bots._outlook import CLOSING, OUTLOOK
from ttrsim.games.explore.bots._search import answer

WEIGHTS = (
    Weight("ahead", 0.95, "weight of all lines together against the present route; falls to 0 as rounds run out", 0, 2),
    Weight("to_come", 6.0, "tourists beside the route expected from each round still to come", 0, 20),
    Weight("loose_end", 5.0, "penalty in points for each loose end of a line", 0, 20),
    Weight("plus", 8.0, "value of a `+` in points, for the discard", 0, 30),
    Weight("spite", 0.0, "as first player: how much it wants cards that are bad for the other players", 0, 2),
)
AHEAD, TO_COME, LOOSE_END, PLUS, SPITE = range(5)


@helper
def look_ahead(public, own, outlook):
    rounds_left = np.float64(public.n_rounds - public.round)
    outlook.ahead = own.weights[AHEAD] * rounds_left / public.n_rounds
    outlook.to_come = own.weights[TO_COME] * rounds_left / N_KINDS
    outlook.loose_end = own.weights[LOOSE_END]
    outlook.plus = own.weights[PLUS]
    outlook.spite = own.weights[SPITE]
    outlook.roads = CLOSING


@bot(WEIGHTS)
def architect(board, public, own):
    """Draws lines in all places that matter and joins them to one route as the rounds run out."""
    outlook = record_on_stack(OUTLOOK)
    look_ahead(public, own, outlook)
    return answer(board, public, own, outlook)
