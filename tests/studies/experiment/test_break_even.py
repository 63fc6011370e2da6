"""Break-even points that the bots know."""

from __future__ import annotations

import pytest

from ttrsim.runs.scenario.model import Scenario
from ttrsim.studies.experiment.break_even import MAX_POINTS, MIN_POINTS, break_even, crossing, try_points
from ttrsim.workers.executor import Threads

SCENARIO = Scenario.model_validate_json(
    '{"board": "new-york", "seats": ["planner", "planner"], "deals": 400, "seed": 2}'
)
TICKET = "Brooklyn-Chelsea"


@pytest.mark.parametrize("zero", [1.5, 7.25, 30.0, 59.5])
def test_a_crossing_is_found_where_it_is(zero: float) -> None:
    assert crossing(lambda points: 0.3 * (points - zero)) == pytest.approx(zero)


def test_without_a_change_of_sign_there_is_none() -> None:
    assert crossing(lambda points: 1.0) is None
    assert crossing(lambda points: -1.0) is None
    assert crossing(lambda points: points - MIN_POINTS + 0.0) is None
    assert crossing(lambda points: points - MAX_POINTS + 0.0) is None


def test_more_points_make_keeping_better() -> None:
    few, many = (try_points(SCENARIO, TICKET, points, Threads(1)) for points in (1, 40))
    assert few.n == many.n, "the same deals"
    assert many.value > few.value


def test_the_interval_holds_the_break_even_point() -> None:
    found = break_even(SCENARIO, TICKET, 8, Threads(2))
    assert found.points is not None
    assert found.low is None or found.low <= found.points
    assert found.high is None or found.points <= found.high
    assert [effect.points for effect in found.effects] == sorted({effect.points for effect in found.effects})
