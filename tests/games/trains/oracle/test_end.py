"""Each rule of the end and the score, in a position of the oracle built for it."""

from collections.abc import Iterable
from itertools import permutations
from random import Random
from typing import Any

import pytest

from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.positions import G, R, kinds, position
from tests.games.trains.oracle.small_board import city, route, small_board, ticket


def test_E1_everybody_has_one_more_turn():
    game = position(hand=[R, R, R], trains=[5, 9], pile=[G] * 20)
    game.apply(("claim", "AD", R, 0))
    assert game.events[-1] == {"event": "last_round", "turn": 1, "player": 0}
    turns = []
    while game.question != "over":
        turns.append((game.seat, game.last_turns))
        game.apply(("draw", "pile"))
        game.apply(("draw", "pile"))
    assert turns == [(1, 2), (0, 1)]
    assert (game.reason, game.turn) == ("trains", 3)
    assert kinds(game).count("last_round") == 1


def test_E1_the_last_round_is_announced_once():
    game = position(hand=[R, R, R, R], trains=[5, 2], pile=[G] * 20)
    game.apply(("claim", "AD", R, 0))
    game.apply(("draw", "pile"))
    game.apply(("draw", "pile"))  # seat 1 has two trains as well
    game.apply(("claim", "BC", R, 0))
    assert game.reason == "trains"
    assert kinds(game).count("last_round") == 1


def test_E2_E3_E5_the_score_line():
    board = small_board(tickets=[ticket("AC", 3), ticket("AE", 4), ticket("BF", 5)])
    scores = scoring.score(board, 2, {"AB": 0, "BC2": 0, "FA": 1}, {"D": 1}, [["AE", "AC"], ["BF"]])
    assert scores[0] == {
        "routes": 3,
        "completed": ["AC"],
        "failed": ["AE"],
        "tickets": -1,
        "stations_left": 2,
        "station_points": 8,
        "borrowed": {},
        "longest": 3,
        "longest_points": 0,
        "attraction_points": 1,
        "total": 11,
    }
    assert [scores[1][field] for field in ("routes", "tickets", "station_points", "total")] == [7, -5, 4, 17]


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        ([["AC", "BC"], ["DE"], ["AB", "AC"]], [15, 0, 0]),  # two completed, one, and none of two
        ([["AC", "DF"], ["DE"], []], [15, 15, 0]),  # G1a: a tie; a failed ticket does not matter
        ([["DF"], ["AC"], []], [0, 0, 0]),  # G2
    ],
)
def test_G1_most_completed_tickets(kept: list[list[str]], expected: list[int]):
    names = ("AC", "BC", "AB", "DE", "DF")
    board = small_board(tickets=[ticket(name, 3) for name in names], globetrotter_points=15)
    board["routes"] = [route(name, 1) for name in ("AB", "BC", "DE", "EF")]
    scores = scoring.score(board, 3, {"AB": 0, "BC": 0, "DE": 1}, {}, kept)
    assert [line["globetrotter_points"] for line in scores] == expected


def best(board, owner, stations, tickets):
    """What seat 0 borrows, and the tickets that completes."""
    borrowed, scored = scoring.best_borrowing(board, owner, stations, 0, tickets)
    return borrowed, list(scored)


def test_E4_a_station_borrows_one_route_for_all_tickets():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "BD")])
    owner = {"AB": 0, "BC": 1, "BD": 2}
    tickets = [ticket("AC", 3), ticket("AD", 7)]
    assert best(board, owner, {"B": 0}, tickets) == ({"B": "BD"}, ["AD"])


def test_E4_a_station_in_a_city_borrows_only_there_and_only_from_others():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD")])
    tickets = [ticket("AD", 7)]
    owner = {"AB": 0, "BC": 1}  # CD is nobody's
    assert best(board, owner, {"C": 0, "D": 0}, tickets) == ({}, [])
    assert best(board, owner | {"CD": 1}, {"A": 0, "D": 0}, tickets) == ({}, [])
    assert best(board, owner | {"CD": 1}, {"C": 1, "D": 0}, tickets) == ({}, [])


def test_E4_three_stations_together():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD", "DE", "CF", "EF")])
    owner = {"AB": 0, "BC": 1, "CD": 2, "DE": 1, "CF": 1, "EF": 0}
    tickets = [ticket("AE", 9), ticket("AD", 4), ticket("AC", 2)]
    assert best(board, owner, {"B": 0}, tickets) == ({"B": "BC"}, ["AC"])
    borrowed, completed = best(board, owner, {"B": 0, "D": 0}, tickets)
    assert (borrowed, completed) == ({"B": "BC", "D": "CD"}, ["AD", "AC"])
    borrowed, completed = best(board, owner, {"B": 0, "D": 0, "F": 0}, tickets)
    assert completed == ["AE", "AD", "AC"]
    assert borrowed in ({"B": "BC", "D": "CD", "F": "CF"}, {"B": "BC", "D": "DE", "F": "CF"})


