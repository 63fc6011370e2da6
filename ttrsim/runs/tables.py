"""The tables of a run: every column with its type, unit and meaning. `docs/files.md` is printed from here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from ttrsim.board.model import Board
from ttrsim.engine.games import Outcomes
from ttrsim.runs.plan import Plan
from ttrsim.scenario.reading import Setup

ENDS = ("trains", "stalemate", "limit")  # by the kernel's number of a reason, from 1 (E1, N1, N2)
NONE = -1  # the kernel's sentinel for no seat, no turn and no route; null in the tables
SCHEMA_VERSION = 1  # changes when a column changes its name, type or meaning


@dataclass(frozen=True)
class Played:
    """A chunk that has been played, with what its numbers stand for."""

    board: Board
    labels: Sequence[str]  # of the bots
    seatings: np.ndarray  # [seating, seat] number of a bot
    n_rotations: int
    first_game: int
    outcomes: Outcomes

    @property
    def n_seats(self) -> int:
        return len(self.seatings[0])

    @property
    def games(self) -> np.ndarray:
        return np.arange(self.first_game, self.first_game + self.outcomes.n_games, dtype=np.int64)

    @property
    def bots(self) -> np.ndarray:
        """[game, seat] number of a bot."""
        bots: np.ndarray = self.seatings[self.games % len(self.seatings)]
        return bots

    @property
    def win_shares(self) -> np.ndarray:
        """[game, seat]."""
        results = self.outcomes.results
        shares: np.ndarray = results["seats"]["wins"][:, : self.n_seats] / results["n_winners"][:, None]
        return shares

    def of_seats(self, values: np.ndarray) -> np.ndarray:
        """[game, seat] as one row for each seat."""
        return values[:, : self.n_seats].ravel()

    def each_seat(self, values: np.ndarray) -> np.ndarray:
        """[game] repeated for each seat."""
        return np.repeat(values, self.n_seats)


def played(setup: Setup, plan: Plan, first_game: int, outcomes: Outcomes) -> Played:
    return Played(setup.board, setup.labels, np.array(plan.seatings), plan.n_rotations, first_game, outcomes)


Names = Callable[[Board, Sequence[str]], Sequence[str]]


@dataclass(frozen=True)
class Column:
    name: str
    type: type[pl.DataType] | Names  # a type, or the names that the column's numbers stand for
    unit: str
    meaning: str
    values: Callable[[Played], np.ndarray]
    has_null: bool = False  # NONE becomes null

    def dtype(self, board: Board, labels: Sequence[str]) -> pl.DataType:
        if isinstance(self.type, type):
            plain: pl.DataType = self.type()
            return plain
        return pl.Enum(self.type(board, labels))

    def series(self, chunk: Played) -> pl.Series:
        values, dtype = self.values(chunk), self.dtype(chunk.board, chunk.labels)
        series = pl.Series(self.name, np.ascontiguousarray(values))
        if self.has_null:
            series = series.set(series == NONE, None)
        if isinstance(dtype, pl.Enum):
            return pl.Series(self.name, dtype.categories, dtype).gather(series)
        return series.cast(dtype)


@dataclass(frozen=True)
class Table:
    name: str
    rows: str  # what a row stands for
    columns: tuple[Column, ...]

    def frame(self, chunk: Played) -> pl.DataFrame:
        return pl.DataFrame([column.series(chunk) for column in self.columns])

    def schema(self, board: Board, labels: Sequence[str]) -> dict[str, pl.DataType]:
        return {column.name: column.dtype(board, labels) for column in self.columns}


# ---- what the numbers stand for ------------------------------------------------------------------


def _bots(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return labels


def _routes(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [route.id for route in board.routes]


def _tickets(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [ticket.id for ticket in board.tickets]


def _cities(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return [city.id for city in board.cities]


def _ends(board: Board, labels: Sequence[str]) -> Sequence[str]:
    return ENDS


# ---- games ---------------------------------------------------------------------------------------


def _of_result(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.outcomes.results[name]


def _of_tally(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.outcomes.tallies[name]


def _winner(chunk: Played) -> np.ndarray:
    first = chunk.outcomes.results["seats"]["wins"].argmax(axis=1)
    return np.where(chunk.outcomes.results["n_winners"] == 1, first, NONE)


GAMES = Table(
    "games",
    "a game",
    (
        Column("game", pl.UInt32, "", "number in the run: deal × rotations + rotation", lambda chunk: chunk.games),
        Column("deal", pl.UInt32, "", "number of the deal in the run", lambda chunk: chunk.games // chunk.n_rotations),
        Column(
            "rotation",
            pl.UInt8,
            "seats",
            "by how many seats the bots have moved on; a table of equal bots has only rotation 0",
            lambda chunk: chunk.games % chunk.n_rotations,
        ),
        Column("turns", pl.Int16, "turns", "of all seats together", _of_result("turns")),
        Column(
            "end",
            _ends,
            "",
            "why it ended: `trains` (E1), `stalemate` (N1) or `limit` of turns (N2)",
            lambda chunk: chunk.outcomes.results["reason"] - 1,
        ),
        Column("flushes", pl.Int16, "", "how often three face-up wilds swept the market (M3)", _of_result("flushes")),
        Column("reshuffles", pl.Int16, "", "how often the discards became the pile (M4)", _of_result("reshuffles")),
        Column("n_winners", pl.UInt8, "seats", "that share the win (E8)", _of_result("n_winners")),
        Column("winner", pl.UInt8, "seat", "the only winner; null if the win is shared", _winner, has_null=True),
        Column(
            "lead_changes",
            pl.Int16,
            "",
            "how often somebody else came to be alone in front on the track, by points for routes",
            _of_tally("lead_changes"),
        ),
        Column(
            "leader",
            pl.UInt8,
            "seat",
            "who was last alone in front on the track; null if nobody ever was",
            _of_tally("leader"),
            has_null=True,
        ),
        Column(
            "lead_turn",
            pl.Int16,
            "turn",
            "in which that leader took the lead; null if nobody ever did",
            _of_tally("lead_turn"),
            has_null=True,
        ),
    ),
)


# ---- seats ---------------------------------------------------------------------------------------


def _of_seat_result(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.of_seats(chunk.outcomes.results["seats"][name])


def _tally_column(name: str, unit: str, meaning: str, dtype: type[pl.DataType] = pl.Int16) -> Column:
    return Column(name, dtype, unit, meaning, lambda chunk: chunk.of_seats(chunk.outcomes.tallies["seats"][name]))


SEATS = Table(
    "seats",
    "a seat of a game",
    (
        Column("game", pl.UInt32, "", "as in `games`", lambda chunk: chunk.each_seat(chunk.games)),
        Column("deal", pl.UInt32, "", "as in `games`", lambda chunk: chunk.each_seat(chunk.games // chunk.n_rotations)),
        Column(
            "seat",
            pl.UInt8,
            "",
            "0 moves first",
            lambda chunk: np.tile(np.arange(chunk.n_seats, dtype=np.uint8), chunk.outcomes.n_games),
        ),
        Column("bot", _bots, "", "who sat there", lambda chunk: chunk.bots.ravel().astype(np.uint8)),
        Column("points", pl.Int16, "points", "all together", _of_seat_result("total")),
        Column("route_points", pl.Int16, "points", "for routes (E2)", _of_seat_result("routes")),
        Column(
            "ticket_points",
            pl.Int16,
            "points",
            "for tickets, the failed ones taken off (E3)",
            _of_seat_result("tickets"),
        ),
        Column("station_points", pl.Int16, "points", "for stations not built (E5)", _of_seat_result("station_points")),
        Column("longest_points", pl.Int16, "points", "for the longest path (E6)", _of_seat_result("longest_points")),
        Column("attraction_points", pl.Int16, "points", "for attractions (E7)", _of_seat_result("attraction_points")),
        Column(
            "win_share",
            pl.Float64,
            "",
            "1 for the winner, an equal share where a win is shared (E8), 0 for the others",
            lambda chunk: chunk.of_seats(chunk.win_shares),
        ),
        Column("tickets_completed", pl.UInt8, "tickets", "kept and completed", _of_seat_result("n_completed")),
        Column("tickets_failed", pl.UInt8, "tickets", "kept and not completed", _of_seat_result("n_failed")),
        Column(
            "longest",
            pl.Int16,
            "trains",
            "length of its longest path; 0 on a board where that is no matter",
            _of_seat_result("longest"),
        ),
        Column("trains_left", pl.UInt8, "trains", "not placed", _of_seat_result("trains_left")),
        Column("stations_left", pl.UInt8, "stations", "not built", _of_seat_result("stations_left")),
        Column("cards_left", pl.Int16, "cards", "in hand at the end", _of_seat_result("cards_left")),
        _tally_column("turns", "turns", "it had; the sum of the next five and `tunnels_declined`"),
        _tally_column("draws", "turns", "in which it drew cards"),
        _tally_column("claims", "turns", "in which it claimed a route"),
        _tally_column("ticket_draws", "turns", "in which it drew tickets"),
        _tally_column("stations_built", "turns", "in which it built a station"),
        _tally_column("passes", "turns", "in which it could do nothing (N1)"),
        _tally_column("tunnels_tried", "tunnels", "cards were turned for, claimed or not (T1)"),
        _tally_column(
            "tunnels_declined", "turns", "that ended with a tunnel not claimed, by choice or for want of cards (T3)"
        ),
        _tally_column("extra_due", "cards", "extra cost of all tunnels tried (T1, T2)"),
        _tally_column("extra_paid", "cards", "extra cards paid for tunnels claimed (T3)"),
        _tally_column("market_cards", "cards", "taken face up"),
        _tally_column("pile_cards", "cards", "taken from the pile, unseen"),
        _tally_column("wilds_spent", "cards", "wilds paid for routes, tunnels and stations"),
        _tally_column("ended_game", "", "whether it brought on the last round (E1)", pl.Boolean),
    ),
)


# ---- rows ----------------------------------------------------------------------------------------


def _row_column(
    table: str, name: str, kind: type[pl.DataType] | Names, unit: str, meaning: str, has_null: bool = False
) -> Column:
    return Column(name, kind, unit, meaning, lambda chunk: chunk.outcomes.column(table, name), has_null)


def _by_stations(chunk: Played) -> np.ndarray:
    from ttrsim.kernel.rows import BY_STATIONS

    is_so: np.ndarray = chunk.outcomes.column("tickets", "completed") == BY_STATIONS
    return is_so


TICKETS = Table(
    "tickets",
    "a ticket offered to a seat; a ticket refused may be offered again",
    (
        _row_column("tickets", "game", pl.UInt32, "", "as in `games`"),
        _row_column("tickets", "seat", pl.UInt8, "", "it was offered to"),
        _row_column("tickets", "turn", pl.Int16, "turn", "of the offer; 0 in set-up"),
        _row_column("tickets", "ticket", _tickets, "", "id on the board"),
        _row_column("tickets", "kept", pl.Boolean, "", "or refused"),
        _row_column("tickets", "completed", pl.Boolean, "", "kept, and its cities joined at the end (E3, E4)"),
        Column("by_stations", pl.Boolean, "", "completed only by means of borrowed routes (E4)", _by_stations),
        _row_column(
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
        _row_column("claims", "game", pl.UInt32, "", "as in `games`"),
        _row_column("claims", "seat", pl.UInt8, "", "whose it is"),
        _row_column("claims", "turn", pl.Int16, "turn", "in which it was claimed"),
        _row_column("claims", "route", _routes, "", "id on the board"),
        _row_column("claims", "wilds", pl.UInt8, "cards", "wilds among all cards paid, extra ones included"),
        _row_column("claims", "extra", pl.UInt8, "cards", "paid on top for a tunnel (T3)"),
    ),
)

STATIONS = Table(
    "stations",
    "a station built",
    (
        _row_column("stations", "game", pl.UInt32, "", "as in `games`"),
        _row_column("stations", "seat", pl.UInt8, "", "whose it is"),
        _row_column("stations", "turn", pl.Int16, "turn", "in which it was built"),
        _row_column("stations", "city", _cities, "", "where it stands"),
        _row_column(
            "stations", "borrowed", _routes, "", "route it lent its owner at the end (E4); null if none", has_null=True
        ),
    ),
)

ALL_TABLES = {table.name: table for table in (GAMES, SEATS, TICKETS, CLAIMS, STATIONS)}
