"""Final routes to look at: the best of a run, and some at the median score.

Which score is the median is known only at the end, so the first few seats with each score are held.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl

from ttrsim.games.explore.analysis.facts import ExploreBatch, ExploreFacts
from ttrsim.games.explore.board.geometry import SEGMENT_NAMES
from ttrsim.games.explore.board.model import KINDS
from ttrsim.games.explore.tables import COLOURS

SHOWN = 3  # routes of each kind
SHOWN_OF_SEAT = ("game", "seat", "bot", "points", *ExploreFacts.sources, "route_length")
BEST, TYPICAL = "best", "typical"
STATE: dict[str, type[pl.DataType]] = {
    **dict.fromkeys(SHOWN_OF_SEAT, pl.Int64),
    "bot": pl.String,
    **dict.fromkeys(("route_low", "route_high"), pl.UInt64),
    "tourists": pl.String,
    "seats": pl.Int64,
}


class Examples:
    """The routes of a few seats, with all that a picture of them needs."""

    def __init__(self, facts: ExploreFacts) -> None:
        self.facts = facts
        self.counts: Counter[int] = Counter()  # seats by score
        self.held: dict[int, list[dict[str, Any]]] = {}  # by score, in the order of games

    def state(self) -> pl.DataFrame:
        """A row for each seat held, with how many seats have its score."""
        rows = [row | {"seats": self.counts[points]} for points in sorted(self.held) for row in self.held[points]]
        return pl.DataFrame(rows, schema=STATE)

    def add_state(self, state: pl.DataFrame) -> None:
        for (points,), frame in state.group_by("points", maintain_order=True):
            self.counts[points] += frame["seats"][0]
            rows = [*self.held.get(points, ()), *frame.drop("seats").iter_rows(named=True)]
            self.held[points] = sorted(rows, key=lambda row: (row["game"], row["seat"]))[:SHOWN]

    def add(self, batch: ExploreBatch) -> None:
        seats = batch.seats.select(*SHOWN_OF_SEAT, "route_low", "route_high").sort("game", "seat").collect()
        for points, n in seats.group_by("points").len().iter_rows():
            self.counts[points] += n
        known = [points for points, rows in self.held.items() if len(rows) == SHOWN]
        new = seats.filter(~pl.col("points").is_in(known)).group_by("points", maintain_order=True).head(SHOWN)
        tourists = _tourists(batch, new)
        for row in new.iter_rows(named=True):
            rows = self.held.setdefault(row["points"], [])
            if len(rows) < SHOWN:
                rows.append(row | {"tourists": tourists[row["game"], row["seat"]]})

    def frame(self) -> pl.DataFrame:
        ranked = [row for points in sorted(self.held, reverse=True) for row in self.held[points]]
        typical = self.held.get(self._median(), []) if self.counts else []
        rows = [_row(BEST, row) for row in ranked[:SHOWN]] + [_row(TYPICAL, row) for row in typical]
        return pl.DataFrame(rows, infer_schema_length=None)

    def _median(self) -> int:
        """The lower one, so that some seat has it."""
        half, seen = (self.counts.total() + 1) // 2, 0
        for points in sorted(self.counts):
            seen += self.counts[points]
            if seen >= half:
                return points
        raise AssertionError("no seats")


def _row(kind: str, row: dict[str, Any]) -> dict[str, Any]:
    bits = row["route_low"] | row["route_high"] << 64
    roads = [name for number, name in enumerate(SEGMENT_NAMES) if bits >> number & 1]
    shown = {name: row[name] for name in SHOWN_OF_SEAT}
    return {"kind": kind, **shown, "route": " ".join(roads), "tourists": row["tourists"]}


def _tourists(batch: ExploreBatch, seats: pl.DataFrame) -> dict[tuple[int, int], str]:
    """By game and seat: what stands on its blocks, like `12:RRB 45:G`, in the order they were chosen."""
    turns = batch.turns.select("game", "seat", "round", "block", *COLOURS).join(
        seats.lazy().select("game", "seat"), on=["game", "seat"], how="semi"
    )
    turns_of_seats: dict[tuple[int, int], str] = {}
    for turn in turns.sort("game", "seat", "round").collect().iter_rows(named=True):
        letters = "".join(kind * turn[colour] for kind, colour in zip(KINDS, COLOURS, strict=True))
        place = turn["game"], turn["seat"]
        turns_of_seats[place] = f"{turns_of_seats.get(place, '')} {turn['block']}:{letters}".lstrip()
    return turns_of_seats
