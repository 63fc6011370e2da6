"""Puts the cards of a record into a state: how a game is played again that has no seed, since people played it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel.records import CHOOSE_ACTION, EMPTY, WILD
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.position import FollowedTable, Impossible
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import RecordedGame


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
