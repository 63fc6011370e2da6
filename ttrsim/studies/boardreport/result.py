"""The page of a board report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Column, Document, Figure, Part, Result, Table, Text
from ttrsim.documents.json import plain
from ttrsim.documents.report.sections.beside import COLUMNS, NOTE, standing_row
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.boardreport.sentences import Placed
from ttrsim.studies.boardreport.tickets import TicketEffect

TICKETS = (
    Column("ticket", kind="text"),
    Column("points", kind="count"),
    Column("apart", "wins, against the median of its deck", "signed_share"),
    Column("kept", "kept", "share"),
    Column("completed", "completed", "share"),
)
ROUTES = (
    Column("route", kind="text"),
    Column("effect", "wins, open against closed to one player", "signed_share"),
    Column("claimed", "claimed", "share"),
)
SEATS = (
    Column("players", kind="count"),
    Column("seat", kind="count"),
    Column("wins", kind="share"),
    Column("equal", "equal share", "share"),
    Column("points"),
)
ABOUT_TICKETS = (
    "Keeping the ticket of a set-up offer against refusing it, on the same deals: how much more often its keeper wins, "
    "less the median of the deck. Kept and completed are seen in play."
)
ABOUT_ROUTES = "The route open against closed to one player, on the same deals. Claimed: share of games, seen in play."
SHOWN = 12  # tickets and routes on the page's first tables; the reports of the runs have all


@dataclass(frozen=True)
class SeatAdvantage:
    players: int
    seat: int
    wins: Estimate
    equal: float
    points: Estimate


@dataclass(frozen=True)
class RouteEffect:
    route: str
    effect: Estimate
    claimed: Estimate | None


@dataclass(frozen=True, repr=False)
class BoardReport(Result):
    """What a designer should know of a board, and what it rests on."""

    title: str
    notice: str
    warnings: list[str]
    bot: str
    deals: int
    sentences: list[str]  # the most important first
    standings: Mapping[str, Sequence[Placed]]  # by gauge
    tickets: Mapping[int, list[TicketEffect]]  # by number of players
    kept: Mapping[int, Mapping[str, tuple[Estimate, Estimate]]]  # of each ticket: kept, and completed
    routes: Mapping[int, list[RouteEffect]]
    seats: list[SeatAdvantage]
    tension: list[str]  # sentences, with the most players
    tried: list[str]
    not_tried: list[str]
    folder: Path
    draw: Callable[[], bytes]

    @property
    def saved(self) -> str:
        return f"page: {self.folder / 'board.html'}; runs and experiments: {self.folder / 'runs'}"

    def document(self) -> Document:
        notes = [*([self.notice] if self.notice else [])]
        parts: list[Part] = [
            Text(self.sentences, "What to know first", "points"),
            Figure(self.draw, f"The board: {self.title}"),
            *([Text(self.warnings, "What will go wrong", "points")] if self.warnings else []),
        ]
        more: list[Part] = [
            *self._tickets(),
            *self._routes(),
            Table("seats", "Seats; seat 0 moves first", SEATS, [vars(seat) for seat in self.seats]),
            *([Text(self.tension, "Tension", "points")] if self.tension else []),
            *self._beside(),
            Text([*self.tried, *self.not_tried], "What this rests on", "points"),
        ]
        return Document(f"{self.title}: a report on the board", notes, parts, more)

    def as_dict(self) -> dict[str, Any]:
        """For JSON: everything but the drawing."""
        names = ("title", "notice", "warnings", "bot", "deals", "sentences", "tickets", "routes", "seats", "tension")
        values = {name: getattr(self, name) for name in (*names, "tried", "not_tried", "folder")}
        places = [placed for each in self.standings.values() for placed in each]
        standings = [
            {"gauge": placed.standing.gauge.name, "players": placed.players, "value": placed.standing.value}
            | {"low": placed.standing.low, "high": placed.standing.high, "text": placed.standing.gauge.text}
            for placed in places
        ]
        return dict(plain(values | {"standings": standings}))

    def _tickets(self) -> Iterator[Table]:
        for players, effects in self.tickets.items():
            seen = self.kept.get(players, {})
            rows = []
            for each in effects:
                kept, completed = seen.get(each.ticket, (None, None))
                rows.append(vars(each) | {"kept": kept, "completed": completed})
            yield Table(f"tickets-{players}p", f"Tickets, {players} players", TICKETS, rows, ABOUT_TICKETS)

    def _routes(self) -> Iterator[Table]:
        for players, effects in self.routes.items():
            rows = [vars(each) for each in effects]
            title = f"Routes, {players} players: the best and the worst"
            ends = rows if len(rows) <= 2 * SHOWN else [*rows[:SHOWN], *rows[-SHOWN:]]
            yield Table(f"routes-{players}p", title, ROUTES, ends, ABOUT_ROUTES)

    def _beside(self) -> Iterator[Table]:
        counts = sorted({placed.players for places in self.standings.values() for placed in places})
        for players in counts:
            found = [each.standing for places in self.standings.values() for each in places if each.players == players]
            title = f"Beside the published boards, {players} players"
            yield Table(f"beside-{players}p", title, COLUMNS, [standing_row(each) for each in found], NOTE)
