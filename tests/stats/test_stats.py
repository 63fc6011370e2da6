"""Statistics against known results, and their intervals against simulated data."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from scipy import optimize, stats

from ttrsim.stats.bootstrap import percentile_interval, resampled_means
from ttrsim.stats.fields import ELO_PER_NEPER, elo
from ttrsim.stats.intervals import (
    CONFIDENCE,
    Estimate,
    benjamini_hochberg,
    mean_by_deals,
    p_values,
    share_by_deals,
    t_critical,
    wilson,
    wilson_bounds,
    z_critical,
)

# ---- intervals -----------------------------------------------------------------------------------


@pytest.mark.parametrize("alpha", [0.5, 0.05, 1e-4])
def test_critical_values_of_the_normal_distribution_are_those_of_scipy(alpha: float) -> None:
    assert z_critical(alpha) == pytest.approx(stats.norm.isf(alpha / 2))


@pytest.mark.parametrize("alpha", [0.5, 0.05, 5e-5, 2e-9])
def test_critical_values_cut_off_the_tails_of_student(alpha: float) -> None:
    freedom = np.array([1.0, 2.5, 4.0, 39.0, 400.0, 1e6])
    beyond = 2 * np.array([stats.t.sf(t, k) for t, k in zip(t_critical(freedom, alpha), freedom, strict=True)])
    assert beyond == pytest.approx(np.full(6, alpha), rel=1e-8)


def test_known_critical_values() -> None:
    assert CONFIDENCE == 0.95
    assert z_critical() == pytest.approx(1.959964, abs=1e-6)
    assert t_critical([1, 2, 10, 30]) == pytest.approx([12.7062, 4.3027, 2.2281, 2.0423], abs=1e-4)
    assert float(t_critical(1e12)) == pytest.approx(z_critical())
    assert np.isnan(t_critical([0.0, -1.0])).all()


@pytest.mark.parametrize(("wins", "n"), [(0, 10), (1, 10), (5, 10), (10, 10), (37, 120), (9_999, 10_000)])
@pytest.mark.parametrize("alpha", [0.1, 0.05, 0.01])
def test_wilson_is_that_of_scipy(wins: int, n: int, alpha: float) -> None:
    expected = stats.binomtest(wins, n).proportion_ci(1 - alpha, method="wilson")
    assert [*wilson(wins / n, n, alpha)] == pytest.approx([wins / n, expected.low, expected.high], abs=1e-12)


def test_many_intervals_at_once_are_those_of_each() -> None:
    shares, n = np.array([0.0, 0.2, 0.5, 1.0]), np.array([10.0, 50.0, 7.5, 3.0])
    low, high = wilson_bounds(shares, n)
    each = [tuple(wilson(float(share), float(trials))) for share, trials in zip(shares, n, strict=True)]
    assert [tuple(row) for row in zip(shares, low, high, strict=True)] == each


def test_independent_games_get_the_interval_of_the_games() -> None:
    shares = np.random.default_rng(1).binomial(4, 0.3, 5_000) / 4
    expected = wilson(float(shares.mean()), 4 * 5_000)
    assert share_by_deals(shares, 4) == pytest.approx(expected, abs=3e-4)


def test_games_that_all_end_alike_in_a_deal_get_the_interval_of_the_deals() -> None:
    shares = np.repeat([0.0, 1.0], 300)
    assert share_by_deals(shares, 4) == pytest.approx(wilson(0.5, 600), abs=1e-4)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_deals_without_scatter_still_have_an_interval(share: float) -> None:
    assert share_by_deals(np.full(100, share), 2) == wilson(share, 200)


def test_mean_by_deals_is_that_of_scipy() -> None:
    means = np.random.default_rng(2).normal(90, 20, 4_000)
    low, high = stats.norm.interval(0.95, means.mean(), stats.sem(means))
    assert mean_by_deals(means) == pytest.approx(Estimate(float(means.mean()), low, high))


def test_intervals_of_shares_hold_as_often_as_they_say() -> None:
    """Deals differ in how good they are for a bot, so that their games hang together."""
    stream = np.random.default_rng(3)
    held = 0
    for _ in range(1_000):
        chances = stream.beta(2, 6, 300)  # mean 0.25
        estimate = share_by_deals(stream.binomial(4, chances) / 4, 4)
        held += estimate.low <= 0.25 <= estimate.high
    assert 930 <= held <= 970


# ---- many questions at once ----------------------------------------------------------------------


def test_benjamini_hochberg_is_that_of_scipy() -> None:
    p = np.random.default_rng(1).random(50) ** 3
    assert benjamini_hochberg(p) == pytest.approx(stats.false_discovery_control(p))


def test_unknown_p_values_stay_unknown() -> None:
    q = benjamini_hochberg(np.array([0.01, np.nan, 0.04]))
    assert np.isnan(q[1])
    assert q[[0, 2]] == pytest.approx([0.02, 0.04])


def test_p_values_are_those_of_student() -> None:
    values = np.array([3.0, 5.0, 4.5])
    expected = [stats.ttest_1samp(values, against).pvalue for against in (0.0, 6.0)]
    error = values.std(ddof=1) / np.sqrt(3)
    found = [p_values(np.array([values.mean()]), np.array([error]), 2, against).item() for against in (0.0, 6.0)]
    assert found == pytest.approx(expected)
    assert np.isnan(p_values(np.array([0.0]), np.array([0.0]), 5, 0.0)).all()


# ---- bootstrap -----------------------------------------------------------------------------------


def test_resampled_means_scatter_as_means_do() -> None:
    values = np.random.default_rng(4).normal(5, 2, (400, 3))
    means = resampled_means(values, 4_000, seed=1)
    assert means.shape == (4_000, 3)
    assert means.mean(axis=0) == pytest.approx(values.mean(axis=0), abs=0.01)
    assert means.std(axis=0) == pytest.approx(values.std(axis=0) / 20, rel=0.05)
    low, high = percentile_interval(means)
    assert (high - low) / 2 == pytest.approx(1.96 * values.std(axis=0) / 20, rel=0.06)


def test_columns_of_a_deal_stay_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ttrsim.stats.bootstrap.MAX_DRAWS", 1_000)  # in several parts
    values = np.random.default_rng(5).random(90)
    means = resampled_means(np.column_stack([values, 1 - values]), 50, seed=1)
    assert means.sum(axis=1) == pytest.approx(np.ones(50))
    assert (means == resampled_means(np.column_stack([values, 1 - values]), 50, seed=1)).all()


# ---- strengths -----------------------------------------------------------------------------------


def test_two_players_have_the_elo_difference_of_their_score() -> None:
    strengths = elo(np.array([[0, 1]]), np.array([[[75.0, 25.0]]]), 2)[0]
    assert strengths.sum() == pytest.approx(0)
    assert strengths[0] - strengths[1] == pytest.approx(400 * np.log10(3), abs=1e-3)


@pytest.mark.parametrize("n_seats", [2, 3, 4])
def test_the_strengths_are_the_most_likely_ones(n_seats: int) -> None:
    """Against a general maximiser of the same likelihood."""
    tables = np.array(list(combinations(range(5), n_seats)))
    wins = np.random.default_rng(6).integers(1, 40, tables.shape).astype(float)

    def minus_log_likelihood(logs: np.ndarray) -> float:
        at_tables = logs[tables]
        return float(-(wins * (at_tables - np.log(np.exp(at_tables).sum(axis=1, keepdims=True)))).sum())

    found = optimize.minimize(minus_log_likelihood, np.zeros(5), tol=1e-10).x
    expected = ELO_PER_NEPER * (found - found.mean())
    assert elo(tables, wins[None], 5)[0] == pytest.approx(expected, abs=0.02)


def test_a_field_that_nearly_falls_apart() -> None:
    """Two that hardly ever beat the other three: the wins must still be those the strengths make us expect."""
    tables = np.array(list(combinations(range(5), 2)))
    wins = np.array([[50.0, 50.0]] * len(tables))
    wins[np.isin(tables, [3, 4]).sum(axis=1) == 1] = 100.0, 0.001
    strengths = 10 ** (elo(tables, wins[None], 5)[0] / 400)
    chances = strengths[tables] / strengths[tables].sum(axis=1, keepdims=True)
    expected = np.bincount(tables.ravel(), (chances * wins.sum(axis=1, keepdims=True)).ravel())
    assert expected == pytest.approx(np.bincount(tables.ravel(), wins.ravel()), rel=1e-5)


def test_known_strengths_come_out_within_their_intervals() -> None:
    """Coverage of the bootstrap's intervals, in simulated tournaments of four players a table."""
    stream = np.random.default_rng(7)
    true = np.array([-250.0, -50.0, 0.0, 100.0, 200.0])
    chances = 10 ** (true / 400)
    tables = np.array(list(combinations(range(5), 4)))
    n_deals, n_games = 150, 4
    held = []
    for tournament in range(60):
        wins = [stream.multinomial(n_games, chances[t] / chances[t].sum(), n_deals) / n_games for t in tables]
        means = resampled_means(np.concatenate(wins, axis=1), 300, seed=tournament)
        samples = elo(tables, n_deals * n_games * means.reshape(300, len(tables), 4), 5)
        low, high = percentile_interval(samples)
        held.append((low <= true - true.mean()) & (true - true.mean() <= high))
    assert 0.91 <= np.mean(held) <= 0.98
