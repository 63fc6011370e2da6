"""The run once more in plain Python: what a route visits is worked out from its roads alone."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import polars as pl

from ttrsim.games.explore.board.geometry import SEGMENT_NAMES
from ttrsim.games.registry import load_board

Row = dict[str, Any]
Point = tuple[int, int]
BOARD = load_board("explore-new-york")
TYPES = {block.place: block.type for block in BOARD.blocks}
BENT = {"CNW": (1, 0, 0, 1), "CNE": (5, 0, 6, 1), "CSW": (1, 6, 0, 5), "CSE": (5, 6, 6, 5)}


@dataclass(frozen=True)
class Seat:
    row: Row  # of `seats`
    turns: list[Row]

    @property
    def roads(self) -> list[str]:
        bits = f"{self.row['route_high']:064b}{self.row['route_low']:064b}"[::-1]
        return [name for name, bit in zip(SEGMENT_NAMES, bits, strict=False) if bit == "1"]

    @property
    def blocks(self) -> set[str]:
        """Beside the route (§3)."""
        found = set()
        for road in self.roads:
            a, b = ends(road)
            sides = [(max(a[0], b[0]), max(a[1], b[1]) + k) for k in (0, 1)] if a[1] == b[1] else []
            sides = [(max(a[0], b[0]) + k, max(a[1], b[1])) for k in (0, 1)] if a[0] == b[0] else sides
            corner = (1 if "W" in road else 6, 1 if "N" in road else 6)
            found |= set(sides or [corner]) & set(TYPES)
        return {f"{x}{y}" for x, y in found}

    @property
    def cafes(self) -> set[str]:
        crossings = {end for road in self.roads for end in ends(road)}
        return {f"{x}{y}" for x, y in crossings & {cafe.place for cafe in BOARD.cafes}}

    @property
    def colours(self) -> list[int]:
        """Points for red, green and blue, from the tourists that stand beside the route (§5)."""
        points = []
        for colour in ("red", "green", "blue"):
            tourists = sum(turn[colour] for turn in self.turns if turn["block"] in self.blocks)
            points.append(tourists * sum(TYPES[int(name[0]), int(name[1])] == colour for name in self.blocks))
        return points


def ends(road: str) -> tuple[Point, Point]:
    """The crossings of a road, from its name alone (§3)."""
    if road in BENT:
        i, j, k, m = BENT[road]
        return (i, j), (k, m)
    letter, i, j = re.fullmatch(r"([HV])(\d)(\d)", road).groups()
    a = int(i), int(j)
    return a, (a[0] + 1, a[1]) if letter == "H" else (a[0], a[1] + 1)


def seats_of(tables: dict[str, pl.DataFrame]) -> list[Seat]:
    turns: dict[Any, list[Row]] = defaultdict(list)
    for turn in tables["turns"].to_dicts():
        turns[turn["game"], turn["seat"]].append(turn)
    return [Seat(row, turns[row["game"], row["seat"]]) for row in tables["seats"].to_dicts()]


def mean_by(pairs: list[tuple[Any, float]]) -> dict[Any, tuple[float, int]]:
    """Mean and number for each key."""
    values = defaultdict(list)
    for key, value in pairs:
        values[key].append(value)
    return {key: (fmean(found), len(found)) for key, found in values.items()}
