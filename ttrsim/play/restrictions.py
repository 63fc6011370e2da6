"""Restricted play: what a seat must or may not do, and which seats or bots it concerns. Each game has its own."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Self

import numpy as np
from pydantic import BaseModel, ConfigDict

from ttrsim.games.board import Board


class Restriction(BaseModel):
    """What a seat is restricted to. Its fields are lists of names, and flags that are true if something is allowed.

    `board` is always a board of its own game.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    def joined(self, other: Self) -> Self:
        """Both at once."""
        values = {}
        for key, (mine, its) in ((key, (getattr(self, key), getattr(other, key))) for key in type(self).model_fields):
            values[key] = mine and its if isinstance(mine, bool) else tuple(dict.fromkeys((*mine, *its)))
        return self.model_copy(update=values)

    def terms(self) -> dict[str, Any]:
        """The keys in which it restricts anything."""
        return self.model_dump(mode="json", exclude_defaults=True)

    @abstractmethod
    def words(self) -> list[str]:
        """The same in words."""

    @abstractmethod
    def unknown_names(self, board: Any) -> Iterator[tuple[str, str]]:
        """Each name that is not on the board, as (key, what is wrong)."""

    @abstractmethod
    def conflicts(self, board: Any) -> Iterator[str]:
        """The reasons why no game can be played under this restriction. All its names must be known."""

    @abstractmethod
    def record(self, board: Any) -> np.ndarray:
        """For the kernel: an array of one record."""


@dataclass(frozen=True)
class Restricted:
    """A restriction, and the conditions under which it applies: all of them must hold."""

    restriction: Restriction
    seat: int | None = None
    bot: int | None = None  # by its place among the bots

    def concerns(self, seat: int, bot: int) -> bool:
        return self.seat in (None, seat) and self.bot in (None, bot)


def restriction_of(restricted: Sequence[Restricted], seat: int, bot: int) -> Restriction | None:
    """All restrictions of a bot in a seat, combined."""
    concerned = [each.restriction for each in restricted if each.concerns(seat, bot)]
    return reduce(Restriction.joined, concerned) if concerned else None


def restrict_seatings(
    records: np.ndarray, board: Board, seatings: Sequence[Sequence[int]], restricted: Sequence[Restricted]
) -> None:
    """Writes restrictions into the SEATING records of a run."""
    for record, seating in zip(records, seatings, strict=True):
        for seat, bot in enumerate(seating):
            if restriction := restriction_of(restricted, seat, bot):
                record["restrictions"][seat] = restriction.record(board)[0]
