"""The kinds of events in a game. `ttrsim.games.trains.record` turns them into the game record."""

from __future__ import annotations

import numpy as np

# kind               seat?  three numbers
DEALT = np.int64(1)  # seat   card
REFILL = np.int64(2)  #        slot, card
FLUSH = np.int64(3)  #        (the face-up cards follow, an event each)
FLUSHED = np.int64(4)  #        slot, card
RESHUFFLE = np.int64(5)  #        number of cards
OFFERED = np.int64(6)  # seat   ticket, 1 if kept, tickets of this offer that still follow
DRAW = np.int64(7)  # seat   slot or FROM_PILE, card
CLAIM = np.int64(8)  # seat   route, colour, wilds
TUNNEL = np.int64(9)  # seat   route, colour, wilds
REVEAL = np.int64(10)  #        card
TUNNEL_END = np.int64(11)  # seat   route, 1 if claimed, wilds among the extra cards
STATION = np.int64(12)  # seat   city, colour, wilds
PASS = np.int64(13)  # seat
LAST_ROUND = np.int64(14)  # seat
EXTRA = np.int64(15)  # seat   extra cards the tunnel costs (T1, T2), before the player decides
MIXED_CARDS = np.int64(16)  #        cards of the CLAIM before it, whose colour is MIXED: of five kinds, of the others

NOBODY = np.int64(-1)
N_LOW_BITS = np.int64(20)  # MIXED_CARDS: five kinds in the first number …
LOW_CARDS = np.int64((1 << 20) - 1)  # … and the others in the second

LOG_ACTIONS = np.int64(  # a level of the log: the deal and what players did, which is all that the tables of a run need
    sum(1 << kind for kind in (DEALT, OFFERED, DRAW, CLAIM, TUNNEL, TUNNEL_END, STATION, PASS, LAST_ROUND, EXTRA))
)
