"""Thresholds: how they are read, and what is said of those that cannot be."""

from __future__ import annotations

import math

import pytest

from ttrsim.files.faults import Fault
from ttrsim.games.registry import load_board
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.registry import all_metrics
from ttrsim.measures.thresholds import columns_of, read_thresholds
from ttrsim.runs.scenario.model import Experiment

FACTS = TrainsFacts(load_board("usa"), ("planner", "planner(block=0.2)"), 2, 2)
TRIED = TrainsFacts(load_board("usa"), ("planner",), 2, 1, Experiment(kind="tickets"))


@pytest.mark.parametrize(
    ("text", "metric", "key", "low", "high"),
    [
        ("win_share[planner] > 0.55", "win_share", "planner", 0.55, math.inf),
        ("win_share[planner(block=0.2)]>=.5", "win_share", "planner(block=0.2)", 0.5, math.inf),
        ("mean(turns) in [120, 160]", "mean(turns)", "", 120, 160),
        (" mean( points )<=  1e2 ", "mean(points)", "", -math.inf, 100),
        ("seat_advantage < 0.02", "seat_advantage", "", -math.inf, 0.02),
        ("seat_win_share[1] in [0.4,0.6]", "seat_win_share", "1", 0.4, 0.6),
        ("route_claimed[Duluth-Helena] > 0.1", "route_claimed", "Duluth-Helena", 0.1, math.inf),
        ("bot_habits[planner, draws] < 30", "bot_habits", "planner, draws", -math.inf, 30),
    ],
)
def test_what_is_understood(text: str, metric: str, key: str, low: float, high: float) -> None:
    (found,) = read_thresholds([text], FACTS, [])
    assert (found.metric.name, found.key, found.low, found.high) == (metric, key, low, high)


@pytest.mark.parametrize(
    ("text", "metric", "key"),
    [
        ("ticket_effect[Denver-El Paso] > -0.02", "ticket_effect", "Denver-El Paso"),
        ("ticket_break_even[Denver-El Paso] < 8", "ticket_break_even", "Denver-El Paso"),
        ("effect[win_share] in [0, 0.2]", "effect", "win_share"),
        ("effect_by_seat[score, 1] > 0", "effect_by_seat", "score, 1"),
    ],
)
def test_effects_are_checked_in_experiments(text: str, metric: str, key: str) -> None:
    (found,) = read_thresholds([text], TRIED, [])
    assert (found.metric.name, found.key) == (metric, key)
    faults: list[Fault] = []
    read_thresholds([text], FACTS, faults)
    assert [fault.text for fault in faults] == [
        f"{text!r}: {metric} needs an experiment: add the key `experiment` to the scenario"
    ]


def test_nothing_else_is_checked_in_experiments() -> None:
    faults: list[Fault] = []
    read_thresholds(["mean(turns) > 1"], TRIED, faults)
    assert "mean(turns) cannot be measured in an experiment" in faults[0].text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("win_share[plannr] > 0.55", "no bot 'plannr' — did you mean 'planner'?"),
        ("seat_advantge < 0.02", "no metric 'seat_advantge' — did you mean 'seat_advantage'?"),
        ("mean(trns) < 3", "no numeric column 'trns' in the tables games and seats — did you mean 'turns'?"),
        ("mean(bot) < 3", "no numeric column 'bot'"),
        ("win_share > 0.5", "win_share is a column: write mean(win_share), or win_share[bot] for one bot"),
        ("route_claimed > 0.1", "route_claimed has one value per route: write route_claimed[route]"),
        ("route_claimed[Duluth-Helna] > 0.1", "no route 'Duluth-Helna' — did you mean 'Duluth-Helena'?"),
        ("seat_win_share[2] > 0.1", "no seat '2'"),
        ("ties[planner] > 0.1", "ties has no keys"),
        ("seatings[planner, 1] > 5", "seatings is a count and has no interval"),
        ("ties > many", "'many' is not a number"),
        ("ties > nan", "'nan' is not a number"),
        ("ties in [0.3, 0.1]", "the interval [0.3, 0.1] is empty"),
        ("ties in 0.3", "should be NAME, NAME[key] or mean(COLUMN), then"),
        ("ties = 0.3", "should be NAME"),
        ("", "should be NAME"),
    ],
)
def test_what_is_not(text: str, told: str) -> None:
    faults: list[Fault] = []
    read_thresholds(["ties < 0.5", text], FACTS, faults)
    (fault,) = map(str, faults)
    assert fault.startswith(f"checks.1: {text!r}: {told}")


def test_all_faults_at_once() -> None:
    faults: list[Fault] = []
    (sound,) = read_thresholds(["tie < 1", "ties < 1", "ties <"], FACTS, faults)
    assert sound.text == "ties < 1"
    assert [fault.where for fault in faults] == ["checks.0", "checks.2"]


def test_no_column_is_called_like_a_metric() -> None:
    assert not {*columns_of(TRAINS, "games"), *columns_of(TRAINS, "seats")} & set(all_metrics(TRAINS))
