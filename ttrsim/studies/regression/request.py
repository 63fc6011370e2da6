"""What `ttrsim compare`, `check`, `sprt` and `baseline save` are asked."""

from __future__ import annotations

from typing import Any, Self

from pydantic import model_validator

from ttrsim.request import Request, argument, option
from ttrsim.runs.scenario.changes import Bots
from ttrsim.studies.requests import Name, Seeded
from ttrsim.workers.crew import Crew

MAX_GAMES = 100_000_000


class SaveBaselineRequest(Request):
    """Save a run, or all runs of a suite, as a baseline. This overwrites a baseline of the same name."""

    verb = "save-baseline"

    name: str = argument("Name of a baseline in reports/baselines/, or path of a baseline file.", "NAME")
    runs: Any = argument(
        "A run folder, or the folder with all runs of a suite.", "RUN", type=str, hint="str | PathLike[str] | Run"
    )


class CompareRequest(Crew):
    """Compare a run with a baseline: are the games identical, or the metrics within their tolerances?

    Exit code 3: different. 4: inconclusive (with --strict). 5: the baseline is missing or cannot be compared.
    """

    verb = "compare"
    has_junit = True

    name: str = argument("Name of a baseline in reports/baselines/, or path of a baseline file.", "NAME")
    what: Any = argument(
        "A run folder, or a scenario to play now.",
        "[RUN|SCENARIO]",
        None,
        says="play the baseline's scenario",
        type=str,
        hint="Source | Run | None",
    )
    exact: bool = option("Fail unless every game is identical.", False, says="allow differences within the tolerances")
    strict: bool = option("Exit with code 4 if a metric is inconclusive.", False, says="exit with 0")


class CheckRequest(Crew):
    """Check the thresholds of a scenario or a suite, playing only as many games as needed.

    Exit code 3: a check failed. 4: more games are needed to decide.
    """

    verb = "check"
    has_junit = True

    scenario: Any = argument(
        "A built-in scenario (`ttrsim scenario list`), a scenario file, or a suite.",
        "SCENARIO",
        names="scenarios",
        type=str,
        hint="Source",
    )
    games: int | None = option("Maximum number of games per scenario.", None, "--games -n", says="from the scenario")


class SprtRequest(Seeded, Crew):
    """Test whether a new bot is stronger than an old one (sequential probability ratio test).

    The bots play each deal in both seatings, and stop as soon as the result is clear.
    Exit code 0: stronger. 3: not stronger. 4: undecided after the maximum number of games.
    """

    verb = "sprt"

    bots: Bots = option("The new bot, then the old one.", metavar="NEW,OLD", names="bots")
    board: Name = option("A built-in board, or a board folder.", "usa", names="boards", hint="str | PathLike[str]")
    elo0: float = option("H0: Elo lead if the new bot is not stronger.", 0.0, bounds=(-1000, 1000))
    elo1: float = option("H1: Elo lead if the new bot is stronger.", 7.0, bounds=(-1000, 1000))
    alpha: float = option(
        "False-positive rate: how often a bot that is not stronger is called stronger.", 0.05, bounds=(0.0001, 0.4999)
    )
    beta: float = option(
        "False-negative rate: how often a stronger bot is called not stronger.", 0.05, bounds=(0.0001, 0.4999)
    )
    games: int = option("Maximum number of games.", 200_000, "--games -n", bounds=(2, MAX_GAMES))

    @model_validator(mode="after")
    def _two_bots(self) -> Self:
        if len(self.bots) != 2:
            raise ValueError(f"--bots: a test needs two bots, the new one and the old one, not {len(self.bots)}")
        if self.elo0 >= self.elo1:
            raise ValueError(f"--elo1 ({self.elo1:g}) must be greater than --elo0 ({self.elo0:g})")
        return self


class DiffRequest(Request):
    """List what differs between two runs, the largest and surest differences first.

    Exit code 3: the runs differ, and --exact or --exit-code was given.
    """

    verb = "diff"

    before: Any = argument("A run folder.", "BEFORE", type=str, hint="str | PathLike[str] | Run")
    after: Any = argument("A run folder to compare it with.", "AFTER", type=str, hint="str | PathLike[str] | Run")
    exact: bool = option("Fail unless every game is identical.", False)
    exit_code: bool = option("Exit with code 3 if a difference is clear.", False, says="0")
