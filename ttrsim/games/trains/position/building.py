"""From plain values to the record of a state. Values that follow from others are recomputed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ttrsim.games.state_builder import StateBuilder
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.engine import board_record
from ttrsim.games.trains.kernel import records
from ttrsim.games.trains.kernel.limits import MAX_OFFER
from ttrsim.games.trains.position.model import QUESTIONS, Own, Public, SeenRestriction, State
from ttrsim.games.trains.record.dealer import colour_and_wilds
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.writer import REASONS
from ttrsim.games.trains.restrictions import BARRED, TICKET_LISTS
from ttrsim.machine.sets import members

QUESTION_NUMBERS = {name: number for number, name in QUESTIONS.items()}
REASON_NUMBERS = {name: number for number, name in REASONS.items()}


class Builder(StateBuilder):
    def __init__(self, board: Board, state: State) -> None:
        numbers = {
            "card": {card: number for number, card in enumerate(CARDS)},
            "route": {route.id: number for number, route in enumerate(board.routes)},
            "city": {city.id: number for number, city in enumerate(board.cities)},
            "ticket": {ticket.id: number for number, ticket in enumerate(board.tickets)},
        }
        super().__init__(records.STATE, numbers)
        self.board = board
        self.record = board_record(board)[0]
        self.source = state
        self.n_seats = len(state["public"]["seats"])
        self.hidden = self.states[0]["hidden"]
        self._long = {ticket.id for ticket in board.tickets if ticket.long}

    def fill_in(self) -> None:
        self._check_shape()
        if self.faults:
            return
        self._put_turn(self.source["public"])
        self._put_cards(self.source["public"])
        self._put_pieces(self.source["public"])
        self._put_tunnel(self.source["public"])
        for seat, own in enumerate(self.source["seats"]):
            self._put_own(seat, own)
        if self.public["turn"] > 0:
            self.public["barred"] = self.states[0]["seats"][self.public["seat"]]["restriction"]["barred"]
        self._put_tickets()

    # ---- what can be wrong -----------------------------------------------------------------------

    def _check_shape(self) -> None:
        """Everything that must hold before numbers can be put into the record."""
        public, seats, hidden = self.source["public"], self.source["seats"], self.source["hidden"]
        rules, n_seats, is_setup = self.board.parameters, self.n_seats, public["turn"] == 0
        n_chosen = len(hidden["choices"])
        self._expect(
            rules.min_players <= n_seats <= rules.max_players,
            f"{self.board.name} is for {rules.min_players} to {rules.max_players} players, not {n_seats}",
        )
        self._expect(len(seats) == n_seats, f"public has {n_seats} seats, but seats has {len(seats)}")
        self._expect(len(public["market"]) == rules.market, f"the market has {rules.market} slots")
        self._expect(
            len(hidden["ticket_pile"]) <= len(self.board.tickets), "the ticket pile has more tickets than the board"
        )
        self._expect(
            not is_setup or public["question"] == "keep_tickets", "in turn 0 the question must be keep_tickets"
        )
        self._expect(
            n_chosen < n_seats if is_setup else n_chosen == 0, "chosen tickets belong to turn 0, one choice per seat"
        )
        self._expect((public["tunnel"] is None) == (public["question"] != "pay_tunnel"), "tunnel and question disagree")
        self._expect((public["end"] is None) == (public["question"] != "game_over"), "end and question disagree")
        self._expect(
            public["passes"] < n_seats or public["end"] is not None, "all seats have passed, but the game goes on"
        )
        choosing = set(range(n_seats)) if is_setup else set()
        if public["question"] == "keep_tickets" and not is_setup:
            choosing = {(public["turn"] - 1) % n_seats}
        for seat, own in enumerate(seats):
            self._expect(len(own["offer"]) <= MAX_OFFER, f"seats.{seat}.offer has more than {MAX_OFFER} tickets")
            self._expect(
                seat in choosing or not own["offer"], f"seats.{seat} has an offer, but is not choosing tickets"
            )

    # ---- turn, cards and tunnel ------------------------------------------------------------------

    def _put_turn(self, source: Public) -> None:
        public, turn = self.public, source["turn"]
        public["n_seats"], public["turn"] = self.n_seats, turn
        public["face_up_wild"] = self.board.parameters.face_up_wild
        public["question"] = QUESTION_NUMBERS[source["question"]]
        public["seat"] = (turn - 1) % self.n_seats if turn else 0  # S4
        public["asked"] = public["seat"] if turn else len(self.source["hidden"]["choices"])
        public["last_turns"] = source["last_turns"] or records.NOT_TRIGGERED
        public["passes"] = source["passes"]
        public["reason"] = REASON_NUMBERS[source["end"]] if source["end"] else 0
        public["flushes"], public["reshuffles"] = source["flushes"], source["reshuffles"]

    def _counts(self, cards: Mapping[str, int]) -> list[int]:
        self._numbers("card", cards)
        return [cards.get(card, 0) for card in CARDS]

    def _put_cards(self, source: Public) -> None:
        public, hidden = self.public, self.hidden
        market = [records.EMPTY if card is None else self._number("card", card) for card in source["market"]]
        public["market"] = records.EMPTY
        public["market"][: len(market)] = market
        public["n_market"] = len(market) - market.count(int(records.EMPTY))
        public["market_wilds"] = source["market"].count(CARDS[records.WILD])
        public["discards"] = self._counts(source["discards"])
        public["n_discards"] = public["discards"].sum()
        hidden["pile"] = self._counts(self.source["hidden"]["pile"])
        public["pile_size"] = hidden["pile"].sum()
        hidden["card_stream"]["state"] = int(self.source["hidden"]["card_stream"], 16)

    def _put_tunnel(self, source: Public) -> None:
        public, tunnel = self.public, source["tunnel"]
        public["tunnel_route"] = records.NO_ROUTE
        if tunnel is None:
            return
        public["tunnel_route"] = self._number("route", tunnel["route"])
        self._counts(tunnel["cards"])
        if not self.faults:
            public["tunnel_colour"], public["tunnel_wilds"] = colour_and_wilds(tunnel["cards"])
        public["tunnel_extra"] = tunnel["extra"]

    # ---- pieces ----------------------------------------------------------------------------------

    def _put_pieces(self, source: Public) -> None:
        public, rules = self.public, self.board.parameters
        public["owner"][:] = records.NO_OWNER
        public["open_to"][:] = self.record["all_routes"]
        public["trains"], public["stations_left"] = rules.trains, rules.stations
        for seat, player in enumerate(source["seats"]):
            for route in self._numbers("route", player["routes"]):
                self._occupy(seat, route)
            cities = self._numbers("city", player["stations"])
            public["station_cities"][seat] = members(cities)[0]
            public["stations_left"][seat] -= len(cities)
            public["known"][seat] = self._counts(player["known"])
            offered = min(rules.setup_offer_long + rules.setup_offer, player["tickets"])
            public["setup_tickets"][seat] = player.get("setup_tickets", offered)

    def _occupy(self, seat: int, route: int) -> None:
        """C1, C2, E2: a route that is claimed, with all that follows."""
        public, sibling = self.public, int(self.record["sibling"][route])
        self._expect(public["owner"][route] == records.NO_OWNER, f"{self.board.routes[route].id} is claimed twice")
        public["owner"][route] = seat
        public["owned"][seat] |= np.array(members([route], words=2), np.uint64)
        public["trains"][seat] -= self.record["length"][route]
        public["route_points"][seat] += self.record["points"][route]
        self._close(route, range(self.n_seats))
        if sibling != records.NO_ROUTE:
            to_all = self.n_seats <= self.board.parameters.doubles_closed_up_to
            self._close(sibling, range(self.n_seats) if to_all else [seat])

    def _close(self, route: int, seats: Iterable[int]) -> None:
        for seat in seats:
            self.public["open_to"][seat] &= ~np.array(members([route], words=2), np.uint64)

    # ---- hands and tickets -----------------------------------------------------------------------

    def _put_own(self, seat: int, source: Own) -> None:
        own, public = self.states[0]["seats"][seat], self.public
        own["seat"] = seat
        own["hand"] = self._counts(source["hand"])
        public["hand_size"][seat] = own["hand"].sum()
        tickets, offer = self._numbers("ticket", source["tickets"]), self._numbers("ticket", source["offer"])
        own["tickets"] = members(set(tickets), words=2)
        public["n_tickets"][seat] = len(tickets)
        own["offer"][: len(offer)] = offer
        own["n_offer"] = len(offer)
        own["left"] = members(set(self._numbers("ticket", source.get("left", []))), words=2)
        for ticket, place in source.get("in_pile", {}).items():
            self._put_in_pile(own, ticket, place)
        own["must_keep"] = self._places(source["offer"], source["must_keep"])
        own["must_refuse"] = self._places(source["offer"], source["must_refuse"])
        if source["restriction"] is not None:
            self._restrict(seat, source["restriction"])

    def _put_in_pile(self, own: Any, ticket: str, place: int) -> None:
        """A ticket that a seat knows to lie in the pile."""
        pile = self.source["hidden"]["ticket_pile"]
        lies_there = place < len(pile) and pile[place] == ticket
        self._expect(lies_there, f"ticket {ticket} does not lie in the ticket pile under {place} others")
        if lies_there:
            own["in_pile"][place] = self._number("ticket", ticket) + 1

    def _places(self, offer: list[str], tickets: list[str]) -> int:
        """As a set."""
        self._expect(set(tickets) <= set(offer), f"not in the offer: {', '.join(set(tickets) - set(offer))}")
        return sum(1 << place for place, ticket in enumerate(offer) if ticket in tickets)

    def _restrict(self, seat: int, source: SeenRestriction) -> None:
        restriction = self.states[0]["seats"][seat]["restriction"]
        for key in TICKET_LISTS:
            tickets = set(self._numbers("ticket", source[key]))  # type: ignore[literal-required]
            restriction[key] = members(tickets, words=2)
        restriction["barred"] = sum(int(BARRED[key]) for key in set(source["barred"]))
        closed = set(self._numbers("route", source["closed"]))
        restriction["closed"] = members(closed, words=2)
        for route in closed:
            self._close(route, [seat])

    def _put_tickets(self) -> None:
        hidden, source = self.hidden, self.source["hidden"]
        pile = self._numbers("ticket", source["ticket_pile"])
        hidden["ticket_pile"][: len(pile)] = pile
        self.public["ticket_pile_size"] = len(pile)
        hidden["ticket_stream"]["state"] = int(source["ticket_stream"], 16)
        for seat, kept in enumerate(source["choices"]):
            offer = self.source["seats"][seat]["offer"]
            fewest = min(self.board.parameters.setup_keep, len(offer))
            self._expect(len(kept) >= fewest, f"seat {seat} keeps {len(kept)} tickets, fewer than {fewest}")
            n_long, most_long = len(self._long & set(kept)), self.board.parameters.setup_most_long
            self._expect(n_long <= most_long, f"seat {seat} keeps {n_long} long tickets, more than {most_long}")  # X1
            hidden["setup_kept"][seat] = self._places(offer, kept)
