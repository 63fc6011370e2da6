"""What is known of a board before a game is played, as small frames that join with the tables of a run."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import polars as pl

from ttrsim.games.trains.analysis.tallies import OfPasses, facts_of_passes
from ttrsim.games.trains.board.model import COLOURS, GRAY, Board, Route, Ticket
from ttrsim.metrics.facts import Facts as SharedFacts

COLOUR = pl.Enum([*COLOURS, GRAY])
KIND = pl.Enum(["plain", "double", "tunnel", "ferry"])


@dataclass(frozen=True)
class Facts(SharedFacts):
    """What is known of routes, tickets and cities."""

    board: Board

    sources = (
        "route_points",
        "ticket_points",
        "longest_points",
        "station_points",
        "attraction_points",
        "globetrotter_points",
        "district_points",
    )
    habits = (
        "turns",
        "draws",
        "claims",
        "ticket_draws",
        "stations_built",
        "tickets_completed",
        "tickets_failed",
        "longest",
        "trains_left",
        "cards_left",
        "tunnels_tried",
        "wilds_spent",
        "pile_cards",
        "market_cards",
    )

    @cached_property
    def routes(self) -> pl.DataFrame:
        points = self.board.parameters.route_points
        rows = [
            {
                "route": route.id,
                "a": route.a,
                "b": route.b,
                "pair": pair_of(route),
                "double": route.double,
                "length": route.length,
                "colour": route.colour,
                "kind": kind_of(route),
                "route_value": points[route.length],
            }
            for route in self.board.routes
        ]
        cities = pl.Enum([city.id for city in self.board.cities])
        doubles = pl.Enum(list(dict.fromkeys(route.double for route in self.board.routes if route.double)))
        names = {"route": self._enum("route"), "a": cities, "b": cities, "pair": self._pairs, "double": doubles}
        return pl.DataFrame(rows, schema_overrides=names | {"colour": COLOUR, "kind": KIND})

    @cached_property
    def tickets(self) -> pl.DataFrame:
        distances = distances_of(self.board)
        points = self.board.parameters.route_points
        rows = []
        for ticket in self.board.tickets:
            trains, path_points = shortest_path(self.board, ticket, distances, points)
            rows.append(
                {
                    "ticket": ticket.id,
                    "printed": ticket.points,
                    "is_long": ticket.long,
                    "trains": trains,
                    "points_per_train": (ticket.points + path_points) / trains if trains else None,
                }
            )
        return pl.DataFrame(rows, schema_overrides={"ticket": self._enum("ticket"), "points_per_train": pl.Float64})

    @cached_property
    def wants(self) -> pl.DataFrame:
        """Which pairs of neighbouring cities lie on some shortest path of a ticket, by trains."""
        distances = distances_of(self.board)
        rows = [
            {"ticket": ticket.id, "pair": pair}
            for ticket in self.board.tickets
            for pair in sorted({pair_of(route) for route in self.board.routes if on_path(route, ticket, distances)})
        ]
        return pl.DataFrame(rows, schema={"ticket": self._enum("ticket"), "pair": self._pairs})

    @cached_property
    def of_passes(self) -> OfPasses:
        return facts_of_passes(self)

    @property
    def cities(self) -> pl.DataFrame:
        ids = [city.id for city in self.board.cities]
        return pl.DataFrame({"city": ids}, schema={"city": pl.Enum(ids)})

    def domain(self, key: str) -> pl.DataFrame | None:
        frames = {"route": self.routes, "ticket": self.tickets, "city": self.cities}
        return frames[key].select(key) if key in frames else None

    @property
    def _pairs(self) -> pl.Enum:
        return pl.Enum(list(dict.fromkeys(pair_of(route) for route in self.board.routes)))

    def _enum(self, key: str) -> pl.Enum:
        items: tuple[Route, ...] | tuple[Ticket, ...] = self.board.routes if key == "route" else self.board.tickets
        return pl.Enum([item.id for item in items])


def pair_of(route: Route) -> str:
    """Both halves of a double route have the same."""
    return "–".join(sorted((route.a, route.b)))


def kind_of(route: Route) -> str:
    if route.tunnel:
        return "tunnel"
    if route.wilds:
        return "ferry"
    return "double" if route.double else "plain"


# ---- shortest paths ------------------------------------------------------------------------------

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


def on_path(route: Route, ticket: Ticket, distances: Distances) -> bool:
    """Whether a shortest path of the ticket runs over the route."""
    start, end = distances[ticket.a], distances[ticket.b]
    if ticket.b not in start:
        return False
    shortest = start[ticket.b]
    both_ways = ((route.a, route.b), (route.b, route.a))
    return any(
        one in start and other in end and start[one] + route.length + end[other] == shortest for one, other in both_ways
    )


def shortest_path(board: Board, ticket: Ticket, distances: Distances, points: Mapping[int, int]) -> tuple[int, int]:
    """Trains of a shortest path, and the most route points that one of so few trains brings."""
    start = distances[ticket.a]
    steps = [route for route in board.routes if on_path(route, ticket, distances)]
    best: dict[str, int] = {ticket.a: 0}
    for city in sorted((city for city in start if city != ticket.a), key=start.__getitem__):
        ends = [
            best[near] + points[route.length]
            for route in steps
            for near, far in ((route.a, route.b), (route.b, route.a))
            if far == city and near in best and start[near] + route.length == start[city]
        ]
        if ends:
            best[city] = max(ends)
    return start.get(ticket.b, 0), best.get(ticket.b, 0)
