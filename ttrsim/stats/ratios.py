"""Ratios of sums over deals, with intervals.

The deal is the independent unit: games of one deal share their cards and hang together. With v_d the sum of
what was observed in deal d and w_d the number of observations there, the estimate is r = Σv / Σw, and its variance
is that of a ratio of sums over independent deals: D / (D − 1) · Σ(v_d − r·w_d)² / (Σw)².

Where w_d does not count but is observed like v_d, and may be negative, that variance misleads if Σw is near 0. Such a
ratio has Fieller's interval: every F for which v_d − F·w_d has a mean that does not differ from 0.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from ttrsim.stats.intervals import ENOUGH_DEALS, Floats, t_critical, wilson_bounds

CLEAR = 2  # half widths of its own interval that a sum is above 0, to be divided by

Interval = Literal["share", "mean", "ratio"]  # Wilson's, Student's, Fieller's


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

    def where_known(self, deals: Floats) -> Ratios:
        """Without the errors and intervals that would mislead: of too few deals, and of deals that are all alike.

        Where no two deals differ, the deals do not say how far off the estimate may be: an interval of no width is no
        interval.
        """
        is_known = (deals >= ENOUGH_DEALS) & ~(self.high <= self.low)
        error = np.where(deals >= ENOUGH_DEALS, self.error, np.nan)
        low, high = (np.where(is_known, end, np.nan) for end in (self.low, self.high))
        return Ratios(self.value, error, low, high)


def ratios(sums: DealSums, interval: Interval) -> Ratios:
    """With intervals of the kind asked for."""
    with np.errstate(divide="ignore", invalid="ignore"):
        value = sums.v / sums.w
        squares = np.maximum(sums.vv - 2 * value * sums.vw + value**2 * sums.ww, 0.0)
        error = np.sqrt(np.where(sums.deals > 1, squares * sums.deals / (sums.deals - 1), np.nan)) / sums.w
        if interval == "share":
            low, high = _share_bounds(value, error, sums.w)
        elif interval == "mean":
            low, high = _mean_bounds(value, error, sums.deals)
        else:
            low, high = _fieller_bounds(sums)
            value, error = (np.where(np.isnan(low), np.nan, each) for each in (value, error))
    return Ratios(value, error, low, high)


def _share_bounds(share: Floats, error: Floats, n: Floats) -> tuple[Floats, Floats]:
    """Wilson's interval with as many independent trials as would scatter like the deals do, at most all."""
    trials = np.where(error > 0, np.clip(share * (1 - share) / error**2, 1.0, n), n)
    return wilson_bounds(share, trials)


def _mean_bounds(mean: Floats, error: Floats, deals: Floats) -> tuple[Floats, Floats]:
    half = t_critical(deals - 1) * error
    return mean - half, mean + half


def _fieller_bounds(sums: DealSums) -> tuple[Floats, Floats]:
    """The roots of (Σv − F·Σw)² = t²·Var(Σv − F·Σw); NaN where Σw is not clearly above 0: all F may be true then."""
    spread = t_critical(sums.deals - 1) ** 2 * sums.deals / (sums.deals - 1)
    square = sums.w**2 - spread * (sums.ww - sums.w**2 / sums.deals)
    middle = sums.v * sums.w - spread * (sums.vw - sums.v * sums.w / sums.deals)
    rest = sums.v**2 - spread * (sums.vv - sums.v**2 / sums.deals)
    root = np.sqrt(np.maximum(middle**2 - square * rest, 0.0))
    divisor = np.where((sums.w > 0) & (square > (1 - CLEAR**-2) * sums.w**2), square, np.nan)
    return (middle - root) / divisor, (middle + root) / divisor
