"""The field of a tournament as a whole: the Nash mixture, α-Rank, and cycles."""

import numpy as np
import pytest

from ttrsim.stats.fields import alpha_rank, cycles, nash_mixture
from ttrsim.studies.tournament.field import make_field
from ttrsim.studies.tournament.play import Scores

BOTS = ["rock", "scissors", "paper"]
ROCK_SCISSORS_PAPER = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])
ORDERED = np.array([[0.0, 0.2, 0.4], [-0.2, 0.0, 0.1], [-0.4, -0.1, 0.0]])


def scores_of(leads: np.ndarray, n_deals: int, seed: int = 1) -> Scores:
    """Games of two whose chances follow from the leads."""
    line_ups = np.array([[0, 1], [0, 2], [1, 2]])
    chances = np.array([(1 + leads[a, b]) / 2 for a, b in line_ups])
    first = (np.random.default_rng(seed).random((n_deals, 3)) < chances).astype(np.float32)
    wins = np.stack([first, 1 - first], axis=2)
    return Scores(line_ups, wins, 100 * wins)


def test_nobody_has_a_lead_over_the_nash_mixture():
    leads = np.random.default_rng(5).uniform(-1, 1, (7, 7))
    leads -= leads.T
    assert (leads @ nash_mixture(leads)).max() < 1e-7


def test_the_nash_mixture_of_known_games():
    assert nash_mixture(ROCK_SCISSORS_PAPER) == pytest.approx([1 / 3] * 3)
    assert nash_mixture(ORDERED) == pytest.approx([1, 0, 0])
    half = ROCK_SCISSORS_PAPER.copy()  # rock wins only half as much over scissors
    half[0, 1], half[1, 0] = 0.5, -0.5
    assert nash_mixture(half) == pytest.approx([0.4, 0.4, 0.2])


def test_alpha_rank_of_known_games():
    assert alpha_rank(ROCK_SCISSORS_PAPER) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(ORDERED)[0] > 0.99
    assert alpha_rank(np.zeros((4, 4))) == pytest.approx([0.25] * 4)


def test_each_cycle_is_listed_once():
    assert cycles(ROCK_SCISSORS_PAPER > 0) == [(0, 1, 2)]
    assert cycles(ROCK_SCISSORS_PAPER < 0) == [(0, 2, 1)]
    assert cycles(ORDERED > 0) == []


def test_a_cycle_that_is_there_is_told():
    field = make_field(BOTS, [0, 1, 2], scores_of(0.3 * ROCK_SCISSORS_PAPER, 1_000), seed=1)
    assert field is not None
    assert field.cycles == [("rock", "scissors", "paper")]
    for member in field.members:
        assert member.nash.low < 1 / 3 < member.nash.high


def test_chance_alone_makes_no_cycle():
    fields = [make_field(BOTS, [0, 1, 2], scores_of(np.zeros((3, 3)), 200, seed), seed=1) for seed in range(40)]
    assert sum(bool(field and field.cycles) for field in fields) <= 1


def test_a_field_whose_bots_have_not_all_met_is_not_judged():
    scores = scores_of(ORDERED, 10)
    gauntlet = Scores(scores.line_ups[:2], scores.wins[:, :2], scores.points[:, :2])
    assert make_field(BOTS, [0, 1, 2], gauntlet, seed=1) is None
