"""The records of the kernel: what never changes (BOARD), and the state, split as the game's knowledge is.

PUBLIC is what all see: the maps lie open (§6.16). HIDDEN is the order of the cards. OWN is what a seat's
bot keeps to itself. Records are plain memory; in compiled code they are bare pointers, and a state is
copied by one assignment.
"""

from __future__ import annotations

import numpy as np

from ttrsim.machine.rng import STREAM
from ttrsim.machine.trails import network_record

# ---- the grid (§3) and the deck (§2) -------------------------------------------------------------
N_BLOCKS = 36
N_CROSSINGS = 45
N_SEGMENTS = 80
N_CARDS = 27
N_KINDS = 3  # of tourists: R, G, B
N_TYPES = 6  # of blocks
RED, GREEN, BLUE, YELLOW, GREY, WHITE = (np.int64(type_) for type_ in range(N_TYPES))  # the first three as the kinds
STAR = np.int64(0)  # in place of a card's number

# ---- sentinels -----------------------------------------------------------------------------------
NO_BLOCK = np.int64(-1)
NO_KIND = np.int64(3)  # a turn that is no fallback: no single tourist is chosen

# ---- what a bot is asked -------------------------------------------------------------------------
DISCARD = np.int64(1)
CHOOSE_BLOCK = np.int64(2)
DRAW = np.int64(3)
EXTRA = np.int64(4)

# ---- streams of random numbers -------------------------------------------------------------------
STREAM_CARDS = np.int64(0)
STREAM_BOTS = np.int64(1)  # + seat

MAX_SEATS = 4  # maps in the box
MAX_OPEN = 6  # cards turned up in a round
MAX_ROUNDS = 9
MAX_DRAWN = 36  # connections of a seat: at most four a round
MAX_GREY = 36
N_ACTION = np.int64(2)  # cards that are played in a round
N_WEIGHTS = 16
N_MEMORY = 32
LOG_SIZE = 1024

int64, int16, int8, uint64, float64 = np.int64, np.int16, np.int8, np.uint64, np.float64

RULES = np.dtype(
    [
        ("cards_per_round", int64),
        ("boxed_cards", int64, MAX_SEATS + 1),  # [number of players]
        ("plus_connections", int64),
        ("cafe_points", int64),
        ("yellow_points", int64),
        ("grey_points", int64, MAX_GREY + 1),  # [grey blocks counted]
    ],
    align=True,
)

BOARD = np.dtype(
    [
        ("rules", RULES),
        # segments
        ("a", int16, N_SEGMENTS),  # [segment] crossing
        ("b", int16, N_SEGMENTS),
        ("ends", uint64, N_SEGMENTS),  # [segment] its two crossings
        ("beside", uint64, N_SEGMENTS),  # [segment] the blocks it runs along
        # sets of segments, two words each
        ("all_segments", uint64, 2),
        ("sides", uint64, (N_BLOCKS, 2)),  # [block] the segments round it
        ("at_crossing", uint64, (N_CROSSINGS, 2)),  # [crossing]
        ("next_to", uint64, (N_SEGMENTS, 2)),  # [segment] the others that share a crossing with it
        # blocks
        ("of_type", uint64, N_TYPES),  # [type] blocks
        ("all_blocks", uint64),
        ("offers", uint64, (7, 7)),  # [number, number] §4.2: the blocks that two cards offer; STAR is 0
        # cafés
        ("cafes", uint64),  # crossings
        ("cafe_tourists", int8, (N_CROSSINGS, N_KINDS)),  # [crossing, kind]
        # cards
        ("number", int16, N_CARDS),  # [card] 1 … 6 or STAR
        ("plus", int16, N_CARDS),
        ("card_tourists", int8, (N_CARDS, N_KINDS)),  # [card, kind]
    ],
    align=True,
)

# One player's map.
MAP = np.dtype(
    [
        ("drawn", uint64, 2),  # segments
        ("n_drawn", int64),
        ("occupied", uint64),  # blocks with tourists
        ("tourists", int8, (N_BLOCKS, N_KINDS)),  # [block, kind]
        ("cafes", uint64),  # crossings of the cafés that are used
        ("chosen", int8, MAX_ROUNDS),  # [round − 1] block, or NO_BLOCK
        ("fallbacks", int64),  # §4.2: the rounds with a fallback turn, as a set
    ],
    align=True,
)

