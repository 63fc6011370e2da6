"""What `ttrsim experiment` and `ttrsim break-even` are asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from ttrsim.request import Names, Separated, argument, names, option
from ttrsim.studies.requests import OfScenario, StudyRequest
from ttrsim.workers.crew import Crew, DirectCrew

MAX_UNTIL_DEALS = 1_000_000  # of an experiment with `until`, unless `deals` is given

KINDS = """\
What to try. For the whole game: tickets (keep or refuse each set-up ticket), keep-sets (each subset of the set-up
offer), routes (closed to one player), route-exists (closed to everybody); stations, ticket-draws, open-wilds, tunnels
(each forbidden for one player); rules (change rules or weights, see --with). For single decisions: later-tickets,
draw-now, tempo, station-now, pay-tunnel, take-wild, face-up."""


def seat_numbers(text: str) -> list[int]:
    seats = names(text)
    for seat in seats:
        if not seat.isdecimal():
            raise ValueError(f"a seat is a number, counted from 0, not {seat!r}")
    return [int(seat) for seat in seats]


class ExperimentRequest(OfScenario, StudyRequest, DirectCrew):
    """Measure what something is worth: play the same deals with it and without it.

    The result is a run folder; `ttrsim report` says what was found, and so does `ttrsim summary`.
    """

    verb = "experiment"
    first = ("kind",)

    kind: str = argument(KINDS, "KIND")
    until: float | None = option(
        "Stop when every effect on the win share is known within PP percentage points.",
        None,
        metavar="PP",
        says="never",
    )
    only: Names = option("Tickets or routes to try.", (), metavar="ID,ID,…", says="all")
    seats: Annotated[tuple[int, ...], Separated(seat_numbers)] = option(
        "Seats to treat, counted from 0.", (), metavar="SEAT,…", says="all"
    )
    every: int | None = option("Single decisions: try one decision in N.", None, metavar="N", says="depends on KIND")
    per_game: int | None = option("Routes to try in each game.", None, says="8")
    rules: tuple[str, ...] = option(
        "KIND rules: what to change, e.g. board.wilds=12; repeatable.",
        (),
        "--with",
        metavar="KEY=VALUE",
        says="none",
        names="settings",
    )
    shard: str | None = option(
        "Play only part K of N, e.g. 1/4; merge the parts with `ttrsim merge`.",
        None,
        metavar="K/N",
        says="play everything",
    )
    out: Path | None = option(
        "Run folder to create.", None, "--output -o", metavar="DIR", says="a new folder in runs/", is_how=True
    )

    def experiment(self) -> Mapping[str, Any]:
        choice = {
            "kind": self.kind,
            "subjects": list(self.only) or None,
            "seats": list(self.seats) or None,
            "every": self.every,
            "per_game": self.per_game,
            "settings": list(self.rules) or None,
            "until": self.until,
        }
        return {key: value for key, value in choice.items() if value is not None}


class BreakEvenRequest(OfScenario, Crew):
    """Find the printed points at which keeping a ticket neither gains nor loses, for bots that know these points."""

    verb = "break-even"

    only: Names = option("Tickets to try.", (), metavar="ID,ID,…", says="all")
