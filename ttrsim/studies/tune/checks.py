"""What a search found, on fresh deals: is it stronger than the start, and what does each weight matter?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ttrsim.documents.document import cell_text
from ttrsim.progress import Progress
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.stats.intervals import Estimate, mean_by_deals
from ttrsim.stats.sequential import Gsprt, Hypotheses
from ttrsim.studies.regression.match import VERDICTS, play_match
from ttrsim.studies.tune.play import Pool, seed_of
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
