"""The tables of a run as metrics see them: some parts at a time, each row with what is known of its game and board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import polars as pl

from ttrsim.measures.codes import Games, Key, games_in, ints
from ttrsim.measures.deal_blocks import Blocks, BlocksOfDeals
from ttrsim.measures.facts import Facts, cell
from ttrsim.measures.observed import Deals
from ttrsim.measures.rows import RowLink, Rows

if TYPE_CHECKING:
    from ttrsim.measures.parts import KeptSums

GAMES_AT_A_TIME = 20_000  # joined and held in memory
OF_SEAT = ("bot", "points", "win_share", "won")


@dataclass(frozen=True)
class Batch:
    """Whole deals of a run. A table that the run does not keep is missing."""

    tables: Mapping[str, pl.LazyFrame]
    facts: Facts
    blocks: Blocks | None = None  # for which there are sums too

    def __contains__(self, table: str) -> bool:
        return table in self.tables

    @cached_property
    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self.tables["games"]

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """One row a seat of a game; `won` says whether it had a share of the win."""
        return self.kept(self.tables["seats"].with_columns(won=pl.col("win_share") > 0))

    def with_seats(self, table: str) -> pl.LazyFrame:
        """The rows of a table with what the seat they belong to came to."""
        rows = self.tables[table].with_columns(deal=pl.col("game") // self.facts.rotations).collect()
        if "seats" not in self.tables:
            return rows.lazy()
        seats, at = self.ordered_seats, pl.Series(self.places.of_seats(rows))
        return rows.with_columns(seats[name].gather(at) for name in OF_SEAT).lazy()

    @cached_property
    def ordered_seats(self) -> pl.DataFrame:
        """The seats in order of games and seats."""
        seats = self.seats.collect()
        order = ints(seats["game"]) * self.facts.n_seats + ints(seats["seat"])
        return seats if np.all(order[1:] > order[:-1]) else seats.sort("game", "seat")

    # ---- as arrays -------------------------------------------------------------------------------

    @cached_property
    def rows_of_games(self) -> Rows:
        """In their order."""
        games = self.games.collect()
        if not games["game"].is_sorted():
            games = games.sort("game")
        return Rows(games, self.deals_of(games))

    @cached_property
    def rows_of_seats(self) -> Rows:
        """In order of games and seats; `result` is winner or other, `cell` the number of bot and seat."""
        seats = self.ordered_seats.with_columns(cell(self.facts))
        result = Key(seats["won"].cast(pl.Int32).to_numpy(), ("other", "winner"), pl.String())
        return Rows(seats, self.deals_of(seats), keys={"result": result})

    def by_game(self, column: str) -> np.ndarray:
        """[game, seat]."""
        return self.ordered_seats[column].to_numpy().reshape(-1, self.facts.n_seats)

    def rows_by_game(self, columns: Mapping[str, pl.Series | np.ndarray]) -> Rows:
        """A row for each game, with columns that were made from its seats or from anything else in order of games."""
        return Rows(pl.DataFrame(dict(columns)), self.deals_by_game)

    @cached_property
    def deals_by_game(self) -> Deals:
        return (self.places.numbers // self.facts.rotations).astype(np.uint32)

    @cached_property
    def blocks_of_deals(self) -> BlocksOfDeals:
        return BlocksOfDeals.of(self.deals_by_game, self.blocks)

    def rows_with_seats(self, table: pl.LazyFrame) -> Rows:
        """Rows that know what the seat they belong to came to; `at_seat` is its place.

        Columns of seats need no copy.
        """
        rows = table.collect()
        known = self.rows_of_seats if "seats" in self.tables else Rows(pl.DataFrame(), np.zeros(0, np.uint32))
        places = {"at_seat": np.arange(self.places.n_games * self.facts.n_seats)}
        of_seat = RowLink(known.with_columns(places), self.places.of_seats(rows))
        return Rows(rows, self.deals_of(rows), [of_seat])

    def deals_of(self, rows: pl.DataFrame) -> Deals:
        games = rows["game"].cast(pl.UInt32).to_numpy()
        return games if self.facts.rotations == 1 else games // np.uint32(self.facts.rotations)

    @cached_property
    def places(self) -> Games:
        """Of the games and seats of the batch, for arrays in their order."""
        known = [table for table in ("seats", "games") if table in self.tables][:1] or list(self.tables)
        games = pl.concat([self.tables[table].select("game") for table in known])
        return games_in(games.collect(), self.facts.n_seats)

    def kept(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """Many metrics read the same rows: they are joined once and held, a batch at a time."""
        return frame.collect().lazy()


class Results(Protocol):
    """What metrics need of a run; `ttrsim.runs.run.Run` has it."""

    @property
    def facts(self) -> Facts: ...

    @property
    def deals_complete(self) -> int: ...

    @property
    def games_complete(self) -> int: ...

    @property
    def tightest_at(self) -> float | None:
        """Of an experiment with `until`: how many deals make its intervals tightest (`stats/sequential.py`)."""

    @property
    def tables(self) -> Sequence[str]:
        """Those that are kept."""

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The rows of a table; every table has as many parts, each of whole deals."""

    def sums(self, progress: Callable[[float], None]) -> KeptSums | None:
        """The sums of all its games; None if it keeps none and cannot make them."""


def without_rows(facts: Facts) -> Batch:
    """All tables of the game, without any rows."""
    schemas = {name: table.schema(facts.board, facts.bots) for name, table in facts.game.tables.items()}
    return facts.game.analysis.batch({name: pl.LazyFrame(schema=schema) for name, schema in schemas.items()}, facts)


class Batches:
    """The parts of all tables, some at a time, so that memory does not grow with the run."""

    def __init__(self, run: Results, blocks: Blocks | None = None) -> None:
        self._facts, self._blocks = run.facts, blocks
        self._tables = {table: run.parts(table) for table in run.tables}
        n_parts = max(map(len, self._tables.values()), default=0)
        self._firsts = range(0, n_parts, max(1, GAMES_AT_A_TIME * n_parts // max(1, run.games_complete)))

    def __len__(self) -> int:
        return len(self._firsts)

    def __iter__(self) -> Iterator[Batch]:
        for first in self._firsts:
            parts = slice(first, first + self._firsts.step)
            tables = {name: pl.concat(frames[parts]) for name, frames in self._tables.items()}
            yield self._facts.game.analysis.batch(tables, self._facts, self._blocks)
