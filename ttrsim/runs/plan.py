"""What a run consists of: who sits where in which game, and which deals make a chunk and a shard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from ttrsim.errors import UserError
from ttrsim.limits import MAX_CHUNK, MAX_TRIAL_GAMES
from ttrsim.play.columns import Played
from ttrsim.play.seatings import Seating
from ttrsim.play.table import Outcomes, SeatedTable, Trials
from ttrsim.runs.scenario.setup import Setup

MIN_CHUNK = 512  # smaller ones cost more in files than they gain
MIN_TRIAL_GAMES = 128  # of an experiment: each comes with many trials
CHUNKS_OF_A_SMALL_RUN = 16
CHUNKS_OF_SUMS = 256  # of a run that keeps no tables
MAX_CHUNK_OF_SUMS = 1 << 20


@dataclass(frozen=True)
class Shard:
    """The K-th of N parts of a run, for one of several machines."""

    number: int = 1  # from 1
    of: int = 1

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


WHOLE = Shard()


@dataclass(frozen=True)
class Chunk:
    """Deals that are played in one go and written as one part of each table."""

    number: int
    first_deal: int
    n_deals: int


@dataclass(frozen=True)
class Plan:
    """Chunks are numbered over the whole run, so that shards put together are the run itself."""

    n_deals: int
    seatings: tuple[Seating, ...]  # game by game, in turn
    n_rotations: int
    chunk_deals: int
    shard: Shard = WHOLE

    @property
    def n_chunks(self) -> int:
        """Of the whole run."""
        return -(-self.n_deals // self.chunk_deals)

    def chunks(self) -> Iterator[Chunk]:
        """Those of this shard."""
        return map(self.chunk, self._numbers)

    def count_chunks(self) -> int:
        """Of this shard."""
        return len(self._numbers)

    @property
    def _numbers(self) -> range:
        return range(self.shard.number - 1, self.n_chunks, self.shard.of)

    def chunk(self, number: int) -> Chunk:
        first = number * self.chunk_deals
        return Chunk(number, first, min(self.chunk_deals, self.n_deals - first))

    @property
    def n_games(self) -> int:
        """Of this shard."""
        n_deals = self.count_chunks() * self.chunk_deals
        if n_deals and self._numbers[-1] == self.n_chunks - 1:  # the last chunk of the run may be smaller
            n_deals -= self.n_chunks * self.chunk_deals - self.n_deals
        return n_deals * self.n_rotations


def make_plan(setup: Setup, shard: Shard = WHOLE, chunk_games: int | None = None) -> Plan:
    n_deals, n_rotations = setup.scenario.deals, setup.n_rotations
    is_experiment = setup.scenario.experiment is not None
    most = MAX_TRIAL_GAMES if is_experiment else MAX_CHUNK
    if chunk_games is None:
        chunk_deals = default_chunk(n_deals, n_rotations, is_experiment)
        if not setup.tables and not is_experiment:
            chunk_deals = max(chunk_deals, chunk_of_sums(n_deals, n_rotations))
    elif 1 <= chunk_games <= most:
        chunk_deals = max(1, chunk_games // n_rotations)
    else:
        raise UserError(f"--chunk should be from 1 to {most} games, not {chunk_games}")
    plan = Plan(n_deals, setup.seatings, n_rotations, chunk_deals, shard)
    if shard.of > plan.n_chunks:
        raise UserError(
            f"too many shards: the run has only {plan.n_chunks} chunks, so some of {shard.of} shards would be empty"
        )
    return plan


def default_chunk(n_deals: int, n_rotations: int, is_experiment: bool) -> int:
    """The default number of deals of a chunk."""
    least, most = (MIN_TRIAL_GAMES, MAX_TRIAL_GAMES) if is_experiment else (MIN_CHUNK, MAX_CHUNK)
    n_games = min(max(n_deals * n_rotations // CHUNKS_OF_A_SMALL_RUN, least), most)
    return max(1, n_games // n_rotations)


def chunk_of_sums(n_deals: int, n_rotations: int) -> int:
    """Deals of a chunk of which only sums are kept, so that there are few chunks, however many games."""
    n_games = min(n_deals * n_rotations // CHUNKS_OF_SUMS, MAX_CHUNK_OF_SUMS)
    return n_games // n_rotations


def parse_shard(text: str) -> Shard:
    """`K/N`."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise UserError(f"--shard should be K/N with K from 1 to N, not {text!r}")
    return Shard(int(match[1]), int(match[2]))


def played(setup: Setup, plan: Plan, first_game: int, outcomes: Outcomes) -> Played:
    """A chunk of the plan, with what its numbers stand for."""
    experiment = setup.scenario.experiment.kind if setup.scenario.experiment else ""
    seatings = np.array(plan.seatings)
    return Played(setup.board, setup.labels, seatings, plan.n_rotations, first_game, outcomes, experiment)


def seat_table(setup: Setup, plan: Plan) -> SeatedTable:
    """The table that plays a run, or the games and trials of an experiment."""
    choice = setup.scenario.experiment
    if choice is None:
        return SeatedTable(setup.board, list(setup.bots), plan.seatings, plan.n_rotations, restricted=setup.restricted)
    other = setup.other or setup
    n_bots = len(setup.bots)
    seatings = [tuple(n_bots + bot for bot in seating) for seating in other.seatings]
    restricted = [each if each.bot is None else replace(each, bot=n_bots + each.bot) for each in other.restricted]
    bots = [*setup.bots, *other.bots]
    if setup.other is None:
        seatings, bots, restricted = list(plan.seatings), list(setup.bots), list(setup.restricted)
    experiment = setup.board.experiment_record(choice, setup.n_seats)
    trials = Trials(experiment, other.board, seatings, restricted)
    return SeatedTable(setup.board, bots, plan.seatings, plan.n_rotations, trials, setup.restricted)
