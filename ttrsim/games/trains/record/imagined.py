"""Imagines the cards that nobody wrote down: the market of a game of which only the cards taken are known.

The log of a game says which cards were taken, from the pile or face up, when the market was swept (M3) and when the
pile was renewed (M4), but not what else lay face up. `imagine` finds cards for every place that fit all of this: each
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
    """A card leaves the pile for a hand; None if nobody knows which."""

    colour: str | None


@dataclass(frozen=True)
class Sweep:
    """M3: the market is discarded, and five new cards are turned."""


@dataclass(frozen=True)
class Paid:
    cards: Mapping[str, int]


Step = Take | Turned | Sweep | Paid


@dataclass
class Cards:
    """What lay where. Cards are numbered in the order in which they left the pile."""

    slots: list[int]  # of each card taken from the market
    colours: list[str]  # of each card that left the pile
    reshuffles: list[int]  # the cards that were the first of a new pile


@dataclass
class _Deal:
    """The order in which cards leave the pile, which is the same whatever they are."""

    known: list[str | None]  # [card] its colour, if the log tells
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

    def _numbered(self, step: Step, number: Mapping[str, int]) -> tuple[str, object]:
        match step:
            case Take(colour):
                return "take", number[colour]
            case Turned():
                return "turn", None
            case Paid(cards):
                return "pay", [(number[card], n) for card, n in cards.items()]
        return "sweep", None

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
            if found := self._anneal(slots, free):
                slots, colours = found
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
        colours, cost, taken = list(free), 0, 0
        discards, piles = [0] * len(self.deck), [self.deck]
        reshuffles, next_reshuffle = self.deal.reshuffles, 0
        lying: list[int] = []  # [slot] card
        faces: list[
            list[int]
        ] = []  # (cards that lay face up together, whether that was a sweep) to be judged at the end
        swept: list[int] = []
        card = 0

        def leave() -> int:
            nonlocal card, discards, next_reshuffle
            if next_reshuffle < len(reshuffles) and card == reshuffles[next_reshuffle]:
                piles.append(discards)
                discards, next_reshuffle = [0] * len(self.deck), next_reshuffle + 1
            card += 1
            return card - 1

        for place, (kind, what) in enumerate(self.plan):
            if place == self.n_hands:
                lying = [leave() for _ in range(self.market)]
                faces.append(list(lying))
                swept.append(0)
            if kind == "turn":
                leave()
            elif kind == "take":
                slot = slots[taken]
                taken += 1
                colours[lying[slot]] = what  # type: ignore[call-overload]
                lying[slot] = leave()
                faces.append(list(lying))
                swept.append(0)
            elif kind == "pay":
                for colour, n in what:  # type: ignore[attr-defined]
                    discards[colour] += n
            else:
                swept[-1] = 1
                for lay in lying:
                    discards[colours[lay]] += 1
                lying = [leave() for _ in range(self.market)]
                faces.append(list(lying))
                swept.append(0)
        for cards, was_swept in zip(faces, swept, strict=True):
            wilds = sum(colours[lay] == self.wild for lay in cards)
            cost += max(0, self.flush - wilds) if was_swept else max(0, wilds - self.flush + 1)
        return cost + self._misfit(colours, piles), colours

    def _misfit(self, colours: list[int], piles: list[list[int]]) -> int:
        """Cards that came from a pile without being in it; a pile that was used up held no others."""
        counts = Counter(zip(self.deal.cycle, colours, strict=True))
        cost = 0
        for cycle, pile in enumerate(piles):
            cost += sum(max(0, counts[cycle, colour] - n) for colour, n in enumerate(pile))
        return cost
