"""Many questions at once: p values, and which of them are more than chance."""

from __future__ import annotations

import math

import numpy as np

from ttrsim.stats.intervals import Floats


def p_values(value: Floats, error: Floats, against: float) -> Floats:
    """Two-sided, that chance alone takes the value so far from `against`."""
    with np.errstate(divide="ignore", invalid="ignore"):
        distance = np.abs(value - against) / error
    return np.array([math.erfc(z / math.sqrt(2)) if np.isfinite(z) else np.nan for z in distance])


def benjamini_hochberg(p: Floats) -> Floats:
    """The q values: calling all rows with q ≤ x significant, a share x of the calls is expected to be false."""
    q = np.full(len(p), np.nan)
    known = np.flatnonzero(np.isfinite(p))
    order = known[np.argsort(p[known])[::-1]]  # the largest first
    ranks = np.arange(len(order), 0, -1)
    q[order] = np.minimum.accumulate(np.minimum(p[order] * len(order) / ranks, 1.0))
    return q
