"""The kernel, step by step from Python, in the oracle's words."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
from numba import types

from tests.games.stepping import SteppedGame
from tests.games.trains.oracle.payments import bag
from tests.games.trains.oracle.table import Decision, Restriction
from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import Board, City, End, Parameters, Route, Ticket
from ttrsim.games.trains.kernel import decisions, log, records
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.longest import longest_path
from ttrsim.games.trains.kernel.networks import map_networks
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.restrictions import TrainsRestriction
from ttrsim.machine.jit import array_of, entry
from ttrsim.machine.rng import below, next_word, open_stream, uniform
from ttrsim.machine.table import ALL_WELL

QUESTIONS = {
    "game_over": "over",
    "keep_tickets": "keep",
    "choose_action": "action",
    "second_card": "second_card",
    "pay_tunnel": "tunnel",
}
EVENTS = {
    log.DEALT: "dealt",
    log.REFILL: "refill",
    log.FLUSH: "flush",
    log.FLUSHED: "flushed",
    log.RESHUFFLE: "reshuffle",
    log.OFFERED: "offered",
    log.DRAW: "draw",
    log.CLAIM: "claim",
    log.TUNNEL: "tunnel",
    log.REVEAL: "reveal",
    log.TUNNEL_END: "tunnel_end",
    log.STATION: "station",
    log.PASS: "pass",
    log.LAST_ROUND: "last_round",
    log.EXTRA: "extra",
    log.MIXED_CARDS: "mixed_cards",
}
PILE = int(decisions.FROM_PILE)
COMBINATIONS = [("europe", n) for n in (2, 3, 4, 5)]
COMBINATIONS += [("new-york", n) for n in (2, 3, 4)] + [("usa", n) for n in (2, 3, 4, 5)]
COMBINATIONS += [(name, n) for name in ("london", "india") for n in (2, 3, 4)]
COMBINATIONS += [(name, n) for name in ("nordic", "switzerland") for n in (2, 3)]

LONGEST, WORDS, BELOW, UNIFORM = (np.int64(n) for n in range(4))


@entry(
    types.int64(*map(array_of, (KERNEL.board, KERNEL.state, KERNEL.scratch)), types.int64[::1], *[types.int64] * 4),
    KERNEL.sources,
)
def probe(boards, states, scratches, numbers, what, first, second, third):
    """What only tests ask of the kernel: `what` says which, three numbers are its arguments."""
    board, public, scratch = boards[0], states[0].public, scratches[0]
    stream = states[0].hidden.card_stream
    if what == LONGEST:
        routes_0, routes_1 = public.owned[first, 0], public.owned[first, 1]
        touched = map_networks(board, routes_0, routes_1, scratch)
        return longest_path(board, routes_0, routes_1, touched, scratch)
    if what == WORDS:
        open_stream(stream, first, second, third)
    for place in range(len(numbers)):
        if what == WORDS:
            numbers[place] = np.int64(next_word(stream))
        elif what == BELOW:
            numbers[place] = below(stream, first)
        else:
            numbers[place] = np.int64(uniform(stream) * (1 << 53))
    return np.int64(0)


def plain(record: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """The entries of a dict that a dataclass has a field for."""
    return {field.name: record[field.name] for field in fields(kind) if field.name in record}


def board_from_dict(board: Mapping[str, Any]) -> Board:
    """A board of the oracle as a board of the package, its parameters checked as a user's are."""
    made = Board(
        name=board["name"],
        title=board["name"],
        aspect=1.0,
        cities=tuple(City(**{"display": city["id"], **plain(city, City)}) for city in board["cities"]),
        routes=tuple(Route(**plain(route, Route)) for route in board["routes"]),
        tickets=tuple(ticket_from_dict(ticket) for ticket in board["tickets"]),
        parameters=Parameters.model_validate_json(json.dumps(board["parameters"])),
    )
    return made.override_parameters({})


