"""Columns of the tables of a run, computed from what the kernel writes. Each game says which columns it has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from ttrsim.games.board import Board
from ttrsim.play.table import Outcomes

NONE = -1  # the kernels' sentinel for no seat, no turn and no route; null in the tables
SCHEMA_VERSION = 2  # increased with every change of a column


@dataclass(frozen=True)
class Played:
    """A chunk that has been played, with what its numbers stand for."""

    board: Board  # of the game that was played
    labels: Sequence[str]  # of the bots
    seatings: np.ndarray  # [seating, seat] number of a bot
    n_rotations: int
    first_game: int
    outcomes: Outcomes
    experiment: str = ""  # what is tried, if anything

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


Names = Callable[[Any, Sequence[str]], Sequence[str]]  # of a board and the labels of the bots


@dataclass(frozen=True)
class TableColumn:
    name: str
    type: type[pl.DataType] | Names  # a type, or the names that the column's numbers stand for
    unit: str
    meaning: str
    values: Callable[[Played], np.ndarray]
    has_null: bool = False  # NONE becomes null

    def dtype(self, board: Any, labels: Sequence[str]) -> pl.DataType:
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
class TableSchema:
    name: str
    rows: str  # what a row stands for
    columns: tuple[TableColumn, ...]
    is_of_trials: bool = False  # kept by experiments, and by nothing else

    def frame(self, chunk: Played) -> pl.DataFrame:
        return pl.DataFrame([column.series(chunk) for column in self.columns])

    def schema(self, board: Any, labels: Sequence[str]) -> dict[str, pl.DataType]:
        return {column.name: column.dtype(board, labels) for column in self.columns}


# ---- where values stand --------------------------------------------------------------------------


def of_result(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.outcomes.results[name]


def of_tally(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.outcomes.tallies[name]


def of_seat_result(name: str) -> Callable[[Played], np.ndarray]:
    return lambda chunk: chunk.of_seats(chunk.outcomes.results["seats"][name])


def seat_tally_column(name: str, unit: str, meaning: str, dtype: type[pl.DataType] = pl.Int16) -> TableColumn:
    return TableColumn(name, dtype, unit, meaning, lambda chunk: chunk.of_seats(chunk.outcomes.tallies["seats"][name]))


RowColumn = Callable[[str], TableColumn]  # of the name of its table


def row_column(
    name: str, kind: type[pl.DataType] | Names, unit: str, meaning: str, has_null: bool = False
) -> RowColumn:
    """A column of one of the kernel's tables of rows, see `rows_table`."""
    return lambda table: TableColumn(
        name, kind, unit, meaning, lambda chunk: chunk.outcomes.column(table, name), has_null
    )


# ---- what every game has -------------------------------------------------------------------------


GAME_NUMBER = "number in the run: deal × rotations + rotation"
AS_IN_GAMES = "as in `games`"


def bot_labels(board: Any, labels: Sequence[str]) -> Sequence[str]:
    return labels


def _seats(chunk: Played) -> np.ndarray:
    return np.tile(np.arange(chunk.n_seats, dtype=np.uint8), chunk.outcomes.n_games)


def _winner(chunk: Played) -> np.ndarray:
    first = chunk.outcomes.results["seats"]["wins"].argmax(axis=1)
    return np.where(chunk.outcomes.results["n_winners"] == 1, first, NONE)


def games_table(course: Sequence[TableColumn], others: Sequence[TableColumn]) -> TableSchema:
    """The table of games: what every game has, and the game's own columns before and after the winners."""
    return TableSchema(
        "games",
        "a game",
        (
            TableColumn("game", pl.UInt32, "", GAME_NUMBER, lambda chunk: chunk.games),
            TableColumn(
                "deal", pl.UInt32, "", "number of the deal in the run", lambda chunk: chunk.games // chunk.n_rotations
            ),
            TableColumn(
                "rotation",
                pl.UInt8,
                "seats",
                "how many seats the bots have moved on; always 0 if all bots are the same",
                lambda chunk: chunk.games % chunk.n_rotations,
            ),
            *course,
            TableColumn(
                "n_winners",
                pl.UInt8,
                "seats",
                "number of winners; more than 1 if the win is shared",
                of_result("n_winners"),
            ),
            TableColumn("winner", pl.UInt8, "seat", "the winner; null if the win is shared", _winner, has_null=True),
            *others,
        ),
    )


def seats_table(sources: Sequence[TableColumn], others: Sequence[TableColumn]) -> TableSchema:
    """The table of seats: what every game has, the sources of its points after all points, and its other columns."""
    return TableSchema(
        "seats",
        "a seat of a game",
        (
            TableColumn("game", pl.UInt32, "", AS_IN_GAMES, lambda chunk: chunk.each_seat(chunk.games)),
            TableColumn(
                "deal", pl.UInt32, "", AS_IN_GAMES, lambda chunk: chunk.each_seat(chunk.games // chunk.n_rotations)
            ),
            TableColumn("seat", pl.UInt8, "", "0 moves first", _seats),
            TableColumn(
                "bot", bot_labels, "", "the bot in this seat", lambda chunk: chunk.bots.ravel().astype(np.uint8)
            ),
            TableColumn("points", pl.Int16, "points", "total", of_seat_result("total")),
            *sources,
            TableColumn(
                "win_share",
                pl.Float64,
                "",
                "1 for the winner, an equal share of a shared win, 0 for the others",
                lambda chunk: chunk.of_seats(chunk.win_shares),
            ),
            *others,
        ),
    )


def _of_chance(name: str, dtype: type[pl.DataType], unit: str, meaning: str) -> TableColumn:
    return TableColumn(name, dtype, unit, meaning, lambda chunk: chunk.outcomes.chances[name])


CHANCES = TableSchema(
    "chances",
    "a seat at one of ten positions of a sampled game, played on in several worlds: each seat keeps its cards and "
    "tickets, and what lies face down is shuffled",
    (
        _of_chance("game", pl.UInt32, "", AS_IN_GAMES),
        _of_chance("phase", pl.UInt8, "tenths", "of the game's turns that are over"),
        _of_chance("turn", pl.Int16, "turn", "that begins at this position"),
        _of_chance("turns", pl.Int16, "turns", "of the game, of all seats together"),
        _of_chance("seat", pl.UInt8, "", "0 moves first"),
        _of_chance("is_mover", pl.Boolean, "", "whether it is this seat's turn"),
        _of_chance("worlds", pl.UInt16, "worlds", "in which the position is played on"),
        _of_chance("chance", pl.Float64, "", "mean share of the win"),
        _of_chance("squares", pl.Float64, "", "mean of the square of that share"),
        _of_chance("options", pl.UInt16, "decisions", "of the mover that are played on, at one position of each game"),
        _of_chance("spread", pl.Float64, "", "variance of the seat's chance between these, without noise"),
    ),
)


def rows_table(
    name: str, rows: str, *columns: TableColumn | RowColumn, game: str = AS_IN_GAMES, is_of_trials: bool = False
) -> TableSchema:
    """A table of which a game fills any number of rows; `game`, whose meaning may be given, is its first column."""
    all_columns = (row_column("game", pl.UInt32, "", game), *columns)
    bound = (column if isinstance(column, TableColumn) else column(name) for column in all_columns)
    return TableSchema(name, rows, tuple(bound), is_of_trials)
