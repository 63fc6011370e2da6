"""Confidence sequences: intervals that keep their error rate even if you look at them after every game.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 52, by Robbins' normal mixture.
"""

from __future__ import annotations

import math

import numpy as np

from ttrsim.stats.intervals import ALPHA, Floats
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
