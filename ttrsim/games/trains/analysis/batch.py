"""The tables of this game as metrics see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.analysis.tallies import Walk, walk
from ttrsim.measures.batch import Batch
from ttrsim.measures.rows import Rows
from ttrsim.measures.tallies import Tallies


@dataclass(frozen=True)
class TrainsBatch(Batch):
    facts: TrainsFacts

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
        return self.kept(with_facts(self.with_seats("tickets"), "ticket", self.facts.tickets))

    @cached_property
    def claims(self) -> pl.LazyFrame:
        """One row a route claimed, with its length, colour, kind and points."""
        return with_facts(self.with_seats("claims"), "route", self.facts.routes)

    @cached_property
    def stations(self) -> pl.LazyFrame:
        """One row a station built."""
        return self.kept(self.with_seats("stations"))

    # ---- as arrays -------------------------------------------------------------------------------

    @cached_property
    def rows_of_stations(self) -> Rows:
        return self.rows_with_seats(self.tables["stations"])

    @cached_property
    def stations_with_loans(self) -> Rows:
        """`lends` says whether its owner borrowed a route there."""
        lends = self.tables["stations"].select(pl.col("borrowed").is_not_null()).collect().to_series()
        return self.rows_of_stations.with_columns({"lends": lends})

    @cached_property
    def stations_with_saved(self) -> Rows:
        """`saved`: points of tickets completed only by borrowed routes, split over the seat's stations that lend."""
        stations, worth = self.stations_with_loans, self.walk.seats.rescued
        lends, at = stations.is_so("lends"), stations.places("at_seat")
        n_lenders = np.bincount(at[lends], minlength=len(worth))
        return stations.with_columns({"saved": np.where(lends, worth[at] / np.maximum(n_lenders[at], 1), 0.0)})

    @cached_property
    def walk(self) -> Walk:
        return walk(self)

    @property
    def tallies(self) -> Tallies:
        return self.walk.tallies


def with_facts(rows: pl.LazyFrame, key: str, facts: pl.DataFrame) -> pl.LazyFrame:
    """Rows with what is known of their ticket or route; `facts` have one row for each, in the order of its numbers."""
    frame = rows.collect()
    at = frame[key].to_physical()
    return frame.with_columns(column.gather(at) for column in facts.drop(key)).lazy()
