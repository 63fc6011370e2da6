"""A game of a kernel, step by step. The harness of each game adds the words of its oracle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ttrsim.games.board import Board
from ttrsim.machine.stepper import MAX_LEGAL
from ttrsim.machine.table import ALL_WELL
from ttrsim.play.restrictions import Restriction
from ttrsim.play.stepper import Stepper

N_ENCODINGS = 1 << 20  # a decision has 20 bits, unless it names the cards of sets


class SteppedGame:
    def __init__(
        self,
        board: Board,
        n_players: int,
        seed: int,
        deal: int,
        restrictions: Mapping[int, Restriction] | None = None,
    ) -> None:
        self.board: Any = board
        self.n_players = n_players
        self.stepper = Stepper(board, is_logging=True)
        self.boards = self.stepper.boards
        self.words = board
        self.oracle_board = board.as_dict()
        self.states = self.stepper.new_states()
        self.stepper.set_up(self.states, n_players, seed, deal, restrictions)

    def start(self, seed: int, deal: int) -> None:
        """Another game, without restrictions, in the same memory."""
        self.stepper.set_up(self.states, self.n_players, seed, deal)

    # ---- the state -------------------------------------------------------------------------------

    @property
    def public(self) -> Any:
        return self.states[0]["public"]

    @property
    def seats(self) -> Any:
        return self.states[0]["seats"]

    @property
    def hidden(self) -> Any:
        return self.states[0]["hidden"]

    @property
    def state(self) -> dict[str, Any]:
        """In plain values."""
        return self.board.state_as_dict(self.states[0])

    @property
    def rows(self) -> np.ndarray:
        """The log since the last `advance`, or since the start."""
        return self.stepper.events

    def check(self) -> int:
        """The number of the violated check, or ALL_WELL."""
        violation, checks = self.stepper.violation(self.states), self.stepper.kernel.checks
        return next((number for number, text in checks.items() if text == violation), int(ALL_WELL))

    # ---- decisions -------------------------------------------------------------------------------

    def legal_numbers(self) -> set[int]:
        listed = self.stepper.legal(self.states)
        assert len(set(listed)) == len(listed), "a decision is listed twice"
        return set(listed)

    def accepted_numbers(self) -> set[int]:
        """Every number that `is_legal` lets pass."""
        accepted: set[int] = set()
        for first in range(0, N_ENCODINGS, MAX_LEGAL):
            passed = self.stepper.are_legal(self.states, first, first + MAX_LEGAL)
            accepted.update((np.flatnonzero(passed) + first).tolist())
        return accepted

    def apply(self, number: int) -> None:
        """Whether it is legal or not; the log begins anew."""
        self.stepper.clear_log()
        self.stepper.apply(self.states, number)

    def apply_legal(self, number: int, decision: object) -> None:
        """And checks the state."""
        assert self.stepper.are_legal(self.states, number, number + 1)[0], f"{decision} is not legal"
        self.apply(number)
        assert self.check() == ALL_WELL
