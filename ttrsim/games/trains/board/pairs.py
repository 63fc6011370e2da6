"""Pairs of neighbouring cities: how many lanes join them, and how many tickets lead over them on the empty board.

The load of a pair is the sum over tickets of the share of their shortest paths that use it. Designers of boards measure
a deck by it: on published boards, most tickets run where there is a second lane (docs/boards.md has the sources).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import mean

from ttrsim.games.trains.board.distances import Distances, distances_of
from ttrsim.games.trains.board.model import Board, Ticket, doubles_of

MOST_PATHS = 32  # of a ticket, that are counted
REACH = 0.47  # of a player's trains: longer tickets are left out, as the longest on published boards are that long
CROWDED = 2.0  # times the mean load of a lane

Pair = tuple[str, str]  # of cities, in order of their names


@dataclass(frozen=True)
class Pairs:
    """Of a board without the crossings to countries, to which no ordinary ticket leads (W3)."""

    board: Board

    @cached_property
    def lanes(self) -> Mapping[Pair, int]:
        lanes: dict[Pair, int] = defaultdict(int)
        for route in self.board.routes:
            if not {route.a, route.b} & self._borders:
                lanes[pair_of(route.a, route.b)] += 1
        return lanes

    def open_lanes(self, n_players: int) -> Mapping[Pair, int]:
        """C2: with few players one half of a double is all that can be claimed."""
        if n_players > self.board.parameters.doubles_closed_up_to:
            return self.lanes
        doubles = doubles_of(self.board)
        closed = {pair_of(route.a, route.b) for route in self.board.routes if route.double in doubles}
        return {pair: 1 if pair in closed else n for pair, n in self.lanes.items()}

    @cached_property
    def loads(self) -> Mapping[Pair, float]:
        loads = dict.fromkeys(self.lanes, 0.0)
        for ticket in self.tickets:
            if self.distances[ticket.a][ticket.b] <= self.reach:
                paths = self._paths(ticket)
                for path in paths:
                    for pair in path:
                        loads[pair] += 1 / len(paths)
        return loads

    @cached_property
    def tickets(self) -> list[Ticket]:
        """Those between two cities."""
        cities = {city.id for city in self.board.cities} - self._borders
        return [each for each in self.board.tickets if not each.ends and {each.a, each.b} <= cities]

    @cached_property
    def distances(self) -> Distances:
        return distances_of(self.board)

    @property
    def reach(self) -> int:
        inland = self._neighbours.keys()
        diameter = max(trains for a in inland for b, trains in self.distances[a].items() if b in inland)
        return min(diameter, int(REACH * self.board.parameters.trains))

    # ---- measures --------------------------------------------------------------------------------

    @property
    def double_share(self) -> float:
        return sum(n > 1 for n in self.lanes.values()) / len(self.lanes)

    @property
    def load_ratio(self) -> float | None:
        """Of pairs with several lanes and of those with one."""
        several, single = (
            [load for pair, load in self.loads.items() if (self.lanes[pair] > 1) is is_so] for is_so in (True, False)
        )
        return mean(several) / mean(single) if several and single and mean(single) else None

    @property
    def idle_share(self) -> float:
        """Of pairs that no ticket needs."""
        return sum(load == 0 for load in self.loads.values()) / len(self.loads)

    def crowded(self, n_players: int) -> list[Pair]:
        """Where each open lane bears at least twice the mean."""
        lanes = self.open_lanes(n_players)
        by_lane = {pair: load / lanes[pair] for pair, load in self.loads.items()}
        limit = CROWDED * mean(by_lane.values())
        return [pair for pair, load in by_lane.items() if load and load >= limit]

    @property
    def cuts(self) -> list[Pair]:
        """Pairs whose loss splits the board."""
        return [pair for pair in self.lanes if not self._is_joined_without(pair)]

    @property
    def dead_ends(self) -> list[str]:
        return [city for city, others in self._neighbours.items() if len(others) == 1]

    @property
    def tickets_by_path(self) -> float | None:
        """Share of tickets that are worth exactly the trains of their shortest path."""
        if not self.tickets:
            return None
        return mean(float(self.distances[each.a][each.b] == each.points) for each in self.tickets)

    @property
    def longest_ticket(self) -> float | None:
        """Trains of the longest ticket, as a share of a player's."""
        lengths = [self.distances[each.a][each.b] for each in self.tickets]
        return max(lengths) / self.board.parameters.trains if lengths else None

    @property
    def tickets_at_a_city(self) -> int:
        """The most."""
        ends: dict[str, int] = defaultdict(int)
        for ticket in self.tickets:
            for city in (ticket.a, ticket.b):
                ends[city] += 1
        return max(ends.values(), default=0)

    # ---- the graph -------------------------------------------------------------------------------

    @cached_property
    def _borders(self) -> set[str]:
        return {city.id for city in self.board.cities if city.country}

    @cached_property
    def _neighbours(self) -> Mapping[str, set[str]]:
        neighbours: dict[str, set[str]] = defaultdict(set)
        for a, b in self.lanes:
            neighbours[a].add(b)
            neighbours[b].add(a)
        return neighbours

    @cached_property
    def _trains(self) -> Mapping[Pair, int]:
        trains: dict[Pair, int] = {}
        for route in self.board.routes:
            pair = pair_of(route.a, route.b)
            trains[pair] = min(route.length, trains.get(pair, route.length))
        return trains

    def _paths(self, ticket: Ticket) -> list[list[Pair]]:
        return [path for path, _ in zip(self._paths_from(ticket.a, ticket.b), range(MOST_PATHS), strict=False)]

    def _paths_from(self, start: str, end: str) -> Iterator[list[Pair]]:
        if start == end:
            yield []
        for city in sorted(self._neighbours[start]):
            pair = pair_of(start, city)
            if self._trains[pair] + self.distances[city][end] == self.distances[start][end]:
                yield from ([pair, *path] for path in self._paths_from(city, end))

    def _is_joined_without(self, lost: Pair) -> bool:
        reached, ahead = {lost[0]}, [lost[0]]
        while ahead:
            city = ahead.pop()
            for other in self._neighbours[city] - reached:
                if pair_of(city, other) != lost:
                    reached.add(other)
                    ahead.append(other)
        return lost[1] in reached


def pair_of(a: str, b: str) -> Pair:
    return (a, b) if a < b else (b, a)
