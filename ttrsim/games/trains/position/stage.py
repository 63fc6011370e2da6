"""Positions of Ticket to Ride on a page: routes and stations on the map, market, hands and tickets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from ttrsim.games.board import Chip, Scene, Shelves, Stage
from ttrsim.games.trains.board.model import WILD, Board, cities_of_ticket
from ttrsim.games.trains.board.shapes import FILLS
from ttrsim.games.trains.board.svg import map_svg
from ttrsim.games.trains.board.wording import points_of_tickets
from ttrsim.games.trains.position.model import Public, SeenPlayer, View
from ttrsim.games.trains.record.events import CARDS

WILD_FILL = "conic-gradient(#b8120d, #dd962c, #ffd80e, #219650, #004b96, #bf80c4, #b8120d)"
DONE, OPEN = "done", "open"  # tickets
STYLE = """
.map .route:not([data-state]) .spaces, .map .route:not([data-state]) .rock { opacity: .4; }
.map .route[data-state] .spaces { stroke-width: 2; }
.map .route[data-state="tried"] .spaces { fill: var(--printed); stroke: var(--accent); stroke-width: 4; }
.map .station[data-state] { display: inline; }
.map .station path { fill: var(--fill); stroke: #fdfbf5; stroke-width: 3; }
.map .city.lit circle { fill: var(--accent); stroke: var(--accent); stroke-width: 16; }
.map .route.lit .spaces { stroke: var(--accent); stroke-width: 6; }
"""


class TrainsStage(Stage):
    kinds: ClassVar[Mapping[str, str]] = {
        **{card: FILLS[card] for card in CARDS if card != WILD},
        WILD: WILD_FILL,
        DONE: "#17864a",
        OPEN: "transparent",
    }
    style = STYLE

    def __init__(self, board: Board) -> None:
        self.board = board

    def columns(self) -> list[str]:
        stations = ["stations"] if self.board.parameters.stations > 0 else []
        return ["trains", *stations, "cards", "tickets", "route points"]

    def drawing(self, names: Sequence[str]) -> str:
        return map_svg(self.board, f"Map of {self.board.title}. The log says what is on it.")

    def scene(self, public: Mapping[str, Any], scores: Sequence[Mapping[str, Any]]) -> Scene:
        board, seen = self.board, cast(Public, public)
        routes = {route.id: f"r{number}" for number, route in enumerate(board.routes)}
        houses = {city.id: f"s{number}" for number, city in enumerate(board.cities)}
        marks: dict[str, str] = {}
        for seat, player in enumerate(seen["seats"]):
            marks |= {routes[route]: str(seat) for route in player["routes"]}
            marks |= {houses[city]: str(seat) for city in player["stations"]}
        texts = dict(marks)
        if seen["tunnel"]:
            marks[routes[seen["tunnel"]["route"]]] = "tried"
        return Scene(
            marks,
            texts,
            _table(seen),
            [_numbers(board, player) for player in seen["seats"]],
            [{"cards that it is known to hold": _cards(player["known"], "at least ")} for player in seen["seats"]],
            [player["route_points"] for player in seen["seats"]],
        )

    def holdings(self, view: Mapping[str, Any], score: Mapping[str, Any]) -> Shelves:
        own = cast(View, view)["own"]
        tickets = _Tickets(self.board, score["completed"])
        shelves = {"hand": _cards(own["hand"]), "tickets": tickets.chips(own["tickets"])}
        shelves["is offered"] = tickets.chips(own["offer"])
        shelves["refused, out of the game"] = tickets.chips(own.get("left", ()))
        shelves["refused, back in the pile"] = tickets.chips(own.get("in_pile", ()))
        return {title: chips for title, chips in shelves.items() if chips or title in ("hand", "tickets")}


class _Tickets:
    def __init__(self, board: Board, completed: Sequence[str]) -> None:
        cities = {city.id: f"c{number}" for number, city in enumerate(board.cities)}
        self.ends = {t.id: tuple(cities[city] for city in cities_of_ticket(board, t)) for t in board.tickets}
        self.points = points_of_tickets(board)
        self.completed = set(completed)

    def chips(self, tickets: Sequence[str] | Mapping[str, int]) -> list[Chip]:
        return [
            Chip(DONE if ticket in self.completed else OPEN, self._text(ticket), self.ends[ticket])
            for ticket in tickets
        ]

    def _text(self, ticket: str) -> str:
        return f"{ticket} {self.points[ticket]}{' ✓' if ticket in self.completed else ''}"


def _table(public: Public) -> Shelves:
    market = [Chip("", "empty") if card is None else Chip(card, card) for card in public["market"]]
    discards = sum(public["discards"].values())
    sizes = {"cards": public["pile"], "discards": discards, "tickets": public["ticket_pile"]}
    shelves = {"market": market, "piles": [Chip("", f"{name} {size}") for name, size in sizes.items()]}
    if tunnel := public["tunnel"]:
        shelves["laid out for a tunnel"] = [*_cards(tunnel["cards"]), Chip("", f"extra cards {tunnel['extra']}")]
    if public["last_turns"]:
        shelves["last round"] = [Chip("", f"turns left {public['last_turns']}")]
    return shelves


def _numbers(board: Board, player: SeenPlayer) -> list[int]:
    stations = [player["stations_left"]] if board.parameters.stations > 0 else []
    return [player["trains"], *stations, player["cards"], player["tickets"], player["route_points"]]


def _cards(cards: Mapping[str, int], words: str = "") -> list[Chip]:
    return [Chip(card, f"{words}{cards[card]} {card}") for card in CARDS if cards.get(card)]
