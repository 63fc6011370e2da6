"""Each rule of §4 in a position built for it: the end of a game and its score."""

import pytest

from tests.games.trains.kernel.harness import Kernel
from tests.games.trains.oracle.small_board import route, small_board, ticket

R, B, G, W = "red", "blue", "green", "wild"
LONG_TICKETS = [ticket("AB", 1, long=True) | {"id": f"L{number}"} for number in range(4)]
SPARE_TICKETS = [ticket("AB", 1) | {"id": f"S{number}"} for number in range(8)]


def kernel(n_players=2, **overrides):
    return Kernel(small_board(**overrides), n_players)


def pass_turn(game):
    seat = game.asked
    while game.asked == seat and game.question != "over":
        game.advance(("draw", "pile"))


# ---- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n_players", "trains", "triggers"), [(2, 3, False), (2, 2, True), (3, 1, True), (4, 0, True)])
def test_E1_two_trains_or_fewer_make_the_next_round_the_last(n_players, trains, triggers):
    length = 9 - trains - 2
    routes = [route("AB", 2, R), route("BC", length), route("CA", 1)]
    game = kernel(
        n_players, routes=routes, tickets=[*LONG_TICKETS, *SPARE_TICKETS], route_points={n: n for n in range(1, 9)}
    )
    game.position(hand=[R, R], owner={"BC": 0}, pile=[G] * 90)
    events = game.advance(("claim", "AB", R, 0))
    assert (("last_round", 0, 0, 0, 0) in events) == triggers
    for _ in range(n_players):
        assert game.question == "action"
        pass_turn(game)
    assert (game.question == "over") == triggers
    if triggers:
        assert (game.snapshot()["reason"], game.public["turn"], game.public["seat"]) == ("trains", 1 + n_players, 0)


def test_E1_in_the_last_round_another_trigger_changes_nothing():
    game = kernel(n_players=3).position(
        hand=[R, R],
        hands={1: [R] * 3},
        owner={"FA": 0, "BC": 0, "CD": 1, "BE": 1},
        pile=[G] * 40,
    )
    game.advance(("claim", "AB", R, 0))  # 2 trains left
    events = game.advance(("claim", "AD", R, 0))  # seat 1: 1 train left
    assert [event[0] for event in events] == ["claim"]
    pass_turn(game)
    pass_turn(game)
    assert (game.question, game.public["turn"], game.public["seat"]) == ("over", 4, 0)


def test_E1_a_pass_is_a_turn_of_the_last_round():
    game = kernel(stations=0).position(hand=[R, R], owner={"FA": 0, "BC": 0}, market=[None] * 5, ticket_pile=[])
    game.advance(("claim", "AB", R, 0))
    assert (game.public["last_turns"], game.market()) == (2, [R, R, None, None, None])
    game.advance(("draw", 0))
    events = game.advance(("draw", 1))
    assert [event[:2] for event in events] == [("draw", 1), ("pass", 0)]
    assert (game.question, game.snapshot()["reason"], game.public["turn"]) == ("over", "trains", 3)


# ---- points --------------------------------------------------------------------------------------


def test_E2_routes_score_when_claimed():
    game = kernel().position(hand=[R] * 2, owner={"FA": 0, "CD": 1})
    game.advance(("claim", "AB", R, 0))
    assert game.public["route_points"][:2].tolist() == [9, 4]
    assert [line["routes"] for line in game.score()] == [9, 4]


@pytest.mark.parametrize("name", ["europe", "new-york", "usa"])
def test_E2_points_by_length_are_those_of_the_table(name):
    table = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 8: 21}
    game = Kernel(name, 2)
    points = game.boards[0]["points"][: len(game.board.routes)].tolist()
    assert points == [table[route.length] for route in game.board.routes]


def test_E3_a_ticket_scores_if_own_routes_join_its_cities_and_loses_otherwise():
    game = kernel().position(owner={"AB": 0, "BC": 0, "CD": 1}, tickets={0: ["AC", "BD"], 1: ["AD", "CF"]})
    first, second = game.score()
    assert (first["completed"], first["failed"], first["tickets"]) == (["AC"], ["BD"], 3 - 4)
    assert (second["completed"], second["failed"], second["tickets"]) == ([], ["CF", "AD"], -4 - 3)


def test_E4_a_station_borrows_one_route_for_all_tickets():
    game = kernel().position(
        owner={"AB": 0, "BC": 1, "BE": 1, "EF": 1},
        stations={"B": 0},
        tickets={0: ["AC", "AE", "BE"]},
    )
    line = game.score()[0]
    assert line["borrowed"] == {"B": "BE"}  # AE and BE, 6 points, not AC, 3
    assert (line["completed"], line["tickets"]) == (["AE", "BE"], 4 + 2 - 3)


