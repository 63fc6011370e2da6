"""`ttrsim sweep`: points on common deals, metrics with intervals, differences paired by deal, one resumable folder."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app
from ttrsim.errors import Interrupted, UserError
from ttrsim.progress import Progress
from ttrsim.runs.api import open_run
from ttrsim.stats.sequential import unpaired
from ttrsim.studies.sweep.points import Variable, find_point, grid, read_variables, sobol
from ttrsim.studies.sweep.request import split_responses
from ttrsim.studies.sweep.result import Sweep

SCENARIO: dict[str, Any] = {"board": "europe", "seats": ["path", "greedy"], "deals": 400, "seed": 3}
VARY = ["board.longest_points=0:20:10"]
OF = ["win_share[path]", "mean(turns)", "bot_points[path]"]


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Sweep:
    return ttrsim.sweep(SCENARIO, VARY, OF, out=tmp_path_factory.mktemp("sweep") / "s")


def test_each_point_is_a_run_of_its_own(swept: Sweep) -> None:
    runs = [open_run(swept.path / "points" / f"{number:04}") for number in range(3)]
    assert [run.board.parameters.longest_points for run in runs] == [0, 10, 20]
    assert {run.manifest.seed for run in runs} == {3}
    seats = runs[1].scan("seats").filter(pl.col("bot") == "path").collect()
    assert swept.cells[1][0].series.value == pytest.approx(seats["win_share"].mean(), abs=1e-5)
    assert swept.cells[1][1].series.value == pytest.approx(runs[1].scan("games").collect()["turns"].mean(), rel=1e-5)


def test_differences_are_paired_by_deal(swept: Sweep) -> None:
    """Points for the longest path change scores, but these bots play the same games: the pairing leaves no noise."""
    cells = swept.cells[2]
    assert all(cell.is_paired for cell in cells)
    assert cells[1].difference is not None
    assert tuple(cells[1].difference) == (0.0, 0.0, 0.0)
    points = cells[2]
    assert points.difference is not None
    before, after = (swept.cells[place][2].series.blocks for place in (0, 2))
    apart = unpaired(pl.Series(before).to_numpy(), pl.Series(after).to_numpy(), 0.05)
    assert points.difference.value == pytest.approx(apart.value)
    assert points.difference.high - points.difference.low < 0.6 * (apart.high - apart.low)
    assert swept.cells[0][0].difference is None  # the reference


def test_what_is_written(swept: Sweep) -> None:
    with (swept.path / "sweep.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [(row["board.longest_points"], row["response"]) for row in rows[:4]] == [
        ("0", "win_share[path]"),
        ("0", "mean(turns)"),
        ("0", "bot_points[path]"),
        ("10", "win_share[path]"),
    ]
    assert json.loads((swept.path / "result.json").read_text())["rows"] == swept.rows()
    assert (swept.path / "sweep.png").read_bytes().startswith(b"\x89PNG")
    assert swept.frame().height == 9


def test_an_interrupted_sweep_goes_on(swept: Sweep, tmp_path: Path) -> None:
    path = tmp_path / "s"

    def progress(now: Progress) -> None:
        if now.stage == "point 3 of 3":
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"2 of 3 points are complete; `ttrsim resume .*/s` continues"):
        ttrsim.sweep(SCENARIO, VARY, OF, out=path, progress=progress)
    shutil.rmtree(path / "points" / "0001" / "seats")  # and damaged
    done = CliRunner().invoke(app, ["resume", str(path), "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["rows"] == swept.rows()


def test_the_same_sweep_is_taken_from_its_folder_and_another_is_refused(swept: Sweep) -> None:
    again = ttrsim.sweep(SCENARIO, VARY, OF, out=swept.path)
    assert again.rows() == swept.rows()
    with pytest.raises(UserError, match="holds another study"):
        ttrsim.sweep(SCENARIO, ["board.longest_points=0,5"], OF, out=swept.path)


def test_weights_of_a_seat_are_varied_and_its_bot_is_found_by_the_name_in_the_scenario(tmp_path: Path) -> None:
    scenario = {"board": "new-york", "seats": ["planner(company=0)", "rusher"], "deals": 120}
    found = ttrsim.sweep(
        scenario,
        ["seats.0.block=0,6", "board.wilds=4,8"],
        ["win_share[planner(company=0)]", "win_share[seats.1]"],
        reference="seats.0.block=6; board.wilds=8",
        out=tmp_path / "s",
    )
    assert (found.points[found.reference], len(found.points)) == ((6, 8), 4)
    assert open_run(tmp_path / "s/points/0003").facts.bots == ("planner(company=0, block=6)", "rusher")
    for cells in found.cells:
        assert cells[0].series.value is not None
        assert cells[1].series.value is not None
        assert cells[0].series.value + cells[1].series.value == pytest.approx(1)


def test_a_sample_of_points(tmp_path: Path) -> None:
    arguments = ["--bots", "path,greedy", "--vary", "board.wilds=4:12", "--vary", "board.market=4,5", "--deals", "120"]
    argv = ["sweep", "new-york", *arguments, "--sample", "3", "--of", "mean(turns)", "-o", str(tmp_path / "s")]
    done = CliRunner().invoke(app, argv)
    assert done.exit_code == 0, done.output
    assert "mean(turns) on new-york" in done.output
    points = json.loads((tmp_path / "s/result.json").read_text())["rows"]
    assert 2 <= len(points) <= 3
    assert all(4 <= point["board.wilds"] <= 12 and point["board.market"] in (4, 5) for point in points)


@pytest.mark.parametrize(
    ("vary", "of", "message"),
    [
        (["board.wild=1,2"], OF, r"board\.wild=1: board: .*did you mean 'wilds'"),
        (["board.wilds=8:4:1"], OF, "with FROM less than TO"),
        (["board.wilds=4:8"], OF, "a grid needs a step"),
        (["board.wilds"], OF, "should be KEY=FROM:TO:STEP"),
        (["seed=1,2"], OF, "all points of a sweep play the same deals"),
        (["board.wilds=4,8", "board.wilds=3,4"], OF, "is varied twice"),
        (["seats.7.block=1,2"], OF, r"no bot at seats\.7"),
        (["seats.0.block=1,2"], OF, "unknown weight 'block'; it has no weights"),
        (VARY, ["win_shar[path]"], "did you mean 'win_share'"),
        (VARY, ["win_share[pat]"], "no bot 'pat' — did you mean 'path'"),
        (VARY, ["win_share[seats.4]"], r"there is no seats\.4"),
        (VARY, ["ticket_effect[Brest-Petrograd]"], "needs an experiment"),
        (VARY, [], "give at least one metric"),
    ],
)
def test_bad_input(tmp_path: Path, vary: list[str], of: list[str], message: str) -> None:
    with pytest.raises(UserError, match=message):
        ttrsim.sweep(SCENARIO, vary, of, out=tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_effects_of_an_experiment_can_be_swept(tmp_path: Path) -> None:
    experiment = {"kind": "tickets", "subjects": ["Brest-Petrograd"]}
    scenario = SCENARIO | {"experiment": experiment, "deals": 1_200, "seats": ["path", "path"]}
    found = ttrsim.sweep(
        scenario, ["board.tickets.Brest-Petrograd=10,30"], ["ticket_effect[Brest-Petrograd]"], out=tmp_path / "s"
    )
    low, high = (cells[0].series.value for cells in found.cells)
    assert low is not None
    assert high is not None
    assert high > low


def test_ranges_and_grids() -> None:
    wilds, block = read_variables(["board.wilds=8:20:4", "seats.0.block=0:0.3:0.1"], is_sample=False)
    assert wilds.values == (8, 12, 16, 20)
    assert block.values == (0, 0.1, 0.2, 0.3)
    assert len(grid([wilds, block])) == 16
    assert find_point("board.wilds=12; seats.0.block=0.1", [wilds, block], grid([wilds, block])) == 5


def test_sobol_points_fill_the_range() -> None:
    variables = [Variable("a", (0.0, 1.0), True), Variable("b", (1, 4), True), Variable("c", ("x", "y"), False)]
    points = sobol(variables, 16, seed=1)
    assert sobol(variables, 16, seed=1) == points
    assert sorted(int(16 * point[0]) for point in points) == list(range(16))  # one in each sixteenth
    assert {point[1] for point in points} == {1, 2, 3, 4}
    assert [point[2] for point in points].count("x") == 8


def test_responses_are_split_at_commas_outside_of_brackets() -> None:
    assert split_responses("a[planner(x=1, y=2)], mean(turns),b[Brest, 0]") == [
        "a[planner(x=1, y=2)]",
        "mean(turns)",
        "b[Brest, 0]",
    ]
