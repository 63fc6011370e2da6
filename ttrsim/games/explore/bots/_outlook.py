"""What a drawing is worth to a bot: the route that it makes, and the one that it may become.

The exact route is asked for where it can matter only: `propose` notes what a drawing is worth at most, and
`best_proposal` asks for the routes of the most promising ones.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore import botkit as kit
from ttrsim.games.explore.botkit import helper

MAX_PROPOSALS = 4 * 6 + kit.N_SEGMENTS  # two joined connections along four sides of a block, and one on any road
SETTLED = -np.inf  # in place of what a proposal is worth at most
NO_DECISION = np.int64(0)
TIE = 0.01  # points; less than any real difference
EVERY_ROAD = np.int64(0)
CLOSING = np.int64(1)  # roads between two crossings that lines have reached

OUTLOOK = np.dtype(
    [
        ("ahead", np.float64),  # what the route may become counts so much, what it is now the rest; 0: only now
        ("to_come", np.float64),  # tourists of each kind that are still expected beside the route
        ("loose_end", np.float64),  # points that an end of a line costs until it is joined
        ("plus", np.float64),  # points that a `+` is worth when cards are discarded
        ("spite", np.float64),  # how much the others' best turn with two cards counts against them
        ("roads", np.int64),  # which are tried for one connection: EVERY_ROAD or CLOSING
        ("stream", kit.STREAM),  # breaks ties
        ("n", np.int64),
        ("decision", np.int64, MAX_PROPOSALS),  # [proposal] a way to draw
        ("most", np.float64, MAX_PROPOSALS),  # [proposal] what it is worth if all lines were one route
        ("joined", np.float64, MAX_PROPOSALS),  # [proposal] the points of that route
        ("route", kit.ROUTE),
        ("placed", kit.MAP),  # with the tourists of the turn
        ("begun", kit.MAP),  # with the first of two connections
        ("trial", kit.MAP),
    ],
    align=True,
)


@helper
def break_ties(own, outlook):
    """All seats have the same map and the same cards: without chance, equal bots would play equal games."""
    outlook.stream.state = kit.next_word(own.stream)


@helper
def propose(board, map_, decision, outlook):
    """Notes a way to draw that leads to this map."""
    blocks, crossings, odd = kit.reach_of(board, map_)
    joined = np.float64(kit.points_beside(board, map_, blocks, crossings, outlook.route))
    coloured = blocks & (board.of_type[kit.RED] | board.of_type[kit.GREEN] | board.of_type[kit.BLUE])
    hope = outlook.to_come * kit.popcount(coloured) - outlook.loose_end * kit.popcount(odd)
    outlook.decision[outlook.n] = decision
    outlook.joined[outlook.n] = joined
    outlook.most[outlook.n] = joined + outlook.ahead * hope + TIE * kit.uniform(outlook.stream)
    outlook.n += 1


@helper
def most_promising(outlook):
    best = np.int64(0)
    for place in range(1, outlook.n):
        if outlook.most[place] > outlook.most[best]:
            best = np.int64(place)
    return best


@helper
def worth(board, map_, block, place, outlook):
    """What a proposal is worth on this map: at most what it promised, less by what its route falls short."""
    decision = outlook.decision[place]
    outlook.trial = map_
    kit.draw_segment(board, outlook.trial, block, kit.first_of(decision))
    if kit.kind_of(decision) == kit.DO_JOINED:
        kit.draw_segment(board, outlook.trial, block, kit.second_of(decision))
    lacking = outlook.joined[place] - kit.route_value(board, outlook.trial, outlook.route)
    return outlook.most[place] - (1 - outlook.ahead) * lacking


@helper
def best_proposal(board, map_, block, best, outlook):
    """The best of the proposals and its worth, or NO_DECISION and `best` if none is worth more than `best`."""
    choice = NO_DECISION
    while outlook.n > 0:
        place = most_promising(outlook)
        if outlook.most[place] <= best:
            break
        value = worth(board, map_, block, place, outlook)
        if value > best:
            best, choice = value, outlook.decision[place]
        outlook.most[place] = SETTLED
    outlook.n = 0
    return best, choice
