"""Positions of a game, for whoever examines a bot in them: each function is an entry into the kernel.

The bot that is examined is the first of `bots`; `boards`, `works`, `copies`, `streams` and `owns` hold one record each.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from ttrsim.compiled.jit import entry
from ttrsim.compiled.rng import STREAM
from ttrsim.compiled.table import GAME_OVER, seat_bots
from ttrsim.explore.kernel.legal import is_legal
from ttrsim.explore.kernel.records import BOARD_T, BOT_T, OWN_T, SEATING_T, STATE, WORK_T
from ttrsim.explore.kernel.turns import apply, set_up
from ttrsim.explore.stepping.redeal import redeal

SOURCES = ("explore/kernel", "explore/stepping")
BOARDS, WORKS, SEATINGS = BOARD_T[::1], WORK_T[::1], SEATING_T[::1]
STATES, STREAMS, OWNS = numba.from_dtype(STATE)[::1], numba.from_dtype(STREAM)[::1], OWN_T[::1]
ONE, TWO = types.UniTuple(BOT_T, 1), types.UniTuple(BOT_T, 2)
int64 = types.int64
EXAMINED = 0  # place among the bots


@entry(int64(BOARDS, WORKS, SEATINGS, int64, int64, STATES, TWO, int64, STATES), SOURCES)
def collect(boards, works, seatings, n_seats, seed, copies, bots, stride, positions):
    """Every `stride`-th position in which the examined bot is asked, from game after game, until `positions` is full.

    Every bot is asked on a copy, of which only its notes and random numbers come back, whatever else it wrote.
    Returns how many were collected: an illegal decision ends it early.
    """
    board, state, copy = boards[0], works[0].state, copies[0]
    public = state.public
    n = questions = game = 0
    while True:
        seating = seatings[game % len(seatings)]
        seat_bots(state, seating)
        set_up(board, state, works[0].log, n_seats, seed, game)
        while public.question != GAME_OVER:
            place = seating.bot[public.asked]
            if place == EXAMINED:
                if questions % stride == 0:
                    positions[n] = state
                    n += 1
                    if n == len(positions):
                        return n
                questions += 1
            copies[0] = state
            own, copied = state.seats[public.asked], copy.seats[public.asked]
            decision = bots[place](board, copy.public, copied)
            own.memory[:] = copied.memory
            own.stream = copied.stream
            if not is_legal(board, public, own, decision):
                return n
            apply(board, state, works[0].log, decision)
        game += 1


@entry(types.void(BOARDS, ONE, STATES, int64[::1]), SOURCES)
def ask_each(boards, bots, states, decisions):
    """The bot's decision in each state. Whatever it writes, it writes to that state."""
    for number in range(len(states)):
        public = states[number].public
        decisions[number] = bots[EXAMINED](boards[0], public, states[number].seats[public.asked])


@entry(types.void(BOARDS, STATES, STREAMS), SOURCES)
def deal_anew(boards, states, streams):
    """Deals everything that the asked seat does not see, in each state."""
    for number in range(len(states)):
        redeal(states[number], streams[0])


@entry(int64(BOARDS, ONE, STATES, OWNS, int64, types.boolean), SOURCES)
def time_each(boards, bots, positions, owns, repeats, is_asked):
    """Copies what the asked seat sees, which its notes are part of, and asks the bot; or only copies.

    The difference in time is the bot's. Each position is asked some times in a row, so that it is at hand.
    """
    board, bot = boards[0], bots[EXAMINED]
    total = np.int64(0)
    for number in range(len(positions)):
        public = positions[number].public
        for _ in range(repeats):
            owns[0] = positions[number].seats[public.asked]
            total += bot(board, public, owns[0]) if is_asked else owns[0].seat
    return total
