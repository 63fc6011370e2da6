"""The statistics of comparisons and sequential tests, held against SciPy and against simulated runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from ttrsim.stats.intervals import Estimate
from ttrsim.stats.sequential import Gsprt, Hypotheses, boundary, fixed_size, paired, share_of_elo, unpaired, verdict

RNG = np.random.default_rng(5)


def ends(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


@pytest.mark.parametrize("error", [0.05, 0.0001])
def test_intervals_are_those_of_scipy(error: float) -> None:
    before = RNG.normal(10, 3, 40)
    after = before + RNG.normal(1, 0.5, 40)
    whole = stats.ttest_rel(after, before).confidence_interval(1 - error)
    assert ends(paired(before, after, error)) == pytest.approx((np.mean(after - before), whole.low, whole.high))
    other = RNG.normal(11, 5, 25)
    welch = stats.ttest_ind(other, before, equal_var=False).confidence_interval(1 - error)
    assert ends(unpaired(before, other, error)) == pytest.approx((other.mean() - before.mean(), welch.low, welch.high))


@pytest.mark.parametrize("shift", [0.0, 0.2, 0.5, 0.9, 1.4])
def test_verdicts_are_those_of_the_one_sided_tests(shift: float) -> None:
    tolerance, error = 0.6, 0.01
    before = RNG.normal(0, 1, 40)
    after = before + shift + RNG.normal(0, 0.5, 40)
    changes = after - before
    above, below = (
        stats.ttest_1samp(changes, at, alternative=side).pvalue
        for at, side in ((-tolerance, "greater"), (tolerance, "less"))
    )
    beyond = stats.ttest_1samp(changes, tolerance, alternative="greater").pvalue
    expected = "within tolerance" if max(above, below) < error / 2 else "inconclusive"
    expected = "different" if beyond < error / 2 else expected
    assert verdict(paired(before, after, error), tolerance) == expected


def test_verdicts_on_either_side() -> None:
    assert verdict(Estimate(-3, -4, -2), 1) == "different"
    assert verdict(Estimate(-3, -4, -2), 2.5) == "inconclusive"
    assert verdict(Estimate(-3, -4, -2), 4) == "within tolerance"
    assert verdict(Estimate(3, 3, 3), 0) == "different"
    constant = np.full(10, 2.0)
    assert ends(paired(constant, constant + 3, 0.05)) == (3, 3, 3)
    assert ends(unpaired(constant, constant + 3, 0.05)) == (3, 3, 3)


def test_a_confidence_sequence_holds_at_every_look() -> None:
    """A 95 % interval looked at so often would fail more than a third of the time."""
    n, looks = 5000, np.arange(200, 5001, 50)
    values = RNG.exponential(1.0, (1000, n))
    means = values.cumsum(axis=1)[:, looks - 1] / looks
    squares = np.square(values).cumsum(axis=1)[:, looks - 1] / looks
    errors = np.sqrt((squares - means**2) / looks)
    off = np.abs(means - 1) / errors
    width = np.array([boundary(float(look), 0.05, 500.0) for look in looks])
    assert (off > width).any(axis=1).mean() <= 0.05
    assert (off > 1.96).any(axis=1).mean() > 0.2


def test_a_confidence_sequence_is_narrowest_where_it_should_be() -> None:
    at = {n: boundary(1000.0, 0.05, n) for n in (250.0, 1000.0, 4000.0)}
    assert at[1000.0] == min(at.values())


def play(hypotheses: Hypotheses, mean: float) -> Gsprt:
    """Pairs of games in which the first wins with this chance, until a hypothesis is accepted."""
    test = Gsprt(hypotheses)
    while test.accepted is None:
        test.add(RNG.binomial(2, mean, 50) / 2)
    return test


def test_the_sprt_errs_as_seldom_as_it_says_and_ends_early() -> None:
    hypotheses = Hypotheses(0.5, 0.53, 0.05, 0.05)
    under = {mean: [play(hypotheses, mean) for _ in range(1000)] for mean in (0.5, 0.53)}
    assert np.mean([test.accepted for test in under[0.5]]) <= 0.06
    assert np.mean([test.accepted for test in under[0.53]]) >= 0.94
    for tests in under.values():
        assert np.mean([test.n for test in tests]) < 0.65 * fixed_size(hypotheses, 0.125)


def test_the_sprt_with_a_bot_that_always_wins() -> None:
    test = Gsprt(Hypotheses(0.5, 0.51, 0.05, 0.05))
    test.add(np.ones(99))
    assert (test.ratio, test.accepted) == (0.0, None)
    test.add(np.ones(1))
    assert test.accepted == 1


def test_elo_and_the_fixed_size() -> None:
    assert share_of_elo(0) == 0.5
    assert share_of_elo(400) == pytest.approx(10 / 11)
    # The textbook's 27,000 games for 50 % against 51 %: single games have the variance 1/4.
    assert fixed_size(Hypotheses(0.5, 0.51, 0.05, 0.05), 0.25) == pytest.approx(27_055, abs=1)
