"""One step of a game at a time, for whoever looks at positions: each function is an entry into the kernel.

`works` and `states` hold one record each, `bots` one function.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from ttrsim.compiled.jit import entry
from ttrsim.compiled.rng import STREAM
from ttrsim.compiled.table import seat_bots
from ttrsim.explore.kernel.legal import is_legal
from ttrsim.explore.kernel.records import BOARD_T, BOT_T, OWN_T, SEATING_T, STATE, WORK_T
from ttrsim.explore.kernel.turns import apply, set_up
from ttrsim.explore.stepping.redeal import redeal

SOURCES = ("explore/kernel", "explore/stepping")
BOARDS, WORKS, SEATINGS = BOARD_T[::1], WORK_T[::1], SEATING_T[::1]
STATES, STREAMS, OWNS = numba.from_dtype(STATE)[::1], numba.from_dtype(STREAM)[::1], OWN_T[::1]
BOTS = types.UniTuple(BOT_T, 1)
int64 = types.int64


@entry(types.void(BOARDS, WORKS, SEATINGS, int64, int64, int64, int64), SOURCES)
def begin(boards, works, seatings, seating, n_seats, seed, deal):
    """Sets a game up, to its first question."""
    work = works[0]
    seat_bots(work.state, seatings[seating])
    set_up(boards[0], work.state, work.log, n_seats, seed, deal)


@entry(int64(BOARDS, STATES, BOTS), SOURCES)
def ask(boards, states, bots):
    """The bot's decision. Whatever it writes, it writes to this state."""
    public = states[0].public
    return bots[0](boards[0], public, states[0].seats[public.asked])


@entry(types.boolean(BOARDS, WORKS, int64), SOURCES)
def carry_out(boards, works, decision):
    """Takes a decision, if it is legal; says whether it is."""
    board, state = boards[0], works[0].state
    public = state.public
    if not is_legal(board, public, state.seats[public.asked], decision):
        return False
    apply(board, state, works[0].log, decision)
    return True


@entry(types.void(BOARDS, STATES, STREAMS), SOURCES)
def deal_anew(boards, states, streams):
    """Deals everything that the asked seat does not see."""
    redeal(states[0], streams[0])


@entry(int64(BOARDS, BOTS, STATES, OWNS, int64, types.boolean), SOURCES)
def ask_all(boards, bots, positions, owns, repeats, is_asked):
    """Copies what the asked seat sees, which its notes are part of, and asks the bot; or only copies.

    The difference in time is the bot's. Each position is asked some times in a row, so that it is at hand.
    """
    board, bot = boards[0], bots[0]
    total = np.int64(0)
    for number in range(len(positions)):
        public = positions[number].public
        for _ in range(repeats):
            owns[0] = positions[number].seats[public.asked]
            total += bot(board, public, owns[0]) if is_asked else owns[0].seat
    return total
