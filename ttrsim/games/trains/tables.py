"""The tables of a run: every column with its type, unit and meaning. `docs/files.md` is generated from this file."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from ttrsim.games.trains.board.model import COLOURS, WILD, Board
from ttrsim.games.trains.experiments import KINDS
from ttrsim.games.trains.kernel.rows import BY_STATIONS
from ttrsim.play.columns import (
    CHANCES,
    GAME_NUMBER,
    NONE,
    Names,
    Played,
    TableColumn,
    bot_labels,
    games_table,
    of_result,
    of_seat_result,
    of_tally,
    row_column,
    rows_table,
    seat_tally_column,
    seats_table,
)

CARDS = (*COLOURS, WILD)  # by the kernel's number of a card
END_REASONS = ("trains", "stalemate", "limit")  # by the kernel's number of a reason, from 1 (E1, N1, N2)

# ---- what the numbers stand for ------------------------------------------------------------------


def _routes(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [route.id for route in board.routes]


def _tickets(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [ticket.id for ticket in board.tickets]


def _cities(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [city.id for city in board.cities]


def _ends(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return END_REASONS


# ---- games ---------------------------------------------------------------------------------------


def _dealt_column(card: int) -> TableColumn:
    meaning = f"{CARDS[card]} cards dealt into the opening hands of all seats together (S1)"
    return TableColumn(
        f"dealt_{CARDS[card]}", pl.Int16, "cards", meaning, lambda chunk: chunk.outcomes.tallies["dealt"][:, card]
    )


GAMES = games_table(
    (
        TableColumn("turns", pl.Int16, "turns", "turns of all seats together", of_result("turns")),
        TableColumn(
            "end",
            _ends,
            "",
            "why the game ended: `trains` (E1), `stalemate` (N1) or `limit`, the turn limit (N2)",
            lambda chunk: chunk.outcomes.results["reason"] - 1,
        ),
        TableColumn(
            "flushes",
            pl.Int16,
            "",
            "how often face-up wilds caused the market to be replaced (M3)",
            of_result("flushes"),
        ),
        TableColumn("reshuffles", pl.Int16, "", "how often the discards became the pile (M4)", of_result("reshuffles")),
    ),
    (
        TableColumn(
            "lead_changes",
            pl.Int16,
            "",
            "how often another seat took the sole lead on the scoring track (route points only)",
            of_tally("lead_changes"),
        ),
        TableColumn(
            "leader",
            pl.UInt8,
            "seat",
            "the last seat in sole lead on the scoring track; null if there was none",
            of_tally("leader"),
            has_null=True,
        ),
        TableColumn(
            "lead_turn",
            pl.Int16,
            "turn",
            "when that seat took the lead; null if there was none",
            of_tally("lead_turn"),
            has_null=True,
        ),
        *(_dealt_column(card) for card in range(len(CARDS))),
    ),
)


# ---- seats ---------------------------------------------------------------------------------------


SEATS = seats_table(
    (
        TableColumn("route_points", pl.Int16, "points", "for routes (E2)", of_seat_result("routes")),
        TableColumn(
            "ticket_points",
            pl.Int16,
            "points",
            "for tickets, minus failed tickets (E3)",
            of_seat_result("tickets"),
        ),
        TableColumn(
            "station_points", pl.Int16, "points", "for stations not built (E5)", of_seat_result("station_points")
        ),
        TableColumn(
            "longest_points", pl.Int16, "points", "for the longest path (E6)", of_seat_result("longest_points")
        ),
        TableColumn(
            "attraction_points", pl.Int16, "points", "for attractions (E7)", of_seat_result("attraction_points")
        ),
        TableColumn(
            "globetrotter_points",
            pl.Int16,
            "points",
            "for most completed tickets (G1)",
            of_seat_result("globetrotter_points"),
        ),
        TableColumn("district_points", pl.Int16, "points", "for districts (L1)", of_seat_result("district_points")),
        TableColumn("mandala_points", pl.Int16, "points", "for mandalas (I1)", of_seat_result("mandala_points")),
    ),
    (
        TableColumn("tickets_completed", pl.UInt8, "tickets", "kept and completed", of_seat_result("n_completed")),
        TableColumn("tickets_failed", pl.UInt8, "tickets", "kept and not completed", of_seat_result("n_failed")),
        TableColumn(
            "longest",
            pl.Int16,
            "trains",
            "length of its longest path; 0 on a board that does not score it",
            of_seat_result("longest"),
        ),
        TableColumn("trains_left", pl.UInt8, "trains", "not placed", of_seat_result("trains_left")),
        TableColumn("stations_left", pl.UInt8, "stations", "not built", of_seat_result("stations_left")),
        TableColumn("cards_left", pl.Int16, "cards", "in hand at the end", of_seat_result("cards_left")),
        seat_tally_column(
            "turns", "turns", "all turns of the seat: the sum of the next five columns and `tunnels_declined`"
        ),
        seat_tally_column("draws", "turns", "in which it drew cards"),
        seat_tally_column("claims", "turns", "in which it claimed a route"),
        seat_tally_column("ticket_draws", "turns", "in which it drew tickets"),
        seat_tally_column("stations_built", "turns", "in which it built a station"),
        seat_tally_column("passes", "turns", "in which it had no legal action (N1)"),
        seat_tally_column("tunnels_tried", "tunnels", "tunnels tried, claimed or not (T1)"),
        seat_tally_column(
            "tunnels_declined", "turns", "in which it gave up a tunnel, by choice or for lack of cards (T3)"
        ),
        seat_tally_column("extra_due", "cards", "extra cost of all tunnels tried (T1, T2)"),
        seat_tally_column("extra_paid", "cards", "extra cards paid for tunnels claimed (T3)"),
        seat_tally_column("market_cards", "cards", "taken face up"),
        seat_tally_column("pile_cards", "cards", "taken from the pile"),
        seat_tally_column("wilds_spent", "cards", "wilds paid for routes, tunnels and stations"),
        seat_tally_column("ended_game", "", "whether it triggered the last round (E1)", pl.Boolean),
    ),
)


# ---- rows ----------------------------------------------------------------------------------------


def _by_stations(chunk: Played) -> np.ndarray:
    is_so: np.ndarray = chunk.outcomes.column("tickets", "completed") == BY_STATIONS
    return is_so


TICKETS = rows_table(
    "tickets",
    "a ticket offered to a seat; a refused ticket can be offered again",
    row_column("seat", pl.UInt8, "", "the seat that got the offer"),
    row_column("turn", pl.Int16, "turn", "turn of the offer; 0 in the set-up"),
    row_column("ticket", _tickets, "", "id on the board"),
    row_column("kept", pl.Boolean, "", "kept (true) or refused (false)"),
    row_column("completed", pl.Boolean, "", "kept, and its cities connected at the end (E3, E4)"),
    row_column("gain", pl.Int16, "points", "what it brought: + completed, at its best end (W4), − failed, 0 refused"),
    TableColumn("by_stations", pl.Boolean, "", "completed only through borrowed routes (E4)", _by_stations),
    row_column(
        "completed_turn",
        pl.Int16,
        "turn",
        "when the seat's own routes connected its cities, or when it was kept if they already were; null if never",
        has_null=True,
    ),
)

CLAIMS = rows_table(
    "claims",
    "a route claimed",
    row_column("seat", pl.UInt8, "", "the owner"),
    row_column("turn", pl.Int16, "turn", "in which it was claimed"),
    row_column("route", _routes, "", "id on the board"),
    row_column("wilds", pl.UInt8, "cards", "wilds among all cards paid, including extra cards"),
    row_column("extra", pl.UInt8, "cards", "extra cards paid for a tunnel (T3)"),
)

STATIONS = rows_table(
    "stations",
    "a station built",
    row_column("seat", pl.UInt8, "", "the owner"),
    row_column("turn", pl.Int16, "turn", "in which it was built"),
    row_column("city", _cities, "", "where it stands"),
    row_column(
        "borrowed", _routes, "", "the route that its owner borrowed at the end (E4); null if none", has_null=True
    ),
)

# ---- experiments ---------------------------------------------------------------------------------


def _effects(chunk: Played, name: str) -> np.ndarray:
    return chunk.outcomes.column("effects", name)


def _arm(chunk: Played, is_with: bool, name: str) -> np.ndarray:
    """What the game or its trial came to, whichever had the thing that is tried, or did not have it."""
    is_base = _effects(chunk, "base_has_it") == is_with
    base, trial = (chunk.outcomes.column("effects", arm, name) for arm in ("base", "trial"))
    return np.where(is_base, base, trial)


def _arm_columns(name: str, dtype: type[pl.DataType], unit: str, meaning: str) -> tuple[TableColumn, TableColumn]:
    return (
        TableColumn(f"{name}_with", dtype, unit, f"{meaning}, with it", lambda chunk: _arm(chunk, True, name)),
        TableColumn(f"{name}_without", dtype, unit, f"{meaning}, without it", lambda chunk: _arm(chunk, False, name)),
    )


def _win_share(is_with: bool) -> TableColumn:
    name, words = ("win_share_with", "with it") if is_with else ("win_share_without", "without it")
    return TableColumn(
        name,
        pl.Float64,
        "",
        f"win share of the treated seat, {words}",
        lambda chunk: _arm(chunk, is_with, "wins") / _arm(chunk, is_with, "n_winners"),
    )


def _subject_column(name: str, names: Names, meaning: str, *kinds: str) -> TableColumn:
    """The things that some kinds of experiments try, and null in the others."""
    numbers = [KINDS[kind].number for kind in kinds]

    def values(chunk: Played) -> np.ndarray:
        return np.where(np.isin(_effects(chunk, "kind"), numbers), _effects(chunk, "subject"), NONE)

    return TableColumn(name, names, "", meaning, values, has_null=True)


def _kind_names(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return list(KINDS)


def _kinds(chunk: Played) -> np.ndarray:
    """The place of its kind among all; kinds that only bar something share the kernel's number."""
    return np.full(len(_effects(chunk, "kind")), list(KINDS).index(chunk.experiment))


