"""Arrays with a place for every game or seat of a batch: where joins and unique rows would take ten times as long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from ttrsim.measures.places import Places

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
