"""Positions of `random` games, and what a new deal makes of them."""

from __future__ import annotations

import numba
import numpy as np

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.checker import ALL_WELL, check_state
from ttrsim.machine.positions import compile_steps
from ttrsim.machine.rng import STREAM
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.seatings import one_among_companions
from ttrsim.studies.botcheck import checks
from ttrsim.studies.botcheck.positions import Examiner


@numba.njit
def count_violations(boards, states):  # type: ignore[no-untyped-def]
    """How many of the states the state checker finds at fault."""
    violations = 0
    for number in range(len(states)):
        violations += check_state(boards[0], states[number]) != ALL_WELL
    return violations


def deal_anew(board: Board, n_players: int, n_positions: int) -> tuple[np.ndarray, np.ndarray, int]:
    boards = board_record(board)
    bots = [load_bot("random", TRAINS), load_bot("greedy", TRAINS)]
    seatings, stride = one_among_companions(n_players), checks.EFFORT.stride
    before = Examiner(board, boards, bots).positions(seatings, 1, stride, n_positions)
    after = np.zeros_like(before)
    compile_steps(TRAINS.kernel).deal_anew(
        boards, before, after, np.zeros(1, STREAM), np.zeros(1, TRAINS.kernel.belief)
    )
    return before, after, int(count_violations(boards, after))
