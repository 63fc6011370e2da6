"""One game of Ticket to Ride, written from the rules text and for reading, not for speed.

The game asks questions and is answered with decisions. Chance comes from outside: the colours of the
cards in the order in which they leave the draw pile, and the shuffled ticket piles. Rule numbers in the
comments (`# T2`) are those of the rules text.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from tests.oracle import scoring

WILD = "wild"
GRAY = "gray"
ALL_COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")

Decision = tuple[Any, ...]
Cards = Counter[str]
Restriction = Mapping[str, Any]  # as the start line of a record has it, without `player`


class Foul(AssertionError):  # noqa: N818 (the word of a referee)
    """Something happened that the rules do not allow."""


def check(holds: bool, message: str) -> None:
    if not holds:
        raise Foul(message)


def payments(
    hand: Mapping[str, int], colours: Iterable[str], number: int, min_wilds: int, wilds_pay: bool = True
) -> list[tuple[str, int]]:
    """Every way to pay `number` cards, all of one of the colours, wilds standing for any where they may (C1, NC1).

    A way is (colour of the cards that are not wild, number of wilds); with wilds only it is ("wild", number).
    """
    ways, most_wilds = [], hand[WILD] if wilds_pay else 0
    for colour in colours:
        fewest = max(min_wilds, number - hand[colour])
        ways += [(colour, wilds) for wilds in range(fewest, min(most_wilds, number - 1) + 1)]
    if most_wilds >= number:
        ways.append((WILD, number))
    return ways


Bag = tuple[tuple[str, int], ...]  # cards of any kinds, as a decision has them: sorted, no zero entries


def bag(cards: Mapping[str, int]) -> Bag:
    return tuple(sorted((card, n) for card, n in cards.items() if n > 0))


def pays_with_sets(
    cards: Mapping[str, int], colours: Iterable[str], route: Mapping[str, Any], wilds_pay: bool, most_sets: int
) -> bool:
    """Whether cards pay for a route with at least one set of any cards (NC3, NC4), tried in every way."""
    size, length = route["any_set"], route["length"]
    for sets in range(1, most_sets + 1):
        for wilds in range(min(cards.get(WILD, 0), length - sets) + 1 if wilds_pay else 1):
            coloured = length - sets - wilds
            enough = coloured == 0 or any(cards.get(colour, 0) >= coloured for colour in colours)
            in_sets = sum(cards.values()) - wilds - coloured
            if enough and wilds + sets >= route["wilds"] and in_sets == size * sets:
                return True
    return False


def set_payments(
    hand: Mapping[str, int], colours: Sequence[str], route: Mapping[str, Any], wilds_pay: bool, most_sets: int
) -> set[Bag]:
    """The payments with sets that are listed (NC5): one for each colour, number of wilds and number of sets."""
    bags = set()
    for sets in range(1, most_sets + 1):
        for wilds in range(hand[WILD] + 1 if wilds_pay else 1):
            coloured = route["length"] - sets - wilds
            if coloured < 0 or wilds + sets < route["wilds"]:
                continue
            for colour in colours if coloured else [WILD]:
                singles = Counter({WILD: wilds}) + Counter({colour: coloured})
                if all(hand[card] >= n for card, n in singles.items()):
                    fill = cards_for_sets(Counter(hand) - singles, route["any_set"] * sets)
                    bags |= {bag(singles + fill)} if fill is not None else set()
    return bags


def cards_for_sets(rest: Cards, number: int) -> Cards | None:
    """NC5: colour by colour, those with fewest cards left first, in the order of the deck; wilds last."""
    coloured = sorted((card for card in ALL_COLOURS if rest[card] > 0), key=lambda card: rest[card])
    in_order = [card for name in [*coloured, WILD] for card in [name] * rest[name]]
    return Counter(in_order[:number]) if len(in_order) >= number else None


def cards_paid(colour: str, number: int, wilds: int) -> Cards:
    """The cards of one payment, without zero entries."""
    return +(Counter({colour: number - wilds}) + Counter({WILD: wilds}))


class Game:
    """A game from set-up to score. `question` and `asked` say who must decide what; `apply` goes on."""

    def __init__(
        self,
        board: Mapping[str, Any],
        n_players: int,
        next_card: Callable[[], str],
        long_tickets: list[str],
        short_tickets: list[str],
        restrictions: Sequence[Restriction] = (),
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
        self.set_up(long_tickets)

    # ------------------------------------------------------------------ what a player may do

    def legal(self) -> set[Decision]:
        """Every legal decision of the question that is asked."""
        if self._legal is None:
            self._legal = self.find_legal()
        return self._legal

    def find_legal(self) -> set[Decision]:
        match self.question:
            case "keep":
                return self.legal_keeps()
            case "action":
                return self.legal_actions()
            case "second_card":
                return self.legal_draws(first=False)
            case "tunnel":
                return self.legal_extras() | {("decline",)}  # T3
        return set()

    def legal_keeps(self) -> set[Decision]:
        minimum = self.rules["setup_keep"] if self.turn == 0 else self.rules["offer_keep"]  # S3, K1
        sizes = range(min(minimum, len(self.offer)), len(self.offer) + 1)
        must = self.must_keep()
        refused = self.must_refuse(minimum, must)
        choices = {kept for size in sizes for kept in combinations(self.offer, size) if self.long_limit(kept) >= 0}
        return {("keep", kept) for kept in choices if must <= set(kept) and not refused & set(kept)}

    def listed(self, what: str) -> Sequence[str]:
        """The tickets that the asked seat must keep or refuse, now in the set-up or now later."""
        assert self.asked is not None
        tickets: Sequence[str] = self.restrictions[self.asked].get(what if self.turn == 0 else f"{what}_later", ())
        return tickets

    def long_limit(self, tickets: Iterable[str]) -> int:
        """X1: how many more long tickets may be kept beside these; below 0 if there are too many."""
        limit: int = self.rules.get("setup_most_long", len(self.offer)) if self.turn == 0 else len(self.offer)
        return limit - sum(ticket["long"] for ticket in self.board["tickets"] if ticket["id"] in set(tickets))

    def cheapest_first(self, tickets: Iterable[str]) -> list[str]:
        points = {ticket["id"]: ticket["points"] for ticket in self.board["tickets"]}
        return sorted(tickets, key=points.__getitem__)  # stable: the first of equals first

    def must_keep(self) -> set[str]:
        """R1: of the long tickets that the seat must keep, the cheapest ones are let off where X1 forbids them."""
        must = {ticket for ticket in self.offer if ticket in self.listed("keep")}
        long = {ticket["id"] for ticket in self.board["tickets"] if ticket["long"]}
        n_let_off = max(0, -self.long_limit(must))
        in_order = [ticket for ticket in self.offer if ticket in must & long]
        return must - set(self.cheapest_first(in_order)[:n_let_off])

    def must_refuse(self, minimum: int, must: set[str]) -> set[str]:
        """R2: the refused tickets of the offer, but for the cheapest ones that the minimum needs."""
        refused = [ticket for ticket in self.offer if ticket in self.listed("refuse") and ticket not in must]
        refused = self.cheapest_first(refused)
        while refused:
            others = [ticket for ticket in self.offer if ticket not in refused]
            if len(others) - max(0, -self.long_limit(others)) >= minimum:  # X1: not all of them can be kept
                break
            refused.pop(0)
        return set(refused)

    def may(self, what: str) -> bool:
        """Whether the player whose turn it is is not barred from something (R3–R6)."""
        return bool(self.restrictions[self.seat].get(what, True))

    def legal_actions(self) -> set[Decision]:
        actions = self.legal_draws(first=True) | self.legal_claims() | self.legal_stations()
        if self.ticket_pile and self.may("ticket_draws"):  # K1, R5
            actions.add(("tickets",))
        return actions

    def legal_draws(self, first: bool) -> set[Decision]:
        draws: set[Decision] = set()
        if self.pile.total() or self.discards.total():  # M4
            draws.add(("draw", "pile"))
        for slot, card in enumerate(self.market):
            ordinary = first or self.rules.get("face_up_wild", 2) == 1  # M2, NC2
            if card is not None and (card != WILD or (ordinary and self.may("open_wilds"))):  # R6
                draws.add(("draw", slot))
        return draws

    def legal_claims(self) -> set[Decision]:
        hand = self.hands[self.seat]
        ways: dict[tuple[Any, ...], list[tuple[str, int]]] = {}  # many routes cost the same
        claims: set[Decision] = set()
        for route in self.board["routes"]:
            if route["length"] > self.trains[self.seat] or not self.is_open(route):  # C1
                continue
            cost = (route["colour"], route["length"], route["wilds"], self.wilds_pay(route))
            if cost not in ways:
                ways[cost] = payments(hand, self.colours_of(route), *cost[1:])  # C1, C3
            claims.update(("claim", route["id"], colour, wilds) for colour, wilds in ways[cost])
            if route.get("any_set", 0):
                rules = (self.wilds_pay(route), self.most_sets(route))
                bags = set_payments(hand, self.colours_of(route), route, *rules)  # NC3, NC4
                claims.update(("claim", route["id"], cards) for cards in bags)
        return claims

    def colours_of(self, route: Mapping[str, Any]) -> list[str]:
        return self.colours if route["colour"] == GRAY else [route["colour"]]

    def most_sets(self, route: Mapping[str, Any]) -> int:
        """NC3–NC5: how many sets may pay for a route."""
        if not route.get("any_set", 0):
            return 0
        only_symbols = self.rules.get("ferry_sets", "any_space") == "symbols" and route["wilds"] > 0
        return route["wilds"] if only_symbols else route["length"]

    def is_set_payment(self, decision: Decision) -> bool:
        """Whether it claims a route with sets, be the payment listed or not (NC3–NC5)."""
        match decision:
            case ("claim", route_id, cards) if self.question == "action":
                route, hand = self.routes[route_id], self.hands[self.seat]
                return (
                    self.is_open(route)
                    and route["length"] <= self.trains[self.seat]
                    and all(hand[card] >= n for card, n in cards)
                    and pays_with_sets(
                        dict(cards), self.colours_of(route), route, self.wilds_pay(route), self.most_sets(route)
                    )
                )
        return False

    def wilds_pay(self, route: Mapping[str, Any] | None) -> bool:
        """NC1, W1: whether wilds may pay for a route; None is a station."""
        match self.rules.get("wild_use", "anywhere"):
            case "tunnels_and_ferries":
                return route is not None and (route["tunnel"] or route["wilds"] > 0)
            case "tunnels":
                return route is not None and bool(route["tunnel"])
        return True

    def are_alike(self, halves: Sequence[str]) -> bool:
        kinds = {tuple(self.routes[half][field] for field in ("length", "tunnel", "wilds")) for half in halves}
        return len(kinds) == 1

    def is_open(self, route: Mapping[str, Any]) -> bool:
        """Whether the player whose turn it is may claim the route, cards and trains apart."""
        if route["id"] in self.owner:
            return False
        closed = self.restrictions[self.seat].get("closed", ())
        if route["id"] in closed or (route["tunnel"] and not self.may("tunnels")):  # R3
            return False
        halves = self.halves.get(route["double"], [])
        owners = [self.owner[half] for half in halves if half in self.owner]
        if owners and self.n_players <= self.rules["doubles_closed_up_to"]:
            return False  # C2, few players
        return self.seat not in owners  # C2

    def legal_stations(self) -> set[Decision]:
        if self.stations_left[self.seat] == 0 or not self.may("stations"):  # R4
            return set()
        ways = payments(self.hands[self.seat], self.colours, self.station_cost(), 0, self.wilds_pay(None))  # B1
        free = [city["id"] for city in self.board["cities"] if city["id"] not in self.stations] if ways else []
        return {("station", city, colour, wilds) for city in free for colour, wilds in ways}

    def station_cost(self) -> int:
        """The first station costs one card, the second two, the third three (B1)."""
        built = sum(1 for holder in self.stations.values() if holder == self.seat)
        return built + 1

    def legal_extras(self) -> set[Decision]:
        colours = [] if self.laid_colour == WILD else [self.laid_colour]  # T2, T1
        ways = payments(self.hands[self.seat], colours, self.extra, min_wilds=0)
        return {("pay", wilds) for _, wilds in ways}

    # ------------------------------------------------------------------ going on

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

    def ask(self, question: str, seat: int | None) -> None:
        self.question = question
        self.asked = seat
        self._legal = None

    def log(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, "turn": self.turn, **fields})

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

    # ------------------------------------------------------------------ the whole state

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


def deal(pile: list[str], number: int) -> list[str]:
    """Take up to `number` tickets off the top of the pile."""
    dealt = pile[:number]
    del pile[:number]
    return dealt
