"""Pairs of neighbouring cities: the values that others have published of the same boards."""

from __future__ import annotations

from typing import Any

import pytest

from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.pairs import Pairs

# By the author of a map editor, from his own transcription of the boards: tickets that equal their shortest path, of
# how many; share of pairs with several lanes, load ratio, share of pairs that no ticket needs.
PUBLISHED = [
    ("usa", 25, 30, 0.28, 2.20, 0.14),
    ("europe", 44, 46, 0.12, 1.97, 0.17),
    ("nordic", 46, 46, 0.21, 1.68, 0.07),
    ("india", 58, 58, 0.35, 1.35, 0.12),
    ("switzerland", 34, 34, 0.20, 3.10, 0.17),
]


@pytest.mark.parametrize(("name", "by_path", "of", "doubles", "ratio", "idle"), PUBLISHED)
def test_published_values(name: str, by_path: int, of: int, doubles: float, ratio: float, idle: float) -> None:
    board: Any = load_board(name)
    pairs = Pairs(board)
    assert len(pairs.tickets) == of
    assert pairs.tickets_by_path == pytest.approx(by_path / of)
    assert round(pairs.double_share, 2) == doubles
    assert round(pairs.load_ratio or 0, 2) == ratio
    assert pairs.idle_share == pytest.approx(idle, abs=0.01)


def test_only_europe_has_a_route_whose_loss_cuts_it() -> None:
    cut = {}
    for name in ("usa", "europe", "nordic", "india", "switzerland", "new-york", "london"):
        board: Any = load_board(name)
        cut[name] = Pairs(board).cuts
    assert {name: cuts for name, cuts in cut.items() if cuts} == {"europe": [("Edinburgh", "London")]}


def test_a_closed_half_bears_the_load_of_both() -> None:
    board: Any = load_board("usa")
    pairs = Pairs(board)
    assert pairs.open_lanes(3)["Boston", "Montreal"] == 1
    assert pairs.open_lanes(4)["Boston", "Montreal"] == 2
    assert set(pairs.crowded(4)) != set(pairs.crowded(2))
