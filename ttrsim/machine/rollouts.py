"""Plays decisions out: each in the same worlds, to the end of the game.

A world is a whole state that agrees with what is known. Whoever compares decisions plays each of them in the same
worlds, where the same cards come in the same order, so what differs between two of them is what they differ by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numba import types

from ttrsim.limits import MAX_BOTS
from ttrsim.machine.deciding import decide, keep_board
from ttrsim.machine.jit import array_of, inner
from ttrsim.machine.log import LOG_NOTHING
from ttrsim.machine.play import finish
from ttrsim.machine.rng import STREAM, open_stream
from ttrsim.machine.rules import apply, believe, imagine, is_legal, register, reopen, shuffle_piles
from ttrsim.machine.stack import record_on_stack
from ttrsim.machine.table import FAULT_ILLEGAL, NO_FAULTY_GAME, note_fault, seat_bots

if TYPE_CHECKING:
    from ttrsim.machine.kernel import Kernel

STREAM_WORLDS = np.int64(1024)  # of random numbers, beyond those of games
STREAM_BELIEFS = np.int64(1025)
ASK_THE_POLICY = np.int64(-1)  # instead of a decision: the policy decides here too

# whose knowledge a world agrees with
OF_THE_SEAT = np.int64(0)  # that of the asked seat
OF_ALL = np.int64(1)  # that of all seats together: only what lies face down is unknown


def search_record(kernel: Kernel) -> np.dtype:
    """What a bot needs that plays decisions out itself. It calls the rules, so they are made known here."""
    register(kernel.board, *kernel.rules)
    fields = [("work", kernel.work), ("world", kernel.state), ("seating", kernel.seating), ("result", kernel.result)]
    fields.append(("belief", kernel.belief))
    return np.dtype(fields, align=True)


def signature(kernel: Kernel) -> Any:
    """Of `roll_out` with the records of a kernel."""
    int64, bots = types.int64, kernel.bots(MAX_BOTS)
    boards, works, seatings, states, results = map(
        array_of, (kernel.board, kernel.work, kernel.seating, kernel.state, kernel.result)
    )
    beliefs = array_of(kernel.belief)
    outcomes = types.float64[:, :, ::1], types.int64[:, :, ::1]
    return int64(boards, works, bots, seatings, states, results, beliefs, int64[::1], int64, int64, int64, *outcomes)


def signature_of_beliefs(kernel: Kernel) -> Any:
    """Of `form_beliefs` with the records of a kernel."""
    return types.void(array_of(kernel.board), array_of(kernel.state), array_of(kernel.belief), types.int64)


def form_beliefs(boards, states, beliefs, seed):
    """What the asked seat of a position believes; `beliefs` holds one record."""
    public = states[0].public
    form_belief(boards[0], public, states[0].seats[public.asked], seed, beliefs[0])


@inner
def form_belief(board, public, own, seed, belief):
    stream = record_on_stack(STREAM)
    open_stream(stream, seed, np.int64(0), STREAM_BELIEFS)
    believe(board, public, own, stream, belief)


def roll_out(
    boards, works, bots, seatings, states, results, beliefs, decisions, knowledge, seed, first_world, shares, points
):
    """Plays each decision in worlds `first_world` and on: [world, decision, seat] share of the win, and points.

    `states` holds the position and room for a world; `works`, `seatings` and `results` hold one record each, and
    `beliefs` what `form_beliefs` wrote for this position.
    Returns the place of the decision that a fault ended, where playing stopped, or NO_FAULTY_GAME.
    """
    board, work, seating, position, world, result = boards[0], works[0], seatings[0], states[0], states[1], results[0]
    public = position.public
    for number in range(len(shares)):
        if knowledge == OF_ALL:
            know_all(board, position, seed, first_world + number, world)
            seat_bots(world, seating)
        else:
            own = position.seats[public.asked]
            make_world(board, public, own, beliefs[0], seating, seed, first_world + number, world)
        for place in range(len(decisions)):
            if not play_decision(board, work, world, bots, seating, public.asked, decisions[place], result):
                return place
            for seat in range(public.n_seats):
                shares[number, place, seat] = win_share(result, seat)
                points[number, place, seat] = result.seats[seat].total
    return NO_FAULTY_GAME


@inner
def make_world(board, public, own, belief, seating, seed, number, world):
    """One of the worlds that the asked seat can imagine. Choices that nobody has seen yet are open in it."""
    stream = record_on_stack(STREAM)
    open_stream(stream, seed, number, STREAM_WORLDS)
    imagine(board, public, own, belief, stream, world)
    seat_bots(world, seating)
    reopen(board, world)


@inner
def know_all(board, position, seed, number, world):
    """The position itself, with what lies face down in another order."""
    stream = record_on_stack(STREAM)
    open_stream(stream, seed, number, STREAM_WORLDS)
    world.public = position.public
    for seat in range(len(position.seats)):
        world.seats[seat] = position.seats[seat]
    world.hidden = position.hidden
    shuffle_piles(board, world, stream)


@inner
def play_decision(board, work, world, bots, seating, seat, decision, result):
    """Plays a decision of a seat and the rest of the game, and scores it; False if a fault ended the game."""
    work.state = world
    work.log.n = 0
    public = work.state.public
    if decision != ASK_THE_POLICY:
        keep_board(board, work, bots, seating)
        while public.asked != seat:
            other, is_fair = decide(board, work, bots, seating, result)
            if not is_fair or not carry_out(board, work, other, result):
                return False
        if not carry_out(board, work, decision, result):
            return False
    return finish(board, work, bots, seating, result)


@inner
def carry_out(board, work, decision, result):
    """False if the decision is not legal."""
    state, public = work.state, work.state.public
    if not is_legal(board, public, state.seats[public.asked], decision):
        note_fault(result, FAULT_ILLEGAL, public.asked, decision)
        return False
    apply(board, state, work.log, decision)
    return True


# ---- for bots ------------------------------------------------------------------------------------
# `searches` is an array of one record. The functions take the array: a record alone would not keep its memory alive.


@inner
def begin_search(board, public, own, searches, seed):
    """Forms a belief, and prepares to play games out in which one bot, with the weights of this one, has all seats."""
    search = searches[0]
    form_belief(board, public, own, seed, search.belief)
    search.work.log.level = LOG_NOTHING
    for seat in range(len(search.seating.bot)):
        search.seating.bot[seat] = 0
        search.seating.weights[seat] = own.weights


@inner
def imagine_world(board, public, own, searches, seed, number):
    """Imagines world `number`; the same seed and number give the same world."""
    search = searches[0]
    make_world(board, public, own, search.belief, search.seating, seed, number, search.world)


@inner
def play_out(board, searches, policy, seat, decision):
    """Plays a decision of the seat in the world at hand, and the game to its end; `searches[0].result` has its result.

    `policy` plays on. False if a decision on the way was not legal.
    """
    search = searches[0]
    return play_decision(board, search.work, search.world, policy, search.seating, seat, decision, search.result)


@inner
def win_share(result, seat):
    """1 for a win, its part of a shared one, 0."""
    return result.seats[seat].wins / result.n_winners


@inner
def margin(result, n_seats, seat):
    """Points of a seat less those of the best other one."""
    best = -1.0e9
    for other in range(n_seats):
        if other != seat:
            best = max(best, np.float64(result.seats[other].total))
    return result.seats[seat].total - best
