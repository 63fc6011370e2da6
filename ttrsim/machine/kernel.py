"""What a kernel is made of: its records, its rules and its sources. Nothing is compiled before a game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

import numba
import numpy as np
from numba import types

from ttrsim.machine import play, rollouts, stepper
from ttrsim.machine.jit import entry
from ttrsim.machine.log import log_record
from ttrsim.machine.rules import register
from ttrsim.machine.table import seating_record
from ttrsim.machine.user_modules import KEYED

_COMPILING = Lock()  # threads that begin together wait for one build


@dataclass(frozen=True, eq=False)
class Kernel:
    """Built once by each game; the shared layers take everything about its compiled code from here."""

    game: str  # its key
    package: str  # of the game, with packages `kernel`, `botkit` and `bots` in it
    rules_version: int  # changes when behaviour changes, and only then
    # records
    board: np.dtype  # what never changes
    state: np.dtype  # of a game: `public` is what all see, `seats` what each sees, `hidden` what none sees
    scratch: np.dtype  # where the rules work something out
    belief: np.dtype  # what a seat believes about what it does not see
    result: np.dtype  # of a game
    tally: np.dtype  # what a game leaves for the tables of a run, besides its result …
    rows: np.dtype  # … and besides rows of their own, e.g. one for each claim
    # the log
    log_size: int  # events of a game, at most
    log_actions: np.int64  # the level that the tables of a run need
    # rules
    rules: tuple[Any, ...]  # those of `machine/rules.py`
    checks: Mapping[int, str]  # what the state checker verifies, by number
    # a game that can be experimented with has all of these
    experiment: np.dtype | None = None  # what is tried, and memory for it
    trials: Any = None  # the function that plays games with their trials, not compiled

    def __post_init__(self) -> None:
        KEYED.append(f"{self.package}.")

    # ---- records ---------------------------------------------------------------------------------

    @property
    def public(self) -> np.dtype:
        return self.state["public"]

    @property
    def own(self) -> np.dtype:
        """What one seat sees."""
        return self.state["seats"].base

    @property
    def n_weights(self) -> int:
        """The most weights that a bot can have."""
        return int(self.own["weights"].shape[0])

    @property
    def restriction(self) -> np.dtype | None:
        """What a seat is restricted to, in a game that has restrictions."""
        return self.own["restriction"] if "restriction" in (self.own.names or ()) else None

    @cached_property
    def seating(self) -> np.dtype:
        """Who sits where in a game, and under which restriction."""
        return seating_record(self.state["seats"].shape[0], self.n_weights, self.restriction)

    @cached_property
    def work(self) -> np.dtype:
        """All that a game needs while it is played."""
        log = log_record(self.log_size)
        watching = [("before", self.state), ("board", self.board), ("is_tampered", np.int8)]  # see machine/deciding.py
        return np.dtype([("state", self.state), ("log", log), ("scratch", self.scratch), *watching], align=True)

    # ---- bots ------------------------------------------------------------------------------------

    @cached_property
    def bot_signature(self) -> Any:
        """A bot takes the board, what all see and what its seat sees, and returns a decision."""
        return types.int64(*(numba.from_dtype(record) for record in (self.board, self.public, self.own)))

    def bots(self, n_bots: int) -> types.UniTuple:
        """The type of a tuple of this many bots."""
        return types.UniTuple(types.FunctionType(self.bot_signature), n_bots)

    # ---- code ------------------------------------------------------------------------------------

    @property
    def sources(self) -> tuple[str, ...]:
        """The packages that the kernel is compiled from."""
        return (f"{self.package}.kernel",)

    @property
    def bot_sources(self) -> tuple[str, ...]:
        """The packages whose functions a built-in bot may call: together they decide how a game goes."""
        return (*self.sources, f"{self.package}.botkit", f"{self.package}.bots")

    @property
    def play_games(self) -> Any:
        """`compiled.play.play_games` for this kernel."""
        return self._compiled(play.play_games, play.signature)

    @property
    def play_on(self) -> Any:
        """`compiled.play.play_on` for this kernel."""
        return self._compiled(play.play_on, play.signature_from_states)

    @property
    def play_to(self) -> Any:
        """`compiled.play.play_to` for this kernel."""
        return self._compiled(play.play_to, play.signature_to_turn)

    @property
    def roll_out(self) -> Any:
        """`compiled.rollouts.roll_out` for this kernel."""
        return self._compiled(rollouts.roll_out, rollouts.signature)

    @property
    def form_beliefs(self) -> Any:
        """`compiled.rollouts.form_beliefs` for this kernel."""
        return self._compiled(rollouts.form_beliefs, rollouts.signature_of_beliefs)

    @property
    def step(self) -> Any:
        """`compiled.stepper.step` for this kernel."""
        return self._compiled(stepper.step, stepper.signature)

    def _compiled(self, function: Any, signature: Callable[[Kernel], Any]) -> Any:
        """Compiled, or loaded from the cache, when it is first needed."""
        with _COMPILING:
            if function not in self._entries:
                register(self.board, *self.rules)
                self._entries[function] = entry(signature(self), self.sources)(function)
            return self._entries[function]

    @property
    def play_trials(self) -> Any:
        """`trials` for this kernel, compiled."""
        with _COMPILING:
            return self._play_trials

    @cached_property
    def _play_trials(self) -> Any:
        register(self.board, *self.rules)
        return entry(play.trials_signature(self), self.sources)(self.trials)

    @cached_property
    def _entries(self) -> dict[Any, Any]:
        return {}
