"""Imagines the cards that nobody wrote down: the market of a game of which only the cards taken are known.

The log of a game says which cards were taken, from the pile or face up, when the market was swept (M3) and when the
pile ran out (M4), but not what else lay face up. `imagine` finds cards for every place that fit all of this: each
card taken lay there, three wilds lay face up when the market was swept and at no other time, and every new pile holds
exactly the cards that were discarded before. There are many such markets; it finds one, by simulated annealing.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ttrsim.games.trains.board.model import WILD, Board

ATTEMPTS = 6
STEPS = 60_000  # of an attempt
HOT, COLD = 0.5, 0.2  # temperatures


@dataclass(frozen=True)
class Take:
    """A face-up card is taken; the next card of the pile replaces it."""

    colour: str


@dataclass(frozen=True)
class Turned:
    """A card leaves the pile for a hand; None if its colour is unknown."""

    colour: str | None


@dataclass(frozen=True)
class Sweep:
    """M3: the market is discarded, and five new cards are turned."""


@dataclass(frozen=True)
class Paid:
    cards: Mapping[str, int]


Step = Take | Turned | Sweep | Paid
_NumberedStep = tuple[str, int, list[tuple[int, int]]]  # its kind, the colour taken, the colours paid and their numbers


@dataclass
class Cards:
    """What lay where. Cards are numbered in the order in which they left the pile."""

    slots: list[int]  # of each card taken from the market
    colours: list[str]  # of each card that left the pile
    reshuffles: list[int]  # the cards that were the first of a new pile


@dataclass
class _Deal:
    """The order in which cards leave the pile. It does not depend on their colours."""

    known: list[str | None]  # [card] its colour, if the log names it
    cycle: list[int]  # [card] the pile it is from: 0 is the first
    n_taken: int  # cards taken from the market
    reshuffles: list[int] = field(default_factory=list)


def imagine(board: Board, steps: Sequence[Step], n_players: int, seed: int) -> Cards | None:
    """Cards for all places, or None if none are found: then the log most likely contradicts itself.

    `steps` begin with the opening hands; the first market is turned after them.
    """
    n_hands = n_players * board.parameters.hand
    search = _Search(board, list(steps), n_hands, random.Random(seed))
    return search.run()


class _Search:
    def __init__(self, board: Board, steps: list[Step], n_hands: int, chance: random.Random) -> None:
        rules = board.parameters
        self.market, self.flush = rules.market, rules.flush_wilds
        self.names = [*rules.cards_per_colour, WILD]
        self.deck = [*rules.cards_per_colour.values(), rules.wilds]
        self.wild = len(self.names) - 1
        self.steps, self.n_hands, self.chance = steps, n_hands, chance
        self.deal = self._lay_out()
        number = {name: place for place, name in enumerate(self.names)}
        self.known = [None if colour is None else number[colour] for colour in self.deal.known]
        self.plan = [self._numbered(step, number) for step in steps]

    def _numbered(self, step: Step, number: Mapping[str, int]) -> _NumberedStep:
        match step:
            case Take(colour):
                return "take", number[colour], []
            case Turned():
                return "turn", 0, []
            case Paid(cards):
                return "pay", 0, [(number[card], n) for card, n in cards.items()]
        return "sweep", 0, []

    def _lay_out(self) -> _Deal:
        """Follows the number of cards in pile and discards."""
        deal = _Deal([], [], 0)
        pile, discards = sum(self.deck), 0

        def leave(colour: str | None) -> None:
            nonlocal pile, discards
            if pile == 0:  # M4
                deal.reshuffles.append(len(deal.known))
                pile, discards = discards, 0
            pile -= 1
            deal.known.append(colour)
            deal.cycle.append(len(deal.reshuffles))

        for place, step in enumerate(self.steps):
            if place == self.n_hands:
                for _ in range(self.market):
                    leave(None)
            match step:
                case Turned(colour):
                    leave(colour)
                case Take():
                    deal.n_taken += 1
                    leave(None)
                case Sweep():
                    discards += self.market
                    for _ in range(self.market):
                        leave(None)
                case Paid(cards):
                    discards += sum(cards.values())
        return deal

    # ---- the search ------------------------------------------------------------------------------

    def run(self) -> Cards | None:
        for _ in range(ATTEMPTS):
            slots = [self.chance.randrange(self.market) for _ in range(self.deal.n_taken)]
            free = [self._any_colour() if colour is None else colour for colour in self.known]
            if solution := self._anneal(slots, free):
                slots, colours = solution
                return Cards(slots, [self.names[colour] for colour in colours], self.deal.reshuffles)
        return None

    def _any_colour(self) -> int:
        return self.chance.choices(range(len(self.deck)), self.deck)[0]

    def _anneal(self, slots: list[int], free: list[int]) -> tuple[list[int], list[int]] | None:
        chance = self.chance
        unknown = [place for place, colour in enumerate(self.known) if colour is None]
        cost, colours = self._cost(slots, free)
        for step in range(STEPS):
            if cost == 0:
                return slots, colours
            if not unknown:
                return None
            undo = self._change(slots, free, unknown)
            new_cost, new_colours = self._cost(slots, free)
            heat = HOT * (COLD / HOT) ** (step / STEPS)
            if new_cost <= cost or chance.random() < math.exp((cost - new_cost) / heat):
                cost, colours = new_cost, new_colours
            else:
                values, place, before = undo
                values[place] = before
        return None

    def _change(self, slots: list[int], free: list[int], unknown: list[int]) -> tuple[list[int], int, int]:
        """Another slot for a card that was taken, or another colour for a card. Returns what undoes it."""
        if slots and self.chance.random() < 0.3:
            place = self.chance.randrange(len(slots))
            before = slots[place]
            slots[place] = self.chance.randrange(self.market)
            return slots, place, before
        place = self.chance.choice(unknown)
        before = free[place]
        free[place] = self.chance.randrange(len(self.deck))
        return free, place, before

    def _cost(self, slots: list[int], free: list[int]) -> tuple[int, list[int]]:
        """How much is wrong, and the colours of all cards: those taken are what they were taken for."""
        table = _Table(self.deck, self.market, self.deal.reshuffles, list(free))
        slots_taken = iter(slots)
        for place, (kind, colour, cards) in enumerate(self.plan):
            if place == self.n_hands:
                table.deal_market()
            if kind == "turn":
                table.leave_pile()
            elif kind == "take":
                table.take(next(slots_taken), colour)
            elif kind == "pay":
                table.pay(cards)
            else:
                table.sweep()
        cost = self._misfit(table.colours, table.piles)
        for market, was_swept in zip(table.markets, table.was_swept, strict=True):
            wilds = sum(table.colours[card] == self.wild for card in market)
            cost += max(0, self.flush - wilds) if was_swept else max(0, wilds - self.flush + 1)
        return cost, table.colours

    def _misfit(self, colours: list[int], piles: list[list[int]]) -> int:
        """Cards that came from a pile without being in it; a pile that was used up held no others."""
        counts = Counter(zip(self.deal.cycle, colours, strict=True))
        cost = 0
        for cycle, pile in enumerate(piles):
            cost += sum(max(0, counts[cycle, colour] - n) for colour, n in enumerate(pile))
        return cost


class _Table:
    """The cards of a game as they move, for one guess of their colours."""

    def __init__(self, deck: list[int], market: int, reshuffles: list[int], colours: list[int]) -> None:
        self.colours = colours  # [card]
        self.piles = [deck]  # [cycle][colour]: number of cards in each new pile
        self.markets: list[list[int]] = []  # cards that lay face up together
        self.was_swept: list[bool] = []  # for each of these markets
        self._size, self._n_colours = market, len(deck)
        self._reshuffles = [*reshuffles, -1]  # no card has the number -1
        self._discards = [0] * len(deck)
        self._face_up: list[int] = []  # [slot] card
        self._n_left = 0  # cards that have left the pile

    def leave_pile(self) -> int:
        card = self._n_left
        if card == self._reshuffles[len(self.piles) - 1]:
            self.piles.append(self._discards)
            self._discards = [0] * self._n_colours
        self._n_left += 1
        return card

    def deal_market(self) -> None:
        self._face_up = [self.leave_pile() for _ in range(self._size)]
        self._note_market()

    def take(self, slot: int, colour: int) -> None:
        self.colours[self._face_up[slot]] = colour
        self._face_up[slot] = self.leave_pile()
        self._note_market()

    def pay(self, cards: list[tuple[int, int]]) -> None:
        for colour, n in cards:
            self._discards[colour] += n

    def sweep(self) -> None:
        self.was_swept[-1] = True
        for card in self._face_up:
            self._discards[self.colours[card]] += 1
        self.deal_market()

    def _note_market(self) -> None:
        self.markets.append(list(self._face_up))
        self.was_swept.append(False)
