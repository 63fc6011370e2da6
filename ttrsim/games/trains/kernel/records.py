"""The records of the kernel: what never changes (BOARD), and the state, split as the game's knowledge is.

PUBLIC is what all see, OWN what one seat sees, HIDDEN what none sees. A bot is handed the board,
PUBLIC and its own OWN: there is nothing else it could read. Records are plain memory; in compiled
code they are bare pointers, and a state is copied by one assignment.
"""

from __future__ import annotations

import numpy as np

from ttrsim.games.trains.kernel.limits import (
    MAX_CITIES,
    MAX_DISTRICTS,
    MAX_ENDS,
    MAX_MANDALAS,
    MAX_MARKET,
    MAX_OFFER,
    MAX_ROUTES,
    MAX_STATIONS,
    MAX_TICKETS,
    MAX_TRAINS,
)
from ttrsim.limits import MAX_PLAYERS
from ttrsim.machine.rng import STREAM
from ttrsim.machine.trails import network_record

# ---- colours -------------------------------------------------------------------------------------
N_COLOURS = np.int64(8)
WILD = np.int64(8)  # also an index into every count of cards
GRAY = np.int64(9)  # colour of a route only
N_CARDS = 9  # kinds of cards: eight colours and the wild
EMPTY = np.int64(-1)  # a market slot without a card

# ---- sentinels -----------------------------------------------------------------------------------
NO_OWNER = np.int64(-1)
NO_ROUTE = np.int64(-1)
NO_END = np.int64(-1)
NOT_TRIGGERED = np.int64(-1)  # E1 has not happened yet

# ---- what a bot is asked -------------------------------------------------------------------------
KEEP_TICKETS = np.int64(1)
CHOOSE_ACTION = np.int64(2)
SECOND_CARD = np.int64(3)
PAY_TUNNEL = np.int64(4)
TURN_DONE = np.int64(5)  # nothing more is asked in this turn; never seen by a bot

# ---- why a game ended ----------------------------------------------------------------------------
END_TRAINS = np.int64(1)  # E1
END_STALEMATE = np.int64(2)  # N1
END_LIMIT = np.int64(3)  # N2

# ---- streams of random numbers -------------------------------------------------------------------
STREAM_CARDS = np.int64(0)
STREAM_TICKETS = np.int64(1)
STREAM_BOTS = np.int64(2)  # + seat

# ---- tie-breaks (E8), in the order a board lists them --------------------------------------------
BY_COMPLETED = np.int64(1)
BY_FEWEST_STATIONS = np.int64(2)
BY_LONGEST_PATH = np.int64(3)

# ---- what a seat can be barred from (R4–R6), a set -----------------------------------------------
BARRED_STATIONS = np.int64(1)
BARRED_TICKET_DRAWS = np.int64(2)
BARRED_OPEN_WILDS = np.int64(4)

# ---- trials (trials.py) ----------------------------------------------------------------------------
STREAM_TRIALS = np.int64(64)  # of random numbers, beyond those of the seats
# kinds that play the whole deal once more
SETUP_TICKETS_TRIAL = np.int64(1)
KEEP_SETS_TRIAL = np.int64(2)
ROUTE_TRIAL = np.int64(3)
ROUTE_EXISTS_TRIAL = np.int64(4)
BAN_TRIAL = np.int64(5)
RULES_TRIAL = np.int64(6)
# kinds that branch off at a decision
LATER_TICKETS_TRIAL = np.int64(7)
TICKET_DRAW_TRIAL = np.int64(8)
TEMPO_TRIAL = np.int64(9)
STATION_TRIAL = np.int64(10)
TUNNEL_TRIAL = np.int64(11)
WILD_TRIAL = np.int64(12)
FACE_UP_TRIAL = np.int64(13)

ASK_THE_BOT = np.int64(-1)  # in place of a decision
NO_SUBJECT = np.int64(-1)
MAX_TRIALS = 512  # of a game that play the whole deal: five seats with up to 2^6 sets of tickets each, or all routes

MAX_PAYABLE = 12  # counts of cards above this open no further routes
MAX_SEATS = MAX_PLAYERS
N_WEIGHTS = 24
N_MEMORY = 32
LOG_SIZE = 32_768

int64, int32, int16, int8, uint8, uint64, float64 = (
    *(np.int64, np.int32, np.int16, np.int8, np.uint8),
    *(np.uint64, np.float64),
)

