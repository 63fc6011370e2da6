"""What `ttrsim rebalance` is asked."""

from __future__ import annotations

from pathlib import Path

from ttrsim.request import option
from ttrsim.runs.scenario.changes import Bots
from ttrsim.studies.requests import Exist, OnBoard, Seeded, StudyRequest

DEFAULT_BAND = 3.0  # percentage points on either side
MAX_BAND = 50.0
MOST_GAMES = 20_000_000  # that a band may ask for


class RebalanceRequest(OnBoard, Seeded, StudyRequest):
    """Move the points of a board until no ticket is much better than another; write the new board and a report.

    A ticket is fair if keeping it gains about as many wins as keeping the median ticket of its deck.
    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the search.
    Exit code 0: the new board is better. 3: it is not, and no allowed change helps; 4: more games are needed.
    """

    verb = "rebalance"

    change: tuple[str, ...] = option(
        "What may move: tickets, routes (points by length), stations (their points), longest_points, any other number "
        "of the board, or one ticket; with bounds if you like; repeatable.",
        ("tickets",),
        metavar="NAME[=LOW:HIGH]",
    )
    most: int | None = option("How far each number may move.", None, bounds=(1, None), metavar="N", says="any distance")
    band: float | None = option(
        "Percentage points of the win share that a ticket may be better or worse than the median ticket of its deck.",
        None,
        above=0,
        bounds=(None, MAX_BAND),
        metavar="PP",
        says=f"{DEFAULT_BAND:g} if tickets may move or there is no other goal",
    )
    seats: float | None = option(
        "Percentage points that the win share of a seat may differ from an equal share.",
        None,
        above=0,
        bounds=(None, MAX_BAND),
        metavar="PP",
        says="any",
    )
    target: tuple[str, ...] = option(
        "A goal in any metric, e.g. 'mean(turns) in [60, 80]' or 'seat_win_share[0] < 0.55'; repeatable.",
        (),
        metavar="THRESHOLD",
        says="none",
        names="metrics",
    )
    bots: Bots | None = option(
        "One bot for each seat.",
        None,
        metavar="BOT,BOT,…",
        says="the strongest built-in bot, as few players as the board allows",
        names="bots",
    )
    path: float = option(
        "What a point counts that leads a ticket from the trains of its shortest path; a change of any size counts 1.",
        0.05,
        bounds=(0, 10),
        metavar="WEIGHT",
    )
    strict: bool = option("Exit with code 3 or 4 unless every goal is reached.", False, is_how=True)
    games: int | None = option(
        "Maximum number of games.",
        None,
        "--games -n",
        bounds=(1, None),
        says=f"as many as the band needs, at most {MOST_GAMES:,}",
    )
    minutes: float | None = option(
        "Start no round that would take longer than this in all.", None, above=0, says="no limit"
    )
    out: Path | None = option(
        "Folder for the new board, its report and all rounds.",
        None,
        "--output -o",
        metavar="DIR",
        says="rebalanced-BOARD",
        is_how=True,
    )
    exist: Exist = StudyRequest.field("exist", "reuse")

    @property
    def changes(self) -> list[str]:
        """Several names may stand in one option."""
        return [name for text in self.change for name in text.split(",")]
