"""Sums that a compiled pass over the games of a batch makes for many metrics at once.

It is faster by far than a pass for each metric. A game says which keys there are and what is added up for each; its
pass fills a `Tally` (`adding/tallies.py`), and a metric takes its sums from there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.adding import DEALS, N_SUMS, VV, VW, WW, V, W
from ttrsim.measures.codes import Codes, Ints
from ttrsim.measures.deal_blocks import BlocksOfDeals
from ttrsim.measures.places import IN_PLACE

LOW = 1  # of two halves


class Lift(NamedTuple):
    """What a lift adds to the sums of its keys: by cell, since what rows of a cell weigh is not known yet."""

    rows: Ints  # [key · n_blocks + block, cell]
    high: Ints  # [key, cell] value times rows
    low: Ints
    pairs: Ints  # [key, cell, cell] rows times rows


@dataclass(frozen=True, eq=False)
class Summed:
    """The sums of a metric in a batch."""

    codes: Codes
    blocks: BlocksOfDeals
    high: Ints  # [key · n_blocks + block, sum]
    low: Ints
    is_fixed: NDArray[np.bool_]  # [sum] whether it counts units
    lift: Lift | None = None

    @property
    def key_types(self) -> Sequence[pl.DataType]:
        return self.codes.types


class Added(NamedTuple):
    """A column that is added up, besides the number of rows."""

    name: str
    is_fixed: bool = False
    weight: str = ""  # the column that weighs it, a whole number; without one, rows do


class Keys(NamedTuple):
    """What rows are told apart by, and what is added up of them."""

    names: tuple[Sequence[str], ...]  # what each key can be
    types: tuple[pl.DataType, ...]
    columns: tuple[Added, ...] = ()
    is_lift: bool = False  # its first column is the share of the win

    def in_order(self, names: Sequence[str]) -> Keys:
        """With its columns in the order of these names: of all of them, and no other."""
        columns = {column.name: column for column in self.columns}
        assert set(columns) == set(names)
        return self._replace(columns=tuple(columns[name] for name in names))

    @property
    def n_keys(self) -> int:
        return prod(map(len, self.names))

    @property
    def width(self) -> int:
        return 1 + len(self.columns)


class KeySets:
    """Several sets of keys in a row, as a pass finds them."""

    def __init__(self, sets: Mapping[str, Keys]) -> None:
        from ttrsim.measures.adding.tallies import BY_ROWS, COLUMN, KEY, NO_LIFT

        self.sets = sets
        sizes = [each.n_keys for each in sets.values()]
        self.firsts = np.cumsum([0, *sizes])[:-1].astype(np.uint32)
        self.first_of = dict(zip(sets, self.firsts.tolist(), strict=True))
        self.keys = np.zeros(sum(sizes), KEY)
        self.keys["n_columns"] = np.repeat([each.width for each in sets.values()], sizes)
        self.keys["first"] = np.cumsum(self.keys["n_columns"]) - self.keys["n_columns"]
        is_lift = np.repeat([each.is_lift for each in sets.values()], sizes)
        self.n_lifts = int(is_lift.sum())
        self.keys["lift"] = np.where(is_lift, np.cumsum(is_lift) - 1, NO_LIFT)
        self.columns = np.zeros(int(self.keys["n_columns"].sum()), COLUMN)
        self.columns["weight"] = BY_ROWS
        for each, start in zip(sets.values(), self.first_of.values(), strict=True):
            names = [column.name for column in each.columns]
            firsts = self.keys["first"][start : start + each.n_keys].astype(np.int64)
            for place, column in enumerate(each.columns, 1):
                self.columns["is_fixed"][firsts + place] = column.is_fixed
                if column.weight:
                    self.columns["weight"][firsts + place] = firsts + 1 + names.index(column.weight)


class Tallies:
    """The tally of several sets of keys."""

    def __init__(self, sets: KeySets, blocks: BlocksOfDeals, n_cells: int) -> None:
        from ttrsim.measures.adding.tallies import Tally

        self._key_sets, self._sets, self._blocks = sets, sets.sets, blocks
        self._made: dict[str, Ints] = {}
        n_columns, n_lifts, n_blocks = len(sets.columns), sets.n_lifts, blocks.n_blocks
        self.tally = Tally(
            keys=sets.keys,
            columns=sets.columns.copy(),
            seen=np.zeros(len(sets.keys) + 2, np.uint32),
            rows_now=np.zeros((n_lifts, n_cells), np.int64),
            last_cell=np.zeros(n_lifts, np.uint32),
            high=np.zeros((n_columns * n_blocks, 3), np.int64),
            low=np.zeros((n_columns * n_blocks, 3), np.int64),
            rows=np.zeros((n_lifts * n_blocks, n_cells), np.int64),
            high_of=np.zeros((n_lifts, n_cells), np.int64),
            low_of=np.zeros((n_lifts, n_cells), np.int64),
            pairs=np.zeros((n_lifts, n_cells, n_cells), np.int64),
        )

    # ---- what metrics take -----------------------------------------------------------------------

    def ratio(
        self,
        of: str,
        value: str = "",
        weight: str = "",
        value_each: Ints | None = None,
        weight_each: Ints | None = None,
    ) -> Summed:
        """The sums of a column, and of the column that weighs it; without names they are numbers of rows.

        `value_each` and `weight_each` say what a row of each key counts in place of 1.
        """
        keys = self._sets[of]
        halves = self._ratio(of, value, weight)
        for each, powers in ((value_each, {V: 1, VV: 2, VW: 1}), (weight_each, {W: 1, WW: 2, VW: 1})):
            for place, power in powers.items() if each is not None else ():
                halves[..., place] *= np.asarray(each)[:, None] ** power
        return self._summed(keys.names, keys.types, halves, self._is_fixed(of, value))

    def ratios(self, of: str, columns: Mapping[str, str], last: pl.DataType) -> Summed:
        """Those of several columns; the last key says which, by the names given to them."""
        keys = self._sets[of]
        halves = np.stack([self._ratio(of, column) for column in columns.values()], axis=2)
        names, types = (*keys.names, list(columns)), (*keys.types, last)
        return self._summed(names, types, halves, self._is_fixed(of, next(iter(columns.values()))))

    def lift(self, of: str) -> Summed:
        """How the share of the win differs from the usual one."""
        keys, tally = self._sets[of], self.tally
        halves = self._ratio(of, keys.columns[0].name)
        halves[..., [W, VW, WW]] = 0
        first = int(tally.keys["lift"][self._key_sets.first_of[of]]) if keys.n_keys else 0
        places = slice(first, first + keys.n_keys)
        n_blocks, n_cells = self._blocks.n_blocks, tally.rows_now.shape[1]
        rows = tally.rows.reshape(-1, n_blocks, n_cells)[places]
        pairs = tally.pairs[places].copy()
        pairs[:, range(n_cells), range(n_cells)] += rows.sum(axis=1)
        lift = Lift(rows.reshape(-1, n_cells), tally.high_of[places], tally.low_of[places], pairs)
        return self._summed(keys.names, keys.types, halves, is_fixed=True, lift=lift)

    def _column(self, of: str, name: str) -> tuple[int, Added]:
        """A column and its place."""
        keys = self._sets[of]
        place = [column.name for column in keys.columns].index(name)
        return 1 + place, keys.columns[place]

    def _is_fixed(self, of: str, value: str) -> bool:
        return bool(value) and self._column(of, value)[1].is_fixed

    def _ratio(self, of: str, value: str, weight: str = "") -> Ints:
        """[half, key, block, sum]."""
        from ttrsim.measures.adding.tallies import MORE_PAIRS, MORE_ROWS, N_DEALS, XW, XX, X

        keys = self._sets[of]
        sums = self._halves(of)
        deals = sums[LOW, :, 0, :, N_DEALS]
        rows, pairs = (sums[:, :, 0, :, which] for which in (MORE_ROWS, MORE_PAIRS))
        ratio = np.zeros((2, keys.n_keys, self._blocks.n_blocks, N_SUMS), np.int64)
        ratio[LOW, ..., DEALS] = deals
        ratio[..., V] = ratio[..., W] = rows
        ratio[..., VV] = ratio[..., VW] = ratio[..., WW] = pairs
        ratio[LOW, ..., V:] += deals[..., None]
        if weight:
            place, _ = self._column(of, weight)
            ratio[..., W], ratio[..., WW] = sums[:, :, place, :, X], sums[:, :, place, :, XX]
        if value:
            place, column = self._column(of, value)
            assert column.weight == weight
            ratio[..., V], ratio[..., VV], ratio[..., VW] = (sums[:, :, place, :, which] for which in (X, XX, XW))
            if not weight:
                ratio[..., VW] += ratio[..., V]
        return ratio

    def _halves(self, of: str) -> Ints:
        """[half, key, column, block, sum], with low halves below 2^32."""
        if of not in self._made:
            keys, first, n_blocks = self._sets[of], self._key_sets.first_of[of], self._blocks.n_blocks
            start = int(self.tally.keys["first"][first]) * n_blocks if keys.n_keys else 0
            end = start + keys.n_keys * keys.width * n_blocks
            high, low = self.tally.high[start:end], self.tally.low[start:end]
            halves = np.stack((high + (low >> 32), low & 2**32 - 1))
            self._made[of] = halves.reshape(2, keys.n_keys, keys.width, n_blocks, 3)
        return self._made[of]

    def _summed(
        self,
        names: tuple[Sequence[str], ...],
        types: tuple[pl.DataType, ...],
        halves: Ints,
        is_fixed: bool,
        lift: Lift | None = None,
    ) -> Summed:
        high, low = halves.reshape(2, -1, N_SUMS)
        fixed = np.zeros(N_SUMS, np.bool_)
        fixed[[V, VV, VW]] = is_fixed
        return Summed(Codes(IN_PLACE, IN_PLACE, names, types), self._blocks, high, low, fixed, lift)
