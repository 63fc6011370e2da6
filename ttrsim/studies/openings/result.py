"""What `ttrsim openings` found: a table of tickets for each number of players, and a page that looks up any offer."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.games.board import Board
from ttrsim.studies.openings.values import Check, Values, interval

TICKETS = (
    Column("ticket", kind="text"),
    Column("points", kind="count"),
    Column("effect", "effect of keeping it", "signed_share"),
    Column("kept", "kept by the bot", "share", 0),
    Column("offers", kind="count"),
)
CHECKS = (
    Column("players", kind="count"),
    Column("deals", "fresh deals", "count"),
    Column("promised", "promised", "signed_share"),
    Column("measured", "measured", "signed_share"),
    Column("difference", "measured − promised", "signed_share"),
    Column("over_bot", "over the bot's own set", "signed_share"),
    Column("agrees", "bot keeps it", "share", 0),
)
DIGITS = 5


@dataclass(frozen=True)
class Learnt:
    players: int
    values: Values
    check: Check


@dataclass(frozen=True, repr=False)
class Openings(Result):
    board: Board
    bot: str
    learnt: list[Learnt]
    path: Path

    @property
    def saved(self) -> str:
        return f"{self.path / 'openings.html'} looks up any offer"

    def document(self) -> Document:
        effect = (
            f"Effect: the win share that keeping a ticket brings {self.bot} on average, whatever else it keeps, with "
            f"95 % intervals by deals. All seats are {self.bot}. With other players, other tickets may be best."
        )
        checked = (
            "The check is on deals that nothing was learnt from: how much more the set that the table names wins than "
            "the mean legal set of its offer."
        )
        notes = [effect, checked]
        if self.board.notice:
            notes.append(f"About this board: {self.board.notice}.")
        rows = [{"players": each.players, **vars(each.check)} for each in self.learnt]
        checks = Table("check", "The table on fresh deals", CHECKS, rows)
        return Document(f"Tickets to keep: {self.board.title}", notes, [checks, *map(self._tickets, self.learnt)])

    def _tickets(self, learnt: Learnt) -> Table:
        values = learnt.values
        rows: list[dict[str, Any]] = [
            {
                "ticket": ticket.id,
                "points": ticket.points,
                "effect": interval(float(values.alone[n]), float(values.alone_error[n]), values.n_deals),
                "kept": float(values.kept[n]),
                "offers": int(values.n[n]),
            }
            for n, ticket in enumerate(_tickets_of(self.board))
        ]
        rows.sort(key=lambda row: -row["effect"].value)
        return Table(f"tickets_{learnt.players}", f"{learnt.players} players", TICKETS, rows)

    def as_dict(self) -> Any:
        return plain(
            {"board": self.board.name, "bot": self.bot, "tables": [table.rows for table in self.document().tables]}
        )

    # ---- the page ----------------------------------------------------------------------------------

    def page(self) -> str:
        """One file, without network: it adds up tickets and pairs for the offer that is chosen."""
        rules: Any = self.board.parameters
        values = {
            "tickets": [[ticket.id, ticket.points, int(ticket.long)] for ticket in _tickets_of(self.board)],
            "offer": rules.setup_offer + rules.setup_offer_long,
            "long": rules.setup_offer_long,
            "keep": rules.setup_keep,
            "most_long": rules.setup_most_long,
            "bot": self.bot,
            "players": {str(each.players): _plain(each) for each in self.learnt},
        }
        text = files("ttrsim.studies.openings").joinpath("page.html").read_text(encoding="utf-8")
        data = json.dumps(values, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        return text.replace("TITLE", escape(f"Tickets to keep: {self.board.title}")).replace("DATA", data)


def _tickets_of(board: Any) -> Any:
    """Of a board whose game offers tickets."""
    return board.tickets


def _plain(learnt: Learnt) -> dict[str, Any]:
    values, check = learnt.values, learnt.check
    n = len(values.ticket)
    promised, measured = ((each.value, each.low, each.high) for each in (check.promised, check.measured))
    return {
        "ticket": [round(float(value), DIGITS) for value in values.ticket],
        "pair": [round(float(values.pair[a, b]), DIGITS) for a in range(n) for b in range(a + 1, n)],
        "alone": [round(float(value), DIGITS) for value in values.alone],
        "error": [round(float(value), DIGITS) for value in values.alone_error],
        "n": values.n.tolist(),
        "kept": [round(float(value), 3) for value in values.kept],
        "check": [check.deals, *(round(float(number), DIGITS) for number in (*promised, *measured))],
    }