def test_E4_a_station_does_not_borrow_where_it_does_not_stand():
    game = kernel().position(owner={"AB": 0, "EF": 1, "BE": 1}, stations={"B": 0}, tickets={0: ["BF"]})
    assert game.score()[0]["tickets"] == -3


def test_E4_a_free_route_is_nobodys_to_lend():
    game = kernel().position(owner={"AB": 0}, stations={"B": 0}, tickets={0: ["AC"]})
    assert (game.score()[0]["tickets"], game.score()[0]["borrowed"]) == (-3, {})


def test_E4_three_stations_are_chosen_together_where_greedy_choices_miss():
    """Alone, each station's best is a ticket of one point; together all three carry the ticket of twenty."""
    pairs = [("AB", "AX"), ("BC", "BX"), ("CD", "CX")]
    routes = [route(name, 1) for pair in pairs for name in pair] + [route("DX", 1)]
    cities = [{"id": name, "name": name, "x": 0.0, "y": 0.0, "attraction": False} for name in "ABCDX"]
    tickets = [ticket("AD", 20), ticket("AX", 1), ticket("BX", 1), ticket("CX", 1), *LONG_TICKETS, *SPARE_TICKETS]
    game = kernel(stations=3, cities=cities, routes=routes, tickets=tickets)
    others = {name: 1 for pair in pairs for name in pair}
    game.position(owner=others, stations={"A": 0, "B": 0, "C": 0}, tickets={0: ["AD", "AX", "BX", "CX"]})
    line = game.score()[0]
    assert line["borrowed"] == {"A": "AB", "B": "BC", "C": "CD"}
    assert (line["completed"], line["tickets"]) == (["AD"], 20 - 3)


def test_E4_of_equal_points_the_choice_with_more_tickets():
    """One ticket of 2 points, or two of 1: the second helps in a tie (E8)."""
    routes = [route("AB", 1), route("AC", 1), route("CD", 1), route("BD", 1)]
    cities = [{"id": name, "name": name, "x": 0.0, "y": 0.0, "attraction": False} for name in "ABCD"]
    tickets = [ticket("AB", 2), ticket("AC", 1), ticket("AD", 1), *LONG_TICKETS, *SPARE_TICKETS]
    game = kernel(cities=cities, routes=routes, tickets=tickets)
    game.position(owner={"AB": 1, "AC": 1, "CD": 0}, stations={"A": 0}, tickets={0: ["AB", "AC", "AD"]})
    line = game.score()[0]
    assert (line["borrowed"], line["completed"], line["tickets"]) == ({"A": "AC"}, ["AC", "AD"], 0)


def test_E5_four_points_per_station_not_built():
    game = kernel().position(stations={"A": 0, "B": 0, "C": 1})
    assert [line["station_points"] for line in game.score()] == [0, 4]
    europe = Kernel("europe", 2).position(stations={"Paris": 0})
    assert [line["station_points"] for line in europe.score()] == [8, 12]


def test_E6_the_longest_path_uses_each_route_once_and_cities_again():
    """A loop of four with a tail: the tail and all of the loop."""
    routes = [route("AB", 1), route("BC", 1), route("CD", 1), route("DB", 1), route("AE", 3), route("AF", 3)]
    game = kernel(routes=routes).position(owner={"AB": 0, "BC": 0, "CD": 0, "DB": 0, "AE": 0})
    assert game.score()[0]["longest"] == 7


def test_E6_branches_do_not_count_twice():
    routes = [route("AB", 1), route("AC", 2), route("AD", 3), route("EF", 4), route("FA", 1)]
    game = kernel(routes=routes).position(owner={"AB": 0, "AC": 0, "AD": 0})
    assert game.score()[0]["longest"] == 5


def test_E6_of_two_networks_the_longer():
    routes = [route("AB", 1), route("BC", 1), route("DE", 3), route("EF", 1), route("CD", 1)]
    game = kernel(routes=routes).position(owner={"AB": 0, "BC": 0, "DE": 0})
    assert game.score()[0]["longest"] == 3


def test_E6_borrowed_routes_are_excluded():
    game = kernel().position(owner={"AB": 0, "BC": 1}, stations={"B": 0}, tickets={0: ["AC"]})
    line = game.score()[0]
    assert (line["borrowed"], line["longest"]) == ({"B": "BC"}, 2)


