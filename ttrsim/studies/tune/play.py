"""Plays candidates against the pool: all of them on the same deals, each in every rotation over the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ttrsim.games.board import Board
from ttrsim.play.bots.finding import Bot
from ttrsim.progress import Progress
from ttrsim.studies.tournament.play import Tournament
from ttrsim.workers.executor import Executor

Floats = NDArray[np.float64]


def seed_of(seed: int, *place: int) -> int:
    """The seed of the deals of a generation or a check: different deals for each place."""
    return int(np.random.SeedSequence((seed, *place)).generate_state(1, np.uint64)[0] >> np.uint64(1))


@dataclass(frozen=True)
class Pool:
    """The bots that candidates meet."""

    board: Board
    bots: tuple[Bot, ...]
    n_players: int

    @property
    def tables(self) -> list[tuple[int, ...]]:
        """Who sits at a table with a candidate. Every bot of the pool sits at equally many tables."""
        n = len(self.bots)
        around = (tuple(sorted((first + place) % n for place in range(self.n_players - 1))) for first in range(n))
        return list(dict.fromkeys(around))

    def games(self, n_candidates: int, n_deals: int) -> int:
        return n_candidates * n_deals * len(self.tables) * self.n_players

    def win_shares(
        self, candidates: Sequence[Bot], n_deals: int, seed: int, executor: Executor, progress: Progress | None = None
    ) -> Floats:
        """[deal, candidate]: its share of the wins over all tables and rotations."""
        tables, n = self.tables, len(candidates)
        line_ups = [(own, *(n + other for other in table)) for own in range(n) for table in tables]
        played = Tournament(self.board, [*candidates, *self.bots], np.array(line_ups, np.intp), n_deals, seed)
        played.play(executor, progress)
        own = played.scores.wins[:, :, 0].astype(np.float64)
        return np.asarray(own.reshape(n_deals, n, len(tables)).mean(axis=2))