RULES = np.dtype(
    [
        ("trains", int64),
        ("stations", int64),
        ("deck", int64, N_CARDS),  # [card]
        ("hand", int64),
        ("face_up_wild", int64),  # M2, NC2: cards of a draw that a face-up wild counts as, 2 or 1
        ("has_sets", int64),  # NC3, NC4: 1 if a route takes sets
        ("wilds_anywhere", int64),  # NC1: 0 where only the routes of `take_wilds` may be paid with wilds
        ("market", int64),
        ("flush_wilds", int64),
        ("settling_colours", int64),  # M3 guard: with fewer coloured cards about, a flush cannot settle
        ("setup_offer_long", int64),
        ("setup_offer", int64),
        ("setup_keep", int64),
        ("setup_most_long", int64),  # X1
        ("setup_refused_leave", int64),
        ("offer", int64),
        ("offer_keep", int64),
        ("offer_refused_leave", int64),
        ("doubles_closed_up_to", int64),
        ("tunnel_cards", int64),
        ("end_trains", int64),
        ("longest_points", int64),
        ("longest_counts", int64),  # 1 where the longest path gives points or breaks ties
        ("station_points", int64),
        ("attraction_points", int64),
        ("globetrotter_points", int64),  # G1
        ("has_mandalas", int64),  # I1: 1 where they bring points
        ("mandala_points", int64, MAX_MANDALAS + 1),  # I1: [number of mandalas, or the last]
        ("tie_breaks", int64, 3),
        ("turn_limit", int64),
    ],
    align=True,
)

BOARD = np.dtype(
    [
        ("rules", RULES),
        ("n_cities", int64),
        ("n_routes", int64),
        ("n_tickets", int64),
        # routes
        ("a", int16, MAX_ROUTES),  # [route] city
        ("b", int16, MAX_ROUTES),
        ("length", int16, MAX_ROUTES),
        ("points", int16, MAX_ROUTES),
        ("colour", int16, MAX_ROUTES),
        ("wilds", int16, MAX_ROUTES),  # C3: ferry symbols
        ("any_set", int16, MAX_ROUTES),  # NC3, NC4: cards of any kind that count as one, or 0
        ("most_sets", int16, MAX_ROUTES),  # NC3: sets that may be paid
        ("most_wilds", int16, MAX_ROUTES),  # NC1: wilds that may be paid, its length or 0
        ("tunnel", int16, MAX_ROUTES),
        ("sibling", int16, MAX_ROUTES),  # the other half of a double route, or NO_ROUTE
        # sets of routes, two words each
        ("all_routes", uint64, 2),
        ("payable", uint64, (N_CARDS - 1, MAX_PAYABLE + 1, 2)),  # [colour, cards of it and wilds]
        ("not_longer", uint64, (MAX_PAYABLE + 1, 2)),  # [trains]
        ("ferry_payable", uint64, (MAX_PAYABLE + 1, 2)),  # [wilds]
        ("take_wilds", uint64, 2),  # NC1
        ("take_sets", uint64, 2),  # NC3, NC4
        ("at_city", uint64, (MAX_CITIES, 2)),  # [city]
        # tickets
        ("ticket_a", int16, MAX_TICKETS),  # of a country ticket the two cities that complete it with fewest trains …
        ("ticket_b", int16, MAX_TICKETS),
        ("ticket_points", int16, MAX_TICKETS),  # … and its fewest points, which it loses if it reaches no end
        ("long_tickets", uint64, 2),
        # tickets with several ends, or from or to any city of a country (W4)
        ("country_tickets", uint64, 2),
        ("ticket_starts", uint64, MAX_TICKETS),  # [ticket] cities, any of which it begins at
        ("ticket_goals", uint64, MAX_TICKETS),  # [ticket] the cities of all its ends
        ("n_ends", int64, MAX_TICKETS),
        ("ticket_ends", uint64, (MAX_TICKETS, MAX_ENDS)),  # [ticket, end] cities, the end with most points first
        ("end_points", int16, (MAX_TICKETS, MAX_ENDS)),
        # cities
        ("all_cities", uint64),
        ("attractions", uint64),
        # districts (L1)
        ("n_districts", int64),
        ("district_cities", uint64, MAX_DISTRICTS),  # [district]
        ("district_points", int64, MAX_DISTRICTS),
    ],
    align=True,
)


