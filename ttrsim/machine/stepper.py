"""A game one step at a time, for Python: the one compiled door to the rules of a kernel.

`boards`, `states`, `seatings`, `logs`, `scratches` and `results` hold one record each. There is one door instead of
six, since each further entry would link and optimise the whole kernel once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from ttrsim.machine.jit import array_of
from ttrsim.machine.rules import (
    apply,
    check_state,
    is_legal,
    list_candidates,
    list_legal,
    restrict,
    score_game,
    set_up,
)

if TYPE_CHECKING:
    from ttrsim.machine.kernel import Kernel

# What to do, and with which numbers.
SET_UP = np.int64(0)  # seats, seed, deal; `seatings` says under which restrictions
APPLY = np.int64(1)  # a legal decision
LIST_LEGAL = np.int64(2)  # writes the legal decisions to `numbers`; returns how many
TEST_LEGAL = np.int64(3)  # decisions from … to: writes to `numbers` whether each is legal
SCORE = np.int64(4)  # writes the result as if the game ended here
LIST_CANDIDATES = np.int64(6)  # like LIST_LEGAL, for the decisions worth comparing
CHECK = np.int64(5)  # returns the number of the check that the state fails, or ALL_WELL

MAX_LEGAL = 1 << 15  # more than a position can have: each route in each colour with each number of wilds and sets


def signature(kernel: Kernel) -> Any:
    records = (kernel.board, kernel.state, kernel.seating, kernel.work["log"], kernel.scratch, kernel.result)
    return types.int64(*map(array_of, records), types.int64[::1], *[types.int64] * 4)


def step(boards, states, seatings, logs, scratches, results, numbers, what, first, second, third):
    board, state, log = boards[0], states[0], logs[0]
    own = state.seats[state.public.asked]
    if what == SET_UP:
        set_up(board, state, log, first, second, third)
        restrict(board, state, seatings[0])
    elif what == APPLY:
        apply(board, state, log, first)
    elif what == LIST_LEGAL:
        return list_legal(board, state.public, own, numbers)
    elif what == LIST_CANDIDATES:
        return list_candidates(board, state.public, own, numbers)
    elif what == TEST_LEGAL:
        for decision in range(first, second):
            numbers[decision - first] = is_legal(board, state.public, own, decision)
    elif what == SCORE:
        score_game(board, state, results[0], scratches[0])
    elif what == CHECK:
        return check_state(board, state)
    return np.int64(0)
