"""What would take longest of all metrics, compiled: it looks at every claim and ticket of a game together.

Rows of claims and tickets come game by game; `first_claims` has the place of the first claim of each game, and one
more.
"""

from __future__ import annotations

import numpy as np
from numba import types

from ttrsim.compiled.jit import entry

SOURCES = ("ttrsim.games.trains.analysis.compiled",)
WORD = 64  # bits of a set

_ints = types.Array(types.int64, 1, "C", readonly=True)
_words = types.Array(types.uint64, 2, "C", readonly=True)


@entry(types.void(_ints, _ints, _ints, _ints, _ints, _words, types.int64, types.boolean[::1]), SOURCES)
def find_lost(first_claims, seats, pairs, holders, tickets, leads_over, n_seats, is_lost):
    """Which claims are of a route that another seat wanted and has no half of.

    `holders` are the places of seats (game · n_seats + seat) that kept `tickets`; `leads_over` [ticket, word] is the
    set of pairs of cities that lie on a shortest path of a ticket.
    """
    n_games, n_words = len(first_claims) - 1, leads_over.shape[1]
    wanted = np.zeros((n_games * n_seats, n_words), np.uint64)
    for row in range(len(holders)):
        for word in range(n_words):
            wanted[holders[row], word] |= leads_over[tickets[row], word]
    for game in range(n_games):
        first, end = first_claims[game], first_claims[game + 1]
        for claim in range(first, end):
            place = game * n_seats + seats[claim]
            wanted[place, pairs[claim] // WORD] &= ~(np.uint64(1) << np.uint64(pairs[claim] % WORD))
        for claim in range(first, end):
            bit = np.uint64(1) << np.uint64(pairs[claim] % WORD)
            for seat in range(n_seats):
                if wanted[game * n_seats + seat, pairs[claim] // WORD] & bit:
                    is_lost[claim] = True


@entry(types.void(*[_ints] * 7, types.int64[::1]), SOURCES)
def count_trains(first_claims, seats, turns, lengths, games, draw_seats, draw_turns, n_trains):
    """The trains that a seat had placed before each draw of tickets; `games` are places of games."""
    for draw in range(len(games)):
        n = 0
        for claim in range(first_claims[games[draw]], first_claims[games[draw] + 1]):
            if seats[claim] == draw_seats[draw] and turns[claim] < draw_turns[draw]:
                n += lengths[claim]
        n_trains[draw] = n
