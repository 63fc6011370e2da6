"""Reads a scored game's log once, for the tables of a run: its tally, and its rows after those already there."""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.log import AS_EXTRA, AS_JOINED, CAFE, CHOSE, DREW, REVEALED
from ttrsim.games.explore.kernel.records import BLUE, GREEN, N_KINDS, NO_KIND, RED
from ttrsim.machine.jit import inner

SECOND_JOINED = np.int64(2)  # connections of a turn once both joined ones are drawn


@inner
def note_revealed(public, cards, game, turn, seat, card):
    """Whether a card is discarded is known by now: it is if it is none of the round's action cards."""
    row = cards.n
    cards.n += 1
    round_ = (turn - 1) // public.n_seats
    cards.game[row], cards.round[row], cards.seat[row], cards.card[row] = game, round_ + 1, seat, card
    cards.discarded[row] = card != public.action[round_, 0] and card != public.action[round_, 1]


@inner
def note_turn(board, public, turns, game, turn, seat, block, kind):
    """A turn begins with its block and the tourists placed there; its connections and cafés follow."""
    row, round_ = turns.n, (turn - 1) // public.n_seats
    turns.n += 1
    one, other = np.int64(public.action[round_, 0]), np.int64(public.action[round_, 1])
    turns.game[row], turns.round[row], turns.seat[row], turns.block[row] = game, round_ + 1, seat, block
    turns.is_first[row] = round_ % public.n_seats == seat
    turns.card_1[row], turns.card_2[row] = one, other
    turns.fallback[row] = kind != NO_KIND
    turns.red[row], turns.green[row], turns.blue[row] = kind == RED, kind == GREEN, kind == BLUE
    if kind == NO_KIND:
        turns.red[row] = board.card_tourists[one, RED] + board.card_tourists[other, RED]
        turns.green[row] = board.card_tourists[one, GREEN] + board.card_tourists[other, GREEN]
        turns.blue[row] = board.card_tourists[one, BLUE] + board.card_tourists[other, BLUE]
    turns.connections[row] = turns.joined[row] = turns.cafes[row] = 0


@inner
def note_connection(turns, mine, how):
    row = turns.n - 1
    turns.connections[row] += 1
    if how == AS_EXTRA:
        mine.extras += 1
    elif how != AS_JOINED:
        mine.single += 1
    elif turns.connections[row] == SECOND_JOINED:
        turns.joined[row] = 1
        mine.joined += 1


@inner
def note_cafe(board, turns, mine, crossing):
    row = turns.n - 1
    turns.cafes[row] += 1
    turns.red[row] += board.cafe_tourists[crossing, RED]
    turns.green[row] += board.cafe_tourists[crossing, GREEN]
    turns.blue[row] += board.cafe_tourists[crossing, BLUE]
    for kind in range(N_KINDS):
        mine.cafe_tourists += board.cafe_tourists[crossing, kind]


@inner
def note_outcome(board, work, game, result, tally, rows):
    public, events = work.state.public, work.log.events
    for seat in range(public.n_seats):
        mine = tally.seats[seat]
        mine.joined = mine.single = mine.extras = mine.cafe_tourists = 0
    for place in range(work.log.n):
        kind, turn, seat = np.int64(events[place, 0]), np.int64(events[place, 1]), np.int64(events[place, 2])
        first, second = np.int64(events[place, 3]), np.int64(events[place, 4])
        if kind == REVEALED:
            note_revealed(public, rows.cards, game, turn, seat, first)
        elif kind == CHOSE:
            note_turn(board, public, rows.turns, game, turn, seat, first, second)
        elif kind == DREW:
            note_connection(rows.turns, tally.seats[seat], second)
        elif kind == CAFE:
            note_cafe(board, rows.turns, tally.seats[seat], first)
