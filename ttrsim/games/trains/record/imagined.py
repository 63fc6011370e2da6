"""Imagines the cards that nobody wrote down: the market of a game of which only the cards taken are known.

The log of a game says which cards were taken, from the pile or face up, when the market was swept (M3) and when the
pile ran out (M4), but not what else lay face up. `imagine` finds cards for every place that fit all of this: each
card taken lay there, three wilds lay face up when the market was swept and at no other time, a tunnel cost what it
cost, and every new pile holds exactly the cards that were discarded before. There are many such markets; it finds one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ttrsim.games.trains.board.model import WILD, Board

TRIES = (*[60_000] * 6, *[200_000] * 4, *[600_000] * 2)  # changes of each attempt: most games need one or two
QUICK = TRIES[:3]


@dataclass(frozen=True)
class Take:
    """A face-up card is taken; the next card of the pile replaces it."""

    colour: str


@dataclass(frozen=True)
class Turned:
    """A card leaves the pile for a hand; None if its colour is unknown."""

    colour: str | None


@dataclass(frozen=True)
class MarketSweep:
    """M3: the market is discarded, and new cards are turned."""


@dataclass(frozen=True)
class Paid:
    cards: Mapping[str, int]


@dataclass(frozen=True)
class Revealed:
    """T1: cards turned for a tunnel; so many of them cost an extra card."""

    n: int
    colour: str
    extra: int


Step = Take | Turned | MarketSweep | Paid | Revealed
Report = Callable[[int], None]  # called with the number of the attempt


class NoCardLeftError(Exception):
    """Pile and discards are used up: the log cannot be right, or the market was short for a while."""

    def __init__(self, step: int) -> None:
        super().__init__()
        self.step = step


@dataclass
class Cards:
    """What lay where. Cards are numbered in the order in which they left the pile."""

    slots: list[int]  # of each card taken from the market
    colours: list[str]  # of each card that left the pile
    reshuffles: list[int]  # the cards that were the first of a new pile


@dataclass
class Deal:
    """The order in which cards leave the pile. It does not depend on their colours."""

    known: list[str | None] = field(default_factory=list)  # [card] its colour, if the log names it
    reshuffles: list[int] = field(default_factory=list)  # the cards that are the first of a new pile
    at: list[int] = field(default_factory=list)  # the steps in which these reshuffles happen


def lay_out(board: Board, steps: Sequence[Step], n_hands: int) -> Deal:
    """Follows the number of cards in pile and discards. The first market is turned after the opening hands."""
    rules, deal = board.parameters, Deal()
    pile, discards = sum(rules.cards_per_colour.values()) + rules.wilds, 0

    def leave(place: int, colours: Sequence[str | None]) -> None:
        nonlocal pile, discards
        for colour in colours:
            if pile == 0:  # M4
                if discards == 0:
                    raise NoCardLeftError(place)
                deal.reshuffles.append(len(deal.known))
                deal.at.append(place)
                pile, discards = discards, 0
            pile -= 1
            deal.known.append(colour)

    for place, step in enumerate(steps):
        if place == n_hands:
            leave(place, [None] * rules.market)
        match step:
            case Turned(colour):
                leave(place, [colour])
            case Take():
                leave(place, [None])
            case MarketSweep():
                discards += rules.market
                leave(place, [None] * rules.market)
            case Revealed(n):
                leave(place, [None] * n)
                discards += n
            case Paid(cards):
                discards += sum(cards.values())
    return deal


def imagine(
    board: Board,
    steps: Sequence[Step],
    n_players: int,
    seed: int,
    report: Report = lambda attempt: None,
    tries: Sequence[int] = TRIES,
) -> Cards | None:
    """Cards for all places, or None if none are found: then the log most likely contradicts itself.

    `steps` begin with the opening hands; the first market is turned after them.
    """
    search = _MarketSearch(board, list(steps), n_players * board.parameters.hand, random.Random(seed))
    for number, n in enumerate(tries):
        report(number)
        if cards := search.attempt(n):
            return cards
    return None


class _MarketSearch:
    def __init__(self, board: Board, steps: list[Step], n_hands: int, chance: random.Random) -> None:
        from ttrsim.games.trains.record.compiled import market
        from ttrsim.machine.rng import STREAM

        rules = board.parameters
        self.names = [*rules.cards_per_colour, WILD]
        self.number = {name: place for place, name in enumerate(self.names)}
        self.deck = np.array([*rules.cards_per_colour.values(), rules.wilds], np.int64)
        self.rules = np.array([rules.market, rules.flush_wilds, self.number[WILD]], np.int64)
        self.chance = chance
        self.deal = lay_out(board, steps, n_hands)
        self.unknown = np.array([card for card, colour in enumerate(self.deal.known) if colour is None], np.int64)
        self.n_taken = sum(isinstance(step, Take) for step in steps)
        self.paid = np.array([self._counts(step.cards) for step in steps if isinstance(step, Paid)], np.int64)
        self.paid = self.paid.reshape(-1, len(self.names))
        rows = [self._row(step, market) for step in steps]
        for place, number in enumerate(place for place, row in enumerate(rows) if row[0] == market.PAY):
            rows[number] = (int(market.PAY), place, 0, 0)
        self.steps = np.array([*rows[:n_hands], (market.MARKET, 0, 0, 0), *rows[n_hands:]], market.STEP)
        self.streams = np.zeros(1, STREAM)

    def _counts(self, cards: Mapping[str, int]) -> list[int]:
        return [cards.get(name, 0) for name in self.names]

    def _row(self, step: Step, market: Any) -> tuple[int, int, int, int]:
        match step:
            case Take(colour):
                return market.TAKE, self.number[colour], 0, 0
            case Revealed(n, colour, extra):
                return market.REVEAL, self.number[colour], n, extra
            case Turned():
                return market.TURN, 0, 0, 0
        return (market.PAY if isinstance(step, Paid) else market.SWEEP), 0, 0, 0

    def attempt(self, n_tries: int) -> Cards | None:
        """Simulated annealing, from a random guess."""
        from ttrsim.games.trains.record.compiled.market import anneal

        slots = np.array([self.chance.randrange(self.rules[0]) for _ in range(self.n_taken)], np.int64)
        guesses = self.chance.choices(range(len(self.deck)), self.deck.tolist(), k=len(self.deal.known))
        dealt = zip(self.deal.known, guesses, strict=True)
        free = np.array([guess if name is None else self.number[name] for name, guess in dealt], np.int64)
        colours = np.empty_like(free)
        self.streams["state"] = self.chance.getrandbits(64)
        cycle_starts = np.array(self.deal.reshuffles, np.int64)
        searched = (self.steps, self.paid, cycle_starts, self.deck, self.rules, self.unknown, self.streams, n_tries)
        if anneal(*searched, slots, free, colours) > 0:
            return None
        return Cards(slots.tolist(), [self.names[colour] for colour in colours], self.deal.reshuffles)
