"""The sentences that a board report opens with: what matters most first, each with number, reference and what to do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ttrsim.documents.document import cell_text
from ttrsim.documents.report.sections.beside import here, range_text
from ttrsim.measures.gauges import Standing
from ttrsim.studies.boardreport.tickets import TicketEffect

MOST = 7
FIRST = ("stalemates", "tickets_completed", "seat_advantage", "ticket_apart")  # whether a game works, then who can win
SAME_MATTER = {"loser_tickets": "tickets_completed", "dead_time": "runaways"}  # one sentence is enough for both


@dataclass(frozen=True)
class Placed:
    """Where a gauge stands with a number of players."""

    players: int
    standing: Standing
    ticket: TicketEffect | None = None  # whose gauge it is

    @property
    def excess(self) -> float:
        """How far it is beyond the published boards, in widths of their range; negative within."""
        standing = self.standing
        width = max(standing.high - standing.low, 1e-9)
        value = standing.value.value
        return max(value - standing.high, standing.low - value) / width

    @property
    def is_beyond(self) -> bool:
        return self.standing.beyond != 0


def opening(found: Mapping[str, Sequence[Placed]]) -> list[str]:
    """By gauge, at the number of players where it is most unusual."""
    worst = {name: max(places, key=lambda each: each.excess) for name, places in found.items() if places}
    return [sentence(placed) for placed in _ranked(worst)][:MOST]


def _ranked(worst: Mapping[str, Placed]) -> Iterator[Placed]:
    """What makes a game work, where it does not; the seats and the tickets always; then what is unusual, most first."""
    told = set()
    for name in FIRST:
        if name in worst and (worst[name].is_beyond or name in ("seat_advantage", "ticket_apart")):
            told.add(name)
            yield worst[name]
    others = [(name, placed) for name, placed in worst.items() if placed.is_beyond and name not in told]
    for name, placed in sorted(others, key=lambda item: -item[1].excess):
        if SAME_MATTER.get(name) not in told:
            told.add(name)
            yield placed


def sentence(placed: Placed) -> str:
    standing, ticket = placed.standing, placed.ticket
    players = f"With {placed.players} players: "
    among = "" if placed.is_beyond else " (it is among them)"
    advice = f" {standing.gauge.advice}" if standing.gauge.advice else ""
    if ticket is not None:
        better = "better" if ticket.apart.value > 0 else "worse"
        size = cell_text(_size(ticket), "share").replace(" %", " pp")
        return (
            f"{players}{ticket.ticket} ({ticket.points} points) is the ticket furthest off, {size} {better} than the "
            f"median of its deck; on published boards the furthest is {_pp(standing)} off{among}.{advice}"
        )
    n = f", n = {standing.value.n:,}" if standing.value.n else ""
    number = here(standing)
    number = f"{number[:-1]}{n})" if number.endswith(")") else number
    return f"{players}{standing.gauge.text}: {number}; published boards {range_text(standing)}{among}.{advice}"


def _size(ticket: TicketEffect) -> object:
    return ticket.apart if ticket.apart.value > 0 else ticket.apart.mirrored


def _pp(standing: Standing) -> str:
    low, high = (cell_text(end, "share").removesuffix(" %") for end in (standing.low, standing.high))
    return f"{low} … {high} pp"
