"""Trains between the cities of a board."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping

from ttrsim.games.trains.board.model import Board, Ticket

Distances = Mapping[str, Mapping[str, int]]


def distances_of(board: Board) -> Distances:
    """Trains between any two cities that are joined at all."""
    ways: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for route in board.routes:
        ways[route.a].append((route.b, route.length))
        ways[route.b].append((route.a, route.length))
    return {city.id: _distances_from(city.id, ways) for city in board.cities}


def _distances_from(start: str, ways: Mapping[str, list[tuple[str, int]]]) -> dict[str, int]:
    reached: dict[str, int] = {}
    ahead = [(0, start)]
    while ahead:
        distance, city = heapq.heappop(ahead)
        if city in reached:
            continue
        reached[city] = distance
        for other, length in ways[city]:
            heapq.heappush(ahead, (distance + length, other))
    return reached


def nearest_ends(board: Board, ticket: Ticket) -> tuple[str, str]:
    """The two cities that complete a ticket with the fewest trains on the empty board (W4)."""
    starts = board.cities_of(ticket.a)
    goals = [city for end in ticket.alternatives for city in board.cities_of(end.to)]
    if len(starts) == len(goals) == 1:
        return starts[0], goals[0]
    distances = distances_of(board)
    pairs = [(start, goal) for start in starts for goal in goals if goal in distances[start]]
    return min(pairs, key=lambda pair: distances[pair[0]][pair[1]])