def ticket_from_dict(ticket: Mapping[str, Any]) -> Ticket:
    return Ticket(**plain(ticket, Ticket) | {"ends": tuple(End(**end) for end in ticket.get("ends", ()))})


@cache
def built_in(name: str) -> Board:
    return load_board(name)


def most_route_points(board: Board) -> int:
    """By routes alone, with all trains and one half of each double."""
    lengths = Counter({(each.double or each.id): each.length for each in board.routes}.values())
    best = [0] * (board.parameters.trains + 1)
    for length, n in lengths.items():
        for _ in range(n):
            for trains in range(board.parameters.trains, length - 1, -1):
                best[trains] = max(best[trains], best[trains - length] + board.parameters.route_points[length])
    return best[-1]


def as_word(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


class Kernel(SteppedGame):
    """One game of the kernel. `advance` takes decisions as the oracle does, and checks the state after each."""

    def __init__(
        self,
        board: Board | Mapping[str, Any] | str,
        n_players: int,
        seed: int = 1,
        deal: int = 0,
        restrictions: Sequence[Restriction] = (),
    ) -> None:
        """`restrictions` are those of each seat, in the oracle's words."""
        if isinstance(board, str):
            board = built_in(board)
        written = map(TrainsRestriction.model_validate_json, map(json.dumps, restrictions))
        loaded = board if isinstance(board, Board) else board_from_dict(board)
        super().__init__(loaded, n_players, seed, deal, dict(enumerate(written)))
        self.city_number = {city.id: number for number, city in enumerate(self.board.cities)}
        self.route_number = {route.id: number for number, route in enumerate(self.board.routes)}
        self.ticket_number = {ticket.id: number for number, ticket in enumerate(self.board.tickets)}
        self.scratches = np.zeros(1, KERNEL.scratch)
        self.numbers = np.zeros(16_384, np.int64)

    def probe(self, what: np.int64, first: int = 0, second: int = 0, third: int = 0) -> int:
        return int(probe(self.boards, self.states, self.scratches, self.numbers, what, first, second, third))

    # ---- going on --------------------------------------------------------------------------------

    def keep_all(self) -> "Kernel":
        """Through the set-up, every seat keeping all it is offered."""
        while self.question == "keep":
            self.advance(("keep", tuple(self.offer())))
        return self

    def advance(self, decision: Decision) -> list[tuple[Any, ...]]:
        """Carries out a legal decision; returns the events it led to."""
        self.apply_legal(self.encoded(decision), decision)
        return self.events()

    def accepts(self, decision: Decision) -> bool:
        """Whether it is legal, listed or not."""
        number = self.encoded(decision)
        return bool(self.stepper.are_legal(self.states, number, number + 1)[0])

    def events(self) -> list[tuple[Any, ...]]:
        """The logged events as (kind, seat, three numbers)."""
        return [(EVENTS[row[0]], *row[2:]) for row in self.rows.tolist()]

    def cards_from_pile(self) -> list[str]:
        """The cards that left the pile, in order, as the log has them."""
        cards = []
        for kind, _, first, second, _ in self.events():
            if kind in ("dealt", "reveal"):
                cards.append(CARDS[first])
            elif kind == "refill" or (kind == "draw" and first == PILE):
                cards.append(CARDS[second])
        return cards

    # ---- what is asked ---------------------------------------------------------------------------

    @property
    def question(self) -> str:
        return QUESTIONS[self.words.questions[int(self.public["question"])]]

    @property
    def asked(self) -> int | None:
        return None if self.question == "over" else int(self.public["asked"])

    def offer(self) -> list[str]:
        own = self.seats[self.public["asked"]]
        return [self.board.tickets[number].id for number in own["offer"][: own["n_offer"]]]

    def legal(self) -> set[Decision]:
        offer = self.offer()
        return {self.decoded(number, offer) for number in self.legal_numbers()}

    def decoded(self, number: int, offer: list[str]) -> Decision:
        kind, where, colour, wilds = number & 15, number >> 4 & 0xFF, number >> 12 & 15, number >> 16
        if kind == decisions.DO_DRAW:
            return ("draw", "pile" if where == PILE else where)
        if kind == decisions.DO_CLAIM and colour == decisions.MIXED:
            paid = {card: number >> 20 + 4 * place & 15 for place, card in enumerate(CARDS)}
            return ("claim", self.board.routes[where].id, bag(paid))
        if kind == decisions.DO_CLAIM:
            return ("claim", self.board.routes[where].id, CARDS[colour], wilds)
        if kind == decisions.DO_STATION:
            return ("station", self.board.cities[where].id, CARDS[colour], wilds)
        if kind == decisions.DO_KEEP:
            return ("keep", tuple(ticket for place, ticket in enumerate(offer) if where >> place & 1))
        if kind == decisions.DO_PAY:
            return ("pay", wilds)
        return {decisions.DO_TICKETS: ("tickets",), decisions.DO_DECLINE: ("decline",)}[kind]

    def encoded(self, decision: Decision) -> int:
        match decision:
            case ("draw", source):
                return int(decisions.DO_DRAW) | (PILE if source == "pile" else source) << 4
            case ("claim", route, colour, wilds):
                return int(decisions.DO_CLAIM) | self.route_number[route] << 4 | CARDS.index(colour) << 12 | wilds << 16
            case ("claim", route, cards):
                paid = sum(n << 4 * CARDS.index(card) for card, n in cards)
                return int(decisions.DO_CLAIM) | self.route_number[route] << 4 | int(decisions.MIXED) << 12 | paid << 20
            case ("station", city, colour, wilds):
                return int(decisions.DO_STATION) | self.city_number[city] << 4 | CARDS.index(colour) << 12 | wilds << 16
            case ("keep", kept):
                return int(decisions.DO_KEEP) | sum(1 << self.offer().index(ticket) for ticket in kept) << 4
            case ("pay", wilds):
                return int(decisions.DO_PAY) | CARDS.index("wild") << 12 | wilds << 16
        return int({"tickets": decisions.DO_TICKETS, "decline": decisions.DO_DECLINE}[decision[0]])

    # ---- the state -------------------------------------------------------------------------------

    def hand(self, seat: int = 0) -> dict[str, int]:
        return self.state["seats"][seat]["hand"]

    def pile(self) -> dict[str, int]:
        return self.state["hidden"]["pile"]

    def discards(self) -> dict[str, int]:
        return self.state["public"]["discards"]

    def market(self) -> list[str | None]:
        return self.state["public"]["market"]

    def tickets(self, seat: int = 0) -> list[str]:
        return sorted(self.state["seats"][seat]["tickets"])

    def ticket_pile(self) -> list[str]:
        return self.state["hidden"]["ticket_pile"]

    def owner(self) -> dict[str, int]:
        return {route: seat for seat, player in enumerate(self.state["public"]["seats"]) for route in player["routes"]}

    def stations(self) -> dict[str, int]:
        return {city: seat for seat, player in enumerate(self.state["public"]["seats"]) for city in player["stations"]}

    def snapshot(self) -> dict[str, Any]:
        """The state as the oracle writes its own, but with the cards turned for a tunnel among the discards."""
        state, last_turns = self.state, int(self.public["last_turns"])
        public, seats, hidden = state["public"], state["seats"], state["hidden"]
        players = public["seats"]
        return {
            "market": public["market"],
            "pile": hidden["pile"],
            "discards": public["discards"],
            "hands": [own["hand"] for own in seats],
            "tickets": [sorted(own["tickets"]) for own in seats],
            "ticket_pile": hidden["ticket_pile"],
            "owner": {route: seat for seat, player in enumerate(players) for route in player["routes"]},
            "stations": {city: seat for seat, player in enumerate(players) for city in player["stations"]},
            **{name: [player[name] for player in players] for name in ("trains", "stations_left", "route_points")},
            "turn": public["turn"],
            "seat": int(self.public["seat"]),
            "question": self.question,
            "asked": public["asked"],
            "last_turns": None if last_turns == records.NOT_TRIGGERED else last_turns,
            "reason": public["end"],
        }

    # ---- building positions ----------------------------------------------------------------------

    def position(
        self,
        hand: Iterable[str] = (),
        market: Iterable[str | None] = ("red", "blue", "green", "red", "blue"),
        pile: Iterable[str] = (),
        discards: Iterable[str] = (),
        hands: Mapping[int, Iterable[str]] | None = None,
        owner: Mapping[str, int] | None = None,
        stations: Mapping[str, int] | None = None,
        tickets: Mapping[int, Iterable[str]] | None = None,
        ticket_pile: Iterable[str] | None = None,
    ) -> "Kernel":
        """Seat 0 is to make the first turn, with these cards and pieces about; the deck is what then is there.

        Nobody has tickets that are not given; without a `ticket_pile` all short ones left are the pile.
        """
        self.keep_all()
        assert (self.question, self.asked) == ("action", 0)
        state, held = self.state, {ticket for kept in (tickets or {}).values() for ticket in kept}
        for seat, own in enumerate(state["seats"]):
            own["hand"] = Counter(hand if seat == 0 else (hands or {}).get(seat, ()))
        slots = [*market, *[None] * self.board.parameters.market][: self.board.parameters.market]
        state["public"] |= {"market": slots, "discards": Counter(discards)}
        state["hidden"]["pile"] = Counter(pile)
        left = [ticket.id for ticket in self.board.tickets if not ticket.long and ticket.id not in held]
        state["hidden"]["ticket_pile"] = left if ticket_pile is None else list(ticket_pile)
        self.place(state, owner or {}, stations or {}, tickets or {})
        lying = counts(card for card in state["public"]["market"] if card)
        about = lying + self.hidden["pile"] + self.public["discards"] + self.seats["hand"].sum(axis=0)
        self.boards[0]["rules"]["deck"] = about
        assert self.check() == ALL_WELL
        return self

    def place(
        self,
        state: dict[str, Any],
        owner: Mapping[str, int],
        stations: Mapping[str, int],
        tickets: Mapping[int, Iterable[str]],
    ) -> None:
        """Puts a state in place of this one, with these pieces and tickets instead of its own."""
        for seat, player in enumerate(state["public"]["seats"]):
            player["routes"] = [route for route in owner if owner[route] == seat]
            player["stations"] = [city for city in stations if stations[city] == seat]
            player["known"] = {}
            state["seats"][seat]["tickets"] = list(tickets.get(seat, ()))
        self.states = self.board.build_state(state)

    def occupy(self, route: int, seat: int) -> None:
        """A claimed route, with all that follows from it (C1, C2, E2)."""
        state = self.state
        state["public"]["seats"][seat]["routes"].append(self.board.routes[route].id)
        self.states = self.board.build_state(state)

    # ---- the end ---------------------------------------------------------------------------------

    def score(self) -> list[dict[str, Any]]:
        """The score of the position as it stands, in the words of the oracle."""
        self.result = self.stepper.score(self.states)
        scores = self.board.score(self.states[0], self.result)
        for line, score in zip(self.result["seats"], scores, strict=False):
            assert (line["n_completed"], line["n_failed"]) == (len(score["completed"]), len(score["failed"]))
        return scores

    def winners(self) -> list[int]:
        """After `score`."""
        winners = np.flatnonzero(self.result["seats"]["wins"][: self.n_players]).tolist()
        assert len(winners) == self.result["n_winners"]
        return winners


def counts(cards: Iterable[str]) -> np.ndarray:
    held = Counter(cards)
    return np.array([held[card] for card in CARDS], np.int64)
