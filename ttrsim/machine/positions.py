"""Positions of games, and a bot asked in them.

The bot that is examined is the first of `bots`; `boards`, `works`, `copies`, `streams` and `owns` hold one record each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types

from ttrsim.machine.jit import array_of, entry, inner
from ttrsim.machine.kernel import Kernel
from ttrsim.machine.rng import STREAM, below, next_word
from ttrsim.machine.rules import apply, believe, imagine, is_legal, register, restrict, set_up
from ttrsim.machine.table import GAME_OVER, seat_bots

EXAMINED = 0  # place among the bots


@dataclass(frozen=True)
class Steps:
    """The functions below, compiled for the records of a kernel."""

    collect: Any
    ask_each: Any
    deal_anew: Any
    time_each: Any


@cache
def compile_steps(kernel: Kernel) -> Steps:
    register(kernel.board, *kernel.rules)
    sources = kernel.sources
    boards, works, seatings = array_of(kernel.board), array_of(kernel.work), array_of(kernel.seating)
    states, owns, streams = array_of(kernel.state), array_of(kernel.own), array_of(STREAM)
    one, two = kernel.bots(1), kernel.bots(2)
    int64, void = types.int64, types.void
    return Steps(
        entry(int64(boards, works, seatings, int64, int64, states, two, int64, states), sources)(collect),
        entry(void(boards, one, states, int64[::1]), sources)(ask_each),
        entry(void(boards, states, states, streams, array_of(kernel.belief)), sources)(deal_anew),
        entry(int64(boards, one, states, owns, int64, types.boolean), sources)(time_each),
    )


def collect(boards, works, seatings, n_seats, seed, copies, bots, stride, positions):
    """Every `stride`-th position in which the examined bot is asked, from game after game, until `positions` is full.

    Every bot is asked on a copy, of which only its notes and random numbers come back, whatever else it wrote.
    Returns how many were collected: an illegal decision ends it early.
    """
    board, state, copy = boards[0], works[0].state, copies[0]
    public = state.public
    n = questions = game = 0
    while True:
        seating = seatings[game % len(seatings)]
        seat_bots(state, seating)
        set_up(board, state, works[0].log, n_seats, seed, game)
        restrict(board, state, seating)
        while public.question != GAME_OVER:
            place = seating.bot[public.asked]
            if place == EXAMINED:
                if questions % stride == 0:
                    positions[n] = state
                    n += 1
                    if n == len(positions):
                        return n
                questions += 1
            copies[0] = state
            own, copied = state.seats[public.asked], copy.seats[public.asked]
            decision = bots[place](board, copy.public, copied)
            own.memory[:] = copied.memory
            own.stream = copied.stream
            if not is_legal(board, public, own, decision):
                return n
            apply(board, state, works[0].log, decision)
        game += 1


def ask_each(boards, bots, states, decisions):
    """The bot's decision in each state. Whatever it writes, it writes to that state."""
    for number in range(len(states)):
        public = states[number].public
        decisions[number] = bots[EXAMINED](boards[0], public, states[number].seats[public.asked])


def deal_anew(boards, states, dealt, streams, beliefs):
    """Imagines a state from what the asked seat sees of each, to whose other seats any notes and weights are given.

    `beliefs` is memory for one.
    """
    for number in range(len(states)):
        public = states[number].public
        own = states[number].seats[public.asked]
        believe(boards[0], public, own, streams[0], beliefs[0])
        imagine(boards[0], public, own, beliefs[0], streams[0], dealt[number])
        change_minds(dealt[number], streams[0])


@inner
def change_minds(state, stream):
    """Notes, weights and random numbers of all seats but the asked one."""
    for seat in range(len(state.seats)):
        if seat == state.public.asked:
            continue
        own = state.seats[seat]
        own.stream.state = next_word(stream)
        for place in range(len(own.memory)):
            own.memory[place] = np.int64(next_word(stream))
        for place in range(len(own.weights)):
            own.weights[place] = np.float64(below(stream, 1000))


def time_each(boards, bots, positions, owns, repeats, is_asked):
    """Copies the asked seat's view, its notes included, and asks the bot if `is_asked`.

    The difference in time is the bot's. Each position is repeated so that it stays in the processor's cache.
    """
    board, bot = boards[0], bots[EXAMINED]
    total = np.int64(0)
    for number in range(len(positions)):
        public = positions[number].public
        for _ in range(repeats):
            owns[0] = positions[number].seats[public.asked]
            total += bot(board, public, owns[0]) if is_asked else owns[0].seat
    return total
