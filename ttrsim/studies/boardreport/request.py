"""What `ttrsim board report` is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from ttrsim.request import Separated, option
from ttrsim.studies.requests import Exist, OnBoard, Seeded, StudyRequest


def numbers(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


class BoardReportRequest(OnBoard, Seeded, StudyRequest):
    """Report on a board: play it with every number of players, try its tickets and routes, and write one page.

    The page opens with what matters most, beside the published boards.
    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues.
    """

    verb = "board-report"

    players: Annotated[tuple[int, ...], Separated(numbers)] = option(
        "Numbers of players.", (), metavar="N,N,…", says="all that the board allows"
    )
    bot: str = option(
        "The bot in all seats.", "", metavar="BOT", says="the strongest built-in bot but the slow one", names="bots"
    )
    deals: int = option("Deals of each run and experiment.", 4_000, bounds=(100, None))
    minutes: float | None = option(
        "Begin nothing that would take longer than this in all; the page says what was not tried.",
        None,
        above=0,
        says="no limit",
    )
    out: Path | None = option(
        "Folder for the report and its runs.", None, "--output -o", metavar="DIR", says="report-BOARD", is_how=True
    )
    exist: Exist = StudyRequest.field("exist", "reuse")
