"""A run that is open: what was played, and its tables."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

import polars as pl

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.games.differences import board_title
from ttrsim.games.registry import GAMES
from ttrsim.measures.facts import Facts, facts_of
from ttrsim.measures.measure import Tell
from ttrsim.measures.parts import KeptSums
from ttrsim.runs.folder import RunFolder
from ttrsim.runs.inputs import board_of
from ttrsim.runs.manifest import Manifest
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.sums import WinShares, kept_sums
from ttrsim.runs.until import tightest_at
from ttrsim.stats.intervals import Estimate
from ttrsim.wording import did_you_mean


class Dealt(NamedTuple):
    """Of two runs for which these are equal, deals can be compared one by one."""

    seed: int
    deals: int  # that are complete
    games: int
    seats: int | None


class Run(Result):
    """The results of a run, as far as it was complete when it was opened."""

    def __init__(self, folder: RunFolder, board: Board | None = None) -> None:
        """`board` is that of the run, under its house rules, if it is loaded already."""
        self._folder = folder
        self._files = cache(folder.part_files)  # they are checked once
        self._sums: KeptSums | None = None
        if board is not None:
            self.board = board

    def __repr__(self) -> str:
        return f"Run('{self.path}', {self.games_complete:,} of {self.games:,} games)"

    def document(self) -> Document:
        """What was played, and who won how often."""
        shares = WinShares.of(self.manifest.bots, self.manifest.seats)
        for part in self._folder.complete.values():
            shares.add_sums(part.win_shares)
        columns = (Column("name", "seat" if shares.by_seat else "bot", "text"), Column("wins", kind="share"))
        rows = [(share.name, Estimate(share.mean, share.low, share.high)) for share in shares.shares()]
        sizes = f"{self.games_complete:,} of {self.games:,} games, {self.rotations} of each deal; 95 % intervals"
        notice = [self.manifest.notice] if self.manifest.notice else []
        title = f"Run {self.name}: {self.board.title}"
        return Document(title, [sizes, *notice], [Table.of("wins", "", columns, rows)])

    # ---- what was played -------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        return self._folder.path

    @property
    def name(self) -> str:
        return self.path.resolve().name

    @property
    def manifest(self) -> Manifest:
        """Everything `manifest.json` says."""
        return self._folder.manifest

    @property
    def scenario(self) -> Scenario:
        return self.manifest.scenario

    @property
    def game(self) -> Game:
        return GAMES[self.manifest.game]

    @cached_property
    def board(self) -> Board:
        """Under the scenario's house rules."""
        return board_of(self._folder)

    @property
    def board_title(self) -> str:
        """For headlines: with its house rules, and with its name if it is not built in."""
        choice = self.scenario.board
        return board_title(self.board, choice.name, choice.house_rules)

    @cached_property
    def facts(self) -> Facts:
        """What is known of the table and its board before a game is played."""
        manifest = self.manifest
        return facts_of(self.board, tuple(manifest.bots), manifest.seats, self.rotations, self.scenario.experiment)

    # ---- how much of it --------------------------------------------------------------------------

    @property
    def rotations(self) -> int:
        """Games of each deal."""
        return self.manifest.rotations

    @property
    def games(self) -> int:
        return self.manifest.games

    @property
    def games_complete(self) -> int:
        return self.deals_complete * self.rotations

    @property
    def deals_complete(self) -> int:
        return self._folder.deals_complete

    @property
    def dealt(self) -> Dealt:
        return Dealt(self.manifest.seed, self.deals_complete, self.games_complete, self.manifest.seats)

    @property
    def is_complete(self) -> bool:
        return self.games_complete == self.games

    @property
    def tightest_at(self) -> float | None:
        return tightest_at(self.scenario.experiment)

    # ---- its tables ------------------------------------------------------------------------------

    @property
    def tables(self) -> list[str]:
        """The tables that are kept."""
        return self.manifest.tables

    def scan(self, table: str) -> pl.LazyFrame:
        """A table of the run. Rows are in no promised order: sort by what you need.

        Names are categories that all runs share, so tables of several runs can be put together by `polars.concat`.
        """
        files, schema = self._checked_files(table), self._schema(table)
        frame = pl.scan_parquet(list(files.values())) if files else pl.LazyFrame(schema=schema)
        names = [column for column, dtype in schema.items() if isinstance(dtype, pl.Enum)]
        return frame.with_columns(pl.col(names).cast(pl.Categorical))

    def parts(self, table: str) -> list[pl.LazyFrame]:
        """The same, a frame for each chunk in order of their deals."""
        files, empty = self._checked_files(table), pl.LazyFrame(schema=self._schema(table))
        return [pl.scan_parquet(files[chunk]) if chunk in files else empty for chunk in sorted(self._folder.complete)]

    def sums(self, progress: Tell = lambda share: None) -> KeptSums | None:
        """The sums of all complete games, as they were made when the games were played.

        If this ttrsim sums otherwise, they are made again from its tables.
        """
        if self._sums is None:
            self._sums = kept_sums(self._folder, self, progress)
        return self._sums

    @property
    def played_by(self) -> str:
        return f"ttrsim {self.manifest.versions.get('ttrsim', '(unknown)')}"

    def verify(self) -> None:
        """Checks that no part was altered."""
        self._folder.verify()

    def _checked_files(self, table: str) -> dict[int, Path]:
        if table not in self.tables:
            is_known = table in self.game.tables
            known = "it keeps" if is_known else f"no such table{did_you_mean(table, self.tables)}; there are"
            raise UserError(f"{self.path}: table {table!r}: {known} {', '.join(self.tables)}")
        return self._files(table)

    def _schema(self, table: str) -> pl.Schema:
        """That of its parts, or that of this ttrsim if there are none."""
        for file in self._checked_files(table).values():
            return pl.scan_parquet(file).collect_schema()
        described = self.game.tables.get(table)
        return pl.Schema(described.schema(self.board, self.manifest.bots) if described else {})
