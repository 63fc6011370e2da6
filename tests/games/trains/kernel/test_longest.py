"""E4 and E6 against plain exhaustive search, on networks that games of random bots would seldom build."""

from random import Random

import networkx
import pytest

from tests.games.trains.kernel.harness import LONGEST, Kernel, as_word, built_in
from tests.games.trains.kernel.lockstep import without_choice
from tests.games.trains.oracle import scoring
from ttrsim.games.trains.board.export import board_as_dict

TRAINS = {"europe": 45, "usa": 45, "new-york": 15, "london": 17, "india": 45, "nordic": 40, "switzerland": 40}


class Board:
    """A board whose routes can be given to seats at will, without a game."""

    def __init__(self, name, n_players=2):
        self.kernel = Kernel(name, n_players)
        self.routes = self.kernel.oracle_board["routes"]

    def longest(self, numbers):
        owned = self.kernel.public["owned"]
        owned[0] = [as_word(n for n in numbers if n < 64), as_word(n - 64 for n in numbers if n >= 64)]
        return self.kernel.probe(LONGEST, 0)


def grown(board, rng, trains, dense):
    """A random connected set of routes within the trains, no two halves of a double.

    `dense` ones prefer short routes between cities already reached, so that they are full of circles.
    """
    routes, at, used, chosen, left = board.routes, {rng.choice(board.routes)["a"]}, set(), [], trains
    while True:
        near = [
            n
            for n, r in enumerate(routes)
            if (r["a"] in at or r["b"] in at) and frozenset((r["a"], r["b"])) not in used and r["length"] <= left
        ]
        if not near:
            return chosen
        if dense:
            near.sort(key=lambda n: ((routes[n]["a"] in at) + (routes[n]["b"] in at) < 2, routes[n]["length"]))
            near = near[: rng.choice([1, 2, 4])]
        number = rng.choice(near)
        chosen.append(number)
        at |= {routes[number]["a"], routes[number]["b"]}
        used.add(frozenset((routes[number]["a"], routes[number]["b"])))
        left -= routes[number]["length"]


def scattered(board, rng, trains):
    """Random routes from anywhere: many small networks."""
    chosen, used = [], set()
    for number in rng.sample(range(len(board.routes)), len(board.routes)):
        route = board.routes[number]
        ends = frozenset((route["a"], route["b"]))
        if route["length"] <= trains and ends not in used:
            chosen.append(number)
            used.add(ends)
            trains -= route["length"]
    return chosen


@pytest.mark.parametrize("name", TRAINS)
def test_E6_equals_exhaustive_search(name):
    board, rng = Board(name), Random(6)
    n_cyclic = 0
    for number in range(1500):
        trains = TRAINS[name] if number % 10 == 0 else rng.randint(3, TRAINS[name] * 3 // 4)
        kind = ("scattered", "grown", "dense")[number % 3]
        chosen = scattered(board, rng, trains) if kind == "scattered" else grown(board, rng, trains, kind == "dense")
        routes = [board.routes[number] for number in chosen]
        assert board.longest(chosen) == scoring.longest_trail(routes), [route["id"] for route in routes]
        n_cyclic += len(routes) >= len({city for route in routes for city in (route["a"], route["b"])})
    assert n_cyclic > 400


@pytest.mark.parametrize("name", TRAINS)
def test_E6_a_network_that_can_be_walked_in_one_go_counts_in_full(name):
    """Euler, as networkx has it, and never more than all routes of one network."""
    board, rng = Board(name), Random(1)
    n_walkable = 0
    for _ in range(3000):
        chosen = grown(board, rng, rng.randint(9, TRAINS[name]), dense=True)
        graph = networkx.MultiGraph([(board.routes[n]["a"], board.routes[n]["b"]) for n in chosen])
        total = sum(board.routes[n]["length"] for n in chosen)
        walkable = networkx.has_eulerian_path(graph)
        assert (board.longest(chosen) == total) == walkable
        n_walkable += walkable
    assert n_walkable > 80  # of few on boards with dead ends, such as borders (W3)


@pytest.mark.parametrize("n_players", [2, 3, 5])
def test_E4_equals_exhaustive_search(n_players):
    """Random final positions of Europe with all stations built, and many tickets of a few routes each."""
    rng = Random(4)
    board = board_as_dict(built_in("europe"))
    board["tickets"] = [ticket for ticket in board["tickets"] if ticket["long"]] + short_tickets(board, rng, 45)
    kernel = Kernel(board, n_players)
    tickets = [ticket.id for ticket in kernel.board.tickets]
    n_borrowed = n_joint = 0
    for _ in range(1000 // n_players):
        owner = some_owners(kernel, rng)
        cities = rng.sample([city.id for city in kernel.board.cities], 3 * n_players)
        stations = {city: number % n_players for number, city in enumerate(cities)}
        dealt = rng.sample(tickets, 9 * n_players)
        kept = [dealt[9 * seat : 9 * seat + 9] for seat in range(n_players)]
        kernel.place(kernel.state, owner, stations, dict(enumerate(kept)))
        expected = scoring.score(kernel.oracle_board, n_players, owner, stations, kept)
        scores = kernel.score()
        assert [without_choice(line) for line in scores] == [without_choice(line) for line in expected]
        assert [len(line["completed"]) for line in scores] == [len(line["completed"]) for line in expected]
        assert kernel.winners() == scoring.winners(expected, kernel.board.parameters.tie_breaks)
        n_borrowed += sum(len(line["borrowed"]) for line in scores)
        n_joint += sum(len(line["borrowed"]) > 1 for line in scores)
    assert n_borrowed > 50
    assert n_joint > 5


def short_tickets(board, rng, n):
    """Tickets between the ends of random walks of two or three routes."""
    tickets = []
    while len(tickets) < n:
        start = end = rng.choice(board["cities"])["id"]
        for _ in range(rng.choice([2, 3])):
            route = rng.choice([route for route in board["routes"] if end in (route["a"], route["b"])])
            end = route["b"] if route["a"] == end else route["a"]
        if start != end:
            ticket = {"id": f"T{len(tickets)}", "a": start, "b": end, "points": rng.randint(1, 9), "long": False}
            tickets.append(ticket)
    return tickets


def some_owners(kernel, rng):
    """Each seat claims random routes of at most 45 trains, by the rules for doubles."""
    owner, taken = {}, {}
    left = [45] * kernel.n_players
    few = kernel.n_players <= kernel.board.parameters.doubles_closed_up_to
    for route in rng.sample(kernel.board.routes, len(kernel.board.routes)):
        seat = rng.randrange(kernel.n_players)
        holders = taken.setdefault(frozenset((route.a, route.b)), set())
        if route.length <= left[seat] and seat not in holders and not (few and holders):
            owner[route.id] = seat
            holders.add(seat)
            left[seat] -= route.length
    return owner
