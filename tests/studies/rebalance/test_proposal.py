"""Decisions of the search, without games: what is outside, and which changes are proposed."""

from __future__ import annotations

import math

import pytest

from ttrsim.games.levers import Lever
from ttrsim.studies.rebalance.allowed import allowed_levers
from ttrsim.studies.rebalance.goals import Goal, GoalState, Reading, ticket_goals
from ttrsim.studies.rebalance.knowledge import Knowledge, fitted_slope, relative
from ttrsim.studies.rebalance.proposal import Expected, propose
from ttrsim.studies.rebalance.trials import Measured

A, B = (Lever(f"tickets.{name}", "tickets", 10, 1, 100, name, "short") for name in "AB")
LONGEST = Lever("longest_points", "longest_points", 10, 0, 100)


def expected(lever: Lever, value: float, slope: float = 0.02) -> Expected:
    goal = Goal(lever.ticket, -0.03, 0.03, lever.ticket, "short")
    return Expected(goal, value, abs(value) > 0.03, {lever.name: slope})


def test_only_what_is_outside_changes_and_lands_near_the_middle() -> None:
    found = propose([A, B], {A.name: 10, B.name: 10}, [expected(A, 0.10), expected(B, 0.029)])
    assert found == {A.name: 5, B.name: 10}


def test_changes_stay_within_the_limits() -> None:
    [limited] = allowed_levers([A], ["tickets"], most=2)
    assert propose([limited], {A.name: 10}, [expected(A, 0.10)]) == {A.name: 8}


def test_one_change_that_serves_two_goals_is_better_than_two() -> None:
    both = [
        Expected(Goal(name, 0.0, 1.0), 5.0, True, {own.name: -1.0, LONGEST.name: -0.5})
        for name, own in (("x", A), ("y", B))
    ]
    found = propose([A, B, LONGEST], {A.name: 10, B.name: 10, LONGEST.name: 10}, both)
    assert found[A.name] == found[B.name] == 10
    assert 18 <= found[LONGEST.name] <= 20


@pytest.mark.parametrize(
    ("value", "error", "state"),
    [
        (0.00, 0.005, GoalState.INSIDE),
        (0.06, 0.005, GoalState.OUTSIDE),
        (-0.06, 0.005, GoalState.OUTSIDE),
        (0.03, 0.005, GoalState.BORDER),
        (0.03, 0.014, GoalState.BORDER),
        (0.03, 0.016, GoalState.UNCLEAR),
        (0.055, 0.014, GoalState.UNCLEAR),
        (0.00, math.inf, GoalState.UNCLEAR),
    ],
)
def test_states(value: float, error: float, state: GoalState) -> None:
    assert Goal("x", -0.03, 0.03).state(Reading(value, error, 100), z=2.0) == state


def test_tickets_are_held_against_the_median_of_their_own_deck() -> None:
    effects = {"a": 0.01, "b": 0.02, "c": 0.30, "l": 0.15, "m": 0.17, "n": 0.25}
    goals = [Goal(name, -1, 1, name, "short" if name in "abc" else "long") for name in effects]
    found = relative(goals, {name: Reading(value, 0.01, 100) for name, value in effects.items()})
    assert {name: round(reading.value, 3) for name, reading in found.items()} == {
        "a": -0.01, "b": 0.0, "c": 0.28, "l": -0.02, "m": 0.0, "n": 0.08,
    }  # fmt: skip
    assert all(reading.error > 0.01 for reading in found.values()), "the median is not known exactly either"


def test_a_slope_follows_what_moves_have_shown() -> None:
    points = [(10, Reading(0.10, 0.002, 1)), (6, Reading(0.02, 0.002, 1))]
    assert fitted_slope(0.04, points) == pytest.approx(0.02, abs=0.001)
    noisy = [(10, Reading(0.10, 0.2, 1)), (9, Reading(0.30, 0.2, 1))]
    assert fitted_slope(0.04, noisy) == pytest.approx(0.04, abs=0.005), "noise alone does not turn it around"


def test_the_worst_come_first() -> None:
    """A ticket that is far off makes others look unfair; they are left alone until it is mended."""
    levers = [Lever(f"tickets.{name}", "tickets", 10, 1, 100, name, "short") for name in "abcdefg"]
    effects = dict(zip("abcdefg", (0.30, 0.25, 0.08, 0.0, 0.0, 0.0, -0.08), strict=True))
    readings = {name: Reading(value, 0.002, 1000) for name, value in effects.items()}
    knowledge = Knowledge(ticket_goals(levers, band=3.0), levers)
    points = dict.fromkeys(effects, 1.0)
    values = {lever.name: 10 for lever in levers}
    knowledge.learn(Measured(readings, points, points, {}, 0), values)
    due = [each.goal.name for each in knowledge.expected(values, knowledge.states(values, 3.0)) if each.is_due]
    assert due == ["a", "b"]
    states = knowledge.states(values, z=3.0)
    assert [name for name in effects if states[name] == GoalState.OUTSIDE] == ["a", "b", "c", "g"]


def test_a_change_that_is_no_longer_needed_is_found() -> None:
    """Both were raised from 10 to 12; without that, a would be inside the band, and b outside."""
    levers = [Lever(f"tickets.{name}", "tickets", 10, 1, 100, name, "short") for name in "abcde"]
    effects = dict(zip("abcde", (0.05, 0.0, 0.02, 0.02, 0.02), strict=True))
    readings = {name: Reading(value, 0.002, 1000) for name, value in effects.items()}
    knowledge = Knowledge(ticket_goals(levers, band=3.0), levers)
    printed = {lever.name: 10 for lever in levers}
    values = printed | {"tickets.a": 12, "tickets.b": 12}
    times = dict.fromkeys(effects, 1.0)
    knowledge.learn(Measured(readings, dict.fromkeys(effects, 1.0), times, {}, 0), values)
    assert knowledge.needless(values, printed) == {"tickets.a"}
