"""What a seat can be restricted to (R1–R6): as users write it, checked against a board, and as the kernel has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from pydantic import Field

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel.records import (
    BARRED_OPEN_WILDS,
    BARRED_STATIONS,
    BARRED_TICKET_DRAWS,
    RESTRICTION,
)
from ttrsim.machine.sets import members
from ttrsim.play.restrictions import Restriction
from ttrsim.wording import did_you_mean

TICKET_LISTS = ("keep", "refuse", "keep_later", "refuse_later")
BARRED = {"stations": BARRED_STATIONS, "ticket_draws": BARRED_TICKET_DRAWS, "open_wilds": BARRED_OPEN_WILDS}
PHRASES = {
    "keep": "must keep {} in the set-up",
    "refuse": "must refuse {} in the set-up",
    "keep_later": "must keep {} in later offers",
    "refuse_later": "must refuse {} in later offers",
    "closed": "never claims {}",
    "stations": "builds no stations",
    "ticket_draws": "draws no tickets",
    "tunnels": "claims no tunnels",
    "open_wilds": "takes no face-up wilds",
}


class TrainsRestriction(Restriction):
    """Tickets that a seat must keep or refuse, routes that are closed to it, and what it may not do."""

    keep: tuple[str, ...] = Field((), description="Tickets it keeps whenever they are in its set-up offer.")
    refuse: tuple[str, ...] = Field(
        (), description="Tickets it refuses in the set-up, as far as enough others are offered."
    )
    keep_later: tuple[str, ...] = Field((), description="The same as `keep`, in offers after the set-up.")
    refuse_later: tuple[str, ...] = Field((), description="The same as `refuse`, in offers after the set-up.")
    closed: tuple[str, ...] = Field((), description="Routes it never claims.")
    stations: bool = Field(True, description="Whether it may build stations.")
    ticket_draws: bool = Field(True, description="Whether it may draw tickets after the set-up.")
    tunnels: bool = Field(True, description="Whether it may claim tunnels.")
    open_wilds: bool = Field(True, description="Whether it may take wilds from the market.")

    def words(self) -> list[str]:
        return [PHRASES[key].format(", ".join(value or ())) for key, value in self.terms().items()]

    def unknown_names(self, board: Board) -> Iterator[tuple[str, str]]:
        tickets, routes = [ticket.id for ticket in board.tickets], [route.id for route in board.routes]
        for key in (*TICKET_LISTS, "closed"):
            kind, known = ("route", routes) if key == "closed" else ("ticket", tickets)
            for place, name in enumerate(getattr(self, key)):
                if name not in known:
                    yield f"{key}.{place}", f"{board.name} has no {kind} {name!r}{did_you_mean(name, known)}"

    def conflicts(self, board: Board) -> Iterator[str]:
        for later, when in (("", "in the set-up"), ("_later", "in later offers")):
            refused = getattr(self, f"refuse{later}")
            for ticket in dict.fromkeys(getattr(self, f"keep{later}")):
                if ticket in refused:
                    yield f"ticket {ticket!r} must be kept and refused {when}"
        yield from self._nothing_left(board)

    def _nothing_left(self, board: Board) -> Iterator[str]:
        """R2: a minimum that no offer could meet without a refused ticket; R3: no route at all."""
        rules = board.parameters
        long = sum(ticket.long and ticket.id not in self.refuse for ticket in board.tickets)
        others = sum(not ticket.long and ticket.id not in self.refuse for ticket in board.tickets)
        most = min(long, rules.setup_offer_long, rules.setup_most_long) + min(others, rules.setup_offer)
        if most < rules.setup_keep:
            yield f"refuse leaves nothing legal: {rules.setup_keep} tickets of a set-up offer have to be kept"
        later = sum(not ticket.long and ticket.id not in self.refuse_later for ticket in board.tickets)
        if self.refuse_later and self.ticket_draws and min(later, rules.offer) < rules.offer_keep:
            yield (
                f"refuse_later leaves nothing legal: {rules.offer_keep} of the tickets drawn have to be kept; "
                "with ticket_draws = false none are drawn"
            )
        if len(self._closed_routes(board)) == len(board.routes):
            yield "closed leaves nothing legal to claim: every route is closed"

    def _closed_routes(self, board: Board) -> list[int]:
        """R3, by number; without tunnels every tunnel is closed."""
        return [
            number
            for number, route in enumerate(board.routes)
            if route.id in self.closed or (route.tunnel and not self.tunnels)
        ]

    def record(self, board: Board) -> np.ndarray:
        records = np.zeros(1, RESTRICTION)
        for key in TICKET_LISTS:
            records[0][key] = _numbers(board, getattr(self, key))
        records[0]["closed"] = members(self._closed_routes(board), words=2)
        records[0]["barred"] = sum(int(what) for key, what in BARRED.items() if not getattr(self, key))
        return records


def _numbers(board: Board, tickets: Iterable[str]) -> list[int]:
    names = set(tickets)
    return members((number for number, ticket in enumerate(board.tickets) if ticket.id in names), words=2)
