"""The styles in which `seer` can play on: `planner` with some weights changed."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.notes import STYLE, TICKETS, WEIGHED
from ttrsim.games.trains.bots._planner.weights import WEIGHTS


def style(**changes: float) -> tuple[float, ...]:
    """The weights of planner, with some changes."""
    return tuple(float(changes.get(weight.name, weight.default)) for weight in WEIGHTS)


AS_PLANNER = np.int64(0)
STYLES = (
    style(),
    style(early_tickets=10),  # draws tickets before its network is finished
    style(tickets=-5),  # draws no more tickets
    style(contest=0),  # saves its wilds
    style(contest=3, eager=1),  # claims as soon as it can
    style(longest=0.8),
    style(each_ticket=2),  # keeps more tickets
    style(hand=0.8),  # plans by the cards in its hand
    style(block=5),
    style(wild=2.2),  # takes face-up wilds
    style(turn=0.7),  # takes its time
)


@helper
def set_weights(own, number):
    for place in range(len(STYLES[0])):
        own.weights[place] = STYLES[number][place]


@helper
def change_style(own, number):
    """It plans again, and thinks again about tickets."""
    set_weights(own, number)
    own.memory[STYLE] = number
    own.memory[TICKETS] = own.memory[WEIGHED] = 0


@helper
def play_in(own, number, seat):
    """Prepares this seat in an imagined world to play on in a style."""
    seat.memory[:] = own.memory
    if number == own.memory[STYLE]:
        set_weights(seat, number)
    else:
        change_style(seat, number)
