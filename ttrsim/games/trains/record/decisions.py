"""Which decisions the events of a record tell of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ttrsim.games.trains.board.model import WILD, Board
from ttrsim.games.trains.kernel import decisions
from ttrsim.games.trains.kernel.records import CHOOSE_ACTION, KEEP_TICKETS, PAY_TUNNEL, SECOND_CARD
from ttrsim.games.trains.record.events import CARDS
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import Answer, RecordedGame


def colour_and_wilds(cards: Mapping[str, int]) -> tuple[int, int]:
    """Of the cards that were paid; the colour is that of wilds if there are only such (C1)."""
    colour = next((card for card in cards if card != WILD), WILD)
    return CARDS.index(colour), cards.get(WILD, 0)


class Reader:
    def __init__(self, board: Board, game: RecordedGame) -> None:
        self.game = game
        self.routes = {route.id: number for number, route in enumerate(board.routes)}
        self.lengths = [route.length for route in board.routes]
        self.cities = {city.id: number for number, city in enumerate(board.cities)}
        self.drew_in = 0  # the last turn in which a card was drawn

    def answers(self) -> Iterator[Answer]:
        for line, event in self.game.events:
            for question, number in self._told(event):
                yield Answer(line, event["turn"], int(question), int(number))

    def _claim(self, event: Event) -> np.int64:
        number, cards = self.routes[event["route"]], event["cards"]
        if sum(cards.values()) <= self.lengths[number]:
            return np.int64(decisions.claim.py_func(number, *colour_and_wilds(cards)))
        paid = sum(n << int(decisions.BITS_OF_A_CARD) * CARDS.index(card) for card, n in cards.items())  # NC3, NC4
        return np.int64(decisions.claim_with.py_func(number, paid))

    def _told(self, event: Event) -> list[tuple[np.int64, np.int64]]:
        """Questions that were asked in this event, and their answers."""
        kind, turn = event["event"], event["turn"]
        if kind == "draw":
            question = SECOND_CARD if turn == self.drew_in else CHOOSE_ACTION
            self.drew_in = turn
            slot = event["slot"] if event["from"] == "market" else decisions.FROM_PILE
            return [(question, decisions.draw.py_func(slot))]
        if kind in ("claim", "tunnel"):
            return [(CHOOSE_ACTION, self._claim(event))]
        if kind == "station":
            number = decisions.build_station.py_func(self.cities[event["city"]], *colour_and_wilds(event["cards"]))
            return [(CHOOSE_ACTION, number)]
        if kind == "tunnel_end":  # the record does not say whether the seat was asked (T3)
            paid = decisions.pay.py_func(event["paid"].get(WILD, 0))
            return [(PAY_TUNNEL, paid if event["claimed"] else decisions.DO_DECLINE)]
        if kind == "tickets":
            places = sum(1 << place for place, ticket in enumerate(event["offered"]) if ticket in event["kept"])
            kept = (KEEP_TICKETS, decisions.keep.py_func(places))
            return [kept] if turn == 0 else [(CHOOSE_ACTION, decisions.DO_TICKETS), kept]
        return []
