"""What `ttrsim run` and `ttrsim resume` are asked."""

from __future__ import annotations

from pathlib import Path

from ttrsim.request import argument, option
from ttrsim.studies.requests import OfScenario, StudyRequest
from ttrsim.workers.crew import DirectCrew


class RunRequest(OfScenario, StudyRequest, DirectCrew):
    """Play a scenario on all cores and save the results in a run folder.

    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the run.
    """

    verb = "run"

    out: Path | None = option(
        "Run folder to create.", None, "--output -o", metavar="DIR", says="a new folder in runs/", is_how=True
    )
    shard: str | None = option(
        "Play only part K of N, e.g. 1/4; merge the parts with `ttrsim merge`.",
        None,
        metavar="K/N",
        says="play everything",
    )
    chunk: int | None = option("Games to play and save at a time.", None, says="depends on the size of the run")


class ResumeRequest(DirectCrew):
    """Resume what was interrupted or killed: a run, a suite, an experiment, or any other study.

    The result is as without the interruption. What is damaged is made again. Where games are missing, the bots in
    the folder play them, and their code runs.
    """

    verb = "resume"

    folder: Path = argument("Folder of the run or study.", "DIR")
    trust: bool = option(
        "Run code of bots in the folder that has not run on this machine before. It can do whatever you can do: "
        "read it first.",
        False,
        is_how=True,
    )
