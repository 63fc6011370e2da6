"""What a search found, on fresh deals: is it stronger than the start, and what does each weight matter?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttrsim.documents.document import cell_text
from ttrsim.games.board import Board
from ttrsim.play.bots.finding import Bot
from ttrsim.progress import Progress
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.stats.intervals import Estimate, mean_by_deals
from ttrsim.stats.sequential import Gsprt, Hypotheses
from ttrsim.studies.regression.match import VERDICTS, play_match
from ttrsim.studies.tournament.play import Tournament
from ttrsim.studies.tune.request import TuneRequest
from ttrsim.studies.tune.space import Space, rounded
from ttrsim.workers.executor import Executor

GENERATIONS, MATCH, DEVIATIONS = range(3)  # each has deals of its own
ELO = 7  # lead of H1
ERROR = 0.05  # both false positives and false negatives
MAX_GAMES = 200_000  # of the match
STEP = 0.1  # of a deviation, as a part of the way between the bounds
MORE_DEALS = 8  # times those of a generation, for the deviations


@dataclass(frozen=True)
class TunedMatch:
    """The tuned bot alone among copies of the start, until a sequential test knows whether it is stronger."""

    players: int
    test: Gsprt

    @property
    def verdict(self) -> str:
        return VERDICTS[self.test.accepted]

    def line(self) -> str:
        share = cell_text(self.win_share, "share")
        return (
            f"against the start, on fresh deals: {self.verdict}; wins {share}, a fair share is "
            f"{100 / self.players:.1f} %; n = {self.test.n:,} deals in all rotations, anytime-valid 95 % interval"
        )

    @property
    def win_share(self) -> Estimate:
        return Estimate(self.test.mean, *self.test.interval())

    def as_dict(self) -> dict[str, Any]:
        test = self.test
        return {
            "verdict": self.verdict,
            "win_share": self.win_share,
            "fair_share": 1 / self.players,
            "deals": test.n,
            "games": self.players * test.n,
            "llr": test.ratio,
        }


@dataclass(frozen=True)
class Deviation:
    """The tuned bot with one weight moved by one step: its win share less that of the tuned bot, on the same deals."""

    weight: str
    value: float
    tuned: float
    effect: Estimate
    deals: int


def play_verification(request: TuneRequest, tuned: str, executor: Executor, progress: Progress) -> TunedMatch:
    players, ratio = request.players, 10 ** (ELO / 400)
    test = Gsprt(Hypotheses(1 / players, ratio / (ratio + players - 1), ERROR, ERROR))
    values = {"board": request.board, "seats": [tuned, *[request.bot] * (players - 1)]}
    setup = load_scenario(values, Changes(games=MAX_GAMES, seed=seed_of(request.seed, MATCH)))
    play_match(setup, test, executor, progress)
    return TunedMatch(players, test)


def play_deviations(
    space: Space, tuned: dict[str, float], pool: Pool, request: TuneRequest, executor: Executor, progress: Progress
) -> list[Deviation]:
    """Every weight one step down and one step up, as far as its bounds allow."""
    moved, n_deals = list(_moved(space, tuned)), MORE_DEALS * request.deals
    bots = [space.candidate(tuned), *(space.candidate(tuned | {name: value}) for name, value in moved)]
    shares = pool.win_shares(bots, n_deals, seed_of(request.seed, DEVIATIONS), executor, progress)
    effects = (shares[:, 1:] - shares[:, :1]).T
    return [
        Deviation(name, value, tuned[name], mean_by_deals(effect), n_deals)
        for (name, value), effect in zip(moved, effects, strict=True)
    ]


def _moved(space: Space, tuned: dict[str, float]) -> Iterator[tuple[str, float]]:
    for name, (low, high) in space.bounds.items():
        for step in (-STEP, STEP):
            value = rounded(min(high, max(low, tuned[name] + step * (high - low))))
            if value != tuned[name]:
                yield name, value


# ---- Plays candidates against the pool: all of them on the same deals, each in every rotation over the seats ----


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
