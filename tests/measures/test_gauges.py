"""Numbers of boards beside those of the published ones."""

from __future__ import annotations

import csv
from typing import Any

import pytest

from ttrsim.documents.document import strip_text
from ttrsim.games.registry import board_names, load_board
from ttrsim.games.trains.analysis.gauges import GAUGES, OF_BOARDS
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.gauges import Gauge, Standing, published, standings, values_of
from ttrsim.stats.intervals import Estimate

NAMES = [name for name in board_names() if load_board(name).game is TRAINS]


def test_the_kept_values_of_boards_are_those_that_the_boards_have() -> None:
    """`python -m bench.published` was run after the last change of a board."""
    for name in NAMES:
        board: Any = load_board(name)
        for players in range(board.parameters.min_players, board.parameters.max_players + 1):
            for gauge, value in values_of(OF_BOARDS, board, players, None):
                kept = published(TRAINS.package, gauge.name, players).get(name)
                assert kept == (None if value is None else pytest.approx(value.value, rel=1e-3)), (name, gauge.name)


def test_every_gauge_has_a_range_for_every_number_of_players() -> None:
    missing = [
        (gauge.name, players) for gauge in GAUGES for players in (2, 3, 4, 5)
        if len(published(TRAINS.package, gauge.name, players)) < 3
    ]  # fmt: skip
    assert not missing


def test_a_published_board_is_within_its_own_range() -> None:
    found = standings(OF_BOARDS, TRAINS.package, load_board("usa"), 4)
    assert len(found) == len(OF_BOARDS)
    assert not any(standing.beyond for standing in found)


@pytest.mark.parametrize(
    ("value", "beyond"),
    [(Estimate(0.5), 0), (Estimate(0.9), 1), (Estimate(0.65, 0.55, 0.75), 0), (Estimate(0.2, 0.1, 0.39), -1)],
)
def test_only_what_is_beyond_with_its_whole_interval_is_unusual(value: Estimate, beyond: int) -> None:
    assert Standing(Gauge("x", "x"), value, {"a": 0.4, "b": 0.6}).beyond == beyond


def test_a_strip_marks_the_number_among_the_others() -> None:
    assert strip_text(0.5, 0.0, 1.0) == "|······●······|"
    assert strip_text(2.0, 0.0, 1.0) == "|······|······●"
    assert strip_text(1.0, 1.0) == "·······●·······"


def test_the_rows_of_the_file_are_sound() -> None:
    from importlib.resources import files

    text = files("ttrsim.games.trains.analysis").joinpath("published.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert {row["board"] for row in rows} == set(NAMES)
    assert all(int(row["games"]) >= 1_000 for row in rows)
