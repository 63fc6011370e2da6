"""Who meets whom, and who sits where."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ttrsim.errors import UserError
from ttrsim.play.seatings import (
    MAX_LINE_UPS,
    line_ups_of_field,
    line_ups_of_tournament,
    one_among_companions,
    orders,
    rotations,
)


def test_a_field_meets_in_every_line_up() -> None:
    assert line_ups_of_field(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups_of_field(2, 2) == [(0, 1)]


def test_a_tournament_has_every_combination_once() -> None:
    assert line_ups_of_tournament(4, 2, None, 1).tolist() == [list(pair) for pair in combinations(range(4), 2)]
    assert line_ups_of_tournament(4, 3, 2, 1).tolist() == [[0, 1, 2], [0, 2, 3], [1, 2, 3]]


def test_of_too_many_line_ups_a_balanced_choice() -> None:
    chosen = line_ups_of_tournament(12, 4, None, seed=1)  # of 495
    assert len({tuple(bots) for bots in chosen.tolist()}) == MAX_LINE_UPS
    meetings = np.zeros((12, 12), int)
    for bots in chosen:
        for a, b in combinations(bots, 2):
            meetings[a, b] += 1
    met = meetings[np.triu_indices(12, 1)]
    assert met.max() - met.min() <= 2
    games = np.bincount(chosen.ravel())
    assert games.max() - games.min() <= 2
    assert line_ups_of_tournament(12, 4, None, seed=1).tolist() == chosen.tolist()
    assert line_ups_of_tournament(12, 4, None, seed=2).tolist() != chosen.tolist()


@pytest.mark.parametrize("n_bots", [2, 21])
def test_a_tournament_too_small_or_too_large(n_bots: int) -> None:
    with pytest.raises(UserError, match="a tournament with 3 players needs 3 to 20 bots"):
        line_ups_of_tournament(n_bots, 3, None, 1)


def test_rotations_are_listed_once() -> None:
    assert rotations([0, 1, 2]) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]
    assert rotations([0, 0, 0, 0]) == [(0, 0, 0, 0)]
    assert rotations([0, 1, 0, 1]) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    assert len(rotations([0, 0, 1, 1])) == 4


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
def test_orders_have_all_seats_and_all_neighbours(n_seats: int) -> None:
    seated = orders(n_seats)
    for first in range(0, len(seated), n_seats):  # the rotations of a deal
        for seat in range(n_seats):
            assert {seating[seat] for seating in seated[first : first + n_seats]} == set(range(n_seats))
    followers = [(seating[seat], seating[seat - 1]) for seating in seated for seat in range(n_seats)]
    counts = {pair: followers.count(pair) for pair in followers}
    assert len(counts) == n_seats * (n_seats - 1)
    assert len(set(counts.values())) == 1


def test_one_bot_is_alone_in_every_seat_and_then_in_all_seats() -> None:
    assert one_among_companions(3) == [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0)]
