"""Plays whole games: asks the bots, guards the rules, scores, and writes results."""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.kernel.checker import ALL_WELL, check_state
from ttrsim.kernel.jit import CHECKED, KERNEL_SOURCES, entry, inner
from ttrsim.kernel.legal import is_legal
from ttrsim.kernel.records import (
    BOARD_T,
    BOT_T,
    FAULT_ILLEGAL,
    FAULT_LOG,
    FAULT_STATE,
    FAULT_TAMPERED,
    GAME_OVER,
    LOG_SIZE,
    MAX_SEATS,
    N_CARDS,
    NO_FAULT,
    RESULT_T,
    WORK_T,
)
from ttrsim.kernel.scoring import score_game
from ttrsim.kernel.turns import apply, set_up

NO_FAULTY_GAME = np.int64(-1)


@inner
def note_fault(result, fault, seat, detail):
    result.fault, result.fault_seat, result.fault_detail = fault, seat, detail


@inner
def same_table(before, after):
    """Whether a bot left alone what all see (a sample of every part that matters)."""
    for seat in range(after.n_seats):
        if (
            before.trains[seat] != after.trains[seat]
            or before.route_points[seat] != after.route_points[seat]
            or before.stations_left[seat] != after.stations_left[seat]
            or before.station_cities[seat] != after.station_cities[seat]
            or before.hand_size[seat] != after.hand_size[seat]
            or before.n_tickets[seat] != after.n_tickets[seat]
        ):
            return False
        for word in range(2):
            if before.open_to[seat, word] != after.open_to[seat, word]:
                return False
            if before.owned[seat, word] != after.owned[seat, word]:
                return False
    for card in range(N_CARDS):
        if before.discards[card] != after.discards[card]:
            return False
    for slot in range(len(after.market)):
        if before.market[slot] != after.market[slot]:
            return False
    return (
        before.question == after.question
        and before.asked == after.asked
        and before.turn == after.turn
        and before.pile_size == after.pile_size
        and before.ticket_pile_size == after.ticket_pile_size
        and before.last_turns == after.last_turns
        and before.tunnel_extra == after.tunnel_extra
    )


@inner
def play(board, work, bots, result):
    """From the first question to the last; False if a fault ended the game."""
    state, public, log = work.state, work.state.public, work.log
    while public.question != GAME_OVER:
        seat = public.asked
        own = state.seats[seat]
        if CHECKED:
            work.scratch.before = public
        decision = bots[seat](board, public, own)
        if CHECKED:
            if not same_table(work.scratch.before, public):
                note_fault(result, FAULT_TAMPERED, seat, decision)
                return False
        if not is_legal(board, public, own, decision):
            note_fault(result, FAULT_ILLEGAL, seat, decision)
            return False
        apply(board, state, log, decision)
        if CHECKED:
            violation = check_state(board, state)
            if violation != ALL_WELL:
                note_fault(result, FAULT_STATE, seat, violation)
                return False
    if log.n > LOG_SIZE:
        note_fault(result, FAULT_LOG, public.seat, log.n)
        return False
    return True


@entry(
    types.int64(
        BOARD_T[::1],
        WORK_T[::1],
        types.UniTuple(BOT_T, MAX_SEATS),
        types.int64,
        types.int64,
        types.int64,
        RESULT_T[::1],
    ),
    KERNEL_SOURCES,
)
def play_games(boards, works, bots, n_seats, seed, first_deal, results):
    """Plays a game for each place of `results`, deals `first_deal` and on.

    Returns the place of the first game that a fault ended, where playing stopped, or NO_FAULTY_GAME.
    `works` holds one workspace; the weights of its seats are the bots' settings. A thread needs its own.
    """
    board, work = boards[0], works[0]
    for game in range(len(results)):
        result = results[game]
        note_fault(result, NO_FAULT, np.int64(0), np.int64(0))
        work.log.n = 0
        set_up(board, work.state, work.log, n_seats, seed, first_deal + game)
        if not play(board, work, bots, result):
            return game
        score_game(board, work.state, result, work.scratch)
    return NO_FAULTY_GAME
