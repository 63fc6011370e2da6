"""The tables of a run: every column with its type, unit and meaning. `docs/files.md` is printed from here."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from ttrsim.engine.columns import (
    BOT,
    DEAL,
    DEAL_OF_SEAT,
    GAME,
    GAME_OF_SEAT,
    N_WINNERS,
    POINTS,
    ROTATION,
    SEAT,
    WIN_SHARE,
    WINNER,
    Column,
    Played,
    Table,
    of_result,
    of_seat_result,
    of_tally,
    row_column,
    seat_tally_column,
)
from ttrsim.games.trains.board.model import COLOURS, WILD, Board
from ttrsim.games.trains.kernel.rows import BY_STATIONS

CARDS = (*COLOURS, WILD)  # by the kernel's number of a card
ENDS = ("trains", "stalemate", "limit")  # by the kernel's number of a reason, from 1 (E1, N1, N2)

# ---- what the numbers stand for ------------------------------------------------------------------


def _routes(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [route.id for route in board.routes]


def _tickets(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [ticket.id for ticket in board.tickets]


def _cities(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [city.id for city in board.cities]


def _ends(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return ENDS


# ---- games ---------------------------------------------------------------------------------------


def _dealt_column(card: int) -> Column:
    meaning = f"{CARDS[card]} cards dealt into the opening hands of all seats together (S1)"
    return Column(
        f"dealt_{CARDS[card]}", pl.Int16, "cards", meaning, lambda chunk: chunk.outcomes.tallies["dealt"][:, card]
    )


GAMES = Table(
    "games",
    "a game",
    (
        GAME,
        DEAL,
        ROTATION,
        Column("turns", pl.Int16, "turns", "of all seats together", of_result("turns")),
        Column(
            "end",
            _ends,
            "",
            "why it ended: `trains` (E1), `stalemate` (N1) or `limit` of turns (N2)",
            lambda chunk: chunk.outcomes.results["reason"] - 1,
        ),
        Column("flushes", pl.Int16, "", "how often three face-up wilds swept the market (M3)", of_result("flushes")),
        Column("reshuffles", pl.Int16, "", "how often the discards became the pile (M4)", of_result("reshuffles")),
        N_WINNERS,
        WINNER,
        Column(
            "lead_changes",
            pl.Int16,
            "",
            "how often somebody else came to be alone in front on the track, by points for routes",
            of_tally("lead_changes"),
        ),
        Column(
            "leader",
            pl.UInt8,
            "seat",
            "who was last alone in front on the track; null if nobody ever was",
            of_tally("leader"),
            has_null=True,
        ),
        Column(
            "lead_turn",
            pl.Int16,
            "turn",
            "in which that leader took the lead; null if nobody ever did",
            of_tally("lead_turn"),
            has_null=True,
        ),
        *(_dealt_column(card) for card in range(len(CARDS))),
    ),
)


# ---- seats ---------------------------------------------------------------------------------------


SEATS = Table(
    "seats",
    "a seat of a game",
    (
        GAME_OF_SEAT,
        DEAL_OF_SEAT,
        SEAT,
        BOT,
        POINTS,
        Column("route_points", pl.Int16, "points", "for routes (E2)", of_seat_result("routes")),
        Column(
            "ticket_points",
            pl.Int16,
            "points",
            "for tickets, the failed ones taken off (E3)",
            of_seat_result("tickets"),
        ),
        Column("station_points", pl.Int16, "points", "for stations not built (E5)", of_seat_result("station_points")),
        Column("longest_points", pl.Int16, "points", "for the longest path (E6)", of_seat_result("longest_points")),
        Column("attraction_points", pl.Int16, "points", "for attractions (E7)", of_seat_result("attraction_points")),
        WIN_SHARE,
        Column("tickets_completed", pl.UInt8, "tickets", "kept and completed", of_seat_result("n_completed")),
        Column("tickets_failed", pl.UInt8, "tickets", "kept and not completed", of_seat_result("n_failed")),
        Column(
            "longest",
            pl.Int16,
            "trains",
            "length of its longest path; 0 on a board where that is no matter",
            of_seat_result("longest"),
        ),
        Column("trains_left", pl.UInt8, "trains", "not placed", of_seat_result("trains_left")),
        Column("stations_left", pl.UInt8, "stations", "not built", of_seat_result("stations_left")),
        Column("cards_left", pl.Int16, "cards", "in hand at the end", of_seat_result("cards_left")),
        seat_tally_column("turns", "turns", "it had; the sum of the next five and `tunnels_declined`"),
        seat_tally_column("draws", "turns", "in which it drew cards"),
        seat_tally_column("claims", "turns", "in which it claimed a route"),
        seat_tally_column("ticket_draws", "turns", "in which it drew tickets"),
        seat_tally_column("stations_built", "turns", "in which it built a station"),
        seat_tally_column("passes", "turns", "in which it could do nothing (N1)"),
        seat_tally_column("tunnels_tried", "tunnels", "cards were turned for, claimed or not (T1)"),
        seat_tally_column(
            "tunnels_declined", "turns", "that ended with a tunnel not claimed, by choice or for want of cards (T3)"
        ),
        seat_tally_column("extra_due", "cards", "extra cost of all tunnels tried (T1, T2)"),
        seat_tally_column("extra_paid", "cards", "extra cards paid for tunnels claimed (T3)"),
        seat_tally_column("market_cards", "cards", "taken face up"),
        seat_tally_column("pile_cards", "cards", "taken from the pile, unseen"),
        seat_tally_column("wilds_spent", "cards", "wilds paid for routes, tunnels and stations"),
        seat_tally_column("ended_game", "", "whether it brought on the last round (E1)", pl.Boolean),
    ),
)


# ---- rows ----------------------------------------------------------------------------------------


def _by_stations(chunk: Played) -> np.ndarray:
    is_so: np.ndarray = chunk.outcomes.column("tickets", "completed") == BY_STATIONS
    return is_so


TICKETS = Table(
    "tickets",
    "a ticket offered to a seat; a ticket refused may be offered again",
    (
        row_column("tickets", "game", pl.UInt32, "", "as in `games`"),
        row_column("tickets", "seat", pl.UInt8, "", "it was offered to"),
        row_column("tickets", "turn", pl.Int16, "turn", "of the offer; 0 in set-up"),
        row_column("tickets", "ticket", _tickets, "", "id on the board"),
        row_column("tickets", "kept", pl.Boolean, "", "or refused"),
        row_column("tickets", "completed", pl.Boolean, "", "kept, and its cities joined at the end (E3, E4)"),
        Column("by_stations", pl.Boolean, "", "completed only by means of borrowed routes (E4)", _by_stations),
        row_column(
            "tickets",
            "completed_turn",
            pl.Int16,
            "turn",
            "in which own routes joined its cities, or in which it was kept if they were joined already; null if never",
            has_null=True,
        ),
    ),
)

CLAIMS = Table(
    "claims",
    "a route claimed",
    (
        row_column("claims", "game", pl.UInt32, "", "as in `games`"),
        row_column("claims", "seat", pl.UInt8, "", "whose it is"),
        row_column("claims", "turn", pl.Int16, "turn", "in which it was claimed"),
        row_column("claims", "route", _routes, "", "id on the board"),
        row_column("claims", "wilds", pl.UInt8, "cards", "wilds among all cards paid, extra ones included"),
        row_column("claims", "extra", pl.UInt8, "cards", "paid on top for a tunnel (T3)"),
    ),
)

STATIONS = Table(
    "stations",
    "a station built",
    (
        row_column("stations", "game", pl.UInt32, "", "as in `games`"),
        row_column("stations", "seat", pl.UInt8, "", "whose it is"),
        row_column("stations", "turn", pl.Int16, "turn", "in which it was built"),
        row_column("stations", "city", _cities, "", "where it stands"),
        row_column(
            "stations", "borrowed", _routes, "", "route it lent its owner at the end (E4); null if none", has_null=True
        ),
    ),
)

TABLES = {table.name: table for table in (GAMES, SEATS, TICKETS, CLAIMS, STATIONS)}
