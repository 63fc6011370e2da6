"""The tables of this game as metrics see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.metrics.batch import Batch as SharedBatch
from ttrsim.metrics.dense import Ints


@dataclass(frozen=True)
class Batch(SharedBatch):
    facts: Facts

    @cached_property
    def effects(self) -> pl.LazyFrame:
        """One row a trial, with its effects: `win_share`, `score`, `others_score` and `turns`, with it less without it.

        `own` is the effect on the points of the ticket itself; `pile` and `printed` are those of the ticket.
        """
        rows = self.tables["effects"].join(self.facts.tickets.lazy(), on="ticket", how="left")
        effects = {name: pl.col(f"{name}_with") - pl.col(f"{name}_without") for name in ("win_share", "score", "turns")}
        others = (pl.col("others_with") - pl.col("others_without")) / (self.facts.n_seats - 1)
        more = rows.with_columns(
            deal=pl.col("game") // self.facts.rotations,
            others_score=others,
            own=pl.col("own_with") - pl.col("own_without"),
            pile=pl.when("is_long").then(pl.lit("long")).when(~pl.col("is_long")).then(pl.lit("short")),
            choice=pl.when("game_had_it").then(pl.lit("chosen")).otherwise(pl.lit("not chosen")),
            trains_left=pl.col("trains") // 10 * 10,
            **effects,
        )
        return self.kept(more)

    @cached_property
    def tickets(self) -> pl.LazyFrame:
        """One row an offer of a ticket, with its printed points and what it brought: `gain`, 0 if refused."""
        gain = pl.when("completed").then("printed").when("kept").then(-pl.col("printed")).otherwise(0)
        return self.kept(with_facts(self.with_seats("tickets"), "ticket", self.facts.tickets).with_columns(gain=gain))

    @cached_property
    def claims(self) -> pl.LazyFrame:
        """One row a route claimed, with its length, colour, kind and points."""
        return with_facts(self.with_seats("claims"), "route", self.facts.routes)

    @cached_property
    def stations(self) -> pl.LazyFrame:
        """One row a station built."""
        return self.kept(self.with_seats("stations"))

    @cached_property
    def first_claims(self) -> Ints:
        """The place of the first claim of each game in `claims`, and one more: they come game by game."""
        games = self.places.of_games(self.claims.select("game").collect())
        return np.searchsorted(games, np.arange(self.places.n_games + 1)).astype(np.int64)


def with_facts(rows: pl.LazyFrame, key: str, facts: pl.DataFrame) -> pl.LazyFrame:
    """Rows with what is known of their ticket or route; `facts` have one row for each, in the order of its numbers."""
    frame = rows.collect()
    at = frame[key].to_physical()
    return frame.with_columns(column.gather(at) for column in facts.drop(key)).lazy()
