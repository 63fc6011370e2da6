"""A position as a page shows it: plain values that one page can draw, whatever the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple


class Chip(NamedTuple):
    """A small thing that lies somewhere: a card, a ticket, the size of a pile."""

    kind: str  # has a colour (`Stage.kinds`); empty if it needs none
    text: str
    keys: tuple[str, ...] = ()  # what it is about in the drawing


Shelves = dict[str, list[Chip]]  # by title, in the order in which they are shown


@dataclass(frozen=True)
class Scene:
    """What everybody sees of a position."""

    marks: dict[str, str]  # by key of the drawing: words for its style sheet, such as the seat that owns it
    texts: dict[str, str]  # by key of the drawing: what is written there
    table: Shelves  # what belongs to nobody: market, piles
    numbers: list[list[int]]  # [seat][column of `Stage.columns`]
    known: list[Shelves]  # [seat] what the others know of what it holds
    points: list[int]  # [seat] that everybody can count


class Stage(ABC):
    """How a board is shown on a page, position by position."""

    kinds: ClassVar[Mapping[str, str]]  # of chips, each with a CSS background
    style: ClassVar[str]  # a style sheet for the drawing

    @abstractmethod
    def columns(self) -> list[str]:
        """What is counted for each seat: headings of a table."""

    @abstractmethod
    def drawing(self, names: Sequence[str]) -> str:
        """The board as HTML with inline SVG; `names` are those of the seats.

        What changes in a game has a `data-key` or, for what is written, a `data-text`.
        """

    @abstractmethod
    def scene(self, public: Mapping[str, Any], scores: Sequence[Mapping[str, Any]]) -> Scene:
        """From the public part of a view, and the score of each seat if the game ended here.

        Of the scores only what everybody can count may be used.
        """

    @abstractmethod
    def holdings(self, view: Mapping[str, Any], score: Mapping[str, Any]) -> Shelves:
        """What a seat holds, from its view and its own score."""
