"""Positions in which a bot is asked: collected from games, then put to it in several ways (compiled)."""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from ttrsim.botcheck.redeal import redeal
from ttrsim.compiled.bits import same_record
from ttrsim.compiled.jit import entry, inner
from ttrsim.compiled.rng import STREAM, open_stream
from ttrsim.limits import MAX_TICKETS
from ttrsim.trains.kernel.legal import is_legal
from ttrsim.trains.kernel.play import seat_bots
from ttrsim.trains.kernel.records import BOARD_T, BOT_T, GAME_OVER, OWN_T, SEATING_T, STATE, WORK_T
from ttrsim.trains.kernel.turns import apply, set_up

SOURCES = ("trains/kernel", "botcheck")
BOT, COMPANION = np.int64(0), np.int64(1)  # places among the bots: the one that is checked, and who else plays

FINDINGS = np.dtype(
    [
        ("n_positions", np.int64),
        ("wrote", np.int64),  # positions in which the bot wrote to anything but its notes and random numbers
        ("unsteady", np.int64),  # … in which it decided otherwise when asked again
        ("peeked", np.int64),  # … in which it decided otherwise when only what it cannot see had changed
    ],
    align=True,
)

STATE_T = numba.from_dtype(STATE)
FINDINGS_T = numba.from_dtype(FINDINGS)
STREAM_T = numba.from_dtype(STREAM)

# The copies that `examine` works with.
AS_IT_WAS, ASKED, ASKED_AGAIN, CLEANED = range(4)
N_COPIES = 4

REPEATS = 8  # when a bot is timed


# ---- collecting ----------------------------------------------------------------------------------


@inner
def take_notes(own, other):
    """The notes and random numbers of a seat, which are all that its bot may write."""
    own.memory[:] = other.memory
    own.stream.state = other.stream.state


@inner
def ask(board, copy, bot):
    return bot(board, copy.public, copy.seats[copy.public.asked])


@inner
def ask_on_copy(board, state, copy, bot):
    """The bot's decision. Only its notes and random numbers come back from the copy, whatever else it wrote."""
    copy[0] = state
    decision = ask(board, copy[0], bot)
    take_notes(state.seats[state.public.asked], copy[0].seats[state.public.asked])
    return decision


@entry(
    types.int64(
        BOARD_T[::1],
        WORK_T[::1],
        types.UniTuple(BOT_T, 2),
        SEATING_T[::1],
        types.int64,
        types.int64,
        types.int64,
        STATE_T[::1],
        STATE_T[::1],
    ),
    SOURCES,
)
def collect(boards, works, bots, seatings, n_seats, seed, stride, copy, positions):
    """Plays games and keeps every `stride`-th position in which BOT is asked.

    Ends when `positions` is full, or at an illegal decision. Returns how many there are.
    """
    board, work = boards[0], works[0]
    state, public = work.state, work.state.public
    n = n_questions = game = np.int64(0)
    while True:
        seating = seatings[game % len(seatings)]
        seat_bots(state, seating)
        set_up(board, state, work.log, n_seats, seed, game)
        while public.question != GAME_OVER:
            place = seating.bot[public.asked]
            if place == BOT:
                if n_questions % stride == 0:
                    if n == len(positions):
                        return n
                    positions[n] = state
                    n += 1
                n_questions += 1
            decision = ask_on_copy(board, state, copy, bots[place])
            if not is_legal(board, public, state.seats[public.asked], decision):
                return n
            apply(board, state, work.log, decision)
        game += 1


# ---- examining -----------------------------------------------------------------------------------


@inner
def left_alone(copies, seat):
    """Whether the bot wrote to no more than it may."""
    copies[CLEANED] = copies[ASKED]
    take_notes(copies[CLEANED].seats[seat], copies[AS_IT_WAS].seats[seat])
    return same_record(copies[CLEANED], copies[AS_IT_WAS])


@inner
def decides_alike(board, copies, bot, decision):
    """Asks again. A bot that now notes something else, or draws more random numbers, has decided otherwise too."""
    seat = copies[ASKED].public.asked
    again = ask(board, copies[ASKED_AGAIN], bot)
    return again == decision and same_record(copies[ASKED_AGAIN].seats[seat], copies[ASKED].seats[seat])


@entry(
    types.void(
        BOARD_T[::1],
        types.UniTuple(BOT_T, 1),
        STATE_T[::1],
        types.int64,
        STATE_T[::1],
        STREAM_T[::1],
        FINDINGS_T[::1],
    ),
    SOURCES,
)
def examine(boards, bots, positions, seed, copies, streams, findings):
    """Asks the bot in each position: as it is, once more, and with all that is hidden dealt anew."""
    board, bot, found, stream = boards[0], bots[0], findings[0], streams[0]
    names = np.empty(MAX_TICKETS, np.int64)
    open_stream(stream, seed, np.int64(0), np.int64(0))
    for number in range(len(positions)):
        copies[AS_IT_WAS] = positions[number]
        copies[ASKED] = positions[number]
        decision = ask(board, copies[ASKED], bot)
        found.n_positions += 1
        found.wrote += np.int64(not left_alone(copies, positions[number].public.asked))
        copies[ASKED_AGAIN] = positions[number]
        if not decides_alike(board, copies, bot, decision):
            found.unsteady += 1
            continue
        copies[ASKED_AGAIN] = positions[number]
        redeal(board, copies[ASKED_AGAIN], names, stream)
        found.peeked += np.int64(not decides_alike(board, copies, bot, decision))


@entry(
    types.int64(BOARD_T[::1], types.UniTuple(BOT_T, 1), STATE_T[::1], OWN_T[::1], types.boolean),
    SOURCES,
)
def ask_all(boards, bots, positions, owns, is_asked):
    """Copies what the asked seat sees, which its notes are part of, and asks the bot; or only copies.

    The difference in time is the bot's. Each position is asked REPEATS times in a row, so that it is at hand.
    """
    board, bot = boards[0], bots[0]
    total = np.int64(0)
    for number in range(len(positions)):
        public = positions[number].public
        for _ in range(REPEATS):
            owns[0] = positions[number].seats[public.asked]
            total += bot(board, public, owns[0]) if is_asked else owns[0].n_offer
    return total
