"""Options that the requests of several studies share, each said once."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator

from ttrsim.limits import MAX_PLAYERS, MAX_SEED
from ttrsim.request import Request, argument, option
from ttrsim.runs.scenario.changes import Changes
from ttrsim.workers.crew import Crew, ThreadCount

DEFAULT_SEED = 1


class Seeded(Request):
    seed: int = option("Random seed for all deals.", DEFAULT_SEED, "--seed -s", bounds=(0, MAX_SEED))


Name = Annotated[str, BeforeValidator(lambda value: fspath(value) if isinstance(value, PathLike) else value)]


class OnBoard(Request):
    board: Name = argument("A built-in board, or a board folder.", "BOARD", names="boards", hint="str | PathLike[str]")


class Players(Request):
    players: int = option("Players per game.", 2, "--players -p", bounds=(2, MAX_PLAYERS))


class OfScenario(Changes):
    """A scenario and what is changed of it."""

    scenario: Any = argument(
        "A built-in scenario (`ttrsim scenario list`), a scenario file, or a board to use with --bots.",
        "SCENARIO",
        names="scenarios",
        type=str,
        hint="Source",
    )

    def of_values(self, values: dict[str, Any], **changes: Any) -> Self:
        """The same request, of a scenario that has all changes already."""
        unchanged = {name: field.default for name, field in Changes.model_fields.items()}
        return self.model_copy(update=unchanged | {"scenario": values} | changes)


Exist = Literal["error", "reuse"]


class Kept(ThreadCount):
    """A request whose study has a folder."""

    out: Path | None = option("Folder to create.", None, "--output -o", metavar="DIR", is_how=True)
    exist: Exist = option(
        "If the folder already holds the same study: `reuse` it and do only what is missing, or stop with an `error`.",
        "error",
        metavar="error|reuse",
        is_how=True,
    )


class StudyRequest(Kept, Crew):
    """One whose games a cluster can play."""
