"""Races between choices: the best one is hardly ever ruled out, and what is said to be sure is."""

from __future__ import annotations

import numpy as np
import pytest

from ttrsim.stats.racing import MIN_WORLDS, Race


def run_race(shares: list[float], seed: int, tolerance: float = 0.02, most: int = 20_000) -> Race:
    """Choices that win these shares of worlds, compared until no doubt above the tolerance is left."""
    chance, race, n = np.random.default_rng(seed), Race(len(shares), 0.95), 0
    while n < most and (n == 0 or race.doubt() > tolerance):
        size = max(MIN_WORLDS, n // 4)
        active = np.flatnonzero(race.is_in)
        luck = chance.random((size, 1)) * 0.6 + chance.random((size, len(active))) * 0.4  # worlds that all have alike
        thresholds = np.quantile(chance.random((4000, 1)) * 0.6 + chance.random((4000, 1)) * 0.4, shares)
        race.add(active, (luck < thresholds[active]).astype(float))
        race.rule_out()
        n += size
    return race


def test_the_best_is_ruled_out_in_at_most_one_of_twenty_races() -> None:
    """Looked at after every round; nominal 5 %, 200 races of six close choices."""
    shares = [0.40, 0.44, 0.46, 0.47, 0.48, 0.52]
    lost = sum(not run_race(shares, seed).is_in[5] for seed in range(200))
    assert lost <= 10


def test_what_is_sure_is_within_the_tolerance() -> None:
    shares = [0.30, 0.45, 0.50, 0.505]
    wrong = 0
    for seed in range(60):
        race = run_race(shares, seed, tolerance=0.03)
        wrong += race.doubt() <= 0.03 and shares[race.best] < max(shares) - 0.03
    assert wrong <= 3


def test_differences_are_taken_in_the_same_worlds() -> None:
    """A choice that is always a little better is known after few worlds, however much worlds differ."""
    chance = np.random.default_rng(1)
    worlds = (chance.random(2000) < 0.5).astype(float)
    better = np.where(chance.random(2000) < 0.06, 1.0, worlds)
    race = Race(2, 0.95)
    race.add(np.array([0, 1]), np.stack([better, worlds], axis=1))
    lead = race.lead(0, 1)
    assert lead.low > 0
    assert lead.high - lead.low < (race.share(0).high - race.share(0).low) / 2
    race.rule_out()
    assert race.is_in.tolist() == [True, False]


def test_equal_outcomes_are_no_certainty() -> None:
    """All choices lose every world: nothing is ruled out, and doubt shrinks only as worlds are seen."""
    race = Race(3, 0.95)
    race.add(np.arange(3), np.zeros((MIN_WORLDS, 3)))
    race.rule_out()
    assert race.is_in.all()
    early = race.doubt()
    race.add(np.arange(3), np.zeros((5000, 3)))
    assert 0 < race.doubt() < early


def test_chances_to_be_the_best_add_up_and_follow_the_means() -> None:
    chance, race = np.random.default_rng(2), Race(3, 0.95)
    race.add(np.arange(3), (chance.random((800, 3)) < [0.5, 0.5, 0.2]).astype(float))
    chances = race.chances()
    assert chances.sum() == pytest.approx(1)
    assert chances[2] < 0.001
    assert min(chances[:2]) > 0.001
