"""Ratios of sums over deals, with intervals.

The deal is the independent unit: games of one deal share their cards and hang together. With v_d the sum of
what was observed in deal d and w_d the number of observations there, the estimate is r = Σv / Σw, and its variance
is that of a ratio of sums over independent deals: D / (D − 1) · Σ(v_d − r·w_d)² / (Σw)².
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ttrsim.stats.intervals import Floats, t_critical, wilson_bounds


class DealSums(NamedTuple):
    """Sums over deals, an array each: one place for each ratio."""

    deals: Floats
    v: Floats
    w: Floats
    vv: Floats
    vw: Floats
    ww: Floats


class Ratios(NamedTuple):
    """Estimates, their standard errors and intervals; NaN where nothing can be said."""

    value: Floats
    error: Floats
    low: Floats
    high: Floats


def ratios(sums: DealSums, is_share: bool) -> Ratios:
    """Shares have Wilson's intervals, means have Student's."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = sums.v / sums.w
        squares = np.maximum(sums.vv - 2 * value * sums.vw + value**2 * sums.ww, 0.0)
        error = np.sqrt(np.where(sums.deals > 1, squares * sums.deals / (sums.deals - 1), np.nan)) / sums.w
        low, high = _share_bounds(value, error, sums.w) if is_share else _mean_bounds(value, error, sums.deals)
    return Ratios(value, error, low, high)


def _share_bounds(share: Floats, error: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Wilson's interval with as many independent trials as would scatter like the deals do, at most all."""
    trials = np.where(error > 0, np.clip(share * (1 - share) / error**2, 1.0, n), n)
    return wilson_bounds(share, trials)


def _mean_bounds(mean: Floats, error: Floats, deals: Floats) -> tuple[Floats, Floats]:
    half = t_critical(deals - 1) * error
    return mean - half, mean + half
