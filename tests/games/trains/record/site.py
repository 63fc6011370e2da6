"""Writes a record as the replay page of Board Game Arena would log it: the fixtures of the importer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ttrsim.games.registry import load_board
from ttrsim.play.record.fields import Event

PLAYERS = ("ada", "Ben 2", "Cleo-x", "dän", "eve")
CODES = ("wild", "pink", "white", "blue", "yellow", "orange", "black", "red", "green")


def codes(cards: Sequence[str]) -> str:
    return ",".join(str(CODES.index(card)) for card in cards)


def spread(cards: dict[str, int]) -> list[str]:
    """Wilds last."""
    return sorted((card for card, n in cards.items() for _ in range(n)), key=lambda card: card == "wild")


class SiteLog:
    def __init__(self, events: Sequence[Event], with_offers: bool = False) -> None:
        self.events, self.with_offers = list(events), with_offers
        self.board = load_board(events[0]["map"])
        self.cities = {city.id: city.display for city in self.board.cities}
        self.routes = {route.id: route for route in self.board.routes}
        self.tickets = {ticket.id: ticket for ticket in self.board.tickets}
        self.number = 1
        self.networks: list[list[set[str]]] = [[] for _ in PLAYERS]
        self.held: list[list[str]] = [[] for _ in PLAYERS]

    def text(self) -> str:
        return "\n".join(self.lines()) + "\n"

    def header(self) -> str:
        self.number += 1
        return f"Move {self.number} :22:{self.number // 60 % 60:02}:{self.number % 60:02}"

    def lines(self) -> Iterator[str]:
        yield "Move 1 :19/11/2026 22:05:34"
        yield f"The color of {PLAYERS[0]} has been chosen according to their preferences. Change my preferences."
        tunnel: Event = {}
        reveals: list[str] = []
        late: list[str] = []  # the site says that the pile was renewed before it says what for
        for place, event in enumerate(self.events):
            kind = event["event"]
            who = PLAYERS[event["player"]] if "player" in event else ""
            if kind == "tickets":
                yield self.header()
                yield from self.keeps(event, who)
            elif kind == "draw" and event["from"] == "pile":
                yield self.header()
                yield from late
                late = []
                yield f"You take hidden train car card(s) {codes([event['card']])}"
                yield f"{who} takes 1 hidden train car card(s)"
            elif kind == "draw":
                yield self.header()
                yield f"{who} takes {codes([event['card']])}"
            elif kind == "flush" and event["turn"]:
                yield "Three locomotives have been revealed, visible train cards are replaced"
            elif kind == "reshuffle" and event["turn"]:
                follows = next(e for e in self.events[place + 1 :] if e["event"] in ("draw", "refill", "reveal"))
                line = "The train car deck has been reshuffled"
                if follows["event"] == "refill":
                    yield line
                else:
                    late.append(line)
            elif kind == "claim":
                yield self.header()
                yield from self.claims(event, who, spread(event["cards"]))
            elif kind == "tunnel":
                tunnel, reveals = event, []
            elif kind == "reveal":
                reveals.append(event["card"])
            elif kind == "tunnel_end":
                yield from self.tunnel(tunnel, event, who, reveals, late)
                late = []
            elif kind == "station":
                yield self.header()
                cards = spread(event["cards"])
                city = self.cities[event["city"]]
                yield f"{who} builds a Train Station on {city} with {len(cards)} train car(s) : {codes(cards)}"
            elif kind == "last_round":
                yield f"{who} has 2 train cars or less, starting final turn !"
        yield from self.ending()

    def keeps(self, event: Event, who: str) -> Iterator[str]:
        line = f"{who} keeps {len(event['kept'])} destination(s)"
        if self.with_offers:
            yield f"{who} was offered " + ", ".join(self.ticket(name, " - ") for name in event["offered"])
        yield line
        self.held[event["player"]] += event["kept"]
        if event["turn"]:
            yield from self.completes(event["player"], event["kept"])
        yield line

    def ticket(self, name: str, between: str) -> str:
        ticket = self.tickets[name]
        ends = " / ".join(self.cities.get(end.to, end.to) for end in ticket.ends or (ticket.alternatives[0],))
        return f"{self.cities.get(ticket.a, ticket.a)}{between}{ends}"

    def completes(self, player: int, tickets: Sequence[str]) -> Iterator[str]:
        for name in tickets:
            ticket = self.tickets[name]
            if any({ticket.a, ticket.b} <= group for group in self.networks[player]):
                self.held[player].remove(name)
                yield f"You completed a new destination : {self.ticket(name, ' - ')}"

    def claims(self, event: Event, who: str, cards: list[str]) -> Iterator[str]:
        route = self.routes[event["route"]]
        groups = self.networks[event["player"]]
        near = [group for group in groups if group & {route.a, route.b}]
        self.networks[event["player"]] = [group for group in groups if group not in near]
        self.networks[event["player"]].append({route.a, route.b}.union(*near))
        yield from self.completes(event["player"], list(self.held[event["player"]]))
        points = self.board.parameters.route_points[route.length]
        ends = f"from {self.cities[route.a]} to {self.cities[route.b]}"
        yield (
            f"{who} gains {points} point(s) by claiming route {ends} with {len(cards)} train car(s) : {codes(cards)}"
        )

    def tunnel(self, tunnel: Event, end: Event, who: str, reveals: list[str], before: Sequence[str]) -> Iterator[str]:
        route, laid = self.routes[tunnel["route"]], spread(tunnel["cards"])
        yield self.header()
        yield from before
        ends = f"from {self.cities[route.a]} to {self.cities[route.b]}"
        yield f"{who} tries to build a tunnel {ends} with color {codes(laid[:1])}"
        extra = sum(card in (laid[0], "wild") for card in reveals)
        yield (
            f"{extra} extra cards over the {len(reveals)} train car cards revealed from the deck are needed to claim "
            "the route"
        )
        if extra:
            yield self.header()
        if end["claimed"]:
            yield from self.claims(tunnel, who, [*laid, *spread(end["paid"])])
        else:
            yield f"{who} skip tunnel claim"

    def ending(self) -> Iterator[str]:
        scores: list[dict[str, Any]] = [event for event in self.events if event["event"] == "score"]
        for score in scores:
            who = PLAYERS[score["player"]]
            for how, names in (("loses", score["failed"]), ("gains", score["completed"])):
                for name in names:
                    yield f"{who} reveals {self.ticket(name, ' to ')} destination"
                    points = self.tickets[name].points
                    yield f"{who} {how} {points} points with {self.ticket(name, ' to ')} destination"
        for score in scores:
            if score.get("globetrotter_points"):
                n = len(score["completed"])
                points = score["globetrotter_points"]
                yield f"{PLAYERS[score['player']]} gains {points} points with Globetrotter : {n} completed destinations"
        if self.board.parameters.longest_points:
            for score in scores:
                yield f"{PLAYERS[score['player']]} longest continuous path is {score['longest']} train-cars long"
            for score in scores:
                if score["longest_points"]:
                    who, points, n = PLAYERS[score["player"]], score["longest_points"], score["longest"]
                    yield f"{who} gains {points} points with longest continuous path : {n} train cars"
        if self.board.parameters.stations:
            for score in scores:
                n, points = score["stations_left"], score["station_points"]
                yield f"{PLAYERS[score['player']]} gains {points} points with {n} remaining station(s)"
        yield "End of game"
