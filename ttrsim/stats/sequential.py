"""Confidence sequences: intervals that may be looked at after every game, and still fail no more often than they say.

The asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), "Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 52, by Robbins' normal mixture.
"""

from __future__ import annotations

import math


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
