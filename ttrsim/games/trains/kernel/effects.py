"""Rows of effects: a trial beside the game it is compared with. `rows.py` says what each column holds."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.records import LATER_TICKETS_TRIAL, SETUP_TICKETS_TRIAL
from ttrsim.machine.bits import is_in
from ttrsim.machine.jit import inner


@inner
def add_effect(effects, experiment, game):
    row = effects.n
    effects.n += 1
    effects.game[row], effects.kind[row] = game, experiment.kind
    return row


@inner
def is_of_ticket(experiment):
    return experiment.kind == SETUP_TICKETS_TRIAL or experiment.kind == LATER_TICKETS_TRIAL


@inner
def points_of_ticket(board, mine, ticket):
    """What a ticket brought a seat itself: its points, their loss, or 0 if the seat does not have it."""
    if not is_in(mine.kept, ticket):
        return np.int64(0)
    if is_in(mine.completed, ticket) and is_in(board.country_tickets, ticket):
        return np.int64(board.end_points[ticket, mine.ends[ticket]])  # W4
    points = np.int64(board.ticket_points[ticket])
    return points if is_in(mine.completed, ticket) else -points


@inner
def note_arm(board, arm, row, experiment, seat, subject, result):
    """What a game came to for the treated seat, in one of the two arms of a row."""
    mine, others = result.seats[seat], np.int64(0)
    for other in range(experiment.n_seats):
        others += result.seats[other].total
    arm.wins[row], arm.n_winners[row] = mine.wins, result.n_winners
    arm.score[row], arm.others[row] = mine.total, others - mine.total
    arm.turns[row] = result.turns
    arm.own[row] = points_of_ticket(board, mine, subject) if is_of_ticket(experiment) else 0


@inner
def add_other_seats(board, effects, row, experiment, result):
    """Other rules concern all seats: a row for each after that of the first."""
    for seat in range(1, experiment.n_seats):
        more = add_effect(effects, experiment, effects.game[row])
        effects.seat[more], effects.turn[more], effects.trains[more] = seat, effects.turn[row], effects.trains[row]
        effects.subject[more], effects.base_has_it[more] = effects.subject[row], effects.base_has_it[row]
        note_arm(board, effects.trial, more, experiment, np.int64(seat), effects.subject[row], result)