PUBLIC = np.dtype(
    [
        ("n_seats", int64),
        ("n_rounds", int64),
        ("round", int64),  # 1, 2, …
        ("turn", int64),  # 1, 2, … over all seats
        ("first", int64),  # the seat that is first player of this round
        ("question", int64),  # DISCARD, CHOOSE_BLOCK, DRAW, EXTRA or GAME_OVER
        ("asked", int64),  # the seat that must answer
        # cards
        ("open", int64, MAX_OPEN),  # turned up and not discarded; the two action cards once the discard is made
        ("n_open", int64),
        ("action", int8, (MAX_ROUNDS, 2)),  # [round − 1] the action cards of the rounds so far
        ("seen", uint64),  # cards turned up in this game
        ("pile_size", int64),  # cards still to be turned up
        # the turn of the asked seat
        ("block", int64),  # chosen, or NO_BLOCK
        ("fallback", int64),  # 1 in a fallback turn
        ("extras_left", int64),  # §4.4: connections still due for `+`
        ("maps", MAP, MAX_SEATS),  # [seat]
    ],
    align=True,
)

OWN = np.dtype(
    [
        ("seat", int64),
        ("stream", STREAM),  # the bot's own random numbers
        ("weights", float64, N_WEIGHTS),  # how this seat's bot was set up
        ("memory", int64, N_MEMORY),  # the bot's own notes, zero at the start of a game
    ],
    align=True,
)

HIDDEN = np.dtype(
    [
        ("pile", int8, N_CARDS),  # the shuffled cards: those turned up, those to come, those in the box
        ("n_turned", int64),
        ("card_stream", STREAM),
    ],
    align=True,
)

STATE = np.dtype([("public", PUBLIC), ("seats", OWN, MAX_SEATS), ("hidden", HIDDEN)], align=True)

# ---- what a game leaves behind -------------------------------------------------------------------

SEAT_RESULT = np.dtype(
    [
        ("total", int16),
        ("red", int16),  # the boxes of the score strip (§5)
        ("green", int16),
        ("blue", int16),
        ("cafes", int16),
        ("yellow", int16),
        ("grey", int16),
        ("wins", int8),
        ("tourists", int16, N_KINDS),  # [kind] in blocks beside the route
        ("all_tourists", int16, N_KINDS),  # [kind] on the map
        ("blocks", int8, N_TYPES),  # [type] beside the route
        ("n_drawn", int8),
        ("length", int8),  # segments of the route
        ("n_cafes", int8),  # on the route
        ("cafes_used", int8),
        ("fallbacks", int8),
        ("route", uint64, 2),  # segments
        ("route_blocks", uint64),
        ("route_cafes", uint64),  # crossings
    ],
    align=True,
)

RESULT = np.dtype(
    [
        ("turns", int16),
        ("rounds", int8),
        ("n_winners", int8),
        ("fallbacks", int8),
        ("fault", int8),
        ("fault_seat", int8),
        ("fault_detail", int64),  # the illegal decision, or the number of the violated check
        ("seats", SEAT_RESULT, MAX_SEATS),
    ],
    align=True,
)

# The search for the final route (route.py).
ROUTE = np.dtype(
    [
        # the map's tourists
        ("n_occupied", int64),
        ("block", uint64, MAX_ROUNDS),  # [occupied block] its number
        ("tourists", int64, MAX_ROUNDS),  # [occupied block] all kinds, each in its lane
        # a connected part of the drawn segments
        ("part", uint64, 2),  # its segments
        ("blocks", uint64),  # beside it
        ("odd", uint64),  # its crossings with an odd number of segments
        ("beside", uint64, MAX_DRAWN),  # [place] blocks
        ("network", network_record(N_CROSSINGS, MAX_DRAWN)),
        # the search by depth
        ("choices", uint64, MAX_DRAWN + 1),  # [depth] places not yet tried
        ("stop", int64, MAX_DRAWN + 1),  # [depth] crossing
        ("trail", int64, MAX_DRAWN + 1),  # [depth] place
        # the best route so far
        ("points", int64),
        ("places", uint64),  # of the part at hand, where it holds the best
        ("best", uint64, 2),  # segments
    ],
    align=True,
)

SCRATCH = np.dtype(
    [
        ("route", ROUTE),
    ],
    align=True,
)