def test_E4_a_greedy_choice_station_by_station_is_not_enough():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "CD")])
    owner = {"AB": 1, "BC": 0, "CD": 1}
    tickets = [ticket("AD", 9)]
    borrowed, completed = best(board, owner, {"B": 0, "C": 0}, tickets)
    assert (borrowed, completed) == ({"B": "AB", "C": "CD"}, ["AD"])


def test_E4_equal_points_the_choice_with_more_completed_tickets():
    board = small_board(routes=[route(name, 1) for name in ("AB", "BC", "BD", "DE")])
    owner = {"AB": 0, "BC": 1, "BD": 1, "DE": 0}
    tickets = [ticket("AC", 10), ticket("AD", 5), ticket("AE", 5)]
    assert best(board, owner, {"B": 0}, tickets) == ({"B": "BD"}, ["AD", "AE"])


def test_E6_a_trail_may_cross_itself_but_uses_a_route_once():
    loop = [route("AB", 2), route("BC", 1), route("CA", 3)]
    assert scoring.longest_trail(loop) == 6
    assert scoring.longest_trail([*loop, route("AD", 4), route("AE", 5)]) == 15  # D A B C A E
    star = [route("AB", 2), route("AC", 3), route("AD", 4)]
    assert scoring.longest_trail(star) == 7
    assert scoring.longest_trail([route("AB", 2), route("CD", 3)]) == 3
    assert scoring.longest_trail([]) == 0


def test_E6_against_trying_every_order():
    rng = Random(6)
    for _ in range(40):
        ends = [rng.sample("ABCD", 2) for _ in range(5)]
        routes = [route("".join(pair), rng.randint(1, 4)) for pair in ends]
        best = max(prefix_trail(order) for order in permutations(routes))
        assert scoring.longest_trail(routes) == best


def prefix_trail(order: Iterable[dict[str, Any]]) -> int:
    """The longest trail that begins with the first route of the order and takes the others one by one."""
    first, *rest = order
    best = 0
    for at in (first["a"], first["b"]):
        length = first["length"]
        for step in rest:
            if at not in (step["a"], step["b"]):
                break
            at = step["b"] if at == step["a"] else step["a"]
            length += step["length"]
        best = max(best, length)
    return best


def test_E6_all_who_tie_get_the_points_and_nobody_without_a_route():
    board = small_board(tickets=[])
    scores = scoring.score(board, 3, {"AB": 0, "DE": 1, "EF": 2}, {}, [[], [], []])
    assert [line["longest_points"] for line in scores] == [10, 10, 0]
    scores = scoring.score(board, 2, {}, {}, [[], []])
    assert [line["longest_points"] for line in scores] == [0, 0]


def test_E6_a_borrowed_route_is_no_part_of_the_path():
    board = small_board(tickets=[ticket("AC", 3)])
    scores = scoring.score(board, 2, {"AB": 0, "BC": 1}, {"C": 0}, [["AC"], []])
    assert (scores[0]["borrowed"], scores[0]["longest"]) == ({"C": "BC"}, 2)


def test_E6_a_board_without_the_rule_shows_no_length():
    board = small_board(longest_points=0, tie_breaks=["completed_tickets"])
    assert scoring.score(board, 2, {"AB": 0}, {}, [[], []])[0]["longest"] == 0


def test_E7_each_attraction_once():
    cities = [city(name, attraction=name in "ABF") for name in "ABCDEF"]
    board = small_board(cities=cities, attraction_points=2)
    scores = scoring.score(board, 2, {"AB": 0, "BC": 0, "CD": 1}, {"F": 1}, [[], []])
    assert [line["attraction_points"] for line in scores] == [4, 0]  # a station touches nothing


def line_of(total: int, completed: int = 0, stations_left: int = 0, longest: int = 0) -> dict[str, Any]:
    done = [str(number) for number in range(completed)]
    return {"total": total, "completed": done, "stations_left": stations_left, "longest": longest}


@pytest.mark.parametrize(
    ("lines", "tie_breaks", "expected"),
    [
        ([line_of(9), line_of(10)], ["completed_tickets"], [1]),
        ([line_of(9, 5), line_of(10)], ["completed_tickets"], [1]),
        ([line_of(9), line_of(9)], ["completed_tickets"], [0, 1]),
        ([line_of(9, 1), line_of(9, 2)], ["completed_tickets"], [1]),
        ([line_of(9, 1), line_of(9, 2)], [], [0, 1]),
        ([line_of(9, 2, 1), line_of(9, 2, 2)], ["completed_tickets", "fewest_stations"], [1]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 2)], ["completed_tickets", "longest_path"], [0]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 1, 4), line_of(8, 9, 9, 6)], ["longest_path"], [0, 1]),
        ([line_of(9, 2, 1, 5), line_of(9, 2, 1, 5), line_of(9, 2, 1, 4)], ["longest_path"], [0, 1]),
    ],
)
def test_E8_ties(lines: list[dict[str, Any]], tie_breaks: list[str], expected: list[int]):
    assert scoring.winners(lines, tie_breaks) == expected
