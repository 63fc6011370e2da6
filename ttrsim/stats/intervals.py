"""Intervals for shares and means, where the independent unit is a deal and not a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

ALPHA = 0.05  # chance that an interval misses the true value
CONFIDENCE = 1 - ALPHA
ENOUGH_DEALS = 30  # with fewer, results have neither an interval nor a significance

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number as measured, and the interval that holds the true one with the stated confidence."""

    value: float
    low: float = math.nan  # where nothing can be said of the true value
    high: float = math.nan
    n: int | None = None  # observations
    deals: int | None = None  # independent of one another, that these are from

    @property
    def has_interval(self) -> bool:
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def is_of_few(self) -> bool:
        """Whether there are too few deals for an interval."""
        return self.deals is not None and self.deals < ENOUGH_DEALS

    def __iter__(self) -> Iterator[float]:
        return iter((self.value, self.low, self.high))

    @property
    def mirrored(self) -> Estimate:
        """Of the number with the other sign."""
        return replace(self, value=-self.value, low=-self.high, high=-self.low)

    def mapped(self, change: Callable[[float], float]) -> Estimate:
        """On another scale that rises with this one."""
        return replace(self, value=change(self.value), low=change(self.low), high=change(self.high))


# ---- critical values -----------------------------------------------------------------------------


def z_critical(alpha: float = ALPHA) -> float:
    """Standard errors on either side that a normal variable exceeds with chance alpha, both tails together."""
    return NormalDist().inv_cdf(1 - alpha / 2)


def t_critical(freedom: ArrayLike, alpha: float = ALPHA) -> Floats:
    """The same for Student's t, for each number of degrees of freedom; NaN where there are none."""
    from scipy.special import stdtrit  # slow to import, and most commands do not need it

    return np.asarray(-stdtrit(freedom, alpha / 2))


# ---- shares --------------------------------------------------------------------------------------


def wilson(share: float, n: float, alpha: float = ALPHA) -> Estimate:
    """Wilson's interval for a share seen in n independent trials. It stays within [0, 1] and always has a width."""
    low, high = wilson_bounds(share, n, alpha)
    return Estimate(share, float(low), float(high))


def wilson_bounds(share: Floats | float, n: Floats | float, alpha: float = ALPHA) -> tuple[Floats, Floats]:
    """The ends of Wilson's intervals for many shares at once."""
    z = z_critical(alpha)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return np.clip(centre - half, 0.0, share), np.clip(centre + half, share, 1.0)


def share_by_deals(shares: NDArray[np.floating], games_per_deal: int, alpha: float = ALPHA) -> Estimate:
    """The mean of the deals' shares, each the mean of that deal's games.

    Games of one deal hang together, so Wilson's n is the number of independent games that would scatter as
    much as the deals do: at least the deals (a share within [0, 1] scatters no more), at most the games.
    """
    n = len(shares)
    mean = min(1.0, max(0.0, float(shares.mean(dtype=np.float64))))
    variance = float(shares.var(ddof=1, dtype=np.float64)) if n > 1 else 0.0
    most = n * games_per_deal
    independent = n * mean * (1 - mean) / variance if variance > 0 else most
    return wilson(mean, min(most, max(n, independent)), alpha)


def binomial_ends(n: int, share: float, alpha: float) -> tuple[float, float]:
    """Shares of n trials between which a known share stays, but for a chance of alpha. They are exact."""
    if share in (0.0, 1.0):
        return share, share
    from scipy.special import bdtrik  # slow to import, and most commands do not need it

    low, high = (math.ceil(bdtrik(chance, n, share)) for chance in (alpha / 2, 1 - alpha / 2))
    return low / n, high / n


# ---- means ---------------------------------------------------------------------------------------


def mean_by_deals(means: NDArray[np.floating], alpha: float = ALPHA) -> Estimate:
    """The mean of the deals' means, by the central limit theorem: for hundreds of deals and more."""
    n = len(means)
    mean = float(means.mean(dtype=np.float64))
    error = float(means.std(ddof=1, dtype=np.float64)) / math.sqrt(n) if n > 1 else math.inf
    half = z_critical(alpha) * error
    return Estimate(mean, mean - half, mean + half)


# ---- many questions at once: p values, and which of them are more than chance ----------------------


def p_values(value: Floats, error: Floats, freedom: ArrayLike, against: float) -> Floats:
    """Two-sided, by Student's t: the chance that a value is this far from `against` by luck alone."""
    from scipy.special import stdtr  # slow to import, and most commands do not need it

    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(value - against) / error
    return np.where(np.isfinite(distance), 2 * stdtr(freedom, -distance), np.nan)


def benjamini_hochberg(p: Floats) -> Floats:
    """The q values: calling all rows with q ≤ x significant, a share x of the calls is expected to be false."""
    q = np.full(len(p), np.nan)
    known = np.flatnonzero(np.isfinite(p))
    order = known[np.argsort(p[known])[::-1]]  # the largest first
    ranks = np.arange(len(order), 0, -1)
    q[order] = np.minimum.accumulate(np.minimum(p[order] * len(order) / ranks, 1.0))
    return q