PUBLIC = np.dtype(
    [
        ("n_seats", int64),
        ("turn", int64),  # 0 in set-up, then 1, 2, … over all seats
        ("seat", int64),  # whose turn it is
        ("question", int64),  # KEEP_TICKETS, CHOOSE_ACTION, SECOND_CARD, PAY_TUNNEL or GAME_OVER
        ("asked", int64),  # the seat that must answer
        ("barred", int64),  # R4–R6: what that seat may not do in its turn: BARRED_…
        ("last_turns", int64),  # E1: turns still to be played in the last round, or NOT_TRIGGERED
        ("passes", int64),  # N1: passes in a row
        ("reason", int64),  # END_… once the game is over
        # cards
        ("face_up_wild", int64),  # as the rules of the board have it
        ("market", int64, MAX_MARKET),  # [slot] card or EMPTY
        ("n_market", int64),
        ("market_wilds", int64),
        ("pile_size", int64),
        ("discards", int64, N_CARDS),  # [card]
        ("n_discards", int64),
        ("hand_size", int64, MAX_SEATS),
        ("known", int8, (MAX_SEATS, N_CARDS)),  # [seat, card] at least so many, from what was seen taken and paid
        # tickets
        ("ticket_pile_size", int64),
        ("ticket_top", int64),  # the place of the top ticket in the ring
        ("n_tickets", int64, MAX_SEATS),
        ("setup_tickets", int64, MAX_SEATS),  # [seat] those it kept in the set-up
        # routes
        ("owner", int8, MAX_ROUTES),  # [route] seat or NO_OWNER
        ("owned", uint64, (MAX_SEATS, 2)),  # [seat] its routes
        ("open_to", uint64, (MAX_SEATS, 2)),  # [seat] the routes it may still claim (C2, R3)
        ("trains", int64, MAX_SEATS),
        ("route_points", int64, MAX_SEATS),
        # stations
        ("station_cities", uint64, MAX_SEATS),  # [seat] cities
        ("stations_left", int64, MAX_SEATS),
        # the tunnel that is being tried
        ("tunnel_route", int64),
        ("tunnel_colour", int64),
        ("tunnel_wilds", int64),
        ("tunnel_extra", int64),
        # counts for the results
        ("flushes", int64),
        ("reshuffles", int64),
    ],
    align=True,
)

# What a seat is restricted to, all zero where it is not.
RESTRICTION = np.dtype(
    [
        ("keep", uint64, 2),  # R1: tickets, in the set-up
        ("refuse", uint64, 2),  # R2
        ("keep_later", uint64, 2),  # R1: tickets, in later offers
        ("refuse_later", uint64, 2),  # R2
        ("closed", uint64, 2),  # R3: routes
        ("barred", int64),  # R4–R6: BARRED_…
    ],
    align=True,
)

OWN = np.dtype(
    [
        ("seat", int64),
        ("hand", int64, N_CARDS),  # [card]
        ("tickets", uint64, 2),  # kept
        ("offer", int64, MAX_OFFER),  # tickets offered, in order
        ("n_offer", int64),
        ("left", uint64, 2),  # tickets that it refused and that have left the game
        ("in_pile", uint8, MAX_TICKETS),  # [place in the ring] 1 + a ticket that it knows to lie there, or 0
        ("must_keep", int64),  # R1: the places of the offer that have to be kept
        ("must_refuse", int64),  # R2: … and refused
        ("restriction", RESTRICTION),
        ("stream", STREAM),  # the bot's own random numbers
        ("weights", float64, N_WEIGHTS),  # how this seat's bot was set up
        ("memory", int64, N_MEMORY),  # the bot's own notes, zero at the start of a game
    ],
    align=True,
)

HIDDEN = np.dtype(
    [
        ("pile", int64, N_CARDS),  # [card] the draw pile; its order is decided as cards leave it
        ("card_stream", STREAM),
        ("ticket_pile", int8, MAX_TICKETS),  # a ring: public.ticket_top, and the next ones after it
        ("ticket_stream", STREAM),
        ("setup_kept", int64, MAX_SEATS),  # S3: choices made, not yet shown
    ],
    align=True,
)

STATE = np.dtype([("public", PUBLIC), ("seats", OWN, MAX_SEATS), ("hidden", HIDDEN)], align=True)

