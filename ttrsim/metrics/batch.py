"""The tables of a run as metrics see them: some parts at a time, each row with what is known of its game and board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from ttrsim.metrics.facts import Facts

OF_SEAT = ("game", "seat", "bot", "points", "win_share", "won")


@dataclass(frozen=True)
class Batch:
    """Whole deals of a run. A table that the run does not keep is missing."""

    tables: Mapping[str, pl.LazyFrame]
    facts: Facts

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
        rows = self.tables[table].with_columns(deal=pl.col("game") // self.facts.rotations)
        if "seats" not in self.tables:
            return rows
        return rows.join(self.seats.select(OF_SEAT), on=["game", "seat"], how="left")

    def kept(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """Many metrics read the same rows: they are joined once and held, a batch at a time."""
        return frame.collect().lazy()


def batches_of(tables: Mapping[str, list[pl.LazyFrame]], facts: Facts, parts: int) -> Iterator[Batch]:
    """The parts of all tables, so many at a time. A part holds whole deals, hence a batch does."""
    n_parts = max((len(frames) for frames in tables.values()), default=0)
    for first in range(0, n_parts, parts):
        yield facts.game.analysis.batch(
            {name: pl.concat(frames[first : first + parts]) for name, frames in tables.items()}, facts
        )
