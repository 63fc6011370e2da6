"""The search: CMA-ES by the package cmaes, a generation of candidates at a time (`docs/decisions/tuning.md` says why).

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

SPREAD = 1 / 6  # standard deviation of the first candidates around the start, in units
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


class WeightSearch:
    """Proposes candidates and learns from their win shares. The same seed and shares give the same candidates."""

    def __init__(self, space: Space, seed: int) -> None:
        from cmaes import CMA  # slow to import, and only this command needs it

        n = len(space.bounds)
        self.population = 4 + math.floor(3 * math.log(n))  # as Hansen recommends
        # Candidates outside the bounds are drawn again, then moved to them.
        self._cma = CMA(
            space.unit_start,
            SPREAD,
            bounds=np.array([(0.0, 1.0)] * n),
            n_max_resampling=10 * n,
            seed=seed % 2**32,
            population_size=self.population,
        )
        self._asked: list[Floats] = []
        self.incumbent: Floats = space.unit_start
        self.past: list[Generation] = []

    def ask(self) -> Floats:
        """[candidate, weight] in units."""
        self._asked = [self._cma.ask() for _ in range(self.population)]
        return np.array(self._asked)

    def tell(self, generation: Generation) -> None:
        shares = generation.win_shares
        self._cma.tell([(asked, -share) for asked, share in zip(self._asked, shares, strict=True)])  # it minimises
        self.incumbent = np.array(generation.next_incumbent)
        self.past.append(generation)

    def replay(self, past: Sequence[Generation]) -> None:
        """Takes up a study where it stopped."""
        for generation in past:
            if self.ask().tolist() != generation.candidates:
                raise RunError(
                    f"generation {generation.generation} of this study has other candidates than this version of "
                    "ttrsim or cmaes would try: resume with the versions that started it"
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
