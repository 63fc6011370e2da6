"""Positions made by hand: a board, one seat's cards and tickets, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ttrsim.games.registry import load_board
from ttrsim.games.trains.board.model import COLOURS
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.game import TRAINS
from ttrsim.games.trains.kernel import decisions, records
from ttrsim.machine.sets import members
from ttrsim.play.bots.finding import load_bot

CARDS = (*COLOURS, "wild")


class Position:
    """Seat 0 is asked; every route is named by its id, every ticket by its two cities."""

    def __init__(self, board_name: str, n_seats: int = 2) -> None:
        self.board = load_board(board_name)
        self.record = board_record(self.board)
        self.states = np.zeros(1, records.STATE)
        self.public, self.own = self.states[0]["public"], self.states[0]["seats"][0]
        self.route = {route.id: number for number, route in enumerate(self.board.routes)}
        self.ticket = {frozenset((t.a, t.b)): number for number, t in enumerate(self.board.tickets)}
        self._clear_table(n_seats)

    def _clear_table(self, n_seats: int) -> None:
        public, rules = self.public, self.record[0]["rules"]
        public["n_seats"], public["turn"] = n_seats, 1
        public["question"] = records.CHOOSE_ACTION
        public["last_turns"] = records.NOT_TRIGGERED
        public["market"][:] = records.EMPTY
        public["pile_size"] = rules["deck"].sum()
        public["ticket_pile_size"] = len(self.board.tickets)
        public["owner"][:] = records.NO_OWNER
        public["open_to"][:] = self.record[0]["all_routes"]
        public["trains"][:] = rules["trains"]
        public["stations_left"][:] = rules["stations"]
        public["tunnel_route"] = records.NO_ROUTE

    def market(self, *cards: str) -> Position:
        for slot, card in enumerate(cards):
            self.public["market"][slot] = CARDS.index(card)
        self.public["n_market"] = len(cards)
        self.public["market_wilds"] = cards.count("wild")
        self.public["pile_size"] -= len(cards)
        return self

    def hand(self, cards: Mapping[str, int]) -> Position:
        for card, n in cards.items():
            self.own["hand"][CARDS.index(card)] = n
        self.public["hand_size"][0] = sum(cards.values())
        self.public["pile_size"] -= sum(cards.values())
        return self

    def tickets(self, *ends: tuple[str, str]) -> Position:
        for pair in ends:
            self.own["tickets"] |= np.array(members([self.ticket[frozenset(pair)]], words=2), np.uint64)
        self.public["n_tickets"][0] = len(ends)
        return self

    def offer(self, *ends: tuple[str, str], in_setup: bool = False) -> Position:
        self.public["question"] = records.KEEP_TICKETS
        self.public["turn"] = 0 if in_setup else self.public["turn"]
        self.own["n_offer"] = len(ends)
        for place, pair in enumerate(ends):
            self.own["offer"][place] = self.ticket[frozenset(pair)]
        return self

    def owns(self, seat: int, *route_ids: str) -> Position:
        for route_id in route_ids:
            number = self.route[route_id]
            word, place = number >> 6, np.uint64(1 << (number & 63))
            self.public["owner"][number] = seat
            self.public["owned"][seat, word] |= place
            self.public["open_to"][:, word] &= ~place
            self.public["trains"][seat] -= self.board.routes[number].length
            self.public["route_points"][seat] += self.record[0]["points"][number]
        return self

    def close(self, route_id: str) -> Position:
        """To seat 0 (R3)."""
        number = self.route[route_id]
        word, place = number >> 6, np.uint64(1 << (number & 63))
        self.public["open_to"][0, word] &= ~place
        self.own["restriction"]["closed"][word] |= place
        return self

    def trains(self, *trains: int) -> Position:
        self.public["trains"][: len(trains)] = trains
        return self

    def ask(self, name: str = "planner", **weights: float) -> int:
        """The bot's decision, without notes."""
        bot = load_bot(name, TRAINS)
        self.own["memory"] = 0
        self.own["weights"][: len(bot.weights)] = bot.weights
        names = [weight.name for weight in bot.compiled.weights]
        for weight, value in weights.items():
            self.own["weights"][names.index(weight)] = value
        return int(bot.compiled.function(self.record[0], self.public, self.own))


def claimed(position: Position, decision: int) -> str | None:
    """The id of the route that a decision claims."""
    if decision & 15 != decisions.DO_CLAIM:
        return None
    return position.board.routes[(decision >> 4) & 0xFF].id


def paid_in_sets(decision: int) -> dict[str, int]:
    """The cards of a claim with sets."""
    assert decision >> 12 & 15 == decisions.MIXED
    counts = {card: decision >> 20 + 4 * number & 15 for number, card in enumerate(CARDS)}
    return {card: n for card, n in counts.items() if n}


def drawn(position: Position, decision: int) -> str | None:
    """The card that a decision takes from the market, or "pile"."""
    if decision & 15 != decisions.DO_DRAW:
        return None
    slot = (decision >> 4) & 0xFF
    return "pile" if slot == decisions.FROM_PILE else CARDS[position.public["market"][slot]]


def kept(decision: int) -> set[int]:
    """The places of the offer that a decision keeps."""
    assert decision & 15 == decisions.DO_KEEP
    return {place for place in range(8) if (decision >> 4 >> place) & 1}


def draws_tickets(decision: int) -> bool:
    return decision & 15 == decisions.DO_TICKETS
