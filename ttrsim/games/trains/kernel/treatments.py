"""Treatments: what a trial that plays the whole deal once more forces or forbids."""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.records import (
    BAN_TRIAL,
    KEEP_SETS_TRIAL,
    NO_SUBJECT,
    ROUTE_EXISTS_TRIAL,
    ROUTE_TRIAL,
    RULES_TRIAL,
    SETUP_TICKETS_TRIAL,
    STREAM_TRIALS,
)
from ttrsim.games.trains.kernel.restrictions import impose
from ttrsim.games.trains.kernel.tickets import long_among
from ttrsim.machine.bits import NOTHING, bit, is_in, popcount, with_member
from ttrsim.machine.jit import inner
from ttrsim.machine.rng import open_stream


@inner
def begin_experiment(state, experiment, seed, game):
    """Before the first question of a game: its own random numbers, and the offers, which are gone at the end.

    Returns whether the game is of interest: of set-up tickets, whether a treated seat is offered one that is tried.
    """
    is_wanted = experiment.kind != SETUP_TICKETS_TRIAL
    open_stream(experiment.stream, seed, game, STREAM_TRIALS)
    for seat in range(state.public.n_seats):
        own = state.seats[seat]
        experiment.n_offer[seat] = own.n_offer
        for place in range(own.n_offer):
            experiment.offer[seat, place] = own.offer[place]
            is_wanted = is_wanted or (is_treated(experiment, seat) and is_subject(experiment, own.offer[place]))
    return is_wanted


@inner
def is_treated(experiment, seat):
    return (experiment.seats >> seat) & 1 == 1


@inner
def is_subject(experiment, number):
    return is_in(experiment.subjects, number)


# ---- which trials a game has ---------------------------------------------------------------------


@inner
def list_tickets(state, experiment):
    """Each ticket of the set-up offers of the treated seats."""
    n = np.int64(0)
    for seat in range(state.public.n_seats):
        if is_treated(experiment, seat):
            for place in range(experiment.n_offer[seat]):
                if is_subject(experiment, experiment.offer[seat, place]):
                    experiment.trial_seat[n], experiment.trial_what[n] = seat, place
                    n += 1
    return n


@inner
def list_keep_sets(board, state, experiment):
    """Each set of tickets that a treated seat could have kept in the set-up, but the one it kept."""
    n = np.int64(0)
    for seat in range(state.public.n_seats):
        if is_treated(experiment, seat):
            n_offer = experiment.n_offer[seat]
            for places in range(np.int64(1) << n_offer):
                is_legal = popcount(np.uint64(places)) >= min(board.rules.setup_keep, n_offer)
                is_legal = is_legal and long_among(board, experiment.offer[seat], places) <= board.rules.setup_most_long
                if is_legal and places != state.hidden.setup_kept[seat]:
                    experiment.trial_seat[n], experiment.trial_what[n] = seat, places
                    n += 1
    return n


@inner
def list_routes(board, state, experiment, game):
    """Some routes in turn, for one of the treated seats in turn: over many games all have the same number of trials."""
    n_seats, n = state.public.n_seats, np.int64(0)
    seat = game % n_seats
    if not is_treated(experiment, seat):
        return n
    route = (game // n_seats) * experiment.per_game % board.n_routes
    for _ in range(min(experiment.per_game, board.n_routes)):
        if is_subject(experiment, route):
            experiment.trial_seat[n], experiment.trial_what[n] = seat, route
            n += 1
        route = route + 1 if route + 1 < board.n_routes else np.int64(0)
    return n


@inner
def list_seats(state, experiment):
    n = np.int64(0)
    for seat in range(state.public.n_seats):
        if is_treated(experiment, seat):
            experiment.trial_seat[n], experiment.trial_what[n] = seat, 0
            n += 1
    return n


@inner
def list_trials(board, state, experiment, game):
    """Writes who is treated with what, for each trial of this game; returns how many there are."""
    kind = experiment.kind
    if kind == SETUP_TICKETS_TRIAL:
        return list_tickets(state, experiment)
    if kind == KEEP_SETS_TRIAL:
        return list_keep_sets(board, state, experiment)
    if kind == ROUTE_TRIAL or kind == ROUTE_EXISTS_TRIAL:
        return list_routes(board, state, experiment, game)
    if kind == BAN_TRIAL:
        return list_seats(state, experiment)
    return np.int64(kind == RULES_TRIAL)


# ---- what each does ------------------------------------------------------------------------------


@inner
def treat(board, played, state, experiment, number, effects, row):
    """Puts the trial under its treatment, right after the set-up. `played` is the game beside it, at its end."""
    kind = experiment.kind
    seat, what = experiment.trial_seat[number], experiment.trial_what[number]
    effects.seat[row], effects.turn[row], effects.trains[row] = seat, 0, board.rules.trains
    effects.subject[row], effects.base_has_it[row] = NO_SUBJECT, kind != RULES_TRIAL
    experiment.restriction = state.seats[seat].restriction
    restriction = experiment.restriction
    if kind == SETUP_TICKETS_TRIAL:
        ticket = experiment.offer[seat, what]
        kept = (played.hidden.setup_kept[seat] >> what) & 1
        effects.subject[row], effects.base_has_it[row] = ticket, kept
        if kept == 1:
            restriction.refuse[ticket >> 6] |= bit(ticket)
        else:
            restriction.keep[ticket >> 6] |= bit(ticket)
    elif kind == KEEP_SETS_TRIAL:
        keep_exactly(experiment, seat, what, restriction)
        note_sets(played, experiment, seat, restriction, effects, row)
    elif kind == ROUTE_TRIAL or kind == ROUTE_EXISTS_TRIAL:
        effects.subject[row] = what
        restriction.closed[what >> 6] |= bit(what)
    elif kind == BAN_TRIAL:
        restriction.barred |= experiment.barred
        restriction.closed[0] |= experiment.closed[0]
        restriction.closed[1] |= experiment.closed[1]
    else:
        return
    impose(board, state, seat, restriction)
    if kind == ROUTE_EXISTS_TRIAL:
        close_to_all(board, state, experiment, what)


@inner
def close_to_all(board, state, experiment, route):
    """Whatever else each seat is restricted to."""
    for seat in range(state.public.n_seats):
        experiment.restriction = state.seats[seat].restriction
        experiment.restriction.closed[route >> 6] |= bit(route)
        impose(board, state, np.int64(seat), experiment.restriction)


@inner
def keep_exactly(experiment, seat, places, restriction):
    for place in range(experiment.n_offer[seat]):
        ticket = experiment.offer[seat, place]
        if (places >> place) & 1 == 1:
            restriction.keep[ticket >> 6] |= bit(ticket)
        else:
            restriction.refuse[ticket >> 6] |= bit(ticket)


@inner
def note_sets(played, experiment, seat, restriction, effects, row):
    """The tickets offered, those that the trial keeps and those that the game kept, two words each."""
    keep, refuse = restriction.keep, restriction.refuse
    effects.offered[row], effects.offered_high[row] = keep[0] | refuse[0], keep[1] | refuse[1]
    effects.kept[row], effects.kept_high[row] = keep[0], keep[1]
    kept_0 = kept_1 = NOTHING
    for place in range(experiment.n_offer[seat]):
        if (played.hidden.setup_kept[seat] >> place) & 1 == 1:
            kept_0, kept_1 = with_member(kept_0, kept_1, experiment.offer[seat, place])
    effects.base_kept[row], effects.base_kept_high[row] = kept_0, kept_1
