"""I1–I4: the mandalas, ferries and doubles of India, in the kernel and in the oracle."""

from collections import Counter
from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tests.games.trains.kernel.harness import Kernel, built_in
from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.small_board import route, small_board, ticket

LOOP = ["Agra-Katni", "Agra-Bhopal", "Bhopal-Khandwa", "Bilaspur-Katni", "Bilaspur-Raipur", "Khandwa-Raipur"]
EIGHT = [
    *("Agra-Jaipur", "Agra-Bhopal", "Jaipur-Ratiam", "Bhopal-Ratiam"),
    *("Bhopal-Bilaspur", "Bilaspur-Raipur", "Bhopal-Khandwa", "Khandwa-Raipur"),
]


def routes_of(names):
    """The routes between these cities; of a double one half."""
    first = {}
    for each in built_in("india").routes:
        first.setdefault(f"{each.a}-{each.b}", each.id)
    return {first[name]: 0 for name in names}


def far_from(board, city, route):
    """The square of how far a route lies from a city on the map, times ten."""
    place = {each.id: (each.x, each.y) for each in board.cities}
    return 10 * sum((place[end][axis] - place[city.id][axis]) ** 2 for end in (route.a, route.b) for axis in (0, 1))


def mandalas_of(owner, tickets, board="india"):
    """What the kernel and the oracle say of a position: completed tickets, mandalas and points, the same twice."""
    game = Kernel(board, 2).position(owner=owner, tickets={0: tickets})
    mine = game.score()[0]
    theirs = scoring.score(game.oracle_board, 2, owner, {}, [tickets, []])[0]
    fields = ("completed", "mandalas", "mandala_points", "total")
    assert [mine[field] for field in fields] == [theirs[field] for field in fields]
    return mine["completed"], mine["mandalas"], mine["mandala_points"]


def test_I1a_a_loop_joins_its_cities_twice():
    ticket = "Katni-Khandwa"
    assert mandalas_of(routes_of(LOOP), [ticket]) == ([ticket], 1, 5)


def test_I1b_the_paths_may_cross_in_a_city():
    ticket = "Jaipur-Raipur"
    assert mandalas_of(routes_of(EIGHT), [ticket]) == ([ticket], 1, 5)


def test_I1c_a_route_that_both_paths_need_is_no_mandala():
    ticket = "Jaipur-Raipur"
    assert mandalas_of(routes_of(EIGHT[:6]), [ticket]) == ([ticket], 0, 0)


@pytest.mark.parametrize(("n", "points"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40)])
def test_I1d_points_by_the_number_of_mandalas(n, points):
    """A ring of four cities, with tickets between all of them."""
    names = ["AB", "BC", "CD", "AD"]
    tickets = [ticket("".join(pair), 2) for pair in combinations("ABCD", 2)]
    board = small_board(
        routes=[route(name, 1) for name in names], tickets=tickets, mandala_points=[5, 10, 20, 30, 40],
        cities=[each for each in small_board()["cities"] if each["id"] in "ABCD"],
        setup_offer=2, setup_offer_long=0, max_players=2,
    )  # fmt: skip
    held = [each["id"] for each in tickets[:n]]
    assert mandalas_of(dict.fromkeys(names, 0), held, board)[1:] == (n, points)


def test_I1_agrees_with_the_bridges_of_the_network():
    """On networks of 45 trains: no bridge separates the cities of a ticket that counts."""
    board, rng, found = built_in("india"), Random(7), 0
    halves = {(each.double or each.id): each for each in board.routes}
    for _ in range(60):
        near = rng.choice(board.cities)
        order = sorted(halves.values(), key=lambda each: rng.random() + far_from(board, near, each))
        own = [each for n, each in enumerate(order) if sum(other.length for other in order[: n + 1]) <= 45]
        graph = nx.Graph([(each.a, each.b) for each in own])
        blocks = {city: n for n, part in enumerate(nx.k_edge_components(graph, 2)) for city in part}
        inside = [each for each in board.tickets if each.a in blocks and blocks[each.a] == blocks.get(each.b)]
        owner = {each.id: 0 for each in own}
        game = Kernel("india", 2).position(owner=owner, tickets={0: [each.id for each in board.tickets]})
        mine = game.score()[0]
        assert mine["mandalas"] == len(inside)
        assert scoring.mandalas(game.oracle_board, owner, 0, mine["completed"]) == len(inside)
        found += len(inside)
    assert found > 60


@pytest.mark.parametrize("wilds", [2, 1])
def test_I2a_the_ferry_of_eight_spaces_takes_two_wilds(wilds):
    game = Kernel("india", 2).position(hand=["white"] * (8 - wilds) + ["wild"] * wilds)
    assert (("claim", "Calcutta-Madras", "white", wilds) in game.legal()) == (wilds == 2)
    assert built_in("india").parameters.route_points[8] == 21


@pytest.mark.parametrize("n_players", [2, 3, 4])
def test_I3a_both_halves_of_a_double_only_with_four_players(n_players):
    halves = [each for each in built_in("india").routes if each.double == "Agra-Jaipur"]
    game = Kernel("india", n_players).position(hand=[halves[1].colour], owner={halves[0].id: 1})
    assert (("claim", halves[1].id, halves[1].colour, 0) in game.legal()) == (n_players == 4)


def test_I4_all_who_tie_have_the_longest_path():
    owner = {"Agra-Bhopal-pink": 0, "Agra-Bhopal-red": 1}
    assert [line["longest_points"] for line in Kernel("india", 4).position(owner=owner).score()] == [10, 10, 0, 0]


def test_setup_offer_of_india():
    """§10: eleven keep-sets, and the mean sum, largest and smallest of an offer of four."""
    assert len(Kernel("india", 2).legal()) == 11
    points = sorted(each.points for each in built_in("india").tickets)
    offers = Counter(combinations(points, 4))
    n = sum(offers.values())
    means = [sum(value(offer) * times for offer, times in offers.items()) / n for value in (sum, max, min)]
    assert means == pytest.approx([32.6207, 11.2370, 5.6003], abs=5e-5)


def test_most_points_by_routes_alone_in_india():
    """§10: 94, with one half of each double and 45 trains."""
    board = built_in("india")
    best = [0] * 46
    for length in {(each.double or each.id): each.length for each in board.routes}.values():
        for trains in range(45, length - 1, -1):
            best[trains] = max(best[trains], best[trains - length] + board.parameters.route_points[length])
    assert best[45] == 94
