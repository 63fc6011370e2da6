"""Sweeps from Python: `ttrsim.sweep`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ttrsim.documents.csv import rows_text
from ttrsim.documents.json import json_text
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.measures.blocks import Series
from ttrsim.measures.comparison import Pair
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import play
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.setup import Setup, Shelf
from ttrsim.runs.scenario.sources import lasting_values
from ttrsim.studies.study import Study, begin
from ttrsim.studies.sweep.points import (
    Point,
    Response,
    Variable,
    find_point,
    grid,
    measure_responses,
    needed_tables,
    read_responses,
    read_variables,
    sobol,
)
from ttrsim.studies.sweep.request import SweepRequest
from ttrsim.studies.sweep.result import Cell, Sweep
from ttrsim.workers.executor import Executor

POINTS, TABLE, PLOT, RESULT = "points", "sweep.csv", "sweep.png", "result.json"


class SweepStudy(Study[SweepRequest, Sweep]):
    """All points of a sweep, each found to be sound. Each is a run folder in `points/`."""

    asks = SweepRequest
    parent = Path("sweeps")

    def __init__(self, request: SweepRequest) -> None:
        base = load_scenario(request.scenario, request)
        is_file = base.source.endswith(".toml")
        self.name = Path(base.source).stem if is_file else f"{Path(base.board.name).name}-{base.n_seats}p"
        self.request = request.of_values(lasting_values(base.scenario), games=request.games)
        self.variables = read_variables(request.vary, request.sample is not None)
        self.points = _points(request, self.variables, base.scenario.seed)
        self.setups = _load_points(self.request, self.variables, self.points, Shelf())
        self.responses = [read_responses(request.of, base.scenario, setup) for setup in self.setups]
        if base.scenario.tables is None:
            self.setups = [_with_tables(setup, needed_tables(self.responses[0])) for setup in self.setups]
        self.reference = find_point(request.reference, self.variables, self.points) if request.reference else 0
        self._runs: list[Run] = []

    def carry_out(self, path: Path, executor: Executor, progress: Progress) -> Sweep:
        for number, setup in enumerate(self.setups):
            progress.begin(f"point {number + 1} of {len(self.points)}")
            folder = path / POINTS / f"{number:04}"
            self._runs.append(play(setup, folder, executor, exist="reuse", progress=progress))
        return _measured(path, self, self._runs)

    def write(self, found: Sweep, path: Path) -> None:
        from ttrsim.studies.sweep.figures import draw_sweep  # matplotlib is slow to import

        write_whole(path / TABLE, rows_text(found.rows()).encode())
        write_whole(path / PLOT, draw_sweep(found, self.request.sample is None))
        write_whole(path / RESULT, json_text(found.as_dict()).encode())

    def complete(self) -> str:
        return f"{len(self._runs)} of {len(self.points)} points are complete"


@takes(SweepRequest)
def sweep(request: SweepRequest, progress: Progress) -> Sweep:
    """Returns:
        The sweep: `rows()` and `frame()` have every metric at every point with its interval, and its difference to the
        reference point.

    Raises:
        Interrupted: After Ctrl-C, with the command that resumes.

    """
    return begin(SweepStudy(request), progress)


def _points(request: SweepRequest, variables: Sequence[Variable], seed: int) -> list[Point]:
    return grid(variables) if request.sample is None else sobol(variables, request.sample, seed)


def _load_points(
    request: SweepRequest, variables: Sequence[Variable], points: Sequence[Point], shelf: Shelf
) -> list[Setup]:
    setups: list[Setup] = []
    faults: dict[str, None] = {}
    for point in points:
        given = [variable.setting(value) for variable, value in zip(variables, point, strict=True)]
        try:
            changes = Changes(games=request.games, settings=tuple(given))
            setups.append(load_scenario(request.scenario, changes, shelf))
        except ScenarioError as error:
            faults |= {f"{', '.join(given)}: {fault}": None for fault in error.faults}
    if faults:
        raise UserError("\n".join(faults))
    return setups


def _with_tables(setup: Setup, tables: Sequence[str]) -> Setup:
    return replace(setup, scenario=setup.scenario.model_copy(update={"tables": tuple(tables)}))


# ---- playing and measuring -----------------------------------------------------------------------


def _measured(path: Path, plan: SweepStudy, runs: Sequence[Run]) -> Sweep:
    series = [measure_responses(run, own) for run, own in zip(runs, plan.responses, strict=True)]
    reference = runs[plan.reference], series[plan.reference]
    board = plan.setups[plan.reference].board
    return Sweep(
        path=path,
        board=board.name,
        notice=board.notice,
        n_deals=plan.setups[plan.reference].scenario.deals,
        variables=plan.variables,
        points=plan.points,
        responses=plan.request.of,
        shares=[_is_share(response) for response in plan.responses[0]],
        cells=[_cells(run, own, *reference) for run, own in zip(runs, series, strict=True)],
        reference=plan.reference,
    )


def _is_share(response: Response) -> bool:
    return response.metric.kind == "share"


def _cells(run: Run, series: Sequence[Series], reference: Run, of_reference: Sequence[Series]) -> list[Cell]:
    is_paired = reference.dealt == run.dealt
    pairs = (Pair("", own.keys, other, own) for own, other in zip(series, of_reference, strict=True))
    return [
        Cell(own, None if run is reference else pair.difference(is_paired), is_paired)
        for own, pair in zip(series, pairs, strict=True)
    ]
