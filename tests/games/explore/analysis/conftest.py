"""A small run of Explore New York that the tests of its report share."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.games.explore.analysis.recount import Seat, seats_of
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import write_report
from ttrsim.games.explore.game import EXPLORE
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.api import open_run
from ttrsim.studies.run.api import run

SCENARIO = {"board": "explore-new-york", "seats": ["greedy", "random"], "deals": 40, "seed": 3}  # 80 games


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run(SCENARIO, out=tmp_path_factory.mktemp("explore") / "small", chunk=24).path


@pytest.fixture(scope="session")
def tables(run_folder: Path) -> dict[str, pl.DataFrame]:
    names = ("games", "seats", "turns", "cards")
    return {name: pl.read_parquet(run_folder / name / "*.parquet") for name in names}


@pytest.fixture(scope="session")
def seats(tables: dict[str, pl.DataFrame]) -> list[Seat]:
    return seats_of(tables)


@pytest.fixture(scope="session")
def measures(run_folder: Path) -> Measures:
    return measure(open_run(run_folder), list(all_metrics(EXPLORE).values()))


@pytest.fixture(scope="session")
def summary(run_folder: Path) -> Summary:
    return summarise([open_run(run_folder)])


@pytest.fixture(scope="session")
def report(summary: Summary, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a whole report."""
    out = tmp_path_factory.mktemp("out")
    write_report(summary, out)
    return out
