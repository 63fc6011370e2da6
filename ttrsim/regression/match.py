"""Is the new bot stronger than the old? Deals in both seatings, until a sequential test knows."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from ttrsim.engine.columns import Played
from ttrsim.engine.executor import Executor
from ttrsim.errors import UserError
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import make_plan
from ttrsim.scenario.reading import Setup
from ttrsim.stats.gsprt import Gsprt, Hypotheses

CHUNK = 256  # games between two looks


def play_match(setup: Setup, hypotheses: Hypotheses, report: Callable[[Gsprt], None], executor: Executor) -> Gsprt:
    """Of the two bots of a scenario the first is the new one. A deal's score is its mean share of the two wins."""
    if setup.n_seats != 2 or len(setup.bots) != 2:
        raise UserError("a test is of two bots, a new one and an old one, that differ in their names")
    plan = make_plan(setup, chunk_games=CHUNK)
    test = Gsprt(hypotheses)
    with closing(executor.map(PlayChunks(setup, plan, _scores), plan.chunks(), in_order=True)) as results:
        for _, scores in results:
            test.add(scores)
            report(test)
            if test.accepted is not None:
                break
    return test


def _scores(chunk: Played) -> NDArray[np.float64]:
    """[deal] of the first bot."""
    of_first = np.where(chunk.bots == 0, chunk.win_shares, 0.0).sum(axis=1)
    return np.asarray(of_first.reshape(-1, chunk.n_rotations).mean(axis=1))
