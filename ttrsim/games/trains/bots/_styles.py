"""The styles in which `seer` can play on: `planner` with something added to some of its weights."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import helper
from ttrsim.games.trains.bots._planner.notes import STYLE, TICKETS, WEIGHED
from ttrsim.games.trains.bots._planner.weights import WEIGHTS


def style(**changes: float) -> tuple[float, ...]:
    """What is added to each weight of planner."""
    return tuple(float(changes.get(weight.name, 0.0)) for weight in WEIGHTS)


# [style, weight]
STYLES = np.array(
    [
        style(),  # as planner itself
        style(early_tickets=-9),  # draws tickets before its network is finished
        style(tickets=-10),  # draws no more tickets
        style(contest=-0.6),  # saves its wilds
        style(contest=2.4, eager=1.4),  # claims as soon as it can
        style(longest=0.6),
        style(each_ticket=4),  # keeps more tickets
        style(hand=0.5),  # plans by the cards in its hand
        style(block=5),
        style(wild=0.55),  # takes face-up wilds
        style(turn=-0.25),  # takes its time
        style(points=-0.17),  # plans again, with slightly other prices
        style(points=-0.5, risk=-0.44),  # takes the short way, however late
        style(turn=-0.67, train=-0.63, each_ticket=4.8, spare=0.25),  # lays many trains for its tickets
        style(wild=1.0, eager=2.0),  # collects wilds and spends them
        style(each_ticket=8),  # keeps every ticket
    ]
)


@helper
def set_weights(own, base, number):
    """`base` are the weights that seer sat down with: those of planner on this board."""
    for place in range(STYLES.shape[1]):
        own.weights[place] = base[place] + STYLES[number, place]


@helper
def change_style(own, base, number):
    """It plans again, and thinks again about tickets."""
    set_weights(own, base, number)
    own.memory[STYLE] = number
    own.memory[TICKETS] = own.memory[TICKETS + 1] = own.memory[WEIGHED] = 0


@helper
def play_in(own, number, seat):
    """Prepares this seat in an imagined world to play on in a style; `own` has the base weights."""
    seat.memory[:] = own.memory
    if number == own.memory[STYLE]:
        set_weights(seat, own.weights, number)
    else:
        change_style(seat, own.weights, number)
