"""Win shares while a run goes on have the intervals of their deals."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ttrsim.runs.sums import WinShares, WinSums
from ttrsim.stats.intervals import wilson


def shares_of(means: np.ndarray) -> WinShares:
    """Of one bot in a field of two, from its mean win share in each deal; the other has never sat down."""
    shares = WinShares.of(["mine", "other"], 2)
    for half in np.array_split(means, 2):  # as chunks come in
        shares.add_sums(WinSums(n=[len(half), 0], sums=[half.sum(), 0.0], squares=[(half**2).sum(), 0.0]))
    return shares


def test_the_interval_is_the_95_percent_interval_of_the_deals() -> None:
    means = np.random.default_rng(1).binomial(4, 0.3, 2_000) / 4
    (share,) = shares_of(means).shares()
    low, high = stats.norm.interval(0.95, means.mean(), stats.sem(means))
    assert (share.name, share.mean) == ("mine", pytest.approx(means.mean()))
    assert share.half_width == pytest.approx((high - low) / 2)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_deals_that_all_ended_alike_are_not_certain(value: float) -> None:
    (share,) = shares_of(np.full(200, value)).shares()
    assert share.mean == value
    assert share.half_width == pytest.approx(wilson(0.0, 200).high)