def test_E6_all_who_tie_get_the_points_and_nobody_without_a_route():
    tied = kernel(3).position(owner={"AB": 0, "BE": 1, "BC": 2})
    assert [line["longest_points"] for line in tied.score()] == [10, 10, 0]
    assert [line["longest_points"] for line in kernel(3).position().score()] == [0, 0, 0]


def test_E7_one_point_per_attraction_touched_once_each():
    """Two routes meet in Chelsea, an attraction; Soho and Midtown West are none."""
    game = Kernel("new-york", 2).position(
        owner={"Chelsea-Soho": 0, "Chelsea-Midtown West": 0, "Chelsea-Empire State Building-1": 1}
    )
    assert [line["attraction_points"] for line in game.score()] == [1, 2]


def test_E7_a_station_or_a_borrowed_route_touches_nothing():
    game = kernel().position(owner={"AD": 1}, stations={"A": 0})
    assert [line["attraction_points"] for line in game.score()] == [0, 2]


# ---- who wins ------------------------------------------------------------------------------------


def test_E8_most_points_win():
    game = kernel(3).position(owner={"AB": 0, "CD": 1, "BC": 2})
    game.score()
    assert game.winners() == [1]


def tie(tie_breaks, n_players=2, **state):
    """The winners of a position of equal points."""
    rules = {"tie_breaks": tie_breaks, "longest_points": 0, "station_points": 0, "attraction_points": 0}
    game = kernel(n_players, tickets=[ticket("BE", 1), *LONG_TICKETS, *SPARE_TICKETS], **rules)
    game.position(**state)
    totals = {line["total"] for line in game.score()}
    assert len(totals) == 1, "the position is no tie"
    return game.winners()


EUROPE = ["completed_tickets", "fewest_stations", "longest_path"]
USA = ["completed_tickets", "longest_path"]
NEW_YORK = ["completed_tickets"]
OWN = {"AB": 0, "BE": 1}  # two points each


@pytest.mark.parametrize(("name", "tie_breaks"), [("europe", EUROPE), ("usa", USA), ("new-york", NEW_YORK)])
def test_E8_the_lists_of_the_boards(name, tie_breaks):
    assert list(Kernel(name, 2).board.parameters.tie_breaks) == tie_breaks


@pytest.mark.parametrize("tie_breaks", [EUROPE, USA, NEW_YORK])
def test_E8_first_more_completed_tickets(tie_breaks):
    """Seat 1 completes one ticket of one point and fails another, seat 0 has none."""
    assert tie(tie_breaks, owner=OWN, tickets={1: ["BE", "S0"]}) == [1]


@pytest.mark.parametrize(("tie_breaks", "expected"), [(EUROPE, [0]), (USA, [0, 1]), (NEW_YORK, [0, 1])])
def test_E8_in_europe_then_fewer_stations_built(tie_breaks, expected):
    assert tie(tie_breaks, owner=OWN, stations={"F": 1}) == expected


@pytest.mark.parametrize(("tie_breaks", "expected"), [(EUROPE, [1]), (USA, [1]), (NEW_YORK, [0, 1])])
def test_E8_last_the_longest_path(tie_breaks, expected):
    """Seat 0 has 1 + 1 points in two places, seat 1 a path of two; no points hang on it (a house rule)."""
    assert tie(tie_breaks, owner={"BC": 0, "EF": 0, "AB": 1}) == expected


@pytest.mark.parametrize("tie_breaks", [EUROPE, USA, NEW_YORK])
def test_E8_still_tied_they_share_the_win(tie_breaks):
    assert tie(tie_breaks, owner=OWN) == [0, 1]
    assert tie(tie_breaks, n_players=3, owner={**OWN, "DE": 2}) == [0, 1, 2]


@pytest.mark.parametrize("tie_breaks", [EUROPE, USA])
def test_E8_last_the_longest_path_where_it_also_scores(tie_breaks):
    """2 + 2 + 10 for the path, against 1 + 13: one completed ticket each."""
    tickets = [ticket("AB", 2), ticket("BC", 13), *LONG_TICKETS, *SPARE_TICKETS]
    game = kernel(tickets=tickets, tie_breaks=tie_breaks, attraction_points=0)
    game.position(owner={"AB": 0, "BC": 1}, tickets={0: ["AB"], 1: ["BC"]})
    assert [line["total"] for line in game.score()] == [8 + 14, 8 + 14]
    assert game.winners() == [0]


def test_E8_a_tie_of_some_leaves_the_others_out():
    game = kernel(4, tie_breaks=NEW_YORK, longest_points=0, attraction_points=0)
    game.position(owner={"AB": 0, "BE": 1, "EF": 2, "DE": 3})
    game.score()
    assert game.winners() == [0, 1, 3]
