"""Follows the table through a record: who holds what, and what lies where.

It keeps the books and notices where they cannot be kept; it does not judge play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ttrsim.games.trains.board.model import WILD, Board
from ttrsim.play.record.fields import Event


class Impossible(Exception):  # noqa: N818 (a word that reads well in `except`)
    """An event that cannot have happened at this table."""


@dataclass
class Seat:
    trains: int
    stations: int
    hand: Counter[str] = field(default_factory=Counter)
    tickets: list[str] = field(default_factory=list)
    route_points: int = 0


class FollowedTable:
    def __init__(self, board: Board, n_seats: int) -> None:
        rules = board.parameters
        self.routes = {route.id: route for route in board.routes}
        self.route_points = rules.route_points
        self.seats = [Seat(rules.trains, rules.stations) for _ in range(n_seats)]
        self.market: list[str | None] = [None] * rules.market
        self.pile = Counter({**rules.cards_per_colour, WILD: rules.wilds})
        self.discards: Counter[str] = Counter()
        self.owner: dict[str, int] = {}  # route: seat
        # the tunnel that is being tried (T1)
        self.tunnel: str | None = None
        self.laid_out: dict[str, int] = {}
        self.turned: list[str] = []
        self._enter = {
            "hand": self._hand,
            "refill": self._refill,
            "flush": self._flush,
            "reshuffle": self._reshuffle,
            "tickets": self._tickets,
            "draw": self._draw,
            "claim": self._claim,
            "tunnel": self._try_tunnel,
            "reveal": self._reveal,
            "tunnel_end": self._end_tunnel,
            "station": self._station,
        }

    def enter(self, event: Event) -> None:
        """Moves what the event moves; Impossible if it is not there."""
        if enter := self._enter.get(event["event"]):
            enter(event)

    def points(self, route: str) -> int:
        return self.route_points[self.routes[route].length]

    def extra(self) -> int:
        """T1, T2: the turned cards that cost an extra."""
        return sum(1 for card in self.turned if card == WILD or card in self.laid_out)

    # ---- cards -----------------------------------------------------------------------------------

    def _hand(self, event: Event) -> None:
        for card in event["cards"]:
            self._leave_pile(card)
            self.seats[event["player"]].hand[card] += 1

    def _leave_pile(self, card: str) -> None:
        _expect(self.pile.total() > 0, "a card is drawn from the pile, but the pile is empty")
        _expect(self.pile[card] > 0, f"{card} is drawn from the pile, but the pile has none left")
        self.pile[card] -= 1

    def _refill(self, event: Event) -> None:
        _expect(self.market[event["slot"]] is None, f"market slot {event['slot']} is not empty")
        self._leave_pile(event["card"])
        self.market[event["slot"]] = event["card"]

    def _flush(self, event: Event) -> None:
        _expect(event["cards"] == self.market, "the flushed cards are not the cards of the market")
        self.discards.update(card for card in self.market if card is not None)
        self.market = [None] * len(self.market)

    def _reshuffle(self, event: Event) -> None:
        n_discards = self.discards.total()
        _expect(event["cards"] == n_discards, f"there are {n_discards} discards, not {event['cards']}")
        self.pile, self.discards = self.pile + self.discards, Counter()

    def _draw(self, event: Event) -> None:
        card = event["card"]
        if event["from"] == "pile":
            self._leave_pile(card)
        else:
            slot = event["slot"]
            _expect(self.market[slot] == card, f"market slot {slot} holds {self.market[slot] or 'no card'}, not {card}")
            self.market[slot] = None
        self.seats[event["player"]].hand[card] += 1

    def _lay_down(self, player: int, cards: Mapping[str, int]) -> None:
        hand = self.seats[player].hand
        for card, n in cards.items():
            _expect(hand[card] >= n, f"seat {player} pays {n} {card}, but holds {hand[card]}")
            hand[card] -= n

    def _pay(self, player: int, cards: Mapping[str, int]) -> None:
        self._lay_down(player, cards)
        self.discards.update(cards)

    # ---- routes, tunnels, stations, tickets ------------------------------------------------------

    def _occupy(self, player: int, route: str) -> None:
        seat, length = self.seats[player], self.routes[route].length
        _expect(route not in self.owner, f"{route} is already claimed")
        _expect(seat.trains >= length, f"seat {player} has {seat.trains} trains, too few for {route}")
        self.owner[route] = player
        seat.trains -= length
        seat.route_points += self.points(route)

    def _claim(self, event: Event) -> None:
        self._pay(event["player"], event["cards"])
        self._occupy(event["player"], event["route"])

    def _try_tunnel(self, event: Event) -> None:
        _expect(self.tunnel is None, f"the attempt at tunnel {self.tunnel} is not finished")
        self._lay_down(event["player"], event["cards"])
        self.tunnel, self.laid_out, self.turned = event["route"], event["cards"], []

    def _reveal(self, event: Event) -> None:
        _expect(self.tunnel is not None, "a card is turned, but nobody is trying a tunnel")
        self._leave_pile(event["card"])
        self.turned.append(event["card"])

    def _end_tunnel(self, event: Event) -> None:
        """T3: claimed or not, the turned cards are discarded."""
        _expect(self.tunnel == event["route"], f"nobody is trying the tunnel {event['route']}")
        if event["claimed"]:
            self._pay(event["player"], event["paid"])
            self.discards.update(self.laid_out)
            self._occupy(event["player"], event["route"])
        else:
            self.seats[event["player"]].hand.update(self.laid_out)
        self.discards.update(self.turned)
        self.tunnel, self.laid_out, self.turned = None, {}, []

    def _station(self, event: Event) -> None:
        seat = self.seats[event["player"]]
        _expect(seat.stations > 0, f"seat {event['player']} has no station left")
        self._pay(event["player"], event["cards"])
        seat.stations -= 1

    def _tickets(self, event: Event) -> None:
        _expect(set(event["kept"]) <= set(event["offered"]), "a kept ticket was not offered")
        self.seats[event["player"]].tickets += event["kept"]


def _expect(holds: bool, message: str) -> None:
    if not holds:
        raise Impossible(message)
