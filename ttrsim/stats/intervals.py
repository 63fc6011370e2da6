"""Intervals for shares and means, where the independent unit is a deal and not a game."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95


class Estimate(NamedTuple):
    """A number as measured, and the interval that holds the true one with the stated confidence."""

    value: float
    low: float
    high: float


def wilson(share: float, n: float, confidence: float = CONFIDENCE) -> Estimate:
    """Wilson's interval for a share seen in n independent trials. It never leaves [0, 1], nor shrinks to a point."""
    z = _deviations(confidence)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return Estimate(share, max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half)))


def share_by_deals(shares: NDArray[np.floating], games_per_deal: int, confidence: float = CONFIDENCE) -> Estimate:
    """The mean of the deals' shares, each the mean of that deal's games.

    Games of one deal hang together, so Wilson's n is the number of independent games that would scatter as
    much as the deals do: at least the deals (a share within [0, 1] scatters no more), at most the games.
    """
    n = len(shares)
    mean = min(1.0, max(0.0, float(shares.mean(dtype=np.float64))))
    variance = float(shares.var(ddof=1, dtype=np.float64)) if n > 1 else 0.0
    most = n * games_per_deal
    independent = n * mean * (1 - mean) / variance if variance > 0 else most
    return wilson(mean, min(most, max(n, independent)), confidence)


def mean_by_deals(means: NDArray[np.floating], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of the deals' means, by the central limit theorem: for hundreds of deals and more."""
    n = len(means)
    mean = float(means.mean(dtype=np.float64))
    error = float(means.std(ddof=1, dtype=np.float64)) / math.sqrt(n) if n > 1 else math.inf
    half = _deviations(confidence) * error
    return Estimate(mean, mean - half, mean + half)


def _deviations(confidence: float) -> float:
    """Standard deviations on either side of the mean that hold so much of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)
