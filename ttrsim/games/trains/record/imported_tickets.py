"""Imagines the offers of tickets of which a log says only how many were kept.

The log says at the end which tickets each seat kept, and on the way when one was completed. So each ticket is put into
an offer that fits; the refused ones are tickets that lay in the pile.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.record.simple_format import Offer, SimpleGame, Tickets


@dataclass
class Occasion:
    """An offer, and when: -1 is the set-up."""

    seat: int
    move: int
    offer: Offer
    part: str  # of the file

    @property
    def n_kept(self) -> int:
        return len(self.offer.kept) if self.offer.is_known else self.offer.n_kept or 0


def occasions(game: SimpleGame) -> list[Occasion]:
    """All offers, in order."""
    setup = [Occasion(entry.seat, -1, entry, f"setup.{place}") for place, entry in enumerate(game.setup)]
    later = [
        Occasion(move.seat, place, move, f"moves.{place}")
        for place, move in enumerate(game.moves)
        if isinstance(move, Tickets)
    ]
    return setup + later


class OfferImaginer:
    def __init__(self, board: Board, game: SimpleGame, joined: Mapping[tuple[int, str], int], seed: int) -> None:
        """`joined` has the move with which a seat's own routes first joined the ends of a ticket, if they ever did."""
        self.board, self.game, self.joined = board, game, joined
        self.rules = board.parameters
        self.chance = random.Random(seed)
        self.long = {ticket.id for ticket in board.tickets if ticket.long}
        self.occasions = occasions(game)
        self.faults: list[str] = []

    def imagine(self) -> int:
        """Fills in the offers, and returns how many of them were imagined."""
        unknown = [each for each in self.occasions if not each.offer.is_known]
        if not unknown:
            return 0
        for seat in range(self.game.players):
            self._assign(seat, [each for each in unknown if each.seat == seat])
        if not self.faults:
            self._refuse()
        return sum(not each.offer.offered for each in unknown) if self.faults else len(self.imagined)

    # ---- what was kept -----------------------------------------------------------------------------

    def _assign(self, seat: int, offers: Sequence[Occasion]) -> None:
        final = self.game.final[seat]
        own = [each.offer for each in self.occasions if each.seat == seat and each.offer.is_known]
        known = [ticket for offer in own for ticket in offer.kept]
        tickets = [ticket for ticket in [*final.completed, *final.failed] if ticket not in known]
        n_kept = sum(each.n_kept for each in offers)
        if len(tickets) != n_kept:
            where = self.game.place(f"final.{seat}")
            self.faults.append(f"{where}: has {len(tickets)} tickets, but {n_kept} were kept")
            return
        self.chance.shuffle(tickets)
        tickets.sort(key=lambda ticket: sum(self._may_be_from(seat, ticket, each) for each in offers))
        filled: list[list[str]] = [[] for _ in offers]
        if not self._fill(seat, tickets, offers, filled):
            where = self.game.place(f"final.{seat}")
            self.faults.append(f"{where}: its tickets do not fit the numbers kept and the moves that completed them")
            return
        for each, kept in zip(offers, filled, strict=True):
            each.offer.kept = kept

    def _fill(self, seat: int, tickets: list[str], offers: Sequence[Occasion], filled: list[list[str]]) -> bool:
        if not tickets:
            return True
        ticket, *others = tickets
        for each, kept in zip(offers, filled, strict=True):
            if len(kept) < each.n_kept and self._may_be_from(seat, ticket, each) and self._may_join(ticket, each, kept):
                kept.append(ticket)
                if self._fill(seat, others, offers, filled):
                    return True
                kept.pop()
        return False

    def _may_be_from(self, seat: int, ticket: str, each: Occasion) -> bool:
        if each.offer.offered and ticket not in each.offer.offered:
            return False
        if ticket in self.long and each.move >= 0:  # S2: long tickets are dealt in the set-up alone
            return False
        told = self.game._completions.get((seat, ticket))
        joined = self.joined.get((seat, ticket))
        if told is None or joined is None:
            return True
        return each.move <= told if told == joined else each.move == told

    def _may_join(self, ticket: str, each: Occasion, kept: list[str]) -> bool:
        """X1, S2: so many long tickets are offered, and so many may be kept."""
        if each.move >= 0 or each.offer.offered:
            return True
        most_long = min(self.rules.setup_most_long, self.rules.setup_offer_long)
        if ticket in self.long:
            return sum(other in self.long for other in kept) < most_long
        return sum(other not in self.long for other in kept) < self.rules.setup_offer

    # ---- what was refused --------------------------------------------------------------------------

    def _refuse(self) -> None:
        kept = {ticket for each in self.occasions for ticket in each.offer.kept}
        named = {ticket for each in self.occasions for ticket in each.offer.offered}
        rest = [ticket.id for ticket in self.board.tickets if ticket.id not in kept | named]
        self.chance.shuffle(rest)
        self.imagined: list[Occasion] = []
        spare = {True: [t for t in rest if t in self.long], False: [t for t in rest if t not in self.long]}
        n_pile = sum(ticket.id not in self.long for ticket in self.board.tickets)
        n_pile -= self.game.players * self.rules.setup_offer
        for each in self.occasions:
            n_pile = self._refuse_in(each, spare, n_pile)

    def _refuse_in(self, each: Occasion, spare: dict[bool, list[str]], n_pile: int) -> int:
        """Chooses what was refused in an offer; returns how many tickets the pile has afterwards."""
        is_setup = each.move < 0
        n_offered = self.rules.setup_offer if is_setup else min(self.rules.offer, n_pile)
        n_long = self.rules.setup_offer_long if is_setup else 0
        kept = each.offer.kept
        if not each.offer.is_known:
            each.offer.n_kept = None
            if not each.offer.offered:
                self.imagined.append(each)
                refused: list[str] = []
                for is_long, n in ((True, n_long), (False, n_offered)):
                    n -= sum((ticket in self.long) == is_long for ticket in kept)
                    refused += self._taken(each, spare, is_long, n)
                each.offer.offered = [*kept, *refused]
                self.chance.shuffle(each.offer.offered)
            kept = each.offer.kept = [ticket for ticket in each.offer.offered if ticket in kept]
        refused = [ticket for ticket in each.offer.offered if ticket not in kept]
        leaves = self.rules.setup_refused if is_setup else self.rules.offer_refused
        back = [ticket for ticket in refused if ticket not in self.long] if leaves == "bottom" else []
        spare[False] += back
        return n_pile - (0 if is_setup else len(each.offer.offered)) + len(back)

    def _taken(self, each: Occasion, spare: dict[bool, list[str]], is_long: bool, n: int) -> Iterator[str]:
        """The next tickets that nobody keeps; if none is left, such as a seat keeps later."""
        for _ in range(n):
            if spare[is_long]:
                yield spare[is_long].pop(0)
                continue
            later = [t for other in self.occasions if other.move > each.move >= 0 for t in other.offer.kept]
            choice = next((t for t in later if t not in each.offer.kept and (t in self.long) == is_long), None)
            if choice is None:
                self.faults.append(f"{self.game.place(each.part)}: no tickets are left that could have been refused")
                return
            yield choice
