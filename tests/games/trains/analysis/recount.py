"""The metrics once more, in plain Python and from game records alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from statistics import fmean
from typing import Any

from ttrsim.games.registry import load_board

Event = dict[str, Any]
BOARD = load_board("europe")
PRINTED = {ticket.id: ticket.points for ticket in BOARD.tickets}


@dataclass
class Game:
    """What the metrics look at, of one game."""

    bots: list[str]
    turns: int = 0
    ender: int | None = None  # the seat that brought on the last round
    winners: list[int] = field(default_factory=list)
    offers: list[tuple[int, int, str, bool]] = field(default_factory=list)  # turn, seat, ticket, kept
    claims: list[tuple[int, int, str, int]] = field(default_factory=list)  # turn, seat, route, wilds
    stations: list[tuple[int, str]] = field(default_factory=list)  # seat, city
    scores: list[Event] = field(default_factory=list)

    def win_share(self, seat: int) -> float:
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def completed(self, seat: int) -> list[str]:
        found: list[str] = self.scores[seat]["completed"]
        return found


def read(events: list[Event]) -> Game:
    game = Game(events[0]["bots"])
    laid: dict[str, int] = {}
    for event in events:
        kind, turn = event["event"], event["turn"]
        if kind == "tickets":
            game.offers += [(turn, event["player"], name, name in event["kept"]) for name in event["offered"]]
        elif kind == "claim":
            game.claims.append((turn, event["player"], event["route"], event["cards"].get("wild", 0)))
        elif kind == "tunnel":
            laid = event["cards"]
        elif kind == "tunnel_end" and event["claimed"]:
            wilds = laid.get("wild", 0) + event["paid"].get("wild", 0)
            game.claims.append((turn, event["player"], event["route"], wilds))
        elif kind == "station":
            game.stations.append((event["player"], event["city"]))
        elif kind == "last_round":
            game.ender = event["player"]
        elif kind == "score":
            game.scores.append(event)
        elif kind == "end":
            game.winners, game.turns = event["winners"], event["turns"]
    return game


def mean_by(pairs: list[tuple[Any, float]]) -> dict[Any, tuple[float, int]]:
    """Mean and number for each key."""
    values = defaultdict(list)
    for key, value in pairs:
        values[key].append(value)
    return {key: (fmean(found), len(found)) for key, found in values.items()}


def contested_routes(game: Game) -> set[str]:
    """Routes that some seat wanted for a ticket it kept, and that another has."""
    pairs = {route.id: frozenset((route.a, route.b)) for route in BOARD.routes}
    found = set()
    for seat in range(len(game.bots)):
        kept = {name for _, of, name, is_kept in game.offers if of == seat and is_kept}
        wanted = {pair for name in kept for pair in shortest_pairs(name)}
        own = {pairs[route] for _, of, route, _ in game.claims if of == seat}
        found |= {route for _, _, route, _ in game.claims if pairs[route] in wanted - own}
    return found


def ways(game: Game) -> list[tuple[str, set[str]]]:
    """Each ticket that a seat's own routes complete, with the routes of its shortest paths, by trying all paths."""
    found = []
    for seat in range(len(game.bots)):
        own = [route for route in BOARD.routes if (seat, route.id) in {(of, name) for _, of, name, _ in game.claims}]
        for name in [name for _, of, name, is_kept in game.offers if of == seat and is_kept]:
            ticket = next(ticket for ticket in BOARD.tickets if ticket.id == name)
            paths = _paths(ticket.a, ticket.b, own)
            least = min((sum(route.length for route in path) for path in paths), default=0)
            short = [path for path in paths if sum(route.length for route in path) == least]
            if short:
                found.append((name, {route.id for path in short for route in path}))
    return found


def _paths(city: str, goal: str, routes: list[Any]) -> list[list[Any]]:
    """All paths that visit no city twice."""
    if city == goal:
        return [[]]
    left = [route for route in routes if city not in (route.a, route.b)]
    steps = [(route, route.b if route.a == city else route.a) for route in routes if city in (route.a, route.b)]
    return [[route, *rest] for route, other in steps for rest in _paths(other, goal, left)]


@cache
def shortest_pairs(name: str) -> set[frozenset[str]]:
    """Pairs of neighbours on any shortest path of a ticket, by trying all roads outwards (Bellman and Ford)."""
    ticket = next(ticket for ticket in BOARD.tickets if ticket.id == name)
    start, end = _distances(ticket.a), _distances(ticket.b)
    return {
        frozenset((route.a, route.b))
        for route in BOARD.routes
        for one, other in ((route.a, route.b), (route.b, route.a))
        if start[one] + route.length + end[other] == start[ticket.b]
    }


def _distances(city: str) -> dict[str, float]:
    far = {other.id: 0.0 if other.id == city else float("inf") for other in BOARD.cities}
    for _ in BOARD.cities:
        for route in BOARD.routes:
            far[route.a] = min(far[route.a], far[route.b] + route.length)
            far[route.b] = min(far[route.b], far[route.a] + route.length)
    return far
