"""Intervals hold the truth as often as they say."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from tests.measures.plain import exact_sums_of
from ttrsim.measures.sums import estimates
from ttrsim.stats.ratios import Interval

TRIALS = 600


def coverage(make: object, truth: float, interval: Interval) -> float:
    """How often the interval of simulated runs holds the truth."""
    assert callable(make)
    frames = [make(np.random.default_rng(seed)).with_columns(trial=pl.lit(seed)) for seed in range(TRIALS)]
    sums = exact_sums_of(pl.concat(frames), ["trial"])
    found = estimates(sums, interval)
    return float(np.mean((found.low <= truth) & (truth <= found.high)))


def clustered_shares(stream: np.random.Generator) -> pl.DataFrame:
    """150 deals of 4 games each; the chance of a win hangs on the deal, 0.25 on average."""
    chances = stream.beta(0.5, 1.5, 150)
    wins = stream.random((150, 4)) < chances[:, None]
    return pl.DataFrame({"deal": np.repeat(np.arange(150), 4), "value": wins.ravel()})


def uneven_means(stream: np.random.Generator) -> pl.DataFrame:
    """40 deals with from 1 to 6 observations, which share the luck of their deal."""
    sizes = stream.integers(1, 7, 40)
    deals = np.repeat(np.arange(40), sizes)
    return pl.DataFrame({"deal": deals, "value": 10 + stream.normal(0, 5, 40)[deals] + stream.normal(0, 3, len(deals))})


def ratios_of_either_sign(stream: np.random.Generator) -> pl.DataFrame:
    """60 deals; what is divided by is 0.9 on average, at times negative, and hangs together with what is divided."""
    below = stream.normal(0.9, 1, 60)
    return pl.DataFrame({"deal": np.arange(60), "value": 6 * below + stream.normal(0, 5, 60), "weight": below})


def rare_shares(stream: np.random.Generator) -> pl.DataFrame:
    return pl.DataFrame({"deal": np.arange(300), "value": stream.random(300) < 0.01})


@pytest.mark.parametrize(
    ("make", "truth", "interval"),
    [
        (clustered_shares, 0.25, "share"),
        (uneven_means, 10.0, "mean"),
        (ratios_of_either_sign, 6.0, "ratio"),
        (rare_shares, 0.01, "share"),
    ],
)
def test_intervals_hold_the_truth_as_often_as_they_say(make: object, truth: float, interval: Interval) -> None:
    assert 0.925 <= coverage(make, truth, interval) <= 0.98


def test_games_taken_as_independent_would_hold_it_too_rarely() -> None:
    """Why deals are the units: the same shares, each game for itself."""

    def each_alone(stream: np.random.Generator) -> pl.DataFrame:
        return clustered_shares(stream).with_columns(deal=pl.int_range(pl.len()))

    assert coverage(each_alone, 0.25, "share") < 0.9


def test_two_deals_have_the_interval_of_student() -> None:
    """As few as there can be, where an approximation of t would be far off."""
    sums = exact_sums_of(pl.DataFrame({"deal": [0, 1], "value": [1.0, 4.0]}))
    found = estimates(sums, "mean")
    expected = stats.ttest_1samp([1.0, 4.0], 0.0).confidence_interval(0.95)
    assert (found.low[0], found.high[0]) == pytest.approx((expected.low, expected.high))


def test_one_deal_has_no_interval_of_a_mean() -> None:
    sums = exact_sums_of(pl.DataFrame({"deal": [0, 0], "value": [1.0, 2.0]}))
    found = estimates(sums, "mean")
    assert found.value == 1.5
    assert np.isnan(found.low)


def test_a_ratio_has_the_interval_of_all_values_that_the_deals_do_not_rule_out() -> None:
    deals = ratios_of_either_sign(np.random.default_rng(3))
    found = estimates(exact_sums_of(deals), "ratio")
    assert found.value[0] == pytest.approx(deals["value"].sum() / deals["weight"].sum())
    for end in (found.low[0], found.high[0]):
        assert stats.ttest_1samp(deals["value"] - end * deals["weight"], 0.0).pvalue == pytest.approx(0.05)


@pytest.mark.parametrize("shift", [-0.5, -0.1])
def test_a_ratio_to_what_is_not_clearly_above_0_is_missing(shift: float) -> None:
    deals = ratios_of_either_sign(np.random.default_rng(3)).with_columns(weight=pl.col("weight") - 0.9 + shift)
    found = estimates(exact_sums_of(deals), "ratio")
    assert np.isnan([found.value[0], found.error[0], found.low[0], found.high[0]]).all()
