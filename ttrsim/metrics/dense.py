"""Arrays with a place for every game or seat of a batch: where joins and unique rows would take ten times as long."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Places:
    """Games in order, whatever numbers they have: those of a shard leave gaps."""

    games: Ints
    n_seats: int

    def of_games(self, rows: pl.DataFrame) -> Ints:
        places: Ints = self._place_of[ints(rows["game"]) - self.games[:1]]
        return places

    def of_seats(self, rows: pl.DataFrame) -> Ints:
        return np.asarray(self.of_games(rows) * self.n_seats + ints(rows["seat"]))

    @cached_property
    def _place_of(self) -> Ints:
        """[game, counted from the first]: many rows are looked up, and a search for each takes too long."""
        span = int(self.games[-1] - self.games[0]) + 1 if len(self.games) else 0
        places = np.zeros(span, np.int64)
        places[self.games - self.games[:1]] = np.arange(len(self.games))
        return places

    @property
    def n_games(self) -> int:
        return len(self.games)


def places_in(rows: pl.DataFrame, n_seats: int) -> Places:
    """For the games that have rows."""
    return Places(ints(rows["game"].unique().sort()), n_seats)


def ints(column: pl.Series) -> Ints:
    return np.asarray(column.to_physical().to_numpy(), np.int64)
