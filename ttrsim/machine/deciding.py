"""A bot decides. One that is not ours may write to its notes and random numbers only: what else it wrote ends the game.

Built-in bots are known to keep to that, and are looked at in the checked build alone.
"""

from __future__ import annotations

from numba import types
from numba.extending import overload

from ttrsim.machine.bits import same_record
from ttrsim.machine.builds import CHECKED
from ttrsim.machine.jit import INLINED, inlined, inner
from ttrsim.machine.policies import ask
from ttrsim.machine.table import FAULT_TAMPERED, note_fault


@inlined
def decide(board, work, bots, seating, result):
    """The decision of the asked seat, and whether its bot kept to what it may write to."""
    state = work.state
    seat = state.public.asked
    if not is_watched(bots, seating, seat):
        return ask(bots, seating.bot[seat], board, state.public, state.seats[seat]), True
    work.before = state
    decision = ask(bots, seating.bot[seat], board, state.public, state.seats[seat])
    work.before.seats[seat].memory[:] = state.seats[seat].memory
    work.before.seats[seat].stream = state.seats[seat].stream
    if same_record(work.before, state) and same_record(work.board, board):
        return decision, True
    work.is_tampered = 1
    note_fault(result, FAULT_TAMPERED, seat, decision)
    return decision, False


@inner
def keep_board(board, work, bots, seating):
    """A copy to compare with: call it before the first decision."""
    for seat in range(len(seating.watched)):
        if is_watched(bots, seating, seat):
            work.board = board
            return


def is_watched(bots, seating, seat):
    """Whether what the bot of a seat writes to is looked at. A policy is code of the bot that searches with it."""


@overload(is_watched, strict=False, jit_options=INLINED)
def _is_watched(bots, seating, seat):
    if not isinstance(bots, types.BaseTuple):
        return lambda bots, seating, seat: False
    if CHECKED:
        return lambda bots, seating, seat: True
    return lambda bots, seating, seat: seating.watched[seat] != 0
