"""What games leave for the tables of a run. `outcome.py` fills it, `ttrsim.runs` writes it.

Rows are kept column by column, as the tables are written; a record of columns is one bare pointer
in compiled code.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import MAX_OFFER, MAX_ROUTES, MAX_STATIONS, MAX_TICKETS
from ttrsim.games.trains.kernel.records import MAX_SEATS, MAX_TRIALS, N_CARDS
from ttrsim.limits import MAX_CHUNK, MAX_TRIAL_GAMES

int64, int16, uint8, uint32, uint64 = np.int64, np.int16, np.uint8, np.uint32, np.uint64

NO_SEAT = np.int64(-1)
NO_TURN = np.int64(-1)

# ---- how a ticket ended --------------------------------------------------------------------------
NOT_COMPLETED = np.int64(0)  # refused, or kept and failed
BY_ROUTES = np.int64(1)  # E3, own routes alone
BY_STATIONS = np.int64(2)  # E4, only with borrowed routes

# ---- the most rows, so that nothing can overflow. Memory that is never written costs nothing. -----
MAX_CLAIM_ROWS = MAX_CHUNK * MAX_ROUTES  # a route is claimed once
MAX_STATION_ROWS = MAX_CHUNK * MAX_SEATS * MAX_STATIONS
MAX_TICKET_ROWS = (
    MAX_CHUNK * (MAX_TICKETS + MAX_SEATS) * MAX_OFFER
)  # K1: every offer after set-up keeps a ticket for good

MAX_EFFECTS = MAX_TRIAL_GAMES * MAX_TRIALS

CLAIMS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_CLAIM_ROWS),
        ("turn", int16, MAX_CLAIM_ROWS),
        ("seat", uint8, MAX_CLAIM_ROWS),
        ("route", uint8, MAX_CLAIM_ROWS),
        ("wilds", uint8, MAX_CLAIM_ROWS),  # among all cards paid
        ("extra", uint8, MAX_CLAIM_ROWS),  # T3
    ],
    align=True,
)

TICKETS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_TICKET_ROWS),
        ("turn", int16, MAX_TICKET_ROWS),
        ("seat", uint8, MAX_TICKET_ROWS),
        ("ticket", uint8, MAX_TICKET_ROWS),
        ("kept", uint8, MAX_TICKET_ROWS),
        ("completed", uint8, MAX_TICKET_ROWS),  # NOT_COMPLETED, BY_ROUTES or BY_STATIONS
        ("completed_turn", int16, MAX_TICKET_ROWS),  # or NO_TURN
        ("gain", int16, MAX_TICKET_ROWS),  # E3, W4: gained or lost; 0 if it was refused
    ],
    align=True,
)

STATIONS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_STATION_ROWS),
        ("turn", int16, MAX_STATION_ROWS),
        ("seat", uint8, MAX_STATION_ROWS),
        ("city", uint8, MAX_STATION_ROWS),
        ("borrowed", int16, MAX_STATION_ROWS),  # E4: route or NO_ROUTE
    ],
    align=True,
)

# What a game came to for the treated seat.
ARM = np.dtype(
    [
        ("wins", uint8, MAX_EFFECTS),
        ("n_winners", uint8, MAX_EFFECTS),
        ("score", int16, MAX_EFFECTS),
        ("others", int16, MAX_EFFECTS),  # points of all others together
        ("turns", int16, MAX_EFFECTS),
        ("own", int16, MAX_EFFECTS),  # points of the ticket that is tried; 0 if the seat does not have it
    ],
    align=True,
)

EFFECTS = np.dtype(
    [
        ("n", int64),
        ("game", uint32, MAX_EFFECTS),
        ("kind", uint8, MAX_EFFECTS),  # …_TRIAL
        ("seat", uint8, MAX_EFFECTS),  # the treated one
        ("turn", int16, MAX_EFFECTS),  # in which the trial branched off; 0 if it is the whole deal
        ("trains", int16, MAX_EFFECTS),  # of the seat at that time
        ("subject", int16, MAX_EFFECTS),  # ticket, route or city, or NO_SUBJECT
        ("base_has_it", uint8, MAX_EFFECTS),  # whether the game, and not the trial, had the thing that is tried
        # KEEP_SETS_TRIAL: tickets, and those kept in the trial and in the game; the second word of each set is …_high
        ("offered", uint64, MAX_EFFECTS),
        ("offered_high", uint64, MAX_EFFECTS),
        ("kept", uint64, MAX_EFFECTS),
        ("kept_high", uint64, MAX_EFFECTS),
        ("base_kept", uint64, MAX_EFFECTS),
        ("base_kept_high", uint64, MAX_EFFECTS),
        ("base", ARM),
        ("trial", ARM),
    ],
    align=True,
)

ROWS = np.dtype([("claims", CLAIMS), ("tickets", TICKETS), ("stations", STATIONS), ("effects", EFFECTS)], align=True)

SEAT_TALLY = np.dtype(
    [
        ("turns", int16),
        ("draws", int16),  # turns in which cards were drawn
        ("market_cards", int16),
        ("pile_cards", int16),
        ("claims", int16),
        ("ticket_draws", int16),
        ("stations_built", int16),
        ("passes", int16),
        ("tunnels_tried", int16),
        ("tunnels_declined", int16),
        ("extra_due", int16),  # T1, T2: over all tunnels tried
        ("extra_paid", int16),  # T3: over those claimed
        ("wilds_spent", int16),
        ("ended_game", int16),  # E1
    ],
    align=True,
)

TALLY = np.dtype(
    [
        ("lead_changes", int16),
        ("leader", int16),  # who was last alone in front on the track, or NO_SEAT
        ("lead_turn", int16),  # the turn in which that seat took the lead, or NO_TURN
        ("dealt", int16, N_CARDS),  # [card] S1: into all hands together
        ("seats", SEAT_TALLY, MAX_SEATS),
    ],
    align=True,
)
