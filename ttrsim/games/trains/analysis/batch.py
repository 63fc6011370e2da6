"""The tables of this game as metrics see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.batch import Batch as SharedBatch


@dataclass(frozen=True)
class Batch(SharedBatch):
    facts: Facts

    def effects(self, kind: str) -> pl.LazyFrame:
        """One row a trial of this kind of experiment; empty in an experiment of another kind."""
        rows = self.tables["effects"].filter(pl.col("kind") == kind)
        return rows.with_columns(deal=pl.col("game") // self.facts.rotations)

    @cached_property
    def tickets(self) -> pl.LazyFrame:
        """One row an offer of a ticket, with its printed points and what it brought: `gain`, 0 if refused."""
        facts = self.facts.tickets.lazy()
        gain = pl.when("completed").then("printed").when("kept").then(-pl.col("printed")).otherwise(0)
        return self.kept(self.with_seats("tickets").join(facts, on="ticket", how="left").with_columns(gain=gain))

    @cached_property
    def claims(self) -> pl.LazyFrame:
        """One row a route claimed, with its length, colour, kind and points."""
        return self.kept(self.with_seats("claims").join(self.facts.routes.lazy(), on="route", how="left"))

    @cached_property
    def stations(self) -> pl.LazyFrame:
        """One row a station built."""
        return self.kept(self.with_seats("stations"))
