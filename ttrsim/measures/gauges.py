"""Gauges: numbers that describe a board or its play, and where they stand among those of the published boards.

They describe, and judge nothing: published boards differ widely.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import polars as pl

from ttrsim.measures.measure import Measures
from ttrsim.stats.intervals import Estimate

KEYS = ("board", "players", "games")  # columns of the published values besides the gauges
FEWEST = 3  # boards that make a range


@dataclass(frozen=True)
class Gauge:
    """A number of a board, or one that is measured in play."""

    name: str
    text: str
    kind: Literal["share", "signed_share", "number", "count"] = "share"
    decimals: int = 1
    of_board: Callable[[Any, int], float | None] | None = None  # the board and the number of players
    metric: str = ""
    row: Mapping[str, Any] = field(default_factory=dict)  # its row of the metric
    combine: Literal["only", "mean", "rare"] = "only"  # what becomes of several rows
    by_seat: bool = False  # a number of all seats, of which each has its part
    advice: str = ""  # what a designer can change

    def measured(self, measures: Measures, n_players: int) -> Estimate | None:
        """As seen in play; nothing if the run did not measure it."""
        frame = measures.get(self.metric)
        if frame is None:
            return None
        for key, value in self.row.items():
            frame = frame.filter(pl.col(key).cast(pl.String) == str(value))
        frame = frame.drop_nulls("value")
        if frame.is_empty():
            return Estimate(0.0) if self.row.get("end") else None
        if self.combine != "only":
            values = frame["value"]
            return Estimate(float((values < RARE).sum() if self.combine == "rare" else values.mean()))  # type: ignore[arg-type]
        row, part = frame.row(0, named=True), n_players if self.by_seat else 1
        if row.get("low") is None:
            return Estimate(row["value"] / part)
        return Estimate(row["value"] / part, row["low"] / part, row["high"] / part, row["n"], row["deals"])


RARE = 0.01  # of games: what happens less often hardly happens


@dataclass(frozen=True)
class Standing:
    """A gauge of one board beside the published ones."""

    gauge: Gauge
    value: Estimate
    published: Mapping[str, float]  # by board

    @property
    def low(self) -> float:
        return min(self.published.values())

    @property
    def high(self) -> float:
        return max(self.published.values())

    @property
    def beyond(self) -> int:
        """1 above all published boards, with the whole interval; −1 below; 0 among them."""
        low, high = (self.value.low, self.value.high) if self.value.has_interval else (self.value.value,) * 2
        return (low > self.high) - (high < self.low)


def standings(
    gauges: Sequence[Gauge], package: str, board: Any, n_players: int, measures: Measures | None = None
) -> list[Standing]:
    """Those with enough published boards for this number of players; without measures only those of boards."""
    found = []
    for gauge, value in values_of(gauges, board, n_players, measures):
        among = published(package, gauge.name, n_players)
        if value is not None and len(among) >= FEWEST:
            found.append(Standing(gauge, value, among))
    return found


def values_of(
    gauges: Sequence[Gauge], board: Any, n_players: int, measures: Measures | None
) -> Iterator[tuple[Gauge, Estimate | None]]:
    for gauge in gauges:
        if gauge.of_board is not None:
            number = gauge.of_board(board, n_players)
            yield gauge, None if number is None else Estimate(number)
        elif measures is not None:
            yield gauge, gauge.measured(measures, n_players)


def published(package: str, gauge: str, n_players: int) -> dict[str, float]:
    """By board."""
    rows = (row for row in _published(package) if int(row["players"]) == n_players)
    return {row["board"]: float(row[gauge]) for row in rows if row.get(gauge)}


@cache
def _published(package: str) -> list[dict[str, str]]:
    """The values of all built-in boards; `python -m bench.published` measures them."""
    file = files(package).joinpath("analysis", "published.csv")
    return list(csv.DictReader(file.read_text(encoding="utf-8").splitlines())) if file.is_file() else []