# ---- what a game leaves behind -------------------------------------------------------------------

SEAT_RESULT = np.dtype(
    [
        ("total", int16),
        ("routes", int16),  # E2
        ("tickets", int16),  # E3, net
        ("station_points", int16),  # E5
        ("longest_points", int16),  # E6
        ("globetrotter_points", int16),  # G1
        ("attraction_points", int16),  # E7
        ("district_points", int16),  # L1
        ("districts", int32),  # L1: those it joined, a set
        ("mandala_points", int16),  # I1
        ("mandalas", int16),  # I1: tickets with two paths, counted
        ("longest", int16),  # length
        ("n_completed", int8),
        ("n_failed", int8),
        ("stations_left", int8),
        ("trains_left", int8),
        ("cards_left", int16),
        ("wins", int8),
        ("completed", uint64, 2),
        ("kept", uint64, 2),
        ("ends", uint8, MAX_TICKETS),  # W4: [ticket] the end that a completed country ticket scored
        ("borrowed", int16, MAX_STATIONS),  # E4: [station, by city number] route or NO_ROUTE
    ],
    align=True,
)

RESULT = np.dtype(
    [
        ("turns", int16),
        ("reason", int8),
        ("n_winners", int8),
        ("flushes", int16),
        ("reshuffles", int16),
        ("fault", int8),
        ("fault_seat", int8),
        ("fault_detail", int64),  # the illegal decision, or the number of the violated check
        ("seats", SEAT_RESULT, MAX_SEATS),
    ],
    align=True,
)

# What the walk over a game's log keeps in mind (outcome.py).
WALK = np.dtype(
    [
        ("game", int64),
        ("n_seats", int64),
        ("network", int8, (MAX_SEATS, MAX_CITIES)),  # [seat, city] number of the network it is in
        ("members", uint64, (MAX_SEATS, MAX_CITIES)),  # [seat, network] its cities
        ("open_tickets", int64, (MAX_SEATS, MAX_TICKETS)),  # [seat, …] rows of kept tickets, not completed yet
        ("n_open", int64, MAX_SEATS),
        ("points", int64, MAX_SEATS),  # on the track
        ("draw_turn", int64),  # the last turn in which a card was drawn
        ("wilds", int64),  # laid out for the tunnel that is being tried
        ("extra", int64),  # what it costs
    ],
    align=True,
)

SCRATCH = np.dtype(
    [
        # networks of one seat (networks.py)
        ("root", int16, MAX_CITIES),  # [city]
        ("candidates", int16, (MAX_STATIONS, MAX_CITIES + 1)),  # [station] routes it could borrow
        ("n_candidates", int64, MAX_STATIONS),
        ("changed", int64, MAX_STATIONS),  # [station] city whose root a borrowed route changed
        ("ends", uint8, MAX_TICKETS),  # W4: [ticket] the end it would reach
        # longest path (longest.py)
        ("total", int16, MAX_CITIES),  # [network's root] length of its routes
        ("cities", uint64, MAX_CITIES),  # [network's root]
        ("network", network_record(MAX_CITIES, MAX_TRAINS)),  # the one at hand
        ("length_planes", uint64, 4),  # [binary digit] places of the routes whose length has it
        ("walk", WALK),
    ],
    align=True,
)

# ---- trials --------------------------------------------------------------------------------------

EXPERIMENT = np.dtype(
    [
        ("kind", int64),  # …_TRIAL
        ("seats", int64),  # the treated ones, a set
        ("subjects", uint64, 2),  # the tickets or routes that are tried, a set
        ("per_game", int64),  # routes that are tried in a game
        ("every", int64),  # one of so many decisions branches off; 0 for kinds that do not branch
        ("barred", int64),  # BAN_TRIAL: what the treated seat may not do …
        ("closed", uint64, 2),  # … and routes it may not claim
        # while a game and its trials are played
        ("n_seats", int64),
        ("stream", STREAM),
        ("offer", int64, (MAX_SEATS, MAX_OFFER)),  # [seat, place] tickets of the set-up
        ("n_offer", int64, MAX_SEATS),
        ("trial_seat", int64, MAX_TRIALS),
        ("trial_what", int64, MAX_TRIALS),  # place, set of places or route
        ("restriction", RESTRICTION),  # of the trial at hand
    ],
    align=True,
)
