"""Cheapest ways: held against networkx."""

import networkx
import numba
import numpy as np
import pytest

from ttrsim.botkit.paths import FARTHEST, NO_CITY, PATHS, join_all, search, separate_cities, way_to
from ttrsim.games.registry import load_board
from ttrsim.games.trains.engine import board_record


@numba.njit
def lay_out(boards, papers, owned):
    separate_cities(boards[0], papers[0])
    join_all(boards[0], papers[0], owned[0], owned[1])


@numba.njit
def find(boards, papers, start, goals):
    """The city found, the cost and the routes of the way."""
    board, paths = boards[0], papers[0]
    found = search(board, paths, start, goals, FARTHEST)
    if found == NO_CITY:
        return found, np.int64(-1), np.uint64(0), np.uint64(0)
    routes_0, routes_1 = way_to(board, paths, found)
    return found, np.int64(paths.distance[found]), routes_0, routes_1


def words(numbers) -> np.ndarray:
    mask = sum(1 << int(number) for number in numbers)
    return np.array([mask & (2**64 - 1), mask >> 64], np.uint64)


def members(routes_0: int, routes_1: int) -> list[int]:
    mask = int(routes_0) | int(routes_1) << 64
    return [number for number in range(128) if mask >> number & 1]


def layout(name: str, seed: int):
    """A board with random costs, on which some routes are our own and some are closed."""
    board = load_board(name)
    boards, papers = board_record(board), np.zeros(1, PATHS)
    random = np.random.default_rng(seed)
    n = len(board.routes)
    papers[0]["cost"][:n] = random.integers(1, 12, n)
    state = random.choice(["own", "closed", "open"], n, p=[0.1, 0.4, 0.5])
    papers[0]["usable"] = words(np.flatnonzero(state == "open"))
    lay_out(boards, papers, words(np.flatnonzero(state == "own")))
    number = {city.id: i for i, city in enumerate(board.cities)}
    graph = networkx.MultiGraph()
    graph.add_nodes_from(range(len(number)))
    for i, route in enumerate(board.routes):
        if state[i] != "closed":
            cost = 0 if state[i] == "own" else int(papers[0]["cost"][i])
            graph.add_edge(number[route.a], number[route.b], weight=cost)
    return board, boards, papers, graph, number


@pytest.mark.parametrize("name", ["usa", "europe", "new-york"])
@pytest.mark.parametrize("seed", range(8))
def test_costs_are_those_of_networkx(name, seed):
    _, boards, papers, graph, number = layout(name, seed)
    start = seed % len(number)
    expected = networkx.single_source_dijkstra_path_length(graph, start)
    for goal in set(number.values()) - {start}:
        found, cost, routes_0, routes_1 = find(boards, papers, start, np.uint64(1 << goal))
        if goal not in expected:
            assert found == NO_CITY
            continue
        assert (found, cost) == (goal, expected[goal])
        assert sum(int(papers[0]["cost"][i]) for i in members(routes_0, routes_1)) == cost


def test_the_way_leads_from_start_to_goal():
    board, boards, papers, graph, number = layout("usa", 3)
    for goal in networkx.node_connected_component(graph, 0) - {0}:
        _, _, routes_0, routes_1 = find(boards, papers, 0, np.uint64(1 << goal))
        way = networkx.MultiGraph(
            [(number[board.routes[i].a], number[board.routes[i].b]) for i in members(routes_0, routes_1)]
        )
        free = [(a, b) for a, b, weight in graph.edges(data="weight") if weight == 0]
        way.add_edges_from(free)
        way.add_nodes_from([0, goal])
        assert networkx.has_path(way, 0, goal)


def test_it_stops_at_the_nearest_of_several_goals():
    _, boards, papers, graph, _ = layout("europe", 5)
    distances = networkx.single_source_dijkstra_path_length(graph, 10)
    goals = [city for city in distances if city % 3 == 0 and distances[city] > 0]
    found, cost, _, _ = find(boards, papers, 10, np.uint64(sum(1 << city for city in goals)))
    assert found in goals
    assert cost == min(distances[city] for city in goals)


def test_a_search_does_not_mind_what_earlier_ones_left():
    _, boards, papers, _, number = layout("europe", 1)
    used = papers.copy()
    used[0]["came_from"], used[0]["distance"] = 7, 7
    for goal in range(1, len(number)):
        assert find(boards, used, 0, np.uint64(1 << goal)) == find(boards, papers, 0, np.uint64(1 << goal))
