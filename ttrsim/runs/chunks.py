"""Plays chunks of a plan, as work for an executor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from ttrsim.limits import MAX_CHUNK
from ttrsim.play.chances import NO_CHANCES, NO_SAMPLING, Chances, Sampling
from ttrsim.play.columns import Played
from ttrsim.play.identity import identity_of, test_games
from ttrsim.play.table import Outcomes
from ttrsim.runs.plan import Chunk, Plan, played, seat_table
from ttrsim.runs.scenario.setup import Setup
from ttrsim.workers.executor import Pulse, Slices

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class PlayChunks(Generic[Kept]):
    """Only the result of a chunk is kept. Its rows are overwritten by the next chunk of the worker."""

    setup: Setup
    plan: Plan
    keep: Callable[[Played], Kept]
    join: Callable[[Sequence[Kept]], Kept] | None = None  # of a chunk that is too large for the kernel's buffers

    def identity(self) -> dict[str, str]:
        return identity_of(self.setup.board, self.setup.bots)

    def test(self) -> str:
        return test_games(self.setup.board)

    def start(self) -> Callable[[Chunk, Pulse], Kept]:
        return _Player(self).play


class _Player(Generic[Kept]):
    """Has a table and room for the rows of a chunk, both of many megabytes."""

    def __init__(self, work: PlayChunks[Kept]) -> None:
        self._work = work
        self._table = seat_table(work.setup, work.plan)
        self._outcomes = Outcomes(work.setup.game)
        self._slices = Slices()
        scenario = work.setup.scenario
        is_sampled = scenario.experiment is None
        self._sampling = Sampling.of(work.plan.n_deals, scenario.chances) if is_sampled else NO_SAMPLING
        self._chances = Chances(self._table) if self._sampling.every else None

    def play(self, chunk: Chunk, pulse: Pulse) -> Kept:
        most, join = max(1, MAX_CHUNK // self._work.plan.n_rotations), self._work.join
        if chunk.n_deals <= most or join is None:
            return self._play(chunk, pulse)
        firsts = range(0, chunk.n_deals, most)
        parts = (
            replace(chunk, first_deal=chunk.first_deal + first, n_deals=min(most, chunk.n_deals - first))
            for first in firsts
        )
        return join([self._play(part, pulse) for part in parts])

    def _play(self, chunk: Chunk, pulse: Pulse) -> Kept:
        setup, plan, outcomes = self._work.setup, self._work.plan, self._outcomes
        first_game = chunk.first_deal * plan.n_rotations
        outcomes.clear()
        for games in self._slices.of(chunk.n_deals * plan.n_rotations, pulse):
            self._table.play_into(outcomes, setup.scenario.seed, first_game + games.start, len(games))
        if self._chances is not None:
            sampled = self._sampling.games(first_game, outcomes.n_games, plan.n_rotations)
            rows = [self._chances.of_game(setup.scenario.seed, game) for game in sampled]
            outcomes.chances = np.concatenate([NO_CHANCES, *rows])
        return self._work.keep(played(setup, plan, first_game, outcomes))
