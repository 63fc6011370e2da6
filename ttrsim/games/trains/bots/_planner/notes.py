"""What `planner` keeps in `own.memory` from decision to decision."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.botkit import helper

# the plan
TICKETS = np.int64(25)  # two words: the tickets it was made for; none, and there is no plan yet
MADE = np.int64(0)  # the turn in which it was made
PLAN = np.int64(2)  # two words: routes to claim
BORROW = np.int64(4)  # two words: routes of others to borrow, the stations for them not yet built
BORROWED = np.int64(6)  # two words: routes of others that our stations let us use (E4)
TURNS_LEFT = np.int64(8)  # turns that were left when it was made

# tickets
REFUSED = np.int64(27)  # two words: tickets it was offered and did not keep
WEIGHED = np.int64(10)  # trains in hand when it last decided against more tickets

# the board, in thousandths
TURN_POINTS = np.int64(11)  # points that a turn brings with its routes on average
ROUTE_LENGTH = np.int64(12)  # mean length of its routes
TICKET_POINTS = np.int64(13)  # mean points of its tickets

# cards, counted anew for every decision
MISSING = np.int64(14)  # cards that the plan still needs when the hand, wilds too, is spent on it
NEED = np.int64(16)  # nine words: [card] how many the plan needs

# of bots that play as planner with one set of weights now, with another then
STYLE = np.int64(29)  # the set it plays with


@helper
def has_no_notes(own):
    """Whether it is asked for the first time: at the start of a game, or set down in the middle of one."""
    return own.memory[ROUTE_LENGTH] == 0


@helper
def read_set(own, note, word):
    """One word of a set of routes or tickets."""
    return np.uint64(own.memory[note + word])


@helper
def write_set(own, note, word, members):
    own.memory[note + word] = np.int64(members)
