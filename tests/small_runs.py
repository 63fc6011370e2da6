"""Small runs that many tests look at, each played once for the whole session.

The imports are in the fixtures: tests that need no run start without the kernel.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ttrsim.documents.report.model import Summary

EXPERIMENT = {"board": "new-york", "seats": ["greedy", "greedy"], "deals": 200, "experiment": {"kind": "tickets"}}
SCENARIO = {"board": "europe", "seats": ["greedy", "random", "greedy"], "deals": 30, "seed": 11}  # 90 games


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from ttrsim.studies.run.api import run

    return run(SCENARIO, out=tmp_path_factory.mktemp("report") / "small", chunk=24).path


@pytest.fixture(scope="session")
def experiment_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from ttrsim.studies.run.api import run

    return run(EXPERIMENT, out=tmp_path_factory.mktemp("experiment") / "tried").path


@pytest.fixture(scope="session")
def records() -> list[list[dict[str, Any]]]:
    """The records of the same games, played again one by one."""
    from ttrsim.play.record.writer import record_events
    from ttrsim.play.table import SeatedTable
    from ttrsim.runs.plan import make_plan
    from ttrsim.runs.scenario.reading import load_scenario

    setup = load_scenario(SCENARIO)
    plan = make_plan(setup)
    table = SeatedTable(setup.board, list(setup.bots), plan.seatings, plan.n_rotations)
    return [list(record_events(table.play_logged(setup.scenario.seed, game))) for game in range(plan.n_games)]


@pytest.fixture(scope="session")
def summary(run_folder: Path) -> Summary:
    from ttrsim.documents.report.summary import summarise
    from ttrsim.runs.api import open_run

    return summarise([open_run(run_folder)])


@pytest.fixture(scope="session")
def report(summary: Summary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole report."""
    from ttrsim.documents.report.write import write_report

    out = tmp_path_factory.mktemp("out")
    write_report(summary, out)
    return out
