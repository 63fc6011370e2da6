"""The search: CMA-ES by Optuna, a generation of candidates at a time (`docs/decisions/tuning.md` says why).

Beside its candidates, each generation plays the start and the incumbent: the mean of the best candidates so far. The
incumbent was chosen on earlier deals, so its lead over the start is an honest estimate, while the best of many
candidates always looks better than it is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ttrsim.errors import RunError
from ttrsim.studies.tune.space import Space

LAST = 1 / 3  # of all generations, whose incumbents are averaged for the result

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Generation:
    """A line of the study: everything that a generation tells."""

    generation: int
    candidates: list[list[float]]  # in units (`space.py`)
    win_shares: list[float]  # of the candidates
    start: float  # win share of the start on the same deals …
    incumbent: float  # … and of the incumbent
    lead: float  # of the incumbent over the start, paired by deal …
    lead_error: float  # … and its standard error
    next_incumbent: list[float]  # in units
    games: int
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


class Search:
    """Proposes candidates and learns from their win shares. The same seed and shares give the same candidates."""

    def __init__(self, space: Space, seed: int) -> None:
        import optuna  # slow to import, and only this command needs it

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        self._names = list(space.bounds)
        self.population = 4 + math.floor(3 * math.log(len(self._names)))  # as Hansen recommends
        self._range = {name: optuna.distributions.FloatDistribution(0.0, 1.0) for name in self._names}
        # It begins in the middle, where the start is, with a standard deviation of a sixth of the range.
        sampler = optuna.samplers.CmaEsSampler(n_startup_trials=0, seed=seed % 2**32, popsize=self.population)
        self._study = optuna.create_study(direction="maximize", sampler=sampler)
        # Optuna learns from a first trial which weights there are; CMA-ES itself does not use it.
        self._study.enqueue_trial(dict(zip(self._names, space.unit_start.tolist(), strict=True)))
        self._study.tell(self._study.ask(self._range), 0.0)
        self._asked: list[Any] = []
        self.incumbent: Floats = space.unit_start
        self.past: list[Generation] = []

    def ask(self) -> Floats:
        """[candidate, weight] in units."""
        self._asked = [self._study.ask(self._range) for _ in range(self.population)]
        return np.array([[trial.params[name] for name in self._names] for trial in self._asked])

    def tell(self, generation: Generation) -> None:
        for trial, share in zip(self._asked, generation.win_shares, strict=True):
            self._study.tell(trial, share)
        self.incumbent = np.array(generation.next_incumbent)
        self.past.append(generation)

    def replay(self, past: Sequence[Generation]) -> None:
        """Takes up a study where it stopped."""
        for generation in past:
            if self.ask().tolist() != generation.candidates:
                raise RunError(
                    f"generation {generation.generation} of this study has other candidates than this version of "
                    "ttrsim, Optuna or cmaes would try: resume with the versions that started it"
                )
            self.tell(generation)

    def result(self) -> Floats:
        """The mean of the last incumbents: one alone still has the noise of its generation."""
        n = max(1, round(LAST * len(self.past)))
        return np.asarray(np.mean([generation.next_incumbent for generation in self.past[-n:]], axis=0))


def mean_of_best(candidates: Floats, win_shares: Floats) -> Floats:
    """The point to which CMA-ES moves: the weighted mean of the better half. Better candidates weigh more."""
    n = len(candidates) // 2
    best = np.argsort(-win_shares, kind="stable")[:n]
    weights = math.log(n + 0.5) - np.log(np.arange(1, n + 1))
    return np.asarray(np.average(candidates[best], axis=0, weights=weights))
