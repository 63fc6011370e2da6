"""Runs from Python: `ttrsim.run`, `ttrsim.run_suite` and `ttrsim.resume`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.play.bots.trust import code_of
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import RUNS, play, resume_run
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_all, load_scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.scenario.sources import Member, Source, find_scenarios, lasting_values, name_of
from ttrsim.studies.run.request import ResumeRequest, RunRequest
from ttrsim.studies.study import Study, begin, is_study, resume_study
from ttrsim.workers.executor import Executor


@takes(RunRequest)
def run(request: RunRequest, progress: Progress) -> Run:
    """Returns:
    The run, open. Ctrl-C raises KeyboardInterrupt with the command that resumes; no complete chunk is lost.

    """
    return _play(request, load_scenario(request.scenario, request), progress)


@takes(RunRequest)
def run_suite(request: RunRequest, progress: Progress) -> dict[str, Run]:
    """Returns:
    The runs by their names in the suite; that of a scenario alone is named ''.

    """
    members = find_scenarios(request.scenario)
    if not name_of(members[0]):
        [setup] = load_all(members, request)
        return {"": _play(request, setup, progress)}
    return begin(SuiteStudy(request, members), progress)


def _play(request: RunRequest, setup: Setup, progress: Progress) -> Run:
    with request.crew(progress) as executor:
        return play(
            setup,
            request.out,
            executor,
            shard=request.shard,
            chunk=request.chunk,
            exist=request.exist,
            progress=progress,
        )


class SuiteStudy(Study[RunRequest, dict[str, Run]]):
    """A run folder for each scenario of a suite, named as the suite names it."""

    asks = RunRequest
    parent = RUNS

    def __init__(self, request: RunRequest, members: Sequence[Source] = ()) -> None:
        members = members or find_scenarios(request.scenario)
        self.setups = dict(zip(map(name_of, members), load_all(members, request), strict=True))
        first = members[0]
        self.name = first.suite.stem if isinstance(first, Member) else "suite"
        scenarios = [{"name": name} | lasting_values(setup.scenario) for name, setup in self.setups.items()]
        self.request = request.of_values({"scenario": scenarios})

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> dict[str, Run]:
        return play_all(self.setups, path, executor, progress, shard=self.request.shard, chunk=self.request.chunk)


def play_all(
    setups: Mapping[str, Setup], path: Path, executor: Executor, progress: Progress, **how: Any
) -> dict[str, Run]:
    """Plays them one after another, each into a folder of its name, which it may hold already."""
    runs = {}
    for number, (name, setup) in enumerate(setups.items(), 1):
        progress.begin(f"{name} ({number} of {len(setups)})" if name else "")
        runs[name] = play(setup, path / name, executor, exist="reuse", progress=progress, **how)
    return runs


@takes(ResumeRequest)
def resume(request: ResumeRequest, progress: Progress) -> Any:
    """Returns:
    What the study gives: a run, the runs of a suite by their names, or a result.

    """
    with code_of(request.folder, request.trust):
        return _resumed(request.folder, request, progress)


def _resumed(path: Path, request: ResumeRequest, progress: Progress) -> Any:
    if is_study(path) or not (path / MANIFEST).exists():
        if request.direct:
            raise UserError("--direct is for runs and experiments: other studies have no parts")
        return resume_study(path, request, progress)
    with request.crew(progress) as executor:
        return resume_run(path, executor, progress)
