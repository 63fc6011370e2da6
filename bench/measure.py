"""Timing on a noisy machine: best of many short rounds, all contenders taken in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple, TypeVar

from rich.console import Console
from rich.table import Table

Key = TypeVar("Key", bound=Hashable)

REACHED, SHORT = "reached", "SHORT"
TOO_SLOW = ("seer",)  # takes seconds a game: `bench/seer.py` measures it


def best_seconds(contenders: Mapping[Key, Callable[[], object]], rounds: int) -> dict[Key, float]:
    """The least time each took; one round runs them all once, so that a slow spell of the machine meets all."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for key, contender in contenders.items():
            start = time.perf_counter()
            contender()
            best[key] = min(best[key], time.perf_counter() - start)
    return best


class Claim(NamedTuple):
    """A promise and what was measured: a row of a part's table that has a verdict."""

    name: str
    measured: str
    is_met: bool


claims: list[Claim] = []  # of all parts that have run


def show(title: str, columns: list[str], rows: list[list[str]], note: str = "") -> None:
    """Prints a table of a part, and notes its claims."""
    for name, *cells in rows:
        if REACHED in cells or SHORT in cells:
            told = zip(columns[1:], cells, strict=True)
            measured = ", ".join(
                f"{column} {cell}".strip() for column, cell in told if cell not in (REACHED, SHORT, "")
            )
            claims.append(Claim(f"{title}: {name}", measured, SHORT not in cells))
    table = Table(title=title, caption=note or None, title_justify="left", caption_justify="left")
    for column in columns:
        table.add_column(column, justify="right" if column != columns[0] else "left")
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def verdict(value: float, bar: float) -> str:
    return REACHED if value >= bar else SHORT
