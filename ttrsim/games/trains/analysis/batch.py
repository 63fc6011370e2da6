"""The tables of this game as metrics see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.walk import Walk, walk
from ttrsim.metrics.batch import Batch as SharedBatch
from ttrsim.metrics.codes import Key, key_of
from ttrsim.metrics.dense import Ints
from ttrsim.metrics.rows import Link, Rows

PHASE = pl.Enum(["later", "set-up"])


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

    # ---- as arrays -------------------------------------------------------------------------------

    @cached_property
    def rows_of_tickets(self) -> Rows:
        return self.rows_with_seats(
            self.tables["tickets"], self._about("ticket", self.facts.tickets), self._about_games
        )

    @cached_property
    def tickets_with_gain(self) -> Rows:
        """`gain` is what each brought."""
        rows = self.rows_of_tickets
        printed = rows.places("printed")
        gain = np.where(rows.is_so("completed"), printed, -printed) * rows.is_so("kept")
        return rows.with_columns({"gain": gain.astype(np.int16)})

    @cached_property
    def tickets_with_phase(self) -> Rows:
        """`phase` is set-up or later."""
        is_of_set_up = self.rows_of_tickets.places("turn") == 0
        phase = Key(is_of_set_up.astype(np.int32), PHASE.categories.to_list(), PHASE)
        return self.rows_of_tickets.with_columns({}, {"phase": phase})

    @cached_property
    def rows_of_claims(self) -> Rows:
        """Ferries have no `plain_colour`."""
        kind, colour = self.facts.routes["kind"], key_of(self.facts.routes["colour"])
        plain = colour._replace(numbers=np.where(kind == "ferry", np.int32(-1), colour.numbers))
        routes = self.facts.routes.with_columns(is_tunnel=kind == "tunnel")
        about = self._about("route", routes, {"plain_colour": plain})
        return self.rows_with_seats(self.tables["claims"], about, self._about_games)

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
        stations, tickets = self.stations_with_loans, self.rows_of_tickets.where("by_stations")
        n_places = self.places.n_games * self.facts.n_seats
        worth = np.bincount(tickets.places("at_seat"), 2 * tickets.places("printed"), n_places)
        lends, at = stations.is_so("lends"), stations.places("at_seat")
        n_lenders = np.bincount(at[lends], minlength=n_places)
        return stations.with_columns({"saved": np.where(lends, worth[at] / np.maximum(n_lenders[at], 1), 0.0)})

    def of_bots(self, rows: Rows) -> Rows:
        """Rows for metrics by bot: none where all seats have the same bot, since what it does is what all do."""
        return rows if len(self.facts.bots) > 1 else rows.where("several bots", np.zeros(len(rows), np.bool_))

    def _about(
        self, key: str, facts: pl.DataFrame, keys: Mapping[str, Key] | None = None
    ) -> Callable[[pl.DataFrame], Link]:
        """What is known of the ticket or route of each row; `facts` have one row for each, in order of its numbers."""
        known = Rows(facts, np.zeros(len(facts), np.uint32), keys=keys)
        return lambda rows: Link(known, rows[key].to_physical().cast(pl.Int32).to_numpy())

    def _about_games(self, rows: pl.DataFrame) -> Link:
        """`place` is the place of the game of each row among all, `turns_of_game` how many it had."""
        places = {"place": np.arange(self.places.n_games)}
        turns = {"turns_of_game": np.maximum(self.rows_of_games.ints("turns"), 1)} if "games" in self.tables else {}
        return Link(Rows(pl.DataFrame(places | turns), self.deals_by_game), self.places.of_games(rows))

    @cached_property
    def first_claims(self) -> Ints:
        """The place of the first claim of each game in `claims`, and one more: they come game by game."""
        games = self.rows_of_claims.places("place")
        return np.searchsorted(games, np.arange(self.places.n_games + 1, dtype=np.int32)).astype(np.int64)

    @cached_property
    def walk(self) -> Walk:
        return walk(self)


def with_facts(rows: pl.LazyFrame, key: str, facts: pl.DataFrame) -> pl.LazyFrame:
    """Rows with what is known of their ticket or route; `facts` have one row for each, in the order of its numbers."""
    frame = rows.collect()
    at = frame[key].to_physical()
    return frame.with_columns(column.gather(at) for column in facts.drop(key)).lazy()