def _bot_of_seat(chunk: Played) -> np.ndarray:
    games = _effects(chunk, "game").astype(np.int64)
    bots: np.ndarray = chunk.seatings[games % len(chunk.seatings), _effects(chunk, "seat")]
    return bots.astype(np.uint8)


EFFECTS = rows_table(
    "effects",
    "a trial and the game it is compared with: the same deal, with one thing forced or forbidden for one seat",
    TableColumn("kind", _kind_names, "", "the kind of experiment (`docs/experiments.md`)", _kinds),
    row_column("seat", pl.UInt8, "", "the treated seat"),
    TableColumn("bot", bot_labels, "", "who sat there", _bot_of_seat),
    _subject_column(
        "ticket", _tickets, "the ticket that was kept or refused; null in other kinds", "tickets", "later-tickets"
    ),
    _subject_column(
        "route",
        _routes,
        "the route that was closed, claimed or tried; null in other kinds",
        "routes",
        "route-exists",
        "tempo",
        "pay-tunnel",
    ),
    _subject_column("city", _cities, "where the station was built; null in other kinds", "station-now"),
    row_column("turn", pl.Int16, "turn", "turn in which the trial branched off; 0 for a whole deal"),
    row_column("trains", pl.Int16, "trains", "trains that the seat had left at that turn"),
    TableColumn(
        "game_had_it",
        pl.Boolean,
        "",
        "whether the game had what is tried; if not, the trial had it",
        lambda chunk: _effects(chunk, "base_has_it") == 1,
    ),
    _win_share(True),
    _win_share(False),
    *_arm_columns("score", pl.Int16, "points", "points of the treated seat"),
    *_arm_columns("others", pl.Int16, "points", "points of all other seats together"),
    *_arm_columns("turns", pl.Int16, "turns", "turns of the game"),
    *_arm_columns("own", pl.Int16, "points", "points of the ticket: + completed, − failed, 0 not held"),
    row_column("offered", pl.UInt64, "", "`keep-sets`: which of the board's first 64 tickets are offered, a bit each"),
    row_column("kept", pl.UInt64, "", "`keep-sets`: the tickets that the trial kept"),
    row_column("base_kept", pl.UInt64, "", "`keep-sets`: the tickets that the game kept"),
    row_column("offered_high", pl.UInt64, "", "the same as `offered`, for the tickets of the board from the 65th on"),
    row_column("kept_high", pl.UInt64, "", "the same as `kept`, for these tickets"),
    row_column("base_kept_high", pl.UInt64, "", "the same as `base_kept`, for these tickets"),
    game=GAME_NUMBER,  # an experiment has no table of games
    is_of_trials=True,
)

TABLES = {table.name: table for table in (GAMES, SEATS, TICKETS, CLAIMS, STATIONS, CHANCES, EFFECTS)}
