"""Names as people and game sites spell them: any case and accents, Saint or St., either city of a ticket first."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product

from ttrsim.games.trains.board.model import WILD, Board, Ticket
from ttrsim.games.trains.record.events import CARDS
from ttrsim.wording import did_you_mean, nearest, plain, shortened

OTHER_CARDS = {"locomotive": WILD, "loco": WILD, "joker": WILD, "purple": "pink", "violet": "pink", "grey": WILD}
_SAINT = re.compile(r"\b(saint|sainte|ste)\b")


def bare(name: str) -> str:
    """A name without what spellings differ in."""
    return _SAINT.sub("st", " ".join(re.sub(r"[^\w\s]", " ", plain(name)).split()))


class Names:
    """The cities, countries and tickets of a board, by any spelling. Each look-up gives a name or a fault."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cities: dict[str, list[str]] = {}  # border crossings of one country may share a name
        for city in board.cities:
            for name in dict.fromkeys(map(bare, (city.display, city.name, city.id))):
                self.cities.setdefault(name, []).append(city.id)
        ends = {end for ticket in board.tickets for end in (ticket.a, *(each.to for each in ticket.alternatives))}
        self.ends = {name: ids[0] for name, ids in self.cities.items()} | {bare(end): end for end in ends}
        self.tickets = {ticket.id: ticket for ticket in board.tickets}

    def city(self, text: str) -> tuple[str, str]:
        """The city's id, or nothing, and what is wrong."""
        if found := self.cities.get(bare(text)):
            return found[0], ""
        near = nearest(bare(text), self.cities)
        hint = f" — did you mean '{self.cities[near][0]}'?" if near else ""
        return "", f"there is no city {shortened(text)} on {self.board.name}{hint}"

    def route(self, a: str, b: str) -> tuple[tuple[str, str], list[str]]:
        """The two cities of a route, and what is wrong with their names."""
        faults = [fault for _, fault in (self.city(a), self.city(b)) if fault]
        if faults:
            return ("", ""), faults
        pairs = list(product(self.cities[bare(a)], self.cities[bare(b)]))
        joined = {frozenset((route.a, route.b)) for route in self.board.routes}
        return next((pair for pair in pairs if frozenset(pair) in joined), pairs[0]), []

    def ticket(self, text: str) -> tuple[str, str]:
        """Of a text such as `Wien - London (10)`."""
        words = re.sub(r"\s*\(\d+\)\s*$", "", text.strip())
        for parts in _halves(words):
            names = [self.ends.get(bare(part)) for part in parts]
            if all(names) and (ticket := self.between(names[0] or "", names[1:])):
                return ticket.id, ""
        if words in self.tickets:
            return words, ""
        near = nearest(bare(words), known := {bare(name): name for name in self.tickets})
        hint = f" — did you mean '{known[near]}'?" if near else ""
        return "", f"there is no ticket {shortened(text)} on {self.board.name}{hint}"

    def between(self, start: str, ends: Sequence[str | None]) -> Ticket | None:
        """The ticket between two cities; W4: or from a place to several."""
        for ticket in self.board.tickets:
            others = {end.to for end in ticket.alternatives}
            if (ticket.a == start and set(ends) == others) or ({ticket.a} == set(ends) and others == {start}):
                return ticket
        return None

    def copies(self, name: str) -> list[str]:
        """W4: the tickets that are printed like this one, itself among them."""
        like = self.tickets[name]
        return [each.id for each in self.board.tickets if (each.a, each.b, each.ends) == (like.a, like.b, like.ends)]

    def card(self, text: str) -> tuple[str, str]:
        word = OTHER_CARDS.get(plain(text), plain(text))
        return (word, "") if word in CARDS else ("", f"unknown card {shortened(text)}{did_you_mean(word, CARDS)}")


def _halves(text: str) -> list[list[str]]:
    """The ways to take two places out of a text: at each dash, or at ` to `."""
    cuts = [match.span() for match in re.finditer(r"\s*[-‐‑‒–—−]\s*|\s+to\s+", text)]
    return [[text[:start], *re.split(r"\s*/\s*", text[end:])] for start, end in cuts if start and end < len(text)]
