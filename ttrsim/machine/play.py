"""Plays whole games: asks the bots, guards the rules, scores, and writes results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from ttrsim.limits import MAX_BOTS
from ttrsim.machine.builds import CHECKED
from ttrsim.machine.deciding import decide, keep_board
from ttrsim.machine.jit import array_of, inner
from ttrsim.machine.rules import apply, check_state, is_legal, note_outcome, restrict, score_game, set_up
from ttrsim.machine.table import (
    ALL_WELL,
    FAULT_ILLEGAL,
    FAULT_LOG,
    FAULT_STATE,
    GAME_OVER,
    NO_FAULT,
    NO_FAULTY_GAME,
    note_fault,
    seat_bots,
)

if TYPE_CHECKING:
    from ttrsim.machine.kernel import Kernel

NO_TURN = np.int64(2**62)  # that a game ever reaches


def signature(kernel: Kernel) -> Any:
    """Of `play_games` with the records of a kernel."""
    int64 = types.int64
    return int64(
        array_of(kernel.board),
        array_of(kernel.work),
        kernel.bots(MAX_BOTS),
        array_of(kernel.seating),
        *(int64, int64, int64, int64),
        array_of(kernel.result),
        array_of(kernel.tally),
        array_of(kernel.rows),
    )


def trials_signature(kernel: Kernel) -> Any:
    """Of a kernel's function that plays games with their trials."""
    assert kernel.experiment is not None
    int64 = types.int64
    return int64(
        array_of(kernel.board),
        array_of(kernel.work),
        kernel.bots(MAX_BOTS),
        array_of(kernel.seating),
        *(int64, int64, int64, int64),
        array_of(kernel.experiment),
        array_of(kernel.result),
        array_of(kernel.rows),
    )


def play_games(boards, works, bots, seatings, n_rotations, n_seats, seed, first_game, results, tallies, rows):
    """Plays a game for each place of `results`, games `first_game` and on.

    A deal is played `n_rotations` times in a row: game = deal × n_rotations + rotation. The seatings are
    gone through in turn, game by game.
    With `tallies`, the log at level LOG_ACTIONS becomes the tally of each game, and rows after those that
    `rows` already holds; the caller sees to it that there is room. Without, `rows` may be empty.

    Returns the place of the first game that a fault ended, where playing stopped, or NO_FAULTY_GAME.
    `works` holds one workspace. A thread needs its own.
    """
    board, work = boards[0], works[0]
    for place in range(len(results)):
        game = first_game + place
        result, seating = results[place], seatings[game % len(seatings)]
        work.log.n = 0
        seat_bots(work.state, seating)
        set_up(board, work.state, work.log, n_seats, seed, game // n_rotations)
        restrict(board, work.state, seating)
        if not finish(board, work, bots, seating, result):
            return place
        if len(tallies) > 0:
            note_outcome(board, work, game, result, tallies[place], rows[0])
    return NO_FAULTY_GAME


def signature_from_states(kernel: Kernel) -> Any:
    """Of `play_on` with the records of a kernel."""
    records = (kernel.seating, kernel.state, kernel.result)
    boards, works, bots = array_of(kernel.board), array_of(kernel.work), kernel.bots(MAX_BOTS)
    return types.int64(boards, works, bots, *map(array_of, records))


def play_on(boards, works, bots, seatings, states, results):
    """Plays each state to the end of its game, with the bots of its seating; the states stay as they are.

    Returns the place of the first game that a fault ended, where playing stopped, or NO_FAULTY_GAME.
    """
    board, work = boards[0], works[0]
    for place in range(len(states)):
        result, seating = results[place], seatings[place % len(seatings)]
        work.log.n = 0
        work.state = states[place]
        seat_bots(work.state, seating)
        if not finish(board, work, bots, seating, result):
            return place
    return NO_FAULTY_GAME


def signature_to_turn(kernel: Kernel) -> Any:
    """Of `play_to` with the records of a kernel."""
    int64 = types.int64
    boards, works, bots = array_of(kernel.board), array_of(kernel.work), kernel.bots(MAX_BOTS)
    return int64(boards, works, bots, *map(array_of, (kernel.seating, kernel.result)), *(int64,) * 5)


def play_to(boards, works, bots, seatings, results, n_rotations, n_seats, seed, game, turn):
    """Plays a game until this turn begins, or to its end; the state is left in the workspace.

    Returns 0, the place of the first game that a fault ended, or NO_FAULTY_GAME, as `play_games` does.
    """
    board, work = boards[0], works[0]
    seating = seatings[game % len(seatings)]
    work.log.n = 0
    seat_bots(work.state, seating)
    set_up(board, work.state, work.log, n_seats, seed, game // n_rotations)
    restrict(board, work.state, seating)
    note_fault(results[0], NO_FAULT, np.int64(0), np.int64(0))
    return NO_FAULTY_GAME if play(board, work, bots, seating, results[0], turn) else np.int64(0)


@inner
def finish(board, work, bots, seating, result):
    """Plays on to the end, and scores; False if a fault ended the game."""
    note_fault(result, NO_FAULT, np.int64(0), np.int64(0))
    if not play(board, work, bots, seating, result, NO_TURN):
        return False
    score_game(board, work.state, result, work.scratch)
    return True


@inner
def play(board, work, bots, seating, result, turn):
    """From the question at hand to the last, or till a turn begins; False if a fault ended the game."""
    state, public, log = work.state, work.state.public, work.log
    keep_board(board, work, bots, seating)
    while public.question != GAME_OVER and public.turn < turn:
        seat = public.asked
        decision, is_fair = decide(board, work, bots, seating, result)
        if not is_fair:
            return False
        if not is_legal(board, public, state.seats[seat], decision):
            note_fault(result, FAULT_ILLEGAL, seat, decision)
            return False
        apply(board, state, log, decision)
        if CHECKED:
            violation = check_state(board, state)
            if violation != ALL_WELL:
                note_fault(result, FAULT_STATE, seat, violation)
                return False
    if log.n > len(log.events):
        note_fault(result, FAULT_LOG, public.asked, log.n)
        return False
    return True
