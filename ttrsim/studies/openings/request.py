"""What `ttrsim openings` is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ttrsim.request import Separated, names, option
from ttrsim.studies.requests import Exist, OnBoard, Seeded, StudyRequest

Counts = Annotated[tuple[int, ...], Separated(names)]


class OpeningsRequest(OnBoard, Seeded, StudyRequest):
    """Find the tickets to keep: for every offer of the set-up the set that wins most, checked on fresh deals.

    Every legal set of each offer is played out on the same deals. From that, each ticket and each pair of tickets gets
    a value; the page adds them up for the offer that you choose. Ctrl-C loses nothing: `ttrsim resume` continues.
    """

    verb = "openings"

    players: Counts = option("Numbers of players, e.g. 2,3,4,5.", (2,), "--players -p", metavar="N,…", says="2")
    bot: str = option("Who plays in all seats.", "planner", metavar="BOT", names="bots")
    deals: int = option("Deals to learn from, for each number of players.", 4000, bounds=(20, 10_000_000))
    out: Path | None = option(
        "Folder of the table.", None, "--output -o", metavar="DIR", says="openings-BOARD", is_how=True
    )
    exist: Exist = StudyRequest.field("exist", "reuse")
