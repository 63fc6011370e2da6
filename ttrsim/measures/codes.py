"""The keys of observations as small whole numbers, and back to texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.places import IN_PLACE, Places, through

KEY_SEPARATOR = "\t"  # between the keys of a metric with several
MAX_SPAN = 4_096  # whole numbers in a row that each get a place, seen or not


class Key(NamedTuple):
    """A column of keys: the number of each row, and what the numbers stand for."""

    numbers: Places
    names: Sequence[str]
    type: pl.DataType
    at: Places = IN_PLACE

    def through(self, at: Places) -> Key:
        return self._replace(at=through(self.at, at))

    def dense(self) -> Places:
        return self.numbers if self.at is IN_PLACE else self.numbers[self.at]


@dataclass(frozen=True)
class Codes:
    """A number for each row: a place in the product of what each key can be."""

    numbers: Places  # those below 0 are left out
    at: Places
    names: tuple[Sequence[str], ...]  # what each key can be
    types: tuple[pl.DataType, ...]

    @property
    def n_keys(self) -> int:
        return int(np.prod([len(names) for names in self.names], dtype=np.int64))

    def through(self, at: Places) -> Codes:
        return replace(self, at=through(self.at, at))

    def texts(self, numbers: NDArray[np.int64], last: str = "") -> list[str]:
        """The keys that numbers stand for, each as one text; `last` is one more key, the same for all."""
        if not self.names:
            return [last] * len(numbers)
        parts = np.unravel_index(numbers, [len(names) for names in self.names])
        columns = [[names[place] for place in part.tolist()] for names, part in zip(self.names, parts, strict=True)]
        if last:
            columns.append([last] * len(numbers))
        return columns[0] if len(columns) == 1 else [KEY_SEPARATOR.join(row) for row in zip(*columns, strict=True)]


def codes_of(keys: Sequence[Key], n_rows: int) -> Codes:
    names, types = tuple(key.names for key in keys), tuple(key.type for key in keys)
    if not keys:
        return Codes(np.zeros(1, np.int32), np.zeros(n_rows, np.int32), names, types)
    if len(keys) == 1:
        return Codes(keys[0].numbers, keys[0].at, names, types)
    numbers = keys[0].dense()
    for key in keys[1:]:
        numbers = numbers * np.int32(len(key.names)) + key.dense()
    return Codes(numbers, IN_PLACE, names, types)


def key_of(column: pl.Series) -> Key:
    dtype = column.dtype
    if column.null_count():
        raise ValueError(f"observations without {column.name}: leave them out")
    if isinstance(dtype, pl.Enum):
        return Key(column.to_physical().cast(pl.Int32).to_numpy(), dtype.categories.to_list(), dtype)
    if dtype == pl.Boolean:
        return Key(column.to_numpy().astype(np.int32), ("false", "true"), dtype)
    if dtype.is_integer() and len(column):
        values = column.to_numpy()
        low, high = int(values.min()), int(values.max())
        if high - low < MAX_SPAN:
            numbers = (values.astype(np.int64) - low).astype(np.int32)
            return Key(numbers, [str(value) for value in range(low, high + 1)], dtype)
    known = column.unique().sort()
    texts = known.cast(pl.String).to_list()
    if dtype == pl.String:
        return Key(column.cast(pl.Enum(texts)).to_physical().cast(pl.Int32).to_numpy(), texts, dtype)
    return Key(np.searchsorted(known.to_numpy(), column.to_numpy()).astype(np.int32), texts, dtype)


# ---- dense -----------------------------------------------------------------------------------------
# Arrays with a place for every game or seat of a batch: where joins and unique rows would take ten times as long.

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Games:
    """Games in order, whatever numbers they have: those of a shard leave gaps."""

    numbers: Ints
    n_seats: int

    def of_games(self, rows: pl.DataFrame) -> Places:
        """The place of the game of each row."""
        if not len(self.numbers):
            return np.zeros(0, np.int32)
        games = rows["game"].cast(pl.UInt32).to_numpy() - np.uint32(self.numbers[0])
        return games.view(np.int32) if self._place_of is None else self._place_of[games]

    def of_seats(self, rows: pl.DataFrame) -> Places:
        places = self.of_games(rows) * np.int32(self.n_seats)
        places += rows["seat"].to_numpy()
        return places

    def first_rows(self, rows: pl.DataFrame) -> Ints:
        """The first row of each game, and the end of the last; rows come game by game."""
        games = rows["game"].cast(pl.UInt32).to_numpy()
        return np.append(np.searchsorted(games, self.numbers.astype(np.uint32)), len(games))

    @cached_property
    def _place_of(self) -> Places | None:
        """[game, counted from the first]: many rows are looked up, and a search for each takes too long.

        None if there are no gaps, so that the count is the place.
        """
        span = int(self.numbers[-1] - self.numbers[0]) + 1
        if span == len(self.numbers):
            return None
        places = np.zeros(span, np.int32)
        places[self.numbers - self.numbers[0]] = np.arange(len(self.numbers), dtype=np.int32)
        return places

    @property
    def n_games(self) -> int:
        return len(self.numbers)


def games_in(rows: pl.DataFrame, n_seats: int) -> Games:
    """For the games that have rows."""
    return Games(ints(rows["game"].unique().sort()), n_seats)


def ints(column: pl.Series) -> Ints:
    return np.asarray(column.to_physical().to_numpy(), np.int64)
