"""Experiments: what a game can force or forbid, and what a scenario chooses of it."""

from __future__ import annotations

from collections.abc import Mapping
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
        """It stops when every effect is known within this many percentage points."""


@dataclass(frozen=True)
class Prices:
    """Metrics that tell what the points of each subject are worth to whoever keeps it."""

    effect: str  # on the win share
    on_score: str
    even: str  # the points at which it has no effect


@dataclass(frozen=True)
class Treatment:
    """A kind of experiment: one thing that is forced or forbidden."""

    name: str
    about: str
    subject: str | None = None  # what is tried, if there are several: the column of `effects` that names it
    every: int = 0  # by default, one decision in this many is tried; 0 if whole deals are tried
    prices: Prices | None = None  # where the subjects have points that a designer may move


def pricing(kinds: Mapping[str, Treatment]) -> tuple[Treatment, Prices] | None:
    """The kind of experiment that tells what points are worth, if a game has one."""
    return next(((kind, kind.prices) for kind in kinds.values() if kind.prices), None)
