"""What `ttrsim tournament` and `ttrsim skill-ladder` are asked."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import model_validator

from ttrsim.request import option
from ttrsim.runs.scenario.changes import Bots
from ttrsim.studies.requests import OnBoard, Players, Seeded, StudyRequest

DEFAULT_DEALS = 1_000
MIN_DEALS, MAX_DEALS = 2, 1_000_000  # an interval needs two


class MatchesRequest(OnBoard, Seeded, StudyRequest):
    """Line-ups of bots that all play the same deals."""

    games: int | None = option(
        "Total number of games, rounded up to complete deals.",
        None,
        "--games -n",
        bounds=(1, None),
        says="as --deals says",
    )
    deals: int | None = option(
        "Deals for each line-up of bots.", None, bounds=(MIN_DEALS, MAX_DEALS), says=f"{DEFAULT_DEALS:,}"
    )
    out: Path | None = option(
        "Also write CSV, JSON and figures to this folder, from which an interrupted tournament can be resumed.",
        None,
        "--output -o",
        metavar="DIR",
        says="print only",
        is_how=True,
    )

    @model_validator(mode="after")
    def _one_number(self) -> Self:
        if self.games is not None and self.deals is not None:
            raise ValueError("give the number of games or the number of deals, not both")
        return self

    def n_deals(self, places: int) -> int:
        """Of line-ups with so many places together."""
        if self.games is None:
            return self.deals or DEFAULT_DEALS
        return min(MAX_DEALS, max(MIN_DEALS, -(-self.games // places)))


class TournamentRequest(MatchesRequest, Players):
    """Play bots against one another and rank them.

    Every line-up plays each deal in all seat rotations. On Ctrl-C, the ladder of the complete deals is printed.
    """

    verb = "tournament"

    bots: Bots = option("The bots that take part.", metavar="BOT,BOT,…", names="bots")
    gauntlet: str | None = option(
        "Play only the line-ups with this bot.", None, metavar="BOT", says="all line-ups", names="bots"
    )


class SkillLadderRequest(MatchesRequest):
    """Play each bot against the one before, the weakest first: how deep is the game?

    Every pair plays each deal in both seatings. On Ctrl-C, the steps over the complete deals are printed.
    """

    verb = "skill-ladder"

    bots: str = option(
        "A weight with several values, e.g. seer.rollouts=50,100,200, or BOT,BOT,….",
        metavar="BOT.WEIGHT=N,N,…",
        names="bots",
    )
