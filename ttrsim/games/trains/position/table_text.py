"""A position as a player writes it down at the table: what he sees, in any order; everything else is imagined.

board: europe
players: 3
me: 1
hand: 2 red, 3 blue, 1 wild
…
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ttrsim.errors import UserError
from ttrsim.games.trains.board.model import WILD, Board, Route, doubles_of
from ttrsim.games.trains.position.model import Own, SeenPlayer, State
from ttrsim.games.trains.record.events import CARDS
from ttrsim.games.trains.record.spelling import Names
from ttrsim.wording import did_you_mean, shortened

KEYS = (
    "board",
    "players",
    "me",
    "hand",
    "tickets",
    "market",
    "question",
    "offer",
    "turn",
    "pile",
    "discards",
    "ticket pile",
)
NEEDED = ("players", "me", "hand", "tickets", "market")
QUESTIONS = {"action": "choose_action", "second card": "second_card", "tickets": "keep_tickets"}
COUNTS = {"cards": "cards", "card": "cards", "tickets": "tickets", "ticket": "tickets", "trains": "trains"}
COUNTS |= {"points": "points", "point": "points", "stations": "stations left", "station": "stations left"}
NO_WORD = f"{0:016x}"
MAX_FAULTS = 12


@dataclass
class Side:
    """What is written of a seat."""

    where: str
    counts: dict[str, int] = field(default_factory=dict)
    routes: list[Route] = field(default_factory=list)
    stations: list[str] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)


def entries(text: str) -> Iterator[tuple[int, str, str]]:
    """The line, the key and the value of each entry. A line without a key goes on with the entry before."""
    found: tuple[int, str, str] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].strip()
        if not words:
            continue
        key, colon, value = words.partition(":")
        if colon:
            if found:
                yield found
            found = (number, " ".join(key.lower().split()), value.strip())
        elif found:
            found = (found[0], found[1], f"{found[2]}, {words}")
        else:
            yield number, "", words
    if found:
        yield found


def state_from_text(board: Board, text: str, seed: int) -> State:
    """UserError says everything that is wrong, with the numbers that disagree."""
    return _Reader(board, text, random.Random(seed)).state()


class _Reader:
    def __init__(self, board: Board, text: str, chance: random.Random) -> None:
        self.board, self.rules, self.chance = board, board.parameters, chance
        self.names = Names(board)
        self.faults: list[str] = []
        self.values: dict[str, str] = {}
        self.lines: dict[str, int] = {}
        for line, key, value in entries(text):
            if key in self.values:
                self.faults.append(f"line {line}: {key} is already on line {self.lines[key]}")
            elif key not in KEYS and not re.fullmatch(r"seat \d+", key):
                self.faults.append(f"line {line}: unknown entry {shortened(key)}{did_you_mean(key, [*KEYS, 'seat 0'])}")
            else:
                self.values[key], self.lines[key] = value, line

    def _fault(self, key: str, text: str) -> None:
        self.faults.append(f"line {self.lines[key]}: {text}" if key in self.lines else f"{key}: {text}")

    def _stop(self) -> None:
        if self.faults:
            more = [f"… and {len(self.faults) - MAX_FAULTS} more"] if len(self.faults) > MAX_FAULTS else []
            raise UserError("\n".join([*self.faults[:MAX_FAULTS], *more]))

    # ---- reading -----------------------------------------------------------------------------------

    def state(self) -> State:
        for key in NEEDED:
            if key not in self.values:
                self._fault(key, "is missing")
        self._stop_at_numbers()
        self.hand, market = Counter(self._cards("hand")), self._cards("market")
        self.market = list(market)
        self.discards = Counter(self._cards("discards")) if "discards" in self.values else None
        self.tickets, self.offer = self._tickets("tickets"), self._tickets("offer")
        self.question = self._question()
        self.sides = [self._side(seat) for seat in range(self.n)]
        self._check_routes()
        self._check_own()
        self._check_cards()
        self._check_tickets()
        self.turn = self._turn()
        self.last_turns = self._last_turns()
        self._stop()
        return self._imagined()

    def _stop_at_numbers(self) -> None:
        """Nothing can be checked without these."""
        rules = self.rules
        self.n = self._number("players", rules.min_players, rules.max_players)
        self.me = self._number("me", 0, max(self.n - 1, 1))
        for key in self.values:
            if key.startswith("seat ") and self.n and int(key[5:]) >= self.n:
                self._fault(key, f"there is no {key} among {self.n} players: seats are 0 to {self.n - 1}")
        if self.n == 0:
            self._stop()

    def _number(self, key: str, least: int, most: int) -> int:
        text = self.values.get(key)
        if text is None:
            return 0
        if not text.isdigit() or not least <= int(text) <= most:
            self._fault(key, f"{key} should be a number from {least} to {most}, not {shortened(text)}")
            return 0
        return int(text)

    def _items(self, key: str) -> list[str]:
        return [item.strip() for item in self.values.get(key, "").split(",") if item.strip() not in ("", "-", "none")]

    def _cards(self, key: str) -> list[str]:
        """`2 red, wild` or `red red wild`, with or without commas."""
        cards: list[str] = []
        n = 1
        for word in re.split(r"[\s,×*]+", ", ".join(self._items(key))):
            if word.isdigit():
                n = min(int(word), 200)
                continue
            card, fault = self.names.card(word) if word else ("", "")
            if fault:
                self._fault(key, f"{key}: {fault}")
            cards += [card] * n if card else []
            n = 1
        return cards

    def _tickets(self, key: str) -> list[str]:
        names = []
        for item in self._items(key):
            name, fault = self.names.ticket(item)
            copies = [copy for copy in self.names.copies(name) if copy not in names] if name else []
            if fault:
                self._fault(key, f"{key}: {fault}")
            elif not copies:
                self._fault(key, f"{key}: {name} is named twice")
            names += [item] if item in copies else copies[:1]
        return names

    def _question(self) -> str:
        text = self.values.get("question", "tickets" if self.offer else "action").lower()
        if text not in QUESTIONS:
            self._fault("question", f"question should be action, second card or tickets, not {shortened(text)}")
            return "choose_action"
        if (text == "tickets") != bool(self.offer):
            self._fault("question", "the question is about tickets exactly if there is an offer")
        return QUESTIONS[text]

    def _side(self, seat: int) -> Side:
        key = f"seat {seat}"
        side = Side(f"seat {seat}")
        for item in self._items(key):
            if match := re.fullmatch(r"(\d{1,4}) (\w+)( left)?", item):
                name = COUNTS.get(match[2].lower(), "")
                if name:
                    side.counts[name] = int(match[1])
                    continue
            if match := re.fullmatch(r"known (\d{1,3}) (\w+)", item):
                card, fault = self.names.card(match[2])
                if fault:
                    self._fault(key, f"{key}: {fault}")
                side.known[card] += int(match[1])
            elif match := re.fullmatch(r"station (?:in )?(.+)", item):
                city, fault = self.names.city(match[1])
                if fault:
                    self._fault(key, f"{key}: {fault}")
                else:
                    side.stations.append(city)
            else:
                side.routes += self._route(key, item)
        return side

    def _route(self, key: str, item: str) -> list[Route]:
        """`Paris - Dieppe` or, of a double, `Paris - Frankfurt white`. Without a colour: a half that is free."""
        words = re.sub(r"\(([^)]*)\)", r"\1", item)
        head, _, last = words.rpartition(" ")
        colour = last.lower() if last.lower() in (*CARDS, "gray", "grey", "purple") else ""
        colour = {"grey": "gray", "purple": "pink"}.get(colour, colour)
        ends = head if colour else words
        for match in re.finditer(r"\s*[-‐‑‒–—−]\s*|\s+to\s+", ends):
            pair, faults = self.names.route(ends[: match.start()], ends[match.end() :])
            if not faults:
                between = [route for route in self.board.routes if {route.a, route.b} == set(pair)]
                return self._half(key, item, [route for route in between if colour in ("", route.colour)], between)
        self._fault(key, f"{key}: {shortened(item)} is no route: write two cities, as in {self._example()}")
        return []

    def _example(self) -> str:
        route = self.board.routes[0]
        return f"'{route.a} - {route.b}'"

    def _half(self, key: str, item: str, fitting: list[Route], between: list[Route]) -> list[Route]:
        taken = self._taken()
        free = [route for route in fitting if route.id not in taken]
        if free:
            taken.add(free[0].id)
            return [free[0]]
        if not between:
            self._fault(key, f"{key}: there is no route {shortened(item)} on {self.board.name}")
        elif not fitting:
            colours = " and ".join(route.colour for route in between)
            self._fault(key, f"{key}: the route {shortened(item)} is {colours}")
        else:
            self._fault(key, f"{key}: {fitting[0].id} is claimed twice")
        return []

    def _taken(self) -> set[str]:
        if not hasattr(self, "_taken_routes"):
            self._taken_routes: set[str] = set()
        return self._taken_routes

    # ---- what cannot be ----------------------------------------------------------------------------

    def _check_routes(self) -> None:
        rules, doubles = self.rules, doubles_of(self.board)
        owner: dict[str, str] = {}
        cities: dict[str, str] = {}
        for side in self.sides:
            for route in side.routes:
                if route.double in doubles and route.double in owner:  # C2
                    if owner[route.double or ""] == side.where:
                        self._fault(side.where, f"{side.where} has both halves of {route.double}")
                    elif self.n <= rules.doubles_closed_up_to:
                        self._fault(side.where, f"with {self.n} players only one half of {route.double} is claimed")
                owner[route.double or route.id] = side.where
            for city in side.stations:
                if city in cities:
                    self._fault(side.where, f"{city} has a station of {cities[city]} already")
                cities[city] = side.where
            self._check_pieces(side)

    def _check_pieces(self, side: Side) -> None:
        rules = self.rules
        used = sum(route.length for route in side.routes)
        if used > rules.trains:
            self._fault(side.where, f"{side.where}'s routes take {used} trains, but it had {rules.trains}")
        if len(side.stations) > rules.stations:
            self._fault(
                side.where, f"{side.where} has {len(side.stations)} stations built, but {rules.stations} at most"
            )
        follows = {
            "trains": rules.trains - used,
            "points": sum(rules.route_points[route.length] for route in side.routes),
            "stations left": rules.stations - len(side.stations),
        }
        for name, n in follows.items():
            if side.counts.get(name, n) != n:
                self._fault(
                    side.where,
                    f"{side.where} has {side.counts[name]} {name} here, but its routes and stations make it {n}",
                )

    def _check_own(self) -> None:
        own = self.sides[self.me]
        for name, n, what in (("cards", self.hand.total(), "hand"), ("tickets", len(self.tickets), "tickets")):
            if own.counts.get(name, n) != n:
                self._fault(
                    own.where, f"I hold {n} by the entry '{what}', but {own.where} says {own.counts[name]} {name}"
                )
            own.counts[name] = n
        for seat, side in enumerate(self.sides):
            for name in ("cards", "tickets"):
                if name not in side.counts:
                    self._fault(side.where, f"how many {name} {side.where} holds is missing")
                    side.counts[name] = 0
            if side.known.total() > side.counts["cards"]:
                self._fault(side.where, f"{side.known.total()} known cards, but {side.counts['cards']} in hand")
            if seat == self.me and side.known - self.hand:
                self._fault(side.where, "known cards of mine that are not in my hand")

    def _check_cards(self) -> None:
        rules = self.rules
        deck = Counter({**rules.cards_per_colour, WILD: rules.wilds})
        if len(self.market) != rules.market:
            self._fault("market", f"the market has {rules.market} cards, not {len(self.market)}")
        if self.market.count(WILD) >= rules.flush_wilds:  # M3
            self._fault("market", f"a market with {self.market.count(WILD)} wilds is replaced at once")
        seen = {"in my hand": self.hand, "face up": Counter(self.market), "discarded": self.discards or Counter()}
        for side in self.sides:
            if side.where != f"seat {self.me}":
                seen[f"known of {side.where}"] = side.known
        for card in CARDS:
            n = sum(cards[card] for cards in seen.values())
            if n > deck[card]:
                parts = ", ".join(f"{cards[card]} {where}" for where, cards in seen.items() if cards[card])
                self.faults.append(f"{card}: {parts} make {n}, but the deck has {deck[card]}")
        hands = sum(side.counts["cards"] for side in self.sides)
        self.left = deck.total() - hands - len(self.market)
        self.rest = deck - sum(seen.values(), Counter())
        if self.left < 0:
            self.faults.append(
                f"{hands} cards in hands and {len(self.market)} face up, but the deck has {deck.total()}"
            )
        pile = self._number("pile", 0, max(self.left, 0)) if "pile" in self.values else None
        if self.discards is not None:
            if pile is not None and pile + self.discards.total() != self.left:
                self._fault(
                    "pile",
                    f"a pile of {pile} and {self.discards.total()} discards, but {self.left} cards are left over",
                )
            pile = self.left - self.discards.total()
            if pile < 0:
                self._fault("discards", f"{self.discards.total()} discards, but {self.left} cards are left over")
        self.pile = pile

    def _check_tickets(self) -> None:
        rules, deck = self.rules, {ticket.id: ticket for ticket in self.board.tickets}
        for name in self.offer:
            if name in self.tickets:
                self._fault("offer", f"{name} is among my tickets and in the offer")
        if len(self.offer) > rules.offer:
            self._fault("offer", f"{len(self.offer)} tickets are offered, but {self.board.name} offers {rules.offer}")
        if any(deck[name].long for name in self.offer):
            self._fault("offer", "long tickets are dealt in the set-up alone: describe the set-up with advise --offer")
        if (
            n_long := sum(deck[name].long for name in self.tickets)
        ) > rules.setup_offer_long and rules.setup_offer_long:
            self._fault("tickets", f"{n_long} long tickets, but each seat is dealt {rules.setup_offer_long}")
        for side in self.sides:
            if side.counts["tickets"] < min(rules.setup_keep, rules.setup_offer + rules.setup_offer_long):
                self._fault(
                    side.where,
                    f"{side.where} holds {side.counts['tickets']} tickets, but keeps {rules.setup_keep} in the set-up",
                )
        held = sum(side.counts["tickets"] for side in self.sides) + len(self.offer)
        n_long_left = sum(ticket.long for ticket in deck.values()) - self.n * rules.setup_offer_long
        most = len(deck) - max(n_long_left, 0)
        dealt = rules.setup_offer + rules.setup_offer_long
        kept = [min(side.counts["tickets"], dealt) for side in self.sides]
        gone = self.n * dealt - sum(kept) if rules.setup_refused == "removed" else 0
        short_gone = gone - sum(max(rules.setup_offer_long - 1, 0) for _ in kept) if gone else 0
        self.ticket_pile = most - held - (max(short_gone, 0) if gone else 0)
        if self.ticket_pile < 0:
            self.faults.append(
                f"{held} tickets are held, but no more than {held + self.ticket_pile} of {len(deck)} can be"
            )
        if "ticket pile" in self.values:
            said = self._number("ticket pile", 0, len(deck))
            if said > max(self.ticket_pile, 0):
                self._fault(
                    "ticket pile",
                    f"{said} tickets in the pile and {held} held, but at most {max(self.ticket_pile, 0)} can be left",
                )
            self.ticket_pile = said

    # ---- turns -------------------------------------------------------------------------------------

    def _turn(self) -> int:
        """The first turn in which all this can have been done: each card, route and station took its time."""
        rounds = 1
        for seat, side in enumerate(self.sides):
            paid = sum(route.length for route in side.routes)
            n = len(side.stations)
            paid += n * (n + 1) // 2
            drawn = max(0, side.counts["cards"] + paid - self.rules.hand)
            tickets = side.counts["tickets"] - self.rules.setup_offer - self.rules.setup_offer_long
            if seat == self.me and self.question == "second_card":
                drawn -= 1
            needed = len(side.routes) + n + (drawn + 1) // 2 + max(0, -(-tickets // self.rules.offer))
            rounds = max(rounds, needed + (seat >= self.me))
        least = (rounds - 1) * self.n + self.me + 1
        if "turn" not in self.values:
            return least
        turn = self._number("turn", 1, self.rules.turn_limit)
        if turn and (turn - 1) % self.n != self.me:
            self._fault("turn", f"turn {turn} is that of seat {(turn - 1) % self.n} of {self.n}, not mine ({self.me})")
        elif turn and turn < least:
            self._fault(
                "turn", f"turn {turn} is too early: routes, stations and hands took until turn {least} at least"
            )
        return turn

    def _last_turns(self) -> int | None:
        """E1: who came down to few trains first has the most turns behind it."""
        out = [
            seat
            for seat, side in enumerate(self.sides)
            if self.rules.trains - sum(route.length for route in side.routes) <= self.rules.end_trains
        ]
        if not out:
            return None
        since = max((self.me - seat) % self.n or self.n for seat in out)
        return self.n - since + 1

    # ---- what is imagined --------------------------------------------------------------------------

    def _imagined(self) -> State:
        hands = self._deal_hands()
        discards = self._discards()
        pile = self.rest - discards
        tickets = self._deal_tickets()
        rules, dealt = self.rules, self.rules.setup_offer + self.rules.setup_offer_long
        seats: list[SeenPlayer] = [
            {
                "trains": rules.trains - sum(route.length for route in side.routes),
                "route_points": sum(rules.route_points[route.length] for route in side.routes),
                "routes": [route.id for route in side.routes],
                "stations": side.stations,
                "stations_left": rules.stations - len(side.stations),
                "cards": side.counts["cards"],
                "known": _plain(side.known),
                "tickets": side.counts["tickets"],
                "setup_tickets": min(side.counts["tickets"], dealt),
            }
            for side in self.sides
        ]
        owns: list[Own] = [
            {
                "hand": _plain(hand),
                "tickets": tickets[seat],
                "offer": self.offer if seat == self.me else [],
                "must_keep": [],
                "must_refuse": [],
                "restriction": None,
            }
            for seat, hand in enumerate(hands)
        ]
        return {
            "public": {
                "turn": self.turn,
                "question": self.question,  # type: ignore[typeddict-item] # one of QUESTIONS
                "asked": self.me,
                "last_turns": self.last_turns,
                "passes": 0,
                "end": None,
                "market": list(self.market),
                "pile": pile.total(),
                "discards": _plain(discards),
                "ticket_pile": len(self.pile_of_tickets),
                "tunnel": None,
                "flushes": 0,
                "reshuffles": int(self.left < self._paid()),
                "seats": seats,
            },
            "seats": owns,
            "hidden": {
                "pile": _plain(pile),
                "card_stream": f"{self.chance.getrandbits(64):016x}",
                "ticket_pile": self.pile_of_tickets,
                "ticket_stream": f"{self.chance.getrandbits(64):016x}",
                "choices": [],
            },
        }

    def _paid(self) -> int:
        stations = sum(len(side.stations) * (len(side.stations) + 1) // 2 for side in self.sides)
        return stations + sum(route.length for side in self.sides for route in side.routes)

    def _deal_hands(self) -> list[Counter[str]]:
        """The hands of the others, and what is left of `rest`."""
        hands = []
        for seat, side in enumerate(self.sides):
            hand = Counter(self.hand) if seat == self.me else Counter(side.known)
            hand += self._drawn(self.rest, side.counts["cards"] - hand.total())
            self.rest -= hand - (self.hand if seat == self.me else side.known)
            hands.append(hand)
        return hands

    def _drawn(self, cards: Counter[str], n: int) -> Counter[str]:
        return Counter(self.chance.sample(list(cards.elements()), max(n, 0)))

    def _discards(self) -> Counter[str]:
        """Those that were paid, in the colours of the routes as far as the cards go; after a reshuffle, fewer."""
        if self.discards is not None:
            return Counter(self.discards)
        n = self.left - self.pile if self.pile is not None else min(self._paid(), max(self.left - 1, 0))
        discards: Counter[str] = Counter()
        for side in self.sides:
            for route in side.routes:
                if route.colour in self.rest:
                    free = min(self.rest[route.colour] - discards[route.colour], route.length, n - discards.total())
                    discards[route.colour] += max(free, 0)
        return discards + self._drawn(self.rest - discards, n - discards.total())

    def _deal_tickets(self) -> list[list[str]]:
        mine = {*self.tickets, *self.offer}
        short = [ticket.id for ticket in self.board.tickets if not ticket.long and ticket.id not in mine]
        long = [ticket.id for ticket in self.board.tickets if ticket.long and ticket.id not in mine]
        self.chance.shuffle(short)
        self.chance.shuffle(long)
        tickets = []
        for seat, side in enumerate(self.sides):
            held = list(self.tickets) if seat == self.me else []
            n = side.counts["tickets"] - len(held)
            if n and long and self.rules.setup_offer_long and (self.chance.random() < 0.5 or len(short) < n):
                held.append(long.pop())
                n -= 1
            held += [short.pop() for _ in range(min(n, len(short)))] if seat != self.me else []
            tickets.append(held)
        if self.rules.setup_offer_long == 0:
            short += long
        self.pile_of_tickets = short[: max(self.ticket_pile, 0)]
        return tickets


def _plain(cards: Counter[str]) -> dict[str, int]:
    return {card: n for card, n in cards.items() if n}


# ---- a file to fill in -----------------------------------------------------------------------------


def template(board: Board, players: int) -> str:
    """A commented position of a board, to edit: a game after a few turns."""
    rules = board.parameters
    tickets = [ticket for ticket in board.tickets if not ticket.long][: rules.setup_keep or 2]
    doubles = [route for route in board.routes if route.double]
    singles = [route for route in board.routes if not route.double and not route.wilds]
    lines = [
        "# What I see at the table. Everything that is not here is imagined: other hands and tickets, the pile.",
        "# Change the values, then: ttrsim advise THIS-FILE. Any order, case and accents will do.",
        f"board: {board.name}",
        f"players: {players}",
        "me: 0            # my seat; seat 0 moved first. It is my turn",
        "hand: 2 red, 1 blue, 1 wild",
        f"tickets: {', '.join(f'{ticket.a} - {ticket.b}' for ticket in tickets)}",
        f"market: {', '.join(CARDS[place % 8] for place in range(rules.market))}",
        "# question: second card       # after my first card, which is in the hand; without this line: my action",
        "# offer: A - B, C - D, E - F  # tickets that I have drawn and choose from now",
        "# pile: 60                    # if you know it; as turn: 34, discards: 2 red, 1 wild, and ticket pile: 20",
    ]
    lines.append("# Each seat: cards and tickets in hand, then its routes; of a double with the colour.")
    if rules.stations:
        lines.append("# Stations: station Roma. Lines may be broken anywhere between items.")
    for seat in range(players):
        held = "" if seat == 0 else f"{rules.hand} cards, {max(rules.setup_keep, 1)} tickets, "
        route = doubles[0] if seat == 1 and doubles else singles[seat % len(singles)]
        colour = f" {route.colour}" if route.double else ""
        lines.append(f"seat {seat}: {held}{route.a} - {route.b}{colour}")
    return "\n".join(lines) + "\n"
