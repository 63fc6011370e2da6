"""The generalised sequential probability ratio test of a mean: is it μ₀ or μ₁? It ends as soon as that is clear.

The values are the scores of independent pairs of games, whose variance is not known but estimated on the way; the
log likelihood ratio is that of normal distributions with this variance, n·(μ₁ − μ₀)·(x̄ − (μ₀ + μ₁) / 2) / s², which
is what the exact one of the multinomial distribution comes to where μ₀ and μ₁ are close to one another.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from ttrsim.stats.intervals import ALPHA
from ttrsim.stats.sequential import boundary

MIN_VALUES = 100  # values before the estimated variance can be trusted
TIGHTEST_AT = 1_000  # values, where the interval of the mean is narrowest


@dataclass(frozen=True)
class Hypotheses:
    """μ₀ against μ₁, and the chances of taking one for the other."""

    mean_0: float
    mean_1: float
    alpha: float  # chance of accepting μ₁ when μ₀ is true
    beta: float  # chance of accepting μ₀ when μ₁ is true

    @property
    def lower(self) -> float:
        """The log likelihood ratio at which μ₀ is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log likelihood ratio at which μ₁ is accepted."""
        return math.log((1 - self.beta) / self.alpha)


@dataclass
class Gsprt:
    """A test under way."""

    hypotheses: Hypotheses
    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: NDArray[np.floating]) -> None:
        self.n += len(values)
        self.total += float(values.sum(dtype=np.float64))
        self.squares += float(np.square(values, dtype=np.float64).sum())

    @property
    def mean(self) -> float:
        return self.total / self.n

    @property
    def variance(self) -> float:
        """Adds one value 0 and one value 1 to those seen, so that a row of equal scores does not look certain."""
        n, mean = self.n + 2, (self.total + 1) / (self.n + 2)
        return (self.squares + 1 - n * mean**2) / (n - 1)

    @property
    def ratio(self) -> float:
        """The log likelihood ratio; 0 until there are enough values."""
        if self.n < MIN_VALUES:
            return 0.0
        mean_0, mean_1 = self.hypotheses.mean_0, self.hypotheses.mean_1
        return self.n * (mean_1 - mean_0) * (self.mean - (mean_0 + mean_1) / 2) / self.variance

    @property
    def status(self) -> str:
        """One line on how far the test is. A value is the score of two games."""
        bounds = self.hypotheses
        return (
            f"LLR {self.ratio:+.2f} of {bounds.lower:.2f} to {bounds.upper:.2f}, {2 * self.n:,} games, "
            f"win share {self.mean:.2%}"
        )

    def interval(self) -> tuple[float, float]:
        """Of the mean of scores from 0 to 1, valid at every look, hence also at the one that ended the test."""
        half = boundary(self.n, ALPHA, TIGHTEST_AT) * math.sqrt(self.variance / self.n)
        return max(0.0, self.mean - half), min(1.0, self.mean + half)

    @property
    def accepted(self) -> int | None:
        """0 or 1 once a hypothesis is accepted."""
        if self.ratio >= self.hypotheses.upper:
            return 1
        return 0 if self.ratio <= self.hypotheses.lower else None


def share_of_elo(elo: float) -> float:
    """The expected win share for an Elo lead."""
    return 1 / (1 + math.pow(10, -elo / 400))


def fixed_size(hypotheses: Hypotheses, variance: float) -> float:
    """The number of values with which a test of fixed size has the same errors."""
    apart = NormalDist().inv_cdf(1 - hypotheses.alpha) + NormalDist().inv_cdf(1 - hypotheses.beta)
    return variance * (apart / (hypotheses.mean_1 - hypotheses.mean_0)) ** 2
