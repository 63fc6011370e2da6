"""What games leave for the tables of a run, besides their results. `outcome.py` fills it.

Rows are kept column by column, as the tables are written; a record of columns is one bare pointer
in compiled code.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.explore.kernel.records import MAX_ROUNDS, MAX_SEATS, N_CARDS
from ttrsim.limits import MAX_CHUNK

int64, int16, uint8, uint32 = np.int64, np.int16, np.uint8, np.uint32

# ---- the most rows, so that nothing can overflow. Memory that is never written costs nothing. -----
MAX_TURN_ROWS = MAX_CHUNK * MAX_SEATS * MAX_ROUNDS
MAX_CARD_ROWS = MAX_CHUNK * N_CARDS

TURNS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_TURN_ROWS),
        ("round", uint8, MAX_TURN_ROWS),
        ("seat", uint8, MAX_TURN_ROWS),
        ("is_first", uint8, MAX_TURN_ROWS),  # whether the seat is the round's first player
        ("block", uint8, MAX_TURN_ROWS),
        ("card_1", uint8, MAX_TURN_ROWS),  # the action cards
        ("card_2", uint8, MAX_TURN_ROWS),
        ("fallback", uint8, MAX_TURN_ROWS),
        ("red", uint8, MAX_TURN_ROWS),  # tourists placed in the turn, those of cafés included
        ("green", uint8, MAX_TURN_ROWS),
        ("blue", uint8, MAX_TURN_ROWS),
        ("connections", uint8, MAX_TURN_ROWS),
        ("joined", uint8, MAX_TURN_ROWS),  # whether two of them were drawn by (a)
        ("cafes", uint8, MAX_TURN_ROWS),  # reached
    ],
    align=True,
)

CARDS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_CARD_ROWS),
        ("round", uint8, MAX_CARD_ROWS),
        ("seat", uint8, MAX_CARD_ROWS),  # the first player, who turned it up
        ("card", uint8, MAX_CARD_ROWS),
        ("discarded", uint8, MAX_CARD_ROWS),
    ],
    align=True,
)

ROWS = np.dtype([("turns", TURNS), ("cards", CARDS)], align=True)

SEAT_TALLY = np.dtype(
    [
        ("joined", int16),  # turns in which (a) two joined connections were drawn
        ("single", int16),  # turns in which (b) or (c) one was
        ("extras", int16),  # connections for `+`
        ("cafe_tourists", int16),
    ],
    align=True,
)

TALLY = np.dtype([("seats", SEAT_TALLY, MAX_SEATS)], align=True)
