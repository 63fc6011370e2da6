"""The first decision of a seat, as a player describes it: the tickets offered, and maybe its hand and the market."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from ttrsim.errors import UserError
from ttrsim.games.board import FirstOffer
from ttrsim.games.trains.board.model import WILD, Board
from ttrsim.games.trains.record.events import CARDS
from ttrsim.play.stepper import Stepper
from ttrsim.wording import did_you_mean, listed, nearest, plain, shortened


def openings(board: Board, offer: FirstOffer) -> Callable[[int], np.ndarray]:
    """The state of each world. UserError says all that is wrong."""
    offer = replace(
        offer,
        tickets=_named_tickets(board, offer.tickets),
        hand=_named_cards(offer.hand),
        market=_named_cards(offer.market),
    )
    faults = [
        *_seat_faults(board, offer.players, offer.seat),
        *_offer_faults(board, offer.tickets),
        *_card_faults(board, offer.hand, offer.market),
    ]
    if faults:
        raise UserError("\n".join(faults))
    return OpeningWorlds(board, offer).state


# ---- as people write it --------------------------------------------------------------------------

CARDS_BY_OTHER_NAMES = {"locomotive": WILD, "joker": WILD, "purple": "pink", "violet": "pink"}


def _spellings(board: Board) -> dict[str, str]:
    """The tickets by their plain names, either city first."""
    turned = {plain(f"{ticket.b}-{ticket.a}"): ticket.id for ticket in board.tickets if ticket.b}
    return turned | {plain(ticket.id): ticket.id for ticket in board.tickets}


def _named_tickets(board: Board, texts: Sequence[str]) -> list[str]:
    """Their names on the board. Printed points may follow a ticket: `Berlin-Roma (9)`. Unknown names stay."""
    spellings = _spellings(board)
    return [spellings.get(re.sub(r"\s*\(\d+\)$", "", plain(text)), text) for text in texts]


def _named_cards(texts: Sequence[str] | None) -> list[str] | None:
    return None if texts is None else [CARDS_BY_OTHER_NAMES.get(plain(text), plain(text)) for text in texts]


# ---- what can be wrong ---------------------------------------------------------------------------


def _seat_faults(board: Board, players: int, seat: int) -> list[str]:
    rules = board.parameters
    if not rules.min_players <= players <= rules.max_players:
        return [f"{board.name} is for {rules.min_players} to {rules.max_players} players, not {players}"]
    return [] if 0 <= seat < players else [f"--seat: should be from 0 to {players - 1}, not {seat}"]


def _offer_faults(board: Board, offer: Sequence[str]) -> list[str]:
    rules, tickets = board.parameters, {ticket.id: ticket for ticket in board.tickets}
    faults = [
        f"--offer: unknown ticket {shortened(name)}{_similar_ticket(board, name)}"
        for name in offer
        if name not in tickets
    ]
    n = rules.setup_offer_long + rules.setup_offer
    if len(offer) != n:
        faults.append(f"--offer: should name the {n} tickets that a seat is offered on {board.name}, not {len(offer)}")
    for name, times in Counter(offer).items():
        if times > 1:
            faults.append(f"--offer: {name} is named {times} times")
    n_long = sum(tickets[name].long for name in offer if name in tickets)
    if not faults and n_long != rules.setup_offer_long:  # S2
        names = ", ".join(ticket.id for ticket in board.tickets if ticket.long)
        faults.append(
            f"--offer: this cannot arise: each seat is dealt {rules.setup_offer_long} of the long tickets, "
            f"not {n_long} (long tickets: {names})"
        )
    return faults


def _similar_ticket(board: Board, name: str) -> str:
    spellings = _spellings(board)
    near = nearest(plain(name), spellings)
    return f" — did you mean '{spellings[near]}'?" if near else ""


def _card_faults(board: Board, hand: Sequence[str] | None, market: Sequence[str] | None) -> list[str]:
    rules = board.parameters
    deck = Counter({**rules.cards_per_colour, WILD: rules.wilds})
    faults = []
    for option, cards, n in (("--hand", hand, rules.hand), ("--market", market, rules.market)):
        if cards is None:
            continue
        faults += [
            f"{option}: unknown card {shortened(card)}{did_you_mean(card, CARDS) or f'; cards are {listed(CARDS)}'}"
            for card in cards
            if card not in CARDS
        ]
        if len(cards) != n:
            faults.append(f"{option}: should be {n} cards, not {len(cards)}")
    given = Counter([*(hand or ()), *(market or ())])
    faults += [
        f"this cannot arise: {n} cards are {card}, and the deck has {deck[card]}"
        for card, n in given.items()
        if card in CARDS and n > deck[card]
    ]
    if market is not None and market.count(WILD) >= rules.flush_wilds:  # M3
        faults.append(f"--market: this cannot arise: a market with {market.count(WILD)} wilds is replaced at once")
    return faults


# ---- the states ----------------------------------------------------------------------------------


class OpeningWorlds:
    def __init__(self, board: Board, offer: FirstOffer) -> None:
        rules = board.parameters
        numbers = {ticket.id: number for number, ticket in enumerate(board.tickets)}
        self.seat, self.seed, self.rules = offer.seat, offer.seed, rules
        self.offer = [numbers[name] for name in offer.tickets]
        self.hand = None if offer.hand is None else [CARDS.index(card) for card in offer.hand]
        self.market = None if offer.market is None else [CARDS.index(card) for card in offer.market]
        deck = Counter({CARDS.index(card): n for card, n in rules.cards_per_colour.items()})
        deck[CARDS.index(WILD)] = rules.wilds
        self.rest = list((deck - Counter(self.hand or ()) - Counter(self.market or ())).elements())
        stepper = Stepper(board)
        self.start = stepper.new_states()
        stepper.set_up(self.start, offer.players, 0, 0)
        self._put_offer()

    def _put_offer(self) -> None:
        """Everything that this seat does not see is imagined later, so it does not matter here."""
        state = self.start[0]
        own = state["seats"][self.seat]
        own["offer"][: len(self.offer)] = self.offer
        own["n_offer"] = len(self.offer)
        state["public"]["asked"] = self.seat
        state["public"]["flushes"] = state["public"]["reshuffles"] = 0

    def state(self, world: int) -> np.ndarray:
        states = self.start.copy()
        public, own = states[0]["public"], states[0]["seats"][self.seat]
        chance = random.Random((self.seed << 40) + world)
        n_hand = self.rules.hand if self.hand is None else 0
        n_market = self.rules.market if self.market is None else 0
        drawn = chance.sample(self.rest, n_hand + n_market)
        hand = drawn[:n_hand] if self.hand is None else self.hand
        market = drawn[n_hand:] if self.market is None else self.market
        discards: list[int] = []
        pile_size = len(self.rest) - len(drawn) - self.rules.hand * (int(public["n_seats"]) - 1)
        wild = CARDS.index(WILD)
        while market.count(wild) >= self.rules.flush_wilds and pile_size > self.rules.market:  # M3
            discards += market
            rest = Counter(self.rest) - Counter(hand) - Counter(discards)
            market = chance.sample(list(rest.elements()), self.rules.market)
            pile_size -= self.rules.market
            public["flushes"] += 1
        own["hand"] = np.bincount(hand, minlength=len(CARDS))
        public["market"][: len(market)] = market
        public["market_wilds"] = market.count(wild)
        public["discards"] = np.bincount(discards, minlength=len(CARDS)) if discards else 0
        public["n_discards"] = len(discards)
        public["pile_size"] = pile_size
        return states
