"""Confidence sequences: intervals that keep their error rate even if you look at them after every game.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 52, by Robbins' normal mixture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttrsim.stats.intervals import ALPHA, Estimate, Floats, t_critical
from ttrsim.stats.ratios import Ratios

TYPICAL_BOUNDARY = 3.0  # typical half width of an interval, in standard errors


def boundary(n: float, alpha: float, tightest_at: float) -> float:
    """Standard errors on either side of the mean of n independent values, at every n at once.

    `alpha` is the chance that the truth is ever outside. It is a choice at which n the interval is narrowest.
    """
    spread = _mixture(alpha, tightest_at) * n
    return math.sqrt((1 + 1 / spread) * (math.log1p(spread) - 2 * math.log(alpha)))


def _mixture(alpha: float, tightest_at: float) -> float:
    """The variance of the mixture, in units of the values' own (their equation for ρ, approximately solved)."""
    tail = -2 * math.log(alpha)
    return (tail + math.log(tail + 1)) / tightest_at


def anytime(ratios: Ratios, deals: Floats, tightest_at: float) -> Ratios:
    """The same estimates, with intervals that hold however often you look."""
    half = np.array([boundary(n, ALPHA, tightest_at) if n > 1 else np.nan for n in deals]) * ratios.error
    return ratios._replace(low=ratios.value - half, high=ratios.value + half)


def tightest_for(half_width: float, deviation: float) -> float:
    """The n at which values with this standard deviation give an interval of about this half width."""
    return (TYPICAL_BOUNDARY * deviation / half_width) ** 2


# ---- gsprt -----------------------------------------------------------------------------------------
# The generalised sequential probability ratio test of a mean: is it μ₀ or μ₁? It ends as soon as that is clear.
#
# The values are the scores of independent pairs of games, whose variance is not known but estimated on the way; the
# log likelihood ratio is that of normal distributions with this variance, n·(μ₁ − μ₀)·(x̄ − (μ₀ + μ₁) / 2) / s², which
# is what the exact one of the multinomial distribution comes to where μ₀ and μ₁ are close to one another.

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


# ---- equivalence -----------------------------------------------------------------------------------
# Has a number changed? The difference of two runs with its interval, and what that says beside a tolerance.
#
# A run is given as values of blocks: equally many deals each, the mean of the blocks the estimate. The interval holds
# the true difference with chance 1 − α / m, so that with m questions all of them do at once with chance 1 − α
# (Bonferroni). That the interval lies within the tolerance is two one-sided tests, both passed; that it lies
# outside, evidence that the difference is larger than the tolerance.

Verdict = Literal["identical", "within tolerance", "different", "inconclusive"]
Blocks = NDArray[np.float64]


def paired(before: Blocks, after: Blocks, alpha: float) -> Estimate:
    """Of runs whose blocks hold the same deals. `alpha` is the chance that the interval fails."""
    changes = after - before
    n = len(changes)
    return _interval(float(changes.mean()), _variance_of_mean(changes), n - 1, alpha)


def unpaired(before: Blocks, after: Blocks, alpha: float) -> Estimate:
    """Of runs with deals of their own, by Welch's degrees of freedom."""
    first, second = _variance_of_mean(before), _variance_of_mean(after)
    parts = first**2 / (len(before) - 1) + second**2 / (len(after) - 1)
    freedom = (first + second) ** 2 / parts if parts > 0 else math.inf
    return _interval(float(after.mean() - before.mean()), first + second, freedom, alpha)


def verdict(difference: Estimate, tolerance: float) -> Verdict:
    if -tolerance <= difference.low and difference.high <= tolerance:
        return "within tolerance"
    if difference.low > tolerance or difference.high < -tolerance:
        return "different"
    return "inconclusive"


def _variance_of_mean(values: Blocks) -> float:
    return float(values.var(ddof=1)) / len(values)


def _interval(value: float, variance: float, freedom: float, alpha: float) -> Estimate:
    half = float(t_critical(freedom, alpha)) * math.sqrt(variance) if variance > 0 else 0.0
    return Estimate(value, value - half, value + half)
