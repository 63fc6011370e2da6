"""Games as they are played, in order of their deals: for whoever decides on the way whether it is enough."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing

from ttrsim.engine.columns import Played
from ttrsim.engine.games import Outcomes, Table
from ttrsim.runs.plan import Plan, played
from ttrsim.runs.pool import Pool
from ttrsim.runs.runner import default_threads
from ttrsim.scenario.reading import Setup


def play_in_order(setup: Setup, plan: Plan, n_threads: int | None = None) -> Generator[Played]:
    """Chunk after chunk, whatever thread is done first, so that the end does not depend on the machine."""
    n_threads = n_threads or default_threads()
    tables = [Table(setup.board, list(setup.bots), plan.seatings, plan.n_rotations) for _ in range(n_threads)]
    waiting: dict[int, Outcomes] = {}
    number = 0
    with closing(Pool(tables, setup.scenario.seed, plan).play(plan.chunks())) as outcomes_of_chunks:
        for chunk, outcomes in outcomes_of_chunks:
            waiting[chunk.number] = outcomes
            while number in waiting:
                first_game = plan.chunk(number).first_deal * plan.n_rotations
                yield played(setup, plan, first_game, waiting.pop(number))
                number += 1
