"""Sweeps from Python: `ttrsim.sweep`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ttrsim.documents.report.changes import have_same_deals
from ttrsim.errors import Interrupted, UserError
from ttrsim.files.sheets import csv_bytes
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.measures.blocks import Series, blocks_of
from ttrsim.runs.api import play
from ttrsim.runs.folder import locked
from ttrsim.runs.run import Run
from ttrsim.runs.runner import Watcher
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.scenario.shelf import Shelf
from ttrsim.runs.scenario.sources import Source
from ttrsim.stats.equivalence import Difference, paired, unpaired
from ttrsim.stats.intervals import ALPHA
from ttrsim.studies.sweep import MAX_POINTS
from ttrsim.studies.sweep.folder import (
    RESULT,
    Settings,
    json_bytes,
    point_folder,
    read_settings,
    resume_command,
    save_settings,
)
from ttrsim.studies.sweep.points import Point, Variable, find_point, grid, read_variables, sobol
from ttrsim.studies.sweep.responses import Response, measure_responses, needed_tables, read_responses
from ttrsim.studies.sweep.result import Cell, Sweep
from ttrsim.workers.executor import Workers, as_executor

FOLDER = Path("sweeps")
TABLE, PLOT = "sweep.csv", "sweep.png"

Progress = Callable[[int, int], None]  # the number of the point that begins, and how many there are


def sweep(
    scenario: Source,
    vary: Sequence[str],
    of: Sequence[str],
    *,
    sample: int | None = None,
    reference: str | None = None,
    games: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    tables: Sequence[str] | None = None,
    settings: Iterable[str] = (),
    out: str | Path | None = None,
    threads: Workers = None,
    watcher: Watcher | None = None,
    progress: Progress = lambda number, n_points: None,
) -> Sweep:
    """Plays a scenario with other values of some keys, all on the same deals, as `ttrsim sweep` does.

    Args:
        scenario: A scenario's name, file or values, or a board to use with `bots`.
        vary: What is varied: "board.wilds=8:20:2" or "seats.0.block=0,0.2,0.5". Several make a grid.
        of: The metrics to measure, such as "win_share[planner]" or "mean(turns)".
        sample: Instead of the whole grid: this many Sobol points. A range is then "board.wilds=8:20".
        reference: The point that others are compared with, such as "board.wilds=14" (default: the first).
        games: Number of games at each point, rounded up to whole deals (default: the scenario's deals).
        deals: Number of deals at each point (default: the scenario's).
        seed: Seed of all deals (default: the scenario's).
        bots: A bot for each seat, seat 0 first (default: the scenario's).
        tables: The tables to keep (default: those that the metrics need).
        settings: Changes of the scenario at all points, such as "board.stations=0".
        out: The folder of the sweep (default: one in `sweeps/`). The same sweep in it is continued.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        watcher: Told how far the run of each point is.
        progress: Called with the number of a point and the number of all points before it is played.

    Returns:
        The sweep: `rows()` and `frame()` have every metric at every point with its interval, and its difference to the
        reference point.

    Raises:
        Interrupted: After Ctrl-C, with the command that resumes.

    """
    base = load_scenario(scenario, Changes(games, deals, seed, bots, tables, settings=settings))
    planned = Settings(
        source=base.source,
        scenario=base.scenario,
        games=games,
        vary=tuple(vary),
        sample=sample,
        of=tuple(of),
        reference=reference,
    )
    plan = _Plan(planned)  # everything is checked before anything is written
    name = Path(base.source).stem if base.source.endswith(".toml") else f"{Path(base.board.name).name}-{base.n_seats}p"
    path = Path(out) if out is not None else FOLDER / name
    make_folder(path)
    return _carry_out(path, plan, threads, watcher, progress)


def resume_sweep(
    path: str | Path,
    *,
    threads: Workers = None,
    watcher: Watcher | None = None,
    progress: Progress = lambda number, n_points: None,
) -> Sweep:
    """Continues a sweep that was interrupted or killed."""
    return _carry_out(Path(path), _Plan(read_settings(Path(path))), threads, watcher, progress)


class _Plan:
    """All points of a sweep, each found to be sound."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        is_sample = settings.sample is not None
        self.variables = read_variables(settings.vary, is_sample)
        self.points = _points(settings, self.variables)
        shelf = Shelf()
        self.setups = _load_points(settings, self.variables, self.points, shelf)
        self.responses = [read_responses(settings.of, settings.scenario, setup) for setup in self.setups]
        if settings.scenario.tables is None:
            self.setups = [_with_tables(setup, needed_tables(self.responses[0])) for setup in self.setups]
        reference = settings.reference
        self.reference = find_point(reference, self.variables, self.points) if reference else 0


def _points(settings: Settings, variables: Sequence[Variable]) -> list[Point]:
    if settings.sample is None:
        return grid(variables)
    if not 2 <= settings.sample <= MAX_POINTS:
        raise UserError(f"--sample: should be from 2 to {MAX_POINTS:,}, not {settings.sample}")
    return sobol(variables, settings.sample, settings.scenario.seed)


def _load_points(
    settings: Settings, variables: Sequence[Variable], points: Sequence[Point], shelf: Shelf
) -> list[Setup]:
    setups: list[Setup] = []
    faults: dict[str, None] = {}
    for point in points:
        given = [variable.setting(value) for variable, value in zip(variables, point, strict=True)]
        try:
            setups.append(load_scenario(settings.scenario, Changes(games=settings.games, settings=given), shelf))
        except ScenarioError as error:
            faults |= {f"{', '.join(given)}: {fault}": None for fault in error.faults}
    if faults:
        raise UserError("\n".join(faults))
    return setups


def _with_tables(setup: Setup, tables: Sequence[str]) -> Setup:
    return replace(setup, scenario=setup.scenario.model_copy(update={"tables": tuple(tables)}))


# ---- playing and measuring -----------------------------------------------------------------------


def _carry_out(path: Path, plan: _Plan, threads: Workers, watcher: Watcher | None, progress: Progress) -> Sweep:
    executor, n_points = as_executor(threads), len(plan.points)
    with locked(path):
        save_settings(path, plan.settings)
        runs: list[Run] = []
        try:
            for number, setup in enumerate(plan.setups):
                progress(number, n_points)
                runs.append(play(setup, point_folder(path, number), executor, exist="reuse", watcher=watcher))
        except KeyboardInterrupt:
            raise Interrupted(
                f"interrupted: {len(runs)} of {n_points} points are complete; `{resume_command(path)}` continues"
            ) from None
        sweep = _measured(path, plan, runs)
        _write(sweep, is_grid=plan.settings.sample is None)
    return sweep


def _measured(path: Path, plan: _Plan, runs: Sequence[Run]) -> Sweep:
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
        responses=plan.settings.of,
        shares=[_is_share(response) for response in plan.responses[0]],
        cells=[_cells(run, own, *reference) for run, own in zip(runs, series, strict=True)],
        reference=plan.reference,
    )


def _is_share(response: Response) -> bool:
    return response.metric.kind == "share"


def _cells(run: Run, series: Sequence[Series], reference: Run, of_reference: Sequence[Series]) -> list[Cell]:
    is_paired = have_same_deals(reference, run)
    return [
        Cell(own, None if run is reference else _difference(other, own, is_paired), is_paired)
        for own, other in zip(series, of_reference, strict=True)
    ]


def _difference(before: Series, after: Series, is_paired: bool) -> Difference | None:
    if not before.blocks or not after.blocks:
        return None
    return (paired if is_paired else unpaired)(blocks_of(before), blocks_of(after), ALPHA)


def _write(sweep: Sweep, is_grid: bool) -> None:
    from ttrsim.studies.sweep.figures import draw_sweep  # matplotlib is slow to import

    contents = {
        TABLE: csv_bytes(sweep.rows()),
        PLOT: draw_sweep(sweep, is_grid),
        RESULT: json_bytes(sweep.as_dict()),
    }
    for name, content in contents.items():
        write_whole(sweep.path / name, content)
