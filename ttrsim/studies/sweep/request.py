"""What `ttrsim sweep` is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from ttrsim.request import Separated, option
from ttrsim.studies.requests import Exist, OfScenario, StudyRequest

MAX_POINTS = 10_000


def split_responses(text: str) -> list[str]:
    """Those of a comma-separated list; commas in brackets and parentheses belong to a response."""
    return [part.strip() for part in re.split(r",(?![^\[]*\])(?![^()]*\))", text) if part.strip()]


class SweepRequest(OfScenario, StudyRequest):
    """Play a scenario with other values of some keys, all on the same deals, and measure what they change.

    Each point is a run folder. Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the sweep.
    """

    verb = "sweep"

    vary: tuple[str, ...] = option(
        "What to vary: board.wilds=8:20:2 or seats.0.block=0,0.2,0.5. Several make a grid.",
        metavar="KEY=VALUES",
        names="settings",
    )
    of: Annotated[tuple[str, ...], Separated(split_responses)] = option(
        "Metrics to measure, e.g. win_share[planner],mean(turns).", metavar="METRIC,…", names="metrics"
    )
    sample: int | None = option(
        "Play only this many Sobol points; a range is then FROM:TO.",
        None,
        bounds=(2, MAX_POINTS),
        says="the whole grid",
    )
    reference: str | None = option(
        "Point that the others are compared with, e.g. board.wilds=14.", None, metavar="KEY=VALUE;…", says="the first"
    )
    out: Path | None = option(
        "Folder of the sweep.", None, "--output -o", metavar="DIR", says="one in sweeps/", is_how=True
    )
    exist: Exist = StudyRequest.field("exist", "reuse")
