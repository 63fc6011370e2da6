"""Everything on the table in a game of Ticket to Ride, and the question that is open."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.trains.oracle.payments import WILD, Cards

Decision = tuple[Any, ...]
Restriction = Mapping[str, Any]  # as the start line of a record has it, without `player`


class Table:
    """The state of a game. `question` and `asked` say who must decide what."""

    def __init__(
        self,
        board: Mapping[str, Any],
        n_players: int,
        next_card: Callable[[], str],
        short_tickets: Sequence[str],
        restrictions: Sequence[Restriction],
    ) -> None:
        """`restrictions` are those of each seat; without them nobody has any."""
        self.board = board
        self.restrictions = list(restrictions) or [{} for _ in range(n_players)]
        self.rules: Mapping[str, Any] = board["parameters"]
        self.n_players = n_players
        self.next_card = next_card
        self.routes = {route["id"]: route for route in board["routes"]}
        self.colours = list(self.rules["cards_per_colour"])
        self.halves: dict[str, list[str]] = {}  # double -> its routes
        for route in board["routes"]:
            if route["double"] is not None:
                self.halves.setdefault(route["double"], []).append(route["id"])
        if not self.rules.get("unlike_doubles", True):  # NC6
            self.halves = {double: halves for double, halves in self.halves.items() if self.are_alike(halves)}

        seats = range(n_players)
        self.pile: Cards = Counter({**self.rules["cards_per_colour"], WILD: self.rules["wilds"]})
        self.discards: Cards = Counter()
        self.market: list[str | None] = [None] * self.rules["market"]
        self.hands: list[Cards] = [Counter() for _ in seats]
        self.tickets: list[list[str]] = [[] for _ in seats]
        self.ticket_pile = list(short_tickets)  # top first
        self.owner: dict[str, int] = {}  # route -> seat
        self.stations: dict[str, int] = {}  # city -> seat
        self.trains = [self.rules["trains"] for _ in seats]
        self.stations_left = [self.rules["stations"] for _ in seats]
        self.route_points = [0 for _ in seats]

        self.turn = 0
        self.seat = 0  # whose turn it is
        self.passes = 0  # in a row
        self.last_turns: int | None = None  # turns left, this one included, once the last round is triggered
        self.offers: list[list[str]] = [[] for _ in seats]  # set-up only
        self.choices: list[tuple[str, ...]] = []  # set-up only: kept tickets, by seat
        self.offer: list[str] = []
        # A tunnel being turned: the cards laid out are in nobody's hand, the turned ones are no discards yet.
        self.tunnel_route: str | None = None
        self.laid_out: Cards = Counter()
        self.laid_colour = WILD
        self.turned: list[str] = []
        self.extra = 0

        self.question = ""
        self.asked: int | None = None
        self._legal: set[Decision] | None = None
        self.reason: str | None = None
        self.scores: list[dict[str, Any]] = []
        self.winners: list[int] = []
        self.events: list[dict[str, Any]] = []

    def are_alike(self, halves: Sequence[str]) -> bool:
        kinds = {tuple(self.routes[half][field] for field in ("length", "tunnel", "wilds")) for half in halves}
        return len(kinds) == 1

    def ask(self, question: str, seat: int | None) -> None:
        self.question = question
        self.asked = seat
        self._legal = None

    def log(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, "turn": self.turn, **fields})

    def snapshot(self) -> dict[str, Any]:
        """The state in plain types. Cards laid out for a tunnel are in nobody's hand (see `laid_out`)."""
        return {
            "market": list(self.market),
            "pile": dict(+self.pile),
            "discards": dict(+self.discards),
            "hands": [dict(+hand) for hand in self.hands],
            "tickets": [sorted(tickets) for tickets in self.tickets],
            "ticket_pile": list(self.ticket_pile),
            "owner": dict(self.owner),
            "stations": dict(self.stations),
            "trains": list(self.trains),
            "stations_left": list(self.stations_left),
            "route_points": list(self.route_points),
            "turn": self.turn,
            "seat": self.seat,
            "question": self.question,
            "asked": self.asked,
            "last_turns": self.last_turns,
            "reason": self.reason,
        }
