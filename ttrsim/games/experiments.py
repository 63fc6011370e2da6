"""Experiments: what a game can force or forbid, and what a scenario chooses of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class ExperimentChoice(Protocol):
    """The experiment of a scenario."""

    @property
    def kind(self) -> str: ...

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tickets, routes … that are tried; none means all."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are treated; none means all."""

    @property
    def every(self) -> int | None: ...

    @property
    def per_game(self) -> int: ...

    @property
    def settings(self) -> tuple[str, ...]: ...

    @property
    def until(self) -> float | None:
        """It stops when every effect is known to ± this many percentage points."""


@dataclass(frozen=True)
class Treatment:
    """A kind of experiment: one thing that is forced or forbidden."""

    name: str
    about: str
    subject: str | None = None  # what is tried, if there are several: the column of `effects` that names it
    every: int = 0  # by default, one decision in this many is tried; 0 if whole deals are tried
