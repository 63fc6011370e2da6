"""Positions of `random` games, and what `redeal` makes of them."""

from __future__ import annotations

import numba
import numpy as np

from ttrsim.botcheck import checks
from ttrsim.botcheck.positions import Examiner
from ttrsim.compiled.rng import STREAM, open_stream
from ttrsim.engine.bots import load_bot
from ttrsim.engine.seatings import one_among_companions
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.checker import ALL_WELL, check_state
from ttrsim.games.trains.stepping.redeal import redeal


@numba.njit
def deal_all_anew(boards, states, streams):  # type: ignore[no-untyped-def]
    """Returns how many of the states the state checker finds at fault."""
    open_stream(streams[0], 1, 0, 0)
    violations = 0
    for number in range(len(states)):
        redeal(boards[0], states[number], streams[0])
        violations += check_state(boards[0], states[number]) != ALL_WELL
    return violations


def deal_anew(board: Board, n_players: int, n_positions: int) -> tuple[np.ndarray, np.ndarray, int]:
    boards = board_record(board)
    bots = [load_bot("random", TRAINS), load_bot("greedy", TRAINS)]
    before = Examiner(TRAINS, boards, bots).positions(one_among_companions(n_players), 1, checks.STRIDE, n_positions)
    after = before.copy()
    violations = deal_all_anew(boards, after, np.zeros(1, STREAM))
    return before, after, int(violations)
