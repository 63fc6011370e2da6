"""The kit for users' bots, seen from positions of real games."""

from __future__ import annotations

import networkx as nx
import numba
import numpy as np
import pytest

from ttrsim import botkit as kit
from ttrsim.games.registry import load_board
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel.legal import is_legal
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.seatings import one_among_companions
from ttrsim.studies.botcheck import checks
from ttrsim.studies.botcheck.positions import Examiner

BOARDS = [("usa", 3), ("europe", 2), ("new-york", 4)]


@numba.njit
def legal_of(boards, state):  # type: ignore[no-untyped-def]
    """All legal decisions, and whether the rules agree that they are."""
    board, public, own = boards[0], state.public, state.seats[state.public.asked]
    decisions = kit.legal_decisions(board, public, own)
    agreed = True
    for decision in decisions:
        agreed = agreed and is_legal(board, public, own, decision)
    return decisions, agreed


@numba.njit
def claims_of(boards, state):  # type: ignore[no-untyped-def]
    """[route]: the cheapest claim of every route that can be afforded, 0 for the others."""
    board, public, own = boards[0], state.public, state.seats[state.public.asked]
    claims = np.zeros(board.n_routes, np.int64)
    for route in range(board.n_routes):
        if kit.can_afford(board, public, own, route):
            claims[route] = kit.cheapest_claim(board, own, route)
    return claims


@numba.njit
def station_of(boards, state):  # type: ignore[no-untyped-def]
    board, public, own = boards[0], state.public, state.seats[state.public.asked]
    if not kit.can_build_station(board, public, own):
        return 0
    return kit.cheapest_station(board, public, own, kit.lowest(kit.cities_without_station(board, public)))


@numba.njit
def extra_of(state):  # type: ignore[no-untyped-def]
    return kit.cheapest_extra(state.public, state.seats[state.public.asked])


@numba.njit
def knowledge_of(boards, state):  # type: ignore[no-untyped-def]
    """[card]: unseen, known of others, chance from the pile."""
    board, public, own = boards[0], state.public, state.seats[state.public.asked]
    known = np.zeros((9, 3))
    for card in range(9):
        known[card, 0] = kit.unseen(board, public, own, card)
        known[card, 1] = kit.known_of_others(public, own, card)
        known[card, 2] = kit.chance_from_pile(board, public, own, card)
    return known


@numba.njit
def way_of(boards, state, a, b):  # type: ignore[no-untyped-def]
    board, public, own = boards[0], state.public, state.seats[state.public.asked]
    way = kit.routes_to_join(board, public, own, a, b)
    length = 0
    for route in range(board.n_routes):
        if kit.is_on(way, route):
            length += board.length[route]
    return kit.trains_to_join(board, public, own, a, b), length


def positions_of(name: str, n_players: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    boards = board_record(load_board(name))
    bots = [load_bot(bot, TRAINS) for bot in ("random", "greedy")]
    return boards, Examiner(load_board(name), boards, bots).positions(
        one_among_companions(n_players), 3, checks.EFFORT.stride, n
    )


@pytest.mark.parametrize(("name", "n_players"), BOARDS)
def test_decisions(name: str, n_players: int) -> None:
    from ttrsim.games.trains.kernel.records import CHOOSE_ACTION, PAY_TUNNEL

    boards, positions = positions_of(name, n_players, 300)
    for state in positions:
        decisions, agreed = legal_of(boards, state)
        assert agreed
        assert len(decisions) > 0
        assert len(set(decisions)) == len(decisions)
        if state["public"]["question"] == CHOOSE_ACTION:
            listed = {decision >> 4 & 0xFF: [] for decision in decisions if decision & 15 == 2}
            for decision in decisions:
                if decision & 15 == 2:
                    listed[decision >> 4 & 0xFF].append(decision)
            claims = {route: claim for route, claim in enumerate(claims_of(boards, state)) if claim}
            assert set(claims) == set(listed)
            for route, claim in claims.items():  # no way to pay has fewer wilds
                assert claim in listed[route]
                assert claim >> 16 == min(way >> 16 for way in listed[route])
            station = station_of(boards, state)
            assert station == 0 or station in decisions
        if state["public"]["question"] == PAY_TUNNEL:
            assert extra_of(state) == decisions[0]  # fewest wilds first, to decline last


@pytest.mark.parametrize(("name", "n_players"), BOARDS)
def test_knowledge(name: str, n_players: int) -> None:
    boards, positions = positions_of(name, n_players, 300)
    for state in positions:
        unseen, known, chance = knowledge_of(boards, state).T
        others = [seat for seat in range(n_players) if seat != state["public"]["asked"]]
        blind = sum(state["seats"][seat]["hand"] - state["public"]["known"][seat] for seat in others)
        assert (unseen == state["hidden"]["pile"] + blind).all()
        assert (known == sum(state["public"]["known"][seat] for seat in others)).all()
        if state["public"]["pile_size"] > 0:
            assert chance == pytest.approx(unseen / unseen.sum())
            assert chance.sum() == pytest.approx(1)


@pytest.mark.parametrize(("name", "n_players"), BOARDS)
def test_ways(name: str, n_players: int) -> None:
    """Against the shortest paths of networkx."""
    boards, positions = positions_of(name, n_players, 150)
    board = boards[0]
    cities = np.random.default_rng(1).integers(board["n_cities"], size=(len(positions), 2))
    for state, (a, b) in zip(positions, cities, strict=True):
        public, seat = state["public"], int(state["public"]["asked"])
        graph = nx.MultiGraph()
        graph.add_nodes_from(range(board["n_cities"]))
        for route in range(board["n_routes"]):
            ends = int(board["a"][route]), int(board["b"][route])
            if public["owner"][route] == seat:
                graph.add_edge(*ends, weight=0)
            elif int(public["open_to"][seat][route >> 6]) >> (route & 63) & 1:
                graph.add_edge(*ends, weight=int(board["length"][route]))
        trains, length = way_of(boards, state, a, b)
        if nx.has_path(graph, a, b):
            assert trains == length == nx.shortest_path_length(graph, a, b, weight="weight")
        else:
            assert (trains, length) == (kit.NO_WAY, 0)
