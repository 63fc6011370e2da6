"""What is known before a game is played. A game adds what it knows of its boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import polars as pl

from ttrsim.games.board import Board
from ttrsim.games.contract import ExperimentChoice, Game


@dataclass(frozen=True)
class Facts:
    """A board, the table that sits at it, and what is tried, if anything."""

    board: Board
    bots: tuple[str, ...]
    n_seats: int
    rotations: int  # games of each deal
    experiment: ExperimentChoice | None = None

    sources: ClassVar[tuple[str, ...]]  # columns of `seats` that add up to its points
    habits: ClassVar[tuple[str, ...]]  # columns of `seats` that tell how it was played

    @property
    def game(self) -> Game:
        return self.board.game

    def domain(self, key: str) -> pl.DataFrame | None:
        """Everything a key can be, so that what never happened is reported as zero; None if that is not known."""
        return None


def facts_of(
    board: Board, bots: tuple[str, ...], n_seats: int, rotations: int, experiment: ExperimentChoice | None = None
) -> Facts:
    """With all that the board's game knows."""
    return board.game.analysis.facts(board, bots, n_seats, rotations, experiment)


def n_cells(facts: Facts) -> int:
    return len(facts.bots) * facts.n_seats


def cell(facts: Facts) -> pl.Expr:
    """The number of a row's bot and seat, for lifts."""
    return (pl.col("bot").to_physical().cast(pl.Int32) * facts.n_seats + pl.col("seat")).alias("cell")
