"""The kernel, step by step from Python, in the oracle's words.

The inner functions of the kernel can only be called by compiled code. `call` is the one compiled door to
all that tests need: every further entry would link and optimise the whole kernel once more.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
from numba import types

from tests.oracle.game import Decision, Restriction
from ttrsim.compiled.jit import array_of, entry
from ttrsim.compiled.log import LOG_EVERYTHING
from ttrsim.compiled.rng import below, next_word, open_stream, uniform
from ttrsim.compiled.table import ALL_WELL, GAME_OVER
from ttrsim.games.registry import load_board, override_parameters
from ttrsim.games.trains.board.export import board_as_dict
from ttrsim.games.trains.board.model import COLOURS, Board, City, Parameters, Route, Ticket
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.kernel import decisions, log, records
from ttrsim.games.trains.kernel.checker import CHECKS, check_state
from ttrsim.games.trains.kernel.description import KERNEL
from ttrsim.games.trains.kernel.legal import is_legal, list_legal
from ttrsim.games.trains.kernel.longest import longest_path
from ttrsim.games.trains.kernel.networks import map_networks
from ttrsim.games.trains.kernel.restrictions import impose
from ttrsim.games.trains.kernel.scoring import score_game
from ttrsim.games.trains.kernel.turns import apply, set_up
from ttrsim.games.trains.restrictions import TrainsRestriction

CARDS = (*COLOURS, "wild")
QUESTIONS = {
    GAME_OVER: "over",
    records.KEEP_TICKETS: "keep",
    records.CHOOSE_ACTION: "action",
    records.SECOND_CARD: "second_card",
    records.PAY_TUNNEL: "tunnel",
}
REASONS = {0: None, records.END_TRAINS: "trains", records.END_STALEMATE: "stalemate", records.END_LIMIT: "limit"}
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
}
N_ENCODINGS = 1 << 20  # a decision has 20 bits
PILE = int(decisions.FROM_PILE)
COMBINATIONS = [("europe", n) for n in (2, 3, 4, 5)]
COMBINATIONS += [("new-york", n) for n in (2, 3, 4)] + [("usa", n) for n in (2, 3, 4, 5)]

START, RESTRICT, APPLY, LEGAL, SCAN, SCORE, LONGEST, CHECK, WORDS, BELOW, UNIFORM = (np.int64(n) for n in range(11))


@entry(
    types.int64(
        array_of(KERNEL.board),
        array_of(KERNEL.work),
        array_of(KERNEL.result),
        array_of(records.RESTRICTION),
        types.int64[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
    ),
    KERNEL.sources,
)
def call(boards, works, results, restrictions, numbers, what, first, second, third):
    """One step of the kernel: `what` says which, three numbers are its arguments, `numbers` takes lists."""
    board, work = boards[0], works[0]
    state, scratch = work.state, work.scratch
    own = state.seats[state.public.asked]
    stream = state.hidden.card_stream
    if what == START:
        set_up(board, state, work.log, first, second, third)
    elif what == RESTRICT:
        impose(board, state, first, restrictions[0])
    elif what == APPLY:
        apply(board, state, work.log, first)
    elif what == LEGAL:
        return list_legal(board, state.public, own, numbers)
    elif what == SCAN:
        for decision in range(first, second):
            numbers[decision - first] = is_legal(board, state.public, own, decision)
    elif what == SCORE:
        score_game(board, state, results[0], scratch)
    elif what == LONGEST:
        routes_0, routes_1 = state.public.owned[first, 0], state.public.owned[first, 1]
        touched = map_networks(board, routes_0, routes_1, scratch)
        return longest_path(board, routes_0, routes_1, touched, scratch)
    elif what == CHECK:
        return check_state(board, state)
    elif what == WORDS:
        open_stream(stream, first, second, third)
        for place in range(len(numbers)):
            numbers[place] = np.int64(next_word(stream))
    elif what == BELOW:
        for place in range(len(numbers)):
            numbers[place] = below(stream, first)
    elif what == UNIFORM:
        for place in range(len(numbers)):
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
        tickets=tuple(Ticket(**plain(ticket, Ticket)) for ticket in board["tickets"]),
        parameters=Parameters.model_validate_json(json.dumps(board["parameters"])),
    )
    return override_parameters(made, {})


@cache
def built_in(name: str) -> Board:
    return load_board(name)


def members(word: int) -> list[int]:
    return [number for number in range(64) if int(word) >> number & 1]


def as_word(numbers: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << number for number in numbers))


class Kernel:
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
        self.board = board if isinstance(board, Board) else board_from_dict(board)
        self.oracle_board = board_as_dict(self.board)
        self.n_players = n_players
        self.boards = board_record(self.board)
        self.works = np.zeros(1, KERNEL.work)
        self.results = np.zeros(1, records.RESULT)
        self.restriction = np.zeros(1, records.RESTRICTION)
        self.numbers = np.zeros(16_384, np.int64)
        self.public = self.works[0]["state"]["public"]
        self.seats = self.works[0]["state"]["seats"]
        self.hidden = self.works[0]["state"]["hidden"]
        self.log = self.works[0]["log"]
        self.log["level"] = LOG_EVERYTHING
        self.city_number = {city.id: number for number, city in enumerate(self.board.cities)}
        self.route_number = {route.id: number for number, route in enumerate(self.board.routes)}
        self.ticket_number = {ticket.id: number for number, ticket in enumerate(self.board.tickets)}
        self.start(seed, deal)
        for seat, terms in enumerate(restrictions):
            self.restrict(seat, **terms)

    def call(self, what: np.int64, first: int = 0, second: int = 0, third: int = 0) -> int:
        arrays = (self.boards, self.works, self.results, self.restriction, self.numbers)
        return int(call(*arrays, what, first, second, third))

    # ---- going on --------------------------------------------------------------------------------

    def start(self, seed: int, deal: int) -> None:
        self.log["n"] = 0
        self.call(START, self.n_players, seed, deal)

    def restrict(self, seat: int, **terms: Any) -> "Kernel":
        """In the set-up."""
        as_written = TrainsRestriction.model_validate_json(json.dumps(terms))
        self.restriction[:] = as_written.record(self.board)
        self.call(RESTRICT, seat)
        return self

    def keep_all(self) -> "Kernel":
        """Through the set-up, every seat keeping all it is offered."""
        while self.question == "keep":
            self.advance(("keep", tuple(self.offer())))
        return self

    def advance(self, decision: Decision) -> list[tuple[Any, ...]]:
        """Carries out a legal decision; returns the events it led to."""
        number = self.encoded(decision)
        assert number in self.legal_numbers(), f"{decision} is not legal"
        self.log["n"] = 0
        self.call(APPLY, number)
        violation = self.check()
        assert violation == ALL_WELL, CHECKS[violation]
        return self.events()

    def events(self) -> list[tuple[Any, ...]]:
        """The logged events as (kind, seat, three numbers)."""
        assert self.log["n"] <= records.LOG_SIZE
        rows = self.log["events"][: self.log["n"]]
        return [(EVENTS[row[0]], *row[2:].tolist()) for row in rows]

    def cards_from_pile(self) -> list[str]:
        """The cards that left the pile, in order, as the log has them."""
        cards = []
        for kind, _, first, second, _ in self.events():
            if kind in ("dealt", "reveal"):
                cards.append(CARDS[first])
            elif kind == "refill" or (kind == "draw" and first == PILE):
                cards.append(CARDS[second])
        return cards

    def check(self) -> int:
        return self.call(CHECK)

    # ---- what is asked ---------------------------------------------------------------------------

    @property
    def question(self) -> str:
        return QUESTIONS[int(self.public["question"])]

    @property
    def asked(self) -> int | None:
        return None if self.question == "over" else int(self.public["asked"])

    def offer(self) -> list[str]:
        own = self.seats[self.public["asked"]]
        return [self.board.tickets[number].id for number in own["offer"][: own["n_offer"]]]

    def legal_numbers(self) -> set[int]:
        listed = self.numbers[: self.call(LEGAL)].tolist()
        assert len(set(listed)) == len(listed), "a decision is listed twice"
        return set(listed)

    def legal(self) -> set[Decision]:
        offer = self.offer()
        return {self.decoded(number, offer) for number in self.legal_numbers()}

    def accepted_numbers(self) -> set[int]:
        """Every number that `is_legal` lets pass."""
        accepted: set[int] = set()
        for first in range(0, N_ENCODINGS, len(self.numbers)):
            self.call(SCAN, first, first + len(self.numbers))
            accepted.update((np.flatnonzero(self.numbers) + first).tolist())
        return accepted

    def decoded(self, number: int, offer: list[str]) -> Decision:
        kind, where, colour, wilds = number & 15, number >> 4 & 0xFF, number >> 12 & 15, number >> 16
        if kind == decisions.DO_DRAW:
            return ("draw", "pile" if where == PILE else where)
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
            case ("station", city, colour, wilds):
                return int(decisions.DO_STATION) | self.city_number[city] << 4 | CARDS.index(colour) << 12 | wilds << 16
            case ("keep", kept):
                return int(decisions.DO_KEEP) | sum(1 << self.offer().index(ticket) for ticket in kept) << 4
            case ("pay", wilds):
                return int(decisions.DO_PAY) | CARDS.index("wild") << 12 | wilds << 16
        return int({"tickets": decisions.DO_TICKETS, "decline": decisions.DO_DECLINE}[decision[0]])

    # ---- the state -------------------------------------------------------------------------------

    def cards(self, counts: Iterable[int]) -> dict[str, int]:
        return {card: int(n) for card, n in zip(CARDS, counts, strict=True) if n}

    def hand(self, seat: int = 0) -> dict[str, int]:
        return self.cards(self.seats[seat]["hand"])

    def pile(self) -> dict[str, int]:
        return self.cards(self.hidden["pile"])

    def discards(self) -> dict[str, int]:
        return self.cards(self.public["discards"])

    def market(self) -> list[str | None]:
        slots = self.public["market"][: self.board.parameters.market].tolist()
        return [None if card == records.EMPTY else CARDS[card] for card in slots]

    def tickets(self, seat: int = 0) -> list[str]:
        return sorted(self.board.tickets[number].id for number in members(self.seats[seat]["tickets"]))

    def ticket_pile(self) -> list[str]:
        top, size = int(self.hidden["ticket_top"]), int(self.public["ticket_pile_size"])
        return [self.board.tickets[self.hidden["ticket_pile"][(top + place) % 64]].id for place in range(size)]

    def owner(self) -> dict[str, int]:
        seats = self.public["owner"].tolist()
        return {route.id: seats[number] for number, route in enumerate(self.board.routes) if seats[number] >= 0}

    def stations(self) -> dict[str, int]:
        return {
            self.board.cities[city].id: seat
            for seat in range(self.n_players)
            for city in members(self.public["station_cities"][seat])
        }

    def snapshot(self) -> dict[str, Any]:
        """The state as the oracle writes its own, but with the cards turned for a tunnel among the discards."""
        public, seats = self.public, range(self.n_players)
        last_turns = int(public["last_turns"])
        return {
            "market": self.market(),
            "pile": self.pile(),
            "discards": self.discards(),
            "hands": [self.hand(seat) for seat in seats],
            "tickets": [self.tickets(seat) for seat in seats],
            "ticket_pile": self.ticket_pile(),
            "owner": self.owner(),
            "stations": self.stations(),
            "trains": public["trains"][: self.n_players].tolist(),
            "stations_left": public["stations_left"][: self.n_players].tolist(),
            "route_points": public["route_points"][: self.n_players].tolist(),
            "turn": int(public["turn"]),
            "seat": int(public["seat"]),
            "question": self.question,
            "asked": self.asked,
            "last_turns": None if last_turns == records.NOT_TRIGGERED else last_turns,
            "reason": REASONS[int(public["reason"])],
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
        for seat in range(self.n_players):
            self._set_hand(seat, hand if seat == 0 else (hands or {}).get(seat, ()))
        self._set_cards(list(market), pile, discards)
        self._set_pieces(owner or {}, stations or {})
        self._set_tickets(tickets or {}, ticket_pile)
        violation = self.check()
        assert violation == ALL_WELL, CHECKS[violation]
        return self

    def _set_hand(self, seat: int, cards: Iterable[str]) -> None:
        self.seats[seat]["hand"] = counts(cards)
        self.public["hand_size"][seat] = self.seats[seat]["hand"].sum()
        self.public["known"][seat] = 0

    def _set_cards(self, market: list[str | None], pile: Iterable[str], discards: Iterable[str]) -> None:
        public = self.public
        public["market"] = records.EMPTY
        public["market"][: len(market)] = [records.EMPTY if card is None else CARDS.index(card) for card in market]
        public["n_market"] = len(market) - market.count(None)
        public["market_wilds"] = market.count("wild")
        self.hidden["pile"] = counts(pile)
        public["pile_size"] = self.hidden["pile"].sum()
        public["discards"] = counts(discards)
        public["n_discards"] = public["discards"].sum()
        deck = self.hidden["pile"] + public["discards"] + counts(card for card in market if card)
        self.boards[0]["rules"]["deck"] = deck + self.seats[: self.n_players]["hand"].sum(axis=0)

    def _set_pieces(self, owner: Mapping[str, int], stations: Mapping[str, int]) -> None:
        for route, seat in owner.items():
            self.occupy(self.route_number[route], seat)
        for city, seat in stations.items():
            self.public["station_cities"][seat] |= as_word([self.city_number[city]])
            self.public["stations_left"][seat] -= 1

    def occupy(self, route: int, seat: int) -> None:
        """A claimed route, with all that follows from it (C1, C2, E2)."""
        board, public = self.boards[0], self.public
        public["owner"][route] = seat
        public["owned"][seat, route >> 6] |= as_word([route & 63])
        public["open_to"][:, route >> 6] &= ~as_word([route & 63])
        sibling = int(board["sibling"][route])
        if sibling != records.NO_ROUTE:
            all_closed = self.n_players <= self.board.parameters.doubles_closed_up_to
            for other in range(self.n_players) if all_closed else [seat]:
                public["open_to"][other, sibling >> 6] &= ~as_word([sibling & 63])
        public["trains"][seat] -= board["length"][route]
        public["route_points"][seat] += board["points"][route]

    def _set_tickets(self, tickets: Mapping[int, Iterable[str]], ticket_pile: Iterable[str] | None) -> None:
        for seat in range(self.n_players):
            kept = [self.ticket_number[ticket] for ticket in tickets.get(seat, ())]
            self.seats[seat]["tickets"] = as_word(kept)
            self.public["n_tickets"][seat] = len(kept)
        if ticket_pile is None:
            held = {ticket for seat in tickets for ticket in tickets[seat]}
            ticket_pile = [ticket.id for ticket in self.board.tickets if not ticket.long and ticket.id not in held]
        pile = [self.ticket_number[ticket] for ticket in ticket_pile]
        self.hidden["ticket_top"] = 0
        self.hidden["ticket_pile"][: len(pile)] = pile
        self.public["ticket_pile_size"] = len(pile)

    # ---- the end ---------------------------------------------------------------------------------

    def score(self) -> list[dict[str, Any]]:
        """The score of the position as it stands, in the words of the oracle."""
        self.call(SCORE)
        return [self._score_of(seat) for seat in range(self.n_players)]

    def _score_of(self, seat: int) -> dict[str, Any]:
        line = self.results[0]["seats"][seat]
        names = ("routes", "tickets", "stations_left", "station_points", "longest")
        names += ("longest_points", "attraction_points", "total")
        completed = [self.board.tickets[number].id for number in members(line["completed"])]
        failed = members(int(line["kept"]) & ~int(line["completed"]))
        assert line["n_completed"] == len(completed)
        assert line["n_failed"] == len(failed)
        cities = [city.id for city in self.board.cities if self.stations().get(city.id) == seat]
        borrowed = {
            city: self.board.routes[route].id
            for city, route in zip(cities, line["borrowed"], strict=False)
            if route != records.NO_ROUTE
        }
        score = {name: int(line[name]) for name in names}
        return score | {
            "completed": completed,
            "failed": [self.board.tickets[number].id for number in failed],
            "borrowed": borrowed,
        }

    def winners(self) -> list[int]:
        """After `score`."""
        winners = [seat for seat in range(self.n_players) if self.results[0]["seats"][seat]["wins"]]
        assert len(winners) == self.results[0]["n_winners"]
        return winners


def counts(cards: Iterable[str]) -> np.ndarray:
    held = Counter(cards)
    return np.array([held[card] for card in CARDS], np.int64)
