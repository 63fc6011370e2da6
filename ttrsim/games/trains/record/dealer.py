"""Puts the cards of a record into a state: how a game is played again that has no seed, since people played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from ttrsim.games.trains.board.model import WILD as WILD_NAME
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel import decisions
from ttrsim.games.trains.kernel.records import CHOOSE_ACTION, EMPTY, KEEP_TICKETS, PAY_TUNNEL, SECOND_CARD, WILD
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.position import FollowedTable, Impossible
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import Answer, RecordedGame


class CardDealer:
    """Follows a record beside the kernel. Before each decision it lays cards and tickets where the record has them.

    The kernel applies the decision and moves on to the next question; which cards it turns meanwhile does not
    matter, since they are replaced before the next decision. So the rules stay the kernel's.
    """

    def __init__(self, board: Board, game: RecordedGame) -> None:
        self.game = game
        self.table = FollowedTable(board, game.n_seats)
        self.tickets = {ticket.id: number for number, ticket in enumerate(board.tickets)}
        self.n_entered = 0
        self.counts = {"flush": 0, "reshuffle": 0}

    def deal(self, states: np.ndarray, line: int) -> None:
        """As it was just before the event of a line."""
        state = states[0]
        if self.n_entered == 0:
            self._deal_offers(state)
        while self.n_entered < len(self.game.events) and self.game.events[self.n_entered][0] < line:
            self._enter(*self.game.events[self.n_entered])
            self.n_entered += 1
        self._put_cards(state)
        if self.n_entered < len(self.game.events):
            self._put_offer_on_top(state, line, self.game.events[self.n_entered][1])

    def stack(self, states: np.ndarray, line: int) -> None:
        """T1: the pile has the cards that are turned for the tunnel of this line, and no others."""
        following = [event for number, event in self.game.events if number >= line]
        if not following or following[0]["event"] != "tunnel":
            return
        state, public = states[0], states[0]["public"]
        turned: Counter[str] = Counter()
        for event in following[1:]:
            if event["event"] == "tunnel_end":
                break
            if event["event"] == "reveal":
                turned[event["card"]] += 1
        state["hidden"]["pile"], public["pile_size"] = _counts(turned), turned.total()
        public["discards"], public["n_discards"] = _counts({}), 0

    def _enter(self, line: int, event: Event) -> None:
        try:
            self.table.enter(event)
        except Impossible as impossible:
            raise self.game.error(line, str(impossible)) from None
        if event["event"] in self.counts:
            self.counts[event["event"]] += 1

    # ---- cards -----------------------------------------------------------------------------------

    def _put_cards(self, state: np.void) -> None:
        public, table = state["public"], self.table
        for seat, player in enumerate(table.seats):
            state["seats"][seat]["hand"] = _counts(player.hand)
            public["hand_size"][seat] = player.hand.total()
        state["hidden"]["pile"], public["pile_size"] = _counts(table.pile), table.pile.total()
        discards = table.discards + Counter(table.turned)  # T1: they are discards once they are turned
        public["discards"], public["n_discards"] = _counts(discards), discards.total()
        market = [EMPTY if card is None else CARDS.index(card) for card in table.market]
        public["market"][: len(market)] = market
        public["n_market"] = len(market) - market.count(EMPTY)
        public["market_wilds"] = market.count(WILD)
        public["flushes"], public["reshuffles"] = self.counts["flush"], self.counts["reshuffle"]

    # ---- tickets ---------------------------------------------------------------------------------

    def _deal_offers(self, state: np.void) -> None:
        """S2: the offers of the record; the other tickets are the pile, in any order."""
        offers = [event for _, event in self.game.events if event["event"] == "tickets" and event["turn"] == 0]
        dealt: set[int] = set()
        for event in offers:
            own, numbers = state["seats"][event["player"]], [self.tickets[ticket] for ticket in event["offered"]]
            own["offer"][: len(numbers)] = numbers
            own["n_offer"] = len(numbers)
            dealt |= set(numbers)
        rest = [number for number in self.tickets.values() if number not in dealt]
        state["public"]["ticket_top"] = 0
        state["hidden"]["ticket_pile"][: len(rest)] = rest
        state["public"]["ticket_pile_size"] = len(rest)

    def _put_offer_on_top(self, state: np.void, line: int, event: Event) -> None:
        public, hidden = state["public"], state["hidden"]
        if event["event"] != "tickets" or event["turn"] == 0 or public["question"] != CHOOSE_ACTION:
            return
        offered = [self.tickets[ticket] for ticket in event["offered"]]
        ring, top, size = hidden["ticket_pile"], int(public["ticket_top"]), int(public["ticket_pile_size"])
        places = [(top + place) % len(ring) for place in range(size)]
        pile = [int(ring[place]) for place in places]
        if missing := [ticket for ticket in event["offered"] if self.tickets[ticket] not in pile]:
            raise self.game.error(line, f"tickets: not in the ticket pile: {', '.join(missing)}")
        pile = offered + [ticket for ticket in pile if ticket not in offered]
        ring[places] = pile
        for seat in range(self.game.n_seats):
            _follow_known(state["seats"][seat]["in_pile"], places, pile)


def _follow_known(in_pile: np.ndarray, places: list[int], pile: list[int]) -> None:
    """A seat goes on knowing where the tickets lie that it put back."""
    known = {int(ticket) - 1 for ticket in in_pile if ticket}
    in_pile[:] = 0
    for place, ticket in zip(places, pile, strict=True):
        if ticket in known:
            in_pile[place] = ticket + 1


def _counts(cards: Mapping[str, int]) -> list[int]:
    return [cards.get(card, 0) for card in CARDS]


# ---- Which decisions the events of a record tell of -----------------------------------------------


def colour_and_wilds(cards: Mapping[str, int]) -> tuple[int, int]:
    """Of the cards that were paid; the colour is that of wilds if there are only such (C1)."""
    colour = next((card for card in cards if card != WILD_NAME), WILD_NAME)
    return CARDS.index(colour), cards.get(WILD_NAME, 0)


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
            paid = decisions.pay.py_func(event["paid"].get(WILD_NAME, 0))
            return [(PAY_TUNNEL, paid if event["claimed"] else decisions.DO_DECLINE)]
        if kind == "tickets":
            places = sum(1 << place for place, ticket in enumerate(event["offered"]) if ticket in event["kept"])
            kept = (KEEP_TICKETS, decisions.keep.py_func(places))
            return [kept] if turn == 0 else [(CHOOSE_ACTION, decisions.DO_TICKETS), kept]
        return []
