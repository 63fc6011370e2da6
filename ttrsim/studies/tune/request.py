"""What `ttrsim tune` is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import model_validator

from ttrsim.request import Names, argument, option
from ttrsim.runs.scenario.changes import Bots
from ttrsim.studies.requests import Name, Players, Seeded, StudyRequest

DEFAULT_GAMES = 1_000_000
DEFAULT_DEALS = 250  # of a generation
MIN_DEALS, MAX_DEALS = 30, 100_000  # an interval needs 30


class TuneRequest(Players, Seeded, StudyRequest):
    """Search for the weights with which a bot wins most against a pool of opponents.

    Then test the result against the start on fresh deals, and every weight by one-step deviations.
    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the search.
    """

    verb = "tune"

    bot: str = argument("Bot to tune, with the weights at which to start.", "BOT", names="bots")
    board: Name = option("A built-in board, or a board folder.", "usa", names="boards", hint="str | PathLike[str]")
    against: Bots = option(
        "Pool of opponents; each sits at equally many tables.",
        (),
        metavar="BOT,BOT,…",
        says="the bot as it starts",
        names="bots",
    )
    weights: Names | None = option("Weights to tune.", None, metavar="NAME,…", says="all")
    games: int | None = option(
        "Games of the search, rounded up to complete generations.",
        None,
        "--games -n",
        bounds=(1, None),
        says=f"{DEFAULT_GAMES:,}",
    )
    minutes: float | None = option(
        "Instead of --games: start no new generation after this time.", None, bounds=(0, None), says="no limit"
    )
    deals: int = option(
        "Deals that every candidate of a generation plays.", DEFAULT_DEALS, bounds=(MIN_DEALS, MAX_DEALS)
    )
    out: Path | None = option(
        "Folder to create.", None, "--output -o", metavar="DIR", says="a new folder in tuned/", is_how=True
    )

    @model_validator(mode="after")
    def _one_budget(self) -> Self:
        if self.games is not None and self.minutes is not None:
            raise ValueError("give the number of games or the number of minutes, not both")
        return self

    @property
    def title(self) -> str:
        return f"{Path(self.board).name}-{self.players}p"
