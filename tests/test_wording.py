"""Messages name the nearest word, cut long values short, and say where a fault is."""

from __future__ import annotations

import pytest

from ttrsim.files.faults import Fault, Place, in_order
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.wording import did_you_mean, nearest, percentage_points, shortened, sparkline


@pytest.mark.parametrize(("word", "near"), [("radnom", "random"), ("GREEDY", "greedy"), ("chess", None)])
def test_the_nearest_word(word: str, near: str | None) -> None:
    choices = ["random", "greedy", "planner"]
    assert nearest(word, choices) == near
    assert did_you_mean(word, choices) == (f" — did you mean '{near}'?" if near else "")


def test_one_percentage_point_and_several() -> None:
    assert [percentage_points(share) for share in (0.01, 0.005, 0.02)] == [
        "1 percentage point",
        "0.5 percentage points",
        "2 percentage points",
    ]


def test_a_sparkline_shows_eighths_of_the_whole() -> None:
    assert sparkline([0, 0.12, 0.13, 0.49, 0.5, 0.87, 0.88, 1]) == "▁▁▂▄▅▇██"
    assert sparkline([]) == ""


def test_long_values_are_cut_short() -> None:
    assert shortened([1, "a"]) == "[1, 'a']"
    assert shortened("x" * 100) == "'" + "x" * 38 + "…"


def test_a_fault_says_where_it_is() -> None:
    assert str(Fault(Place("routes.csv", 3), "is bad")) == "routes.csv: line 3: is bad"
    assert str(Fault("seats.1", "is bad")) == "seats.1: is bad"
    assert str(Fault("", "is bad")) == "is bad"


def test_faults_of_a_board_come_file_by_file() -> None:
    files = ("board.toml", "cities.csv", "routes.csv")
    places = [Place("routes.csv", 2), *(Place("cities.csv", line) for line in (10, 9, None)), Place("board.toml")]
    assert [fault.where for fault in in_order([Fault(place, "") for place in places], files)] == [
        "board.toml",
        "cities.csv",
        "cities.csv: line 9",
        "cities.csv: line 10",
        "routes.csv: line 2",
    ]


def test_every_fault_of_a_scenario_names_its_file() -> None:
    faults = [Fault("seats.1", "is bad"), Fault("", "cannot be read")]
    assert str(ScenarioError("s.toml", faults)) == "s.toml: seats.1: is bad\ns.toml: cannot be read"
