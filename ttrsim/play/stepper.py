"""A board on which a game is played step by step. A state is an array of one record of the kernel."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import numpy as np

from ttrsim.games.board import Board
from ttrsim.machine import stepper
from ttrsim.machine.kernel import Kernel
from ttrsim.machine.log import LOG_EVERYTHING, LOG_NOTHING
from ttrsim.play.restrictions import Restricted, Restriction, restrict_seatings


class _Desk(threading.local):
    """Scratch memory of the kernel. Compiled functions run without the GIL, so each thread needs its own."""

    def __init__(self, kernel: Kernel, is_logging: bool) -> None:
        self.seatings = np.zeros(1, kernel.seating)
        self.logs = np.zeros(1, kernel.work["log"])
        self.logs[0]["level"] = LOG_EVERYTHING if is_logging else LOG_NOTHING
        self.scratches = np.zeros(1, kernel.scratch)
        self.results = np.zeros(1, kernel.result)
        self.numbers = np.zeros(stepper.MAX_LEGAL, np.int64)


class Stepper:
    def __init__(self, board: Board, is_logging: bool = False) -> None:
        self.board = board
        self.game = board.game
        self.kernel = self.game.kernel
        self.boards = board.record()
        self._step = self.kernel.step
        self._desk = _Desk(self.kernel, is_logging)

    def _do(self, what: np.int64, states: np.ndarray, first: int = 0, second: int = 0, third: int = 0) -> int:
        desk = self._desk
        arrays = (self.boards, states, desk.seatings, desk.logs, desk.scratches, desk.results, desk.numbers)
        return int(self._step(*arrays, what, first, second, third))

    def new_states(self) -> np.ndarray:
        return np.zeros(1, self.kernel.state)

    def set_up(
        self,
        states: np.ndarray,
        n_seats: int,
        seed: int,
        deal: int,
        restrictions: Mapping[int, Restriction] | None = None,
    ) -> None:
        """Begins a game of this deal, with the restrictions of the seats."""
        restricted = [Restricted(restriction, seat) for seat, restriction in (restrictions or {}).items()]
        self._desk.seatings[:] = 0
        restrict_seatings(self._desk.seatings, self.board, [range(n_seats)], restricted)
        self.clear_log()
        self._do(stepper.SET_UP, states, n_seats, seed, deal)

    def legal(self, states: np.ndarray) -> list[int]:
        return self._listed(stepper.LIST_LEGAL, states)

    def candidates(self, states: np.ndarray) -> list[int]:
        """The legal decisions worth comparing."""
        return self._listed(stepper.LIST_CANDIDATES, states)

    def _listed(self, what: np.int64, states: np.ndarray) -> list[int]:
        n = self._do(what, states)
        numbers: list[int] = self._desk.numbers[:n].tolist()
        return numbers

    def are_legal(self, states: np.ndarray, first: int, after: int) -> np.ndarray:
        """Whether each of the decisions from `first` to before `after` is legal: at most MAX_LEGAL of them."""
        self._do(stepper.TEST_LEGAL, states, first, after)
        return np.array(self._desk.numbers[: after - first] == 1, np.bool_)

    def apply(self, states: np.ndarray, decision: int) -> None:
        """Carries out a decision, which must be legal."""
        self._do(stepper.APPLY, states, decision)

    def score(self, states: np.ndarray) -> Any:
        """The RESULT record of the game, or of the game as if it ended here."""
        self._do(stepper.SCORE, states)
        return self._desk.results[0].copy()

    def violation(self, states: np.ndarray) -> str | None:
        """What is wrong with a state, if anything is."""
        return self.kernel.checks.get(self._do(stepper.CHECK, states))

    # ---- the log ---------------------------------------------------------------------------------

    @property
    def events(self) -> np.ndarray:
        """The rows that were logged since the set-up, or since the log was cleared."""
        log = self._desk.logs[0]
        assert log["n"] <= len(log["events"]), "the log is too small"
        rows: np.ndarray = log["events"][: log["n"]]
        return rows

    def clear_log(self) -> None:
        self._desk.logs[0]["n"] = 0
