"""Many questions at once: p values, and which of them are more than chance."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ttrsim.stats.intervals import Floats


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
