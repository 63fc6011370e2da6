"""The tables of this game as metrics see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.games.explore.analysis.facts import ExploreFacts
from ttrsim.games.explore.board.geometry import CROSSINGS
from ttrsim.measures.batch import Batch
from ttrsim.measures.codes import Ints, ints
from ttrsim.measures.facts import cell

WORD = 64  # bits of a column


@dataclass(frozen=True)
class ExploreBatch(Batch):
    facts: ExploreFacts

    @cached_property
    def turns(self) -> pl.LazyFrame:
        """One row a turn of a seat."""
        return self.kept(self.with_seats("turns"))

    @cached_property
    def cards(self) -> pl.LazyFrame:
        """One row a card turned up."""
        return self.kept(self.with_seats("cards"))

    def visits(self, key: str) -> pl.LazyFrame:
        """By deal: the seats whose final route has a block, café or road, and as weight all seats."""
        _, visited, deals = self._visited(key)
        firsts = _firsts(deals)
        n_visits, n_seats = np.add.reduceat(visited, firsts), np.diff(np.append(firsts, len(deals)))
        at = np.indices(n_visits.shape).reshape(2, -1)
        return self._observed(key, deals[firsts], at, value=n_visits.ravel(), weight=n_seats[at[0]])

    def visitors(self, key: str, value: str) -> pl.LazyFrame:
        """By deal: a column of the seats whose final route has a block, café or road, and as weight these seats."""
        seats, visited, deals = self._visited(key)
        firsts = _firsts(deals)
        n_visits = np.add.reduceat(visited, firsts)
        values = np.add.reduceat(visited * seats[value].to_numpy().astype(np.int64)[:, None], firsts)
        at = np.array(np.nonzero(n_visits))
        return self._observed(key, deals[firsts], at, value=values[tuple(at)], weight=n_visits[tuple(at)])

    def lifted(self, key: str) -> pl.LazyFrame:
        """For each seat whose final route has a block, café or road: its share of the win, bot and seat."""
        seats, visited, deals = self._visited(key)
        at = np.array(np.nonzero(visited))
        columns = {"value": seats["win_share"], "cell": seats.select(cell(self.facts)).to_series()}
        return self._observed(key, deals, at, **{name: column.gather(at[0]) for name, column in columns.items()})

    def _visited(self, key: str) -> tuple[pl.DataFrame, Ints, Ints]:
        """Seats in order of deals, [seat, name] 1 where its final route has a block, café or road, and their deals."""
        names = self.facts.names(key)
        if key == "road":
            places = [("route_low", n) if n < WORD else ("route_high", n - WORD) for n in range(len(names))]
        elif key == "block":
            places = [("route_blocks", n) for n in range(len(names))]
        else:
            places = [("route_cafes", CROSSINGS.index(cafe.place)) for cafe in self.facts.board.cafes]
        seats = self.seats.sort("deal", maintain_order=True).collect()
        words = {column: seats[column].to_numpy() for column in dict.fromkeys(column for column, _ in places)}
        visited = np.empty((len(seats), len(names)), np.int64)
        for place, (column, n) in enumerate(places):
            visited[:, place] = words[column] >> np.uint64(n) & np.uint64(1)
        return seats, visited, ints(seats["deal"])

    def _observed(self, key: str, deals: Ints, at: Ints, **columns: Any) -> pl.LazyFrame:
        """`at`: the places of each row among the deals and the names."""
        names = pl.Enum(self.facts.names(key))
        named = pl.Series(names.categories, dtype=names).gather(at[1])
        return pl.LazyFrame({"deal": deals[at[0]], key: named, **columns})


def _firsts(deals: Ints) -> NDArray[np.intp]:
    """Where each deal begins."""
    return np.flatnonzero(np.diff(deals, prepend=-1))


def by_deal(rows: pl.LazyFrame, key: str, sums: Mapping[str, tuple[pl.Expr, pl.Expr]]) -> pl.LazyFrame:
    """A row for each deal and name, with its value and weight."""
    columns = {name: pl.struct(value=value, weight=weight) for name, (value, weight) in sums.items()}
    rows_by_key = rows.group_by("deal").agg(**columns).unpivot(index="deal", variable_name=key, value_name="sums")
    return rows_by_key.unnest("sums").with_columns(pl.col(key).cast(pl.Enum(list(sums))))
