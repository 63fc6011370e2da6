"""Has a number changed? The difference of two runs with its interval, and what that says beside a tolerance.

A run is given as values of blocks: equally many deals each, the mean of the blocks the estimate. The interval holds the
true difference with chance 1 − α / m, so that with m questions all of them do at once with chance 1 − α (Bonferroni).
That the interval lies within the tolerance is two one-sided tests, both passed; that it lies outside, evidence that the
difference is larger than the tolerance.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ttrsim.stats.intervals import Estimate, t_critical

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
