"""The log of a game, turn by turn: one version shows everything, the other only what all seats see."""

from __future__ import annotations

from typing import NamedTuple


class LogEntry(NamedTuple):
    turn: int  # 0 is the set-up
    seat: int | None  # None if no seat caused it
    lines: tuple[str, ...]
    seen: tuple[str, ...]  # the same without what only the seat itself knows
