"""The slowest positions that a search finds for the two exact solvers: longest path (E6) and use of stations (E4)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numba
import numpy as np

from bench.measure import best_seconds, show
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.longest import longest_path, measure_networks, span_network
from ttrsim.games.trains.kernel.networks import best_use_of_stations, map_networks
from ttrsim.machine.bits import bit, lowest, popcount
from ttrsim.machine.rng import below, open_stream
from ttrsim.machine.sets import members

CLIMBS, STEPS = 16, 20_000
REPEATS = 100


@numba.njit
def search_longest(boards, works, routes, repeats):  # type: ignore[no-untyped-def]
    board, scratch = boards[0], works[0].scratch
    length = 0
    for _ in range(repeats):
        touched = map_networks(board, routes[0], routes[1], scratch)
        length = longest_path(board, routes[0], routes[1], touched, scratch)
    return length


@numba.njit
def effort(board, scratch, routes):  # type: ignore[no-untyped-def]
    """Sets of routes that the search may have to try: pairs of odd cities × 2^cycles, over all networks."""
    touched = map_networks(board, routes[0], routes[1], scratch)
    odd = measure_networks(board, routes[0], routes[1], touched, scratch)
    sets = 0
    while touched != 0:
        network = np.int64(scratch.root[lowest(touched)])
        touched &= ~scratch.cities[network]
        n_odd = popcount(odd & scratch.cities[network])
        if n_odd > 2:
            span_network(board, network, routes[0], routes[1], scratch)
            sets += (n_odd * (n_odd - 1) // 2) << scratch.network.n_cycles
    return sets


@numba.njit
def add_routes(board, stream, routes, tries):  # type: ignore[no-untyped-def]
    """Adds routes at random while the trains last, never both halves of a double (C2)."""
    trains = board.rules.trains
    for route in range(board.n_routes):
        if routes[route >> 6] & bit(route) != 0:
            trains -= board.length[route]
    for _ in range(tries):
        route = below(stream, board.n_routes)
        sibling = np.int64(board.sibling[route])
        taken = routes[route >> 6] & bit(route) != 0
        if sibling >= 0 and routes[sibling >> 6] & bit(sibling) != 0:
            taken = True
        if not taken and board.length[route] <= trains:
            routes[route >> 6] |= bit(route)
            trains -= board.length[route]


@numba.njit
def climb(boards, works, seed, steps, worst):  # type: ignore[no-untyped-def]
    """Hill climbing over networks a seat could own; returns the effort of the worst, and fills it in."""
    board, scratch, stream = boards[0], works[0].scratch, works[0].state.seats[0].stream
    open_stream(stream, seed, 0, 0)
    current, changed = np.zeros(2, np.uint64), np.zeros(2, np.uint64)
    add_routes(board, stream, current, 400)
    current_effort = worst_effort = effort(board, scratch, current)
    worst[:] = current
    for _ in range(steps):
        changed[:] = current
        for _ in range(1 + below(stream, 3)):
            route = below(stream, board.n_routes)
            changed[route >> 6] &= ~bit(route)
        add_routes(board, stream, changed, 12)
        changed_effort = effort(board, scratch, changed)
        if changed_effort >= 0.97 * current_effort or below(stream, 200) == 0:  # a step back now and then
            current[:] = changed
            current_effort = changed_effort
        if changed_effort > worst_effort:
            worst_effort = changed_effort
            worst[:] = changed
    return worst_effort


def worst_network(board: Board) -> tuple[np.ndarray, int]:
    boards, works = board_record(board), np.zeros(1, KERNEL.work)
    worst, worst_effort = np.zeros(2, np.uint64), 0
    for seed in range(CLIMBS):
        routes = np.zeros(2, np.uint64)
        sets = climb(boards, works, seed, STEPS, routes)
        if sets > worst_effort:
            worst, worst_effort = routes, sets
    return worst, worst_effort


@numba.njit
def use_stations(boards, works, borrowed, repeats):  # type: ignore[no-untyped-def]
    board, state, scratch = boards[0], works[0].state, works[0].scratch
    done = np.uint64(0), np.uint64(0)
    for _ in range(repeats):
        map_networks(board, state.public.owned[0, 0], state.public.owned[0, 1], scratch)
        done = best_use_of_stations(board, state.public, 0, state.seats[0].tickets, scratch, borrowed)
    return done


def worst_stations(board: Board) -> float:
    """Seat 0 holds every ticket and no route, another seat owns all: stations where they can borrow most."""
    boards, works, borrowed = board_record(board), np.zeros(1, KERNEL.work), np.zeros(3, np.int16)
    public, seat = works[0]["state"]["public"], works[0]["state"]["seats"][0]
    public["n_seats"] = 2
    public["owned"][1] = boards[0]["all_routes"]
    seat["tickets"] = members(range(len(board.tickets)), words=2)
    ends = [{route.a, route.b} for route in board.routes]
    neighbours = [len({frozenset(pair) for pair in ends if city.id in pair}) for city in board.cities]
    order = sorted(range(len(board.cities)), key=lambda city: -neighbours[city])
    public["station_cities"][0] = sum(1 << city for city in order[: board.parameters.stations])
    return _seconds(lambda: use_stations(boards, works, borrowed, REPEATS))


def _seconds(function: Callable[[], object]) -> float:
    function()
    return best_seconds({"it": function}, 20)["it"] / REPEATS


def main() -> None:
    rows = []
    for name in ("usa", "europe", "new-york"):
        board = load_board(name)
        routes, sets = worst_network(board)
        boards, works = board_record(board), np.zeros(1, KERNEL.work)
        seconds = _seconds(partial(search_longest, boards, works, routes, REPEATS))
        n_routes = sum(int(word).bit_count() for word in routes)
        rows.append([f"{name}: longest path", f"{n_routes} routes, {sets:,} sets", f"{seconds * 1e6:.1f}"])
    europe = load_board("europe")
    what = "3 stations, every ticket, all routes another's"
    rows.append(["europe: stations", what, f"{worst_stations(europe) * 1e6:.1f}"])
    note = f"hill climbing, {CLIMBS} starts × {STEPS:,} steps over networks a seat could own"
    show("Slowest positions found", ["solver", "position", "µs"], rows, note)
