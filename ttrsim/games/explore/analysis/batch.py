"""The tables of this game as metrics see them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from ttrsim.games.explore.analysis.facts import Facts
from ttrsim.games.explore.board.geometry import CROSSINGS
from ttrsim.metrics.batch import Batch as SharedBatch

WORD = 64  # bits of a column


@dataclass(frozen=True)
class Batch(SharedBatch):
    facts: Facts

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
        return by_deal(self.seats, key, {name: (bit.sum(), pl.len()) for name, bit in self._bits(key).items()})

    def visitors(self, key: str, value: pl.Expr, weight: pl.Expr) -> pl.LazyFrame:
        """By deal: a value and a weight, summed over the seats whose final route has a block, café or road."""
        rows = self.seats.with_columns(value=value.cast(pl.Float64), weight=weight.cast(pl.Float64))
        sums = {
            name: ((pl.col("value") * bit).sum(), (pl.col("weight") * bit).sum())
            for name, bit in self._bits(key).items()
        }
        return by_deal(rows, key, sums).filter(pl.col("weight") > 0)

    def _bits(self, key: str) -> Mapping[str, pl.Expr]:
        """1 where a seat's final route runs along a block, or over a café or road, else 0."""
        names = self.facts.names(key)
        if key == "road":
            places = [("route_low", n) if n < WORD else ("route_high", n - WORD) for n in range(len(names))]
        elif key == "block":
            places = [("route_blocks", n) for n in range(len(names))]
        else:
            places = [("route_cafes", CROSSINGS.index(cafe.place)) for cafe in self.facts.board.cafes]
        bits = [pl.col(column) // pl.lit(1 << n, pl.UInt64) % 2 for column, n in places]
        return dict(zip(names, bits, strict=True))


def by_deal(rows: pl.LazyFrame, key: str, sums: Mapping[str, tuple[pl.Expr, pl.Expr]]) -> pl.LazyFrame:
    """A row for each deal and name, with its value and weight."""
    columns = {name: pl.struct(value=value, weight=weight) for name, (value, weight) in sums.items()}
    rows_by_key = rows.group_by("deal").agg(**columns).unpivot(index="deal", variable_name=key, value_name="sums")
    return rows_by_key.unnest("sums").with_columns(pl.col(key).cast(pl.Enum(list(sums))))
