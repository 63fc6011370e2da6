"""What is known of a board before a game is played, as small frames that join with the tables of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import polars as pl

from ttrsim.games.trains.analysis.tallies import OfPasses, facts_of_passes
from ttrsim.games.trains.board.distances import Distances, distances_of
from ttrsim.games.trains.board.model import COLOURS, GRAY, Board, Route, Ticket
from ttrsim.games.trains.board.wording import displays, points_in_words
from ttrsim.measures.facts import Facts

COLOUR = pl.Enum([*COLOURS, GRAY])
KIND = pl.Enum(["plain", "double", "tunnel", "ferry"])


@dataclass(frozen=True)
class TrainsFacts(Facts):
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
        "mandala_points",
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
        rows = []
        for ticket in self.board.tickets:
            ways = ways_of(self.board, ticket, distances)
            per_train = [(way.points + route_points_of(self.board, way)) / way.trains for way in ways]
            rows.append(
                {
                    "ticket": ticket.id,
                    "printed": ticket.points,
                    "is_long": ticket.long,
                    "has_ends": bool(ticket.ends),  # W4: `printed` is then the lowest
                    "trains": min((way.trains for way in ways), default=0),
                    "points_per_train": max(per_train, default=None),
                }
            )
        return pl.DataFrame(rows, schema_overrides={"ticket": self._enum("ticket"), "points_per_train": pl.Float64})

    @cached_property
    def wants(self) -> pl.DataFrame:
        """Which pairs of neighbouring cities lie on some shortest path of a ticket, by trains, to any of its ends."""
        distances = distances_of(self.board)
        rows = [
            {"ticket": ticket.id, "pair": pair}
            for ticket in self.board.tickets
            for pair in sorted({pair_of(route) for route in routes_on_ways(self.board, ticket, distances)})
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


class Ways(NamedTuple):
    """The shortest ways from a start of a ticket to one of its ends."""

    points: int  # of that end
    trains: int
    from_start: Mapping[str, int]  # [city] trains
    to_end: Mapping[str, int]

    def lead_over(self, route: Route) -> bool:
        both = ((route.a, route.b), (route.b, route.a))
        start, end = self.from_start, self.to_end
        return any(a in start and b in end and start[a] + route.length + end[b] == self.trains for a, b in both)


def ways_of(board: Board, ticket: Ticket, distances: Distances) -> list[Ways]:
    """Those to each of its ends that can be reached: the ways between two cities are the ways to one end."""
    found = []
    from_start = _from_nearest(board.cities_of(ticket.a), distances)
    for end in ticket.alternatives:
        goals = board.cities_of(end.to)
        reached = [from_start[city] for city in goals if city in from_start]
        if reached:
            found.append(Ways(end.points, min(reached), from_start, _from_nearest(goals, distances)))
    return found


def _from_nearest(starts: Iterable[str], distances: Distances) -> dict[str, int]:
    nearest: dict[str, int] = {}
    for start in starts:
        for city, trains in distances[start].items():
            nearest[city] = min(trains, nearest.get(city, trains))
    return nearest


def routes_on_ways(board: Board, ticket: Ticket, distances: Distances) -> list[Route]:
    """The routes that some shortest way of a ticket leads over."""
    ways = ways_of(board, ticket, distances)
    return [route for route in board.routes if any(way.lead_over(route) for way in ways)]


def route_points_of(board: Board, ways: Ways) -> int:
    """The most route points that a way of so few trains brings."""
    points, start = board.parameters.route_points, ways.from_start
    steps = [route for route in board.routes if ways.lead_over(route)]
    best = {city: 0 for city, trains in start.items() if trains == 0}
    for city in sorted((city for city in start if city not in best), key=start.__getitem__):
        ends = [
            best[near] + points[route.length]
            for route in steps
            for near, far in ((route.a, route.b), (route.b, route.a))
            if far == city and near in best and start[near] + route.length == start[city]
        ]
        if ends:
            best[city] = max(ends)
    goals = [city for city, trains in ways.to_end.items() if trains == 0]
    return max(best[city] for city in goals if city in best and start[city] == ways.trains)


# ---- how cities, tickets and routes are called in a report -----------------------------------------


def city_names(board: Board) -> dict[str, str]:
    """As printed, or by its id where several cities of a board are printed the same."""
    printed = Counter(city.display for city in board.cities)
    return {city.id: city.display if printed[city.display] == 1 else city.id for city in board.cities}


def ticket_names(board: Board) -> dict[str, str]:
    """The copies of a ticket have numbers."""
    cities = city_names(board)
    ends = displays(board) | cities
    names = {ticket.id: _ticket_name(ticket, ends, cities) for ticket in board.tickets}
    copies = {name: [key for key in names if names[key] == name] for name in names.values()}
    return {
        key: name if len(copies[name]) == 1 else f"{name} ({1 + copies[name].index(key)})"
        for key, name in names.items()
    }


def _ticket_name(ticket: Ticket, names: Mapping[str, str], cities: Collection[str]) -> str:
    """Of a ticket with several ends (W4) its points in place of the ends: `ends_in_words` names them."""
    if not ticket.ends:
        return f"{names[ticket.a]}–{names[ticket.b]}"
    what = "cities" if any(end.to in cities for end in ticket.ends) else "countries"
    return f"{names[ticket.a]}–{what} {points_in_words(ticket)}"


def route_names(board: Board) -> dict[str, str]:
    """With the colour where there are two between the same cities."""
    city = city_names(board)
    ends = {route.id: f"{city[route.a]}–{city[route.b]}" for route in board.routes}
    names = {}
    for route in board.routes:
        twins = [other for other in board.routes if ends[other.id] == ends[route.id] and other is not route]
        alike = [other.colour for other in twins] == [route.colour]
        half = f" {1 + (twins[0].id < route.id)}" if alike else ""
        names[route.id] = ends[route.id] + (f" ({route.colour}{half})" if twins else "")
    return names
