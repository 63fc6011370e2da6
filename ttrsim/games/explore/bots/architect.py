"""`architect`: draws lines in all places that matter and joins them to one route as the rounds run out.

It looks at what all its lines would score together if they were one route, with the tourists that are
still to come, and takes off points for every loose end. The fewer rounds are left, the more it looks at the
route that it has. As first player it keeps the two cards that are best for itself.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.botkit import N_KINDS, Weight, bot, helper, record_on_stack
from ttrsim.games.explore.bots._outlook import CLOSING, OUTLOOK
from ttrsim.games.explore.bots._search import answer

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
    outlook.spite = own.weights[SPITE]
    outlook.roads = CLOSING


@bot(WEIGHTS)
def architect(board, public, own):
    """Draws lines in all places that matter and joins them to one route as the rounds run out."""
    outlook = record_on_stack(OUTLOOK)
    look_ahead(public, own, outlook)
    return answer(board, public, own, outlook)
