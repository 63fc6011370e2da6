"""What a table is to every kernel: who sits there, and what can go wrong."""

from __future__ import annotations

from typing import Any

import numpy as np

from ttrsim.machine.jit import inner

GAME_OVER = np.int64(0)  # in place of a question
ALL_WELL = np.int64(0)  # the checker's answer

# ---- what can go wrong in a game -----------------------------------------------------------------
NO_FAULT = np.int64(0)
FAULT_ILLEGAL = np.int64(1)  # a bot's decision is not legal
FAULT_TAMPERED = np.int64(2)  # a bot wrote to what it may only read
FAULT_STATE = np.int64(3)  # the state checker found a violation (checked build)
FAULT_LOG = np.int64(4)  # the log of the game did not fit
NO_FAULTY_GAME = np.int64(-1)


# ---- records -------------------------------------------------------------------------------------


def seating_record(n_seats: int, n_weights: int, restriction: np.dtype | None = None) -> np.dtype:
    """Who sits where in a game, and under which restrictions, in a game that has any."""
    fields: list[Any] = [
        ("bot", np.int64, n_seats),  # [seat] place among the bots of the run
        ("weights", np.float64, (n_seats, n_weights)),  # [seat] how its bot is set up
        ("watched", np.int8, n_seats),  # [seat] 1: its bot is not one of ours, so what it writes to is looked at
    ]
    if restriction is not None:
        fields.append(("restrictions", restriction, n_seats))  # [seat] all zero: none
    return np.dtype(fields, align=True)


# ---- before and after a game ---------------------------------------------------------------------


@inner
def seat_bots(state, seating):
    """The weights of the bots of this game. Which function is asked is read from the seating itself."""
    for seat in range(len(seating.weights)):
        state.seats[seat].weights[:] = seating.weights[seat]


@inner
def note_fault(result, fault, seat, detail):
    result.fault, result.fault_seat, result.fault_detail = fault, seat, detail
