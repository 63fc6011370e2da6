"""One game of Ticket to Ride, written from the rules text and for reading, not for speed.

The game asks questions and is answered with decisions. Chance comes from outside: the colours of the
cards in the order in which they leave the draw pile, and the shuffled ticket piles. Rule numbers in the
comments (`# T2`) are those of the rules text.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.games.trains.oracle import scoring
from tests.games.trains.oracle.legal import LegalDecisions
from tests.games.trains.oracle.payments import WILD, Cards, cards_paid
from tests.games.trains.oracle.table import Decision, Restriction


class Foul(AssertionError):  # noqa: N818 (the word of a referee)
    """Something happened that the rules do not allow."""


def check(holds: bool, message: str) -> None:
    if not holds:
        raise Foul(message)


class Game(LegalDecisions):
    """A game from set-up to score. `apply` carries out a decision and goes on to the next question."""

    def __init__(
        self,
        board: Mapping[str, Any],
        n_players: int,
        next_card: Callable[[], str],
        long_tickets: list[str],
        short_tickets: list[str],
        restrictions: Sequence[Restriction] = (),
    ) -> None:
        super().__init__(board, n_players, next_card, short_tickets, restrictions)
        self.set_up(long_tickets)

    def apply(self, decision: Decision) -> None:
        """Carry out a decision and go on to the next question."""
        is_legal = decision in self.legal() or self.is_set_payment(decision)
        check(is_legal, f"seat {self.asked} may not answer {self.question!r} with {decision}")
        if self.question == "action":
            self.passes = 0
        match decision:
            case ("keep", kept) if self.turn == 0:
                self.keep_in_set_up(kept)
            case ("keep", kept):
                self.keep_tickets(kept)
            case ("draw", source):
                self.draw_card(source)
            case ("claim", route_id, colour, wilds):
                route = self.routes[route_id]
                self.claim(route, colour, cards_paid(colour, route["length"], wilds))
            case ("claim", route_id, cards):
                self.claim(self.routes[route_id], WILD, Counter(dict(cards)))
            case ("station", city, colour, wilds):
                self.build_station(city, colour, wilds)
            case ("tickets",):
                self.offer_tickets()
            case ("pay", wilds):
                self.end_tunnel(cards_paid(self.laid_colour, self.extra, wilds))
            case ("decline",):
                self.end_tunnel(None)

    # ------------------------------------------------------------------ set-up

    def set_up(self, long_tickets: list[str]) -> None:
        for seat, hand in enumerate(self.hands):  # S1
            cards = [card for _ in range(self.rules["hand"]) if (card := self.take_from_pile()) is not None]
            hand.update(cards)
            self.log("hand", player=seat, cards=cards)
        self.settle_market()  # S1, M3
        long_pile = list(long_tickets)  # S2: what is not dealt of it leaves the game
        for seat in range(self.n_players):
            long_offer = deal(long_pile, self.rules["setup_offer_long"])
            self.offers[seat] = long_offer + deal(self.ticket_pile, self.rules["setup_offer"])
        self.ask_to_keep(0)

    def ask_to_keep(self, seat: int) -> None:
        self.offer = self.offers[seat]
        self.ask("keep", seat)

    def keep_in_set_up(self, kept: tuple[str, ...]) -> None:
        seat = len(self.choices)
        self.choices.append(kept)
        self.log("tickets", player=seat, offered=list(self.offer), kept=list(kept))
        if len(self.choices) < self.n_players:
            self.ask_to_keep(seat + 1)
            return
        for seat, offer in enumerate(self.offers):  # S3: choices are simultaneous, refused ones go in seat order
            self.tickets[seat] += self.choices[seat]
            self.put_back(offer, self.choices[seat], self.rules["setup_refused"])
        self.offer = []
        self.open_turn()

    # ------------------------------------------------------------------ turns

    def open_turn(self) -> None:
        """Begin the next turn; players without a legal action pass at once (N1)."""
        while self.reason is None:
            self.seat = self.turn % self.n_players  # S4: turn 1 is seat 0's
            self.turn += 1
            self.ask("action", self.seat)
            if self.legal():
                return
            self.passes += 1
            self.log("pass", player=self.seat)
            self.close_turn()
        self.finish()

    def end_turn(self) -> None:
        self.close_turn()
        self.open_turn()

    def close_turn(self) -> None:
        self.settle_market()  # M4: an action may have given a short market its cards
        if self.last_turns is not None:
            self.last_turns -= 1
        elif self.trains[self.seat] <= self.rules["end_trains"]:  # E1
            self.last_turns = self.n_players
            self.log("last_round", player=self.seat)
        if self.last_turns == 0:
            self.reason = "trains"
        elif self.passes == self.n_players:  # N1
            self.reason = "stalemate"
        elif self.turn == self.rules["turn_limit"]:  # N2
            self.reason = "limit"

    def finish(self) -> None:
        self.scores = scoring.score(self.board, self.n_players, self.owner, self.stations, self.tickets)
        self.winners = scoring.winners(self.scores, self.rules["tie_breaks"])
        for seat, line in enumerate(self.scores):
            self.log("score", player=seat, **line)
        self.log("end", reason=self.reason, winners=self.winners, turns=self.turn)
        self.ask("over", None)

    # ------------------------------------------------------------------ cards and the market

    def take_from_pile(self) -> str | None:
        """The next card of the pile, or None where pile and discards are empty (M4)."""
        if not self.pile.total():
            if not self.discards.total():
                return None
            self.log("reshuffle", cards=self.discards.total())
            self.pile, self.discards = self.discards, Counter()
        card = self.next_card()
        check(self.pile[card] > 0, f"the pile holds no {card} card")
        self.pile[card] -= 1
        return card

    def settle_market(self) -> None:
        """Fill the empty slots, and flush while three or more wilds lie face up (M3)."""
        self.fill_market()
        while self.must_flush():
            self.log("flush", cards=list(self.market))
            self.discards.update(card for card in self.market if card is not None)
            self.market = [None] * len(self.market)
            self.fill_market()

    def fill_market(self) -> None:
        for slot, card in enumerate(self.market):
            if card is None and (new := self.take_from_pile()) is not None:
                self.market[slot] = new
                self.log("refill", slot=slot, card=new)

    def must_flush(self) -> bool:
        if self.market.count(WILD) < self.rules["flush_wilds"]:
            return False
        face_up = Counter(card for card in self.market if card is not None)
        outside_hands = self.pile + self.discards + face_up
        coloured = outside_hands.total() - outside_hands[WILD]
        enough_to_settle: int = len(self.market) - self.rules["flush_wilds"] + 1
        return coloured >= enough_to_settle  # M3, guard

    def draw_card(self, source: str | int) -> None:
        """Take the first or second card, from the pile or a market slot (M1)."""
        first = self.question == "action"
        if isinstance(source, int):
            card = self.market[source]
            self.market[source] = None
            self.log("draw", player=self.seat, **{"from": "market"}, slot=source, card=card)
        else:
            card = self.take_from_pile()
            self.log("draw", player=self.seat, **{"from": "pile"}, card=card)
        assert card is not None  # only slots and piles with a card are legal
        self.hands[self.seat][card] += 1
        self.settle_market()
        counts_as_two = source != "pile" and card == WILD and self.rules.get("face_up_wild", 2) == 2  # M2, NC2
        if first and not counts_as_two and self.legal_draws(first=False):  # M5
            self.ask("second_card", self.seat)
        else:
            self.end_turn()

    # ------------------------------------------------------------------ routes, tunnels, stations

    def claim(self, route: Mapping[str, Any], colour: str, cards: Cards) -> None:
        self.hands[self.seat] -= cards
        if route["tunnel"]:
            self.turn_tunnel_cards(route, colour, cards)
            return
        self.log("claim", player=self.seat, route=route["id"], cards=dict(cards))
        self.discards += cards  # C1
        self.take_route(route)
        self.end_turn()

    def take_route(self, route: Mapping[str, Any]) -> None:
        self.owner[route["id"]] = self.seat
        self.trains[self.seat] -= route["length"]
        self.route_points[self.seat] += scoring.points_for_length(self.rules, route["length"])  # E2

    def turn_tunnel_cards(self, route: Mapping[str, Any], colour: str, cards: Cards) -> None:
        self.log("tunnel", player=self.seat, route=route["id"], cards=dict(cards))
        self.tunnel_route, self.laid_out, self.laid_colour = route["id"], cards, colour
        self.turned = []
        for _ in range(self.rules["tunnel_cards"]):  # T1
            if (card := self.take_from_pile()) is not None:  # T4
                self.turned.append(card)
                self.log("reveal", card=card)
        self.extra = sum(1 for card in self.turned if card in (colour, WILD))  # T1; T2 where the colour is wild
        if self.extra == 0:
            self.end_tunnel(Counter())
        elif self.legal_extras():
            self.ask("tunnel", self.seat)
        else:
            self.end_tunnel(None)  # T3: unable

    def end_tunnel(self, paid: Cards | None) -> None:
        """Claim the tunnel for the extra cards paid, or give it up (None) (T3)."""
        route = self.routes[self.tunnel_route]
        if paid is not None:
            self.hands[self.seat] -= paid
            self.discards += self.laid_out + paid
            self.take_route(route)
        else:
            self.hands[self.seat] += self.laid_out
        self.discards.update(self.turned)
        self.log("tunnel_end", player=self.seat, route=route["id"], claimed=paid is not None, paid=dict(paid or {}))
        self.tunnel_route, self.laid_out, self.laid_colour = None, Counter(), WILD
        self.turned, self.extra = [], 0
        self.end_turn()

    def build_station(self, city: str, colour: str, wilds: int) -> None:
        cards = cards_paid(colour, self.station_cost(), wilds)  # B1
        self.log("station", player=self.seat, city=city, cards=dict(cards))
        self.hands[self.seat] -= cards
        self.discards += cards
        self.stations[city] = self.seat
        self.stations_left[self.seat] -= 1
        self.end_turn()

    # ------------------------------------------------------------------ tickets

    def offer_tickets(self) -> None:
        self.offer = deal(self.ticket_pile, self.rules["offer"])  # K1
        self.ask("keep", self.seat)

    def keep_tickets(self, kept: tuple[str, ...]) -> None:
        self.log("tickets", player=self.seat, offered=list(self.offer), kept=list(kept))
        self.tickets[self.seat] += kept
        self.put_back(self.offer, kept, self.rules["offer_refused"])
        self.offer = []
        self.end_turn()

    def put_back(self, offer: list[str], kept: tuple[str, ...], refused: str) -> None:
        """Refused tickets go under the pile in the order offered, or leave the game."""
        if refused == "bottom":
            self.ticket_pile += [ticket for ticket in offer if ticket not in kept]


def deal(pile: list[str], number: int) -> list[str]:
    """Take up to `number` tickets off the top of the pile."""
    dealt = pile[:number]
    del pile[:number]
    return dealt
