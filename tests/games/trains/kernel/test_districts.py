"""L1–L3: the districts and the doubles of London, in the kernel and in the oracle."""

from itertools import combinations

import networkx as nx
import pytest

from tests.games.trains.kernel.harness import Kernel, built_in, most_route_points
from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.small_board import city, route, small_board


def districts_of(owner, n_players=2, seat=0):
    """What the kernel and the oracle say of a position in London: districts and points, the same twice."""
    game = Kernel("london", n_players).position(owner=owner)
    mine = game.score()[seat]
    theirs = scoring.score(game.oracle_board, n_players, owner, {}, [[] for _ in range(n_players)])[seat]
    assert (mine["districts"], mine["district_points"]) == (theirs["districts"], theirs["district_points"])
    assert mine["total"] == mine["routes"] + mine["district_points"] == theirs["total"]
    return mine["districts"], mine["district_points"]


def test_L1a_one_route_joins_the_first_district():
    assert districts_of({"British Museum-Covent Garden-1": 0}) == (["1"], 1)


def test_L1b_two_routes_join_the_third_district():
    assert districts_of({"Globe Theatre-Waterloo": 0, "Elephant & Castle-Waterloo": 0}) == (["3"], 3)


def test_L1c_touching_every_city_is_not_joining_them():
    owner = {"Big Ben-Buckingham Palace": 0, "Piccadilly Circus-Trafalgar Square-blue": 0}
    assert districts_of(owner) == ([], 0)


def test_L1d_L2_the_way_may_lead_through_another_district():
    owner = {
        "Baker Street-Hyde Park": 0,
        "Baker Street-Regent's Park": 0,
        "British Museum-Regent's Park": 0,
        "British Museum-King's Cross": 0,
    }
    assert districts_of(owner) == (["5"], 5)


@pytest.mark.parametrize(("district", "buses"), [("1", 1), ("2", 4), ("3", 4), ("4", 7), ("5", 9)])
def test_L1e_the_fewest_buses_for_a_district(district, buses):
    """A tree over its cities and any others: with so few buses there is one, and with one less there is none."""
    board = built_in("london")
    links = nx.Graph()
    for each in board.routes:
        links.add_edge(each.a, each.b, weight=each.length)
    members = {each.id for each in board.cities if each.district == district}
    others = [each.id for each in board.cities if each.id not in members]
    fewest = min(
        nx.minimum_spanning_tree(part).size("weight")
        for n in range(3)
        for more in combinations(others, n)
        if nx.is_connected(part := links.subgraph(members | set(more)))
    )
    assert fewest == buses


def test_L1_districts_add_up_and_each_player_counts_alone():
    owner = {
        "Globe Theatre-Waterloo": 0,
        "Elephant & Castle-Waterloo": 0,
        "British Museum-Covent Garden-1": 0,
        "British Museum-Covent Garden-2": 1,
    }
    assert districts_of(owner, n_players=3) == (["1", "3"], 4)
    assert districts_of(owner, n_players=3, seat=1) == (["1"], 1)


def test_L1_routes_of_others_and_stations_join_nothing():
    cities = [city(name, district="N" if name in "AC" else "") for name in "ABC"]
    routes = [route("AB", 1, "red"), route("BC", 1, "blue")]
    board = small_board(cities=cities, routes=routes, district_points={"N": 5})
    board["tickets"] = [t for t in board["tickets"] if set(t["id"]) <= set("ABC")] + [
        {"id": f"T{n}", "a": "A", "b": "C", "points": 1, "long": n % 2 == 0} for n in range(20)
    ]
    game = Kernel(board, 2).position(owner={"AB": 0, "BC": 1}, stations={"B": 0})
    assert [line["district_points"] for line in game.score()] == [0, 0]


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_L3_the_second_half_of_a_double_is_closed_with_two_players(n_players):
    game = Kernel("london", n_players).position(
        hand=["black", "pink"], hands={1: ["black", "pink"]}, owner={"Covent Garden-Trafalgar Square-black": 1}
    )
    may_claim = ("claim", "Covent Garden-Trafalgar Square-pink", "pink", 0) in game.legal()
    assert may_claim == (n_players > 2)


def test_setup_offer_of_london():
    """§10: three keep-sets, and the mean sum, largest and smallest of an offer of two."""
    game = Kernel("london", 2)
    assert len(game.legal()) == 3
    points = [ticket.points for ticket in built_in("london").tickets]
    offers = list(combinations(points, 2))
    means = [sum(map(value, offers)) / len(offers) for value in (sum, max, min)]
    assert means == pytest.approx([10.8, 6.6263, 4.1737], abs=5e-5)


def test_most_points_by_routes_alone_in_london():
    """§10: 29, with one half of each double and 17 buses."""
    assert most_route_points(built_in("london")) == 29
