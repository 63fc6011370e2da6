"""Trials: a game is played, and beside it the same deal once more with one thing forced or forbidden for one seat.

Both use the same streams of random numbers, so whatever differs between them is the effect of that one thing. A trial
either plays the whole deal under a restriction, or branches off at a decision of the game and goes on from there.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.branches import branch_off, come_back, count_branches, may_branch
from ttrsim.games.trains.kernel.effects import add_effect, add_other_seats, note_arm
from ttrsim.games.trains.kernel.legal import is_legal
from ttrsim.games.trains.kernel.records import ASK_THE_BOT, MAX_TRIALS, RULES_TRIAL
from ttrsim.games.trains.kernel.restrictions import restrict
from ttrsim.games.trains.kernel.treatments import begin_experiment, list_trials, treat
from ttrsim.games.trains.kernel.turns import apply, set_up
from ttrsim.machine.deciding import decide, keep_board
from ttrsim.machine.jit import inner
from ttrsim.machine.play import finish
from ttrsim.machine.table import FAULT_ILLEGAL, GAME_OVER, NO_FAULT, NO_FAULTY_GAME, note_fault, seat_bots

# places among `works`
GAME, BEFORE, TRIAL = np.int64(0), np.int64(1), np.int64(2)  # BEFORE: as it was before the bot was asked


def play_trials(boards, works, bots, seatings, n_rotations, n_seats, seed, first_game, experiments, results, rows):
    """Plays a game for each place of `results` but the last, and its trials: each adds a row of effects, or one a seat.

    The last place is for the trial at hand. Games, deals, seatings and what is returned are as in `play_games`.
    A trial of other rules is played on `boards[1]`, with the second half of the seatings.
    """
    experiment, trial, effects = experiments[0], results[len(results) - 1], rows[0].effects
    n_seatings = len(seatings) // 2
    experiment.n_seats = n_seats
    for place in range(len(results) - 1):
        game = first_game + place
        deal, result, seating = game // n_rotations, results[place], seatings[game % n_seatings]
        first_row = effects.n
        begin(boards[0], works[GAME], seating, n_seats, seed, deal)
        if not begin_experiment(works[GAME].state, experiment, seed, game):
            leave_out(result)
            continue
        if not play_with_branches(boards[0], works, bots, seating, experiment, result, trial, effects, game):
            return place
        board = boards[0]
        if experiment.kind == RULES_TRIAL:
            board, seating = boards[1], seatings[n_seatings + game % n_seatings]
        for number in range(list_trials(boards[0], works[GAME].state, experiment, game)):
            begin(board, works[TRIAL], seating, n_seats, seed, deal)
            row = add_effect(effects, experiment, game)
            treat(board, works[GAME].state, works[TRIAL].state, experiment, np.int64(number), effects, row)
            if not finish(board, works[TRIAL], bots, seating, trial):
                blame(result, trial)
                return place
            note_arm(board, effects.trial, row, experiment, effects.seat[row], effects.subject[row], trial)
            if experiment.kind == RULES_TRIAL:
                add_other_seats(board, effects, row, experiment, trial)
        for row in range(first_row, effects.n):
            note_arm(boards[0], effects.base, row, experiment, effects.seat[row], effects.subject[row], result)
    return NO_FAULTY_GAME


@inner
def begin(board, work, seating, n_seats, seed, deal):
    work.log.n = 0
    seat_bots(work.state, seating)
    set_up(board, work.state, work.log, n_seats, seed, deal)
    restrict(board, work.state, seating)


@inner
def leave_out(result):
    """A game that is not played, since nothing of interest was dealt: nobody wins it."""
    note_fault(result, NO_FAULT, np.int64(0), np.int64(0))
    result.n_winners = 1
    for seat in range(len(result.seats)):
        result.seats[seat].wins = 0


@inner
def blame(result, trial):
    """A fault of a trial ends the chunk like one of a game."""
    note_fault(result, trial.fault, trial.fault_seat, trial.fault_detail)


@inner
def play_with_branches(board, works, bots, seating, experiment, result, trial, effects, game):
    """The game itself, with a branch wherever the experiment wants one; False if a fault ended either."""
    state, public = works[GAME].state, works[GAME].state.public
    note_fault(result, NO_FAULT, np.int64(0), np.int64(0))
    first_row = effects.n
    keep_board(board, works[GAME], bots, seating)
    while experiment.every > 0 and public.question != GAME_OVER:
        seat = public.asked
        own = state.seats[seat]
        is_wanted = may_branch(public, own, experiment) and effects.n - first_row < MAX_TRIALS - len(own.offer)
        if is_wanted:
            works[BEFORE].state = state
        decision, is_fair = decide(board, works[GAME], bots, seating, result)
        if not is_fair:
            return False
        if not is_legal(board, public, own, decision):
            note_fault(result, FAULT_ILLEGAL, seat, decision)
            return False
        if is_wanted:
            for number in range(count_branches(board, works[BEFORE].state, experiment, decision)):
                if not play_branch(board, works, bots, seating, experiment, decision, number, trial, effects, game):
                    blame(result, trial)
                    return False
        apply(board, state, works[GAME].log, decision)
    return finish(board, works[GAME], bots, seating, result)


@inner
def play_branch(board, works, bots, seating, experiment, decision, number, trial, effects, game):
    """Decides otherwise, and plays on."""
    before, state, log = works[BEFORE].state, works[TRIAL].state, works[TRIAL].log
    works[TRIAL].state = before
    log.n = 0
    seat, row = state.public.asked, add_effect(effects, experiment, game)
    other = branch_off(state, experiment, decision, np.int64(number), effects, row)
    if other == ASK_THE_BOT:
        keep_board(board, works[TRIAL], bots, seating)
        other, is_fair = decide(board, works[TRIAL], bots, seating, trial)
        if not is_fair:
            return False
    come_back(state, before, experiment)
    if not is_legal(board, state.public, state.seats[seat], other):
        note_fault(trial, FAULT_ILLEGAL, seat, other)
        return False
    apply(board, state, log, other)
    if not finish(board, works[TRIAL], bots, seating, trial):
        return False
    note_arm(board, effects.trial, row, experiment, seat, effects.subject[row], trial)
    return True
