"""The engine's table, for bots as they are compiled, and with what tests look into."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ttrsim.games.explore.board.model import Board
from ttrsim.machine.bots import BotFunction
from ttrsim.play import table
from ttrsim.play.bots.finding import Bot


class Table(table.SeatedTable):
    def __init__(
        self,
        board: Board,
        bots: Sequence[BotFunction],
        seatings: Sequence[Sequence[int]] | None = None,
        n_rotations: int = 1,
    ) -> None:
        seated = [Bot(bot.function.__name__, bot, tuple(weight.default for weight in bot.weights)) for bot in bots]
        super().__init__(board, seated, seatings, n_rotations)

    @property
    def maps(self) -> np.ndarray:
        """Those of the last game at its end."""
        maps: np.ndarray = self._works[0]["state"]["public"]["maps"][: self.n_seats]
        return maps

    @property
    def memories(self) -> np.ndarray:
        """The bots' notes at the end of the last game."""
        memories: np.ndarray = self._works[0]["state"]["seats"]["memory"][: self.n_seats]
        return memories

    def outcomes(self, seed: int, n_games: int) -> tuple[np.ndarray, np.ndarray, Any]:
        """Results, tallies and rows."""
        outcomes = table.Outcomes(self.game)
        self.play_into(outcomes, seed, 0, n_games)
        return outcomes.results, outcomes.tallies, outcomes._rows[0]
