"""Comparisons and tests from Python: `ttrsim.compare`, `diff`, `save_baseline`, `check` and `sprt`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ttrsim.documents.report.changes import RunChanges, find_changes
from ttrsim.errors import Interrupted, UserError
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import open_run
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_all, load_scenario
from ttrsim.runs.scenario.sources import find_scenarios, name_of
from ttrsim.stats.intervals import ALPHA
from ttrsim.stats.sequential import Hypotheses, share_of_elo
from ttrsim.studies.regression import baseline as baselines
from ttrsim.studies.regression import comparison as comparisons
from ttrsim.studies.regression.baseline import Baseline, make_baseline, own_scenarios, path_of, read_baseline
from ttrsim.studies.regression.checks import CheckedScenario, Checks, checks_of, play_checks
from ttrsim.studies.regression.comparison import Comparison
from ttrsim.studies.regression.digest import run_digest
from ttrsim.studies.regression.match import Sprt, play_match
from ttrsim.studies.regression.request import (
    CheckRequest,
    CompareRequest,
    DiffRequest,
    SaveBaselineRequest,
    SprtRequest,
)
from ttrsim.studies.regression.runs import open_runs
from ttrsim.studies.run.api import play_all

# ---- baselines -----------------------------------------------------------------------------------


@takes(SaveBaselineRequest)
def save_baseline(request: SaveBaselineRequest, progress: Progress) -> Baseline:
    """Returns:
    The baseline: every metric of each run with its interval.

    """
    path_of(request.name)  # reports a wrong name before anything is measured
    progress.begin(f"analysing {request.runs}")
    baseline = make_baseline(_opened(request.runs), progress.measured)
    baselines.save_baseline(request.name, baseline)
    return baseline


@takes(CompareRequest)
def compare(request: CompareRequest, progress: Progress) -> Comparison:
    """Returns:
    The comparison. `verdict` is "identical", "within tolerance", "inconclusive" or "different"; `runs` has a row
    for each metric.

    """
    if (Path(request.name) / MANIFEST).is_file() and not path_of(request.name).is_file():
        raise UserError(f"'{request.name}' is a run folder, and no baseline: `ttrsim diff` compares two runs")
    known = read_baseline(request.name)
    with _runs(known, request, progress) as (runs, playing):
        progress.begin(f"analysing {request.name}")
        found = comparisons.compare(request.name, known, runs, progress.measured, request.exact, playing)
    return replace(found, is_strict=request.strict)


@contextmanager
def _runs(
    baseline: Baseline, request: CompareRequest, progress: Progress
) -> Iterator[tuple[dict[str, Run], dict[str, float]]]:
    """Existing runs, or runs that are played now and then deleted; and the seconds it took to play them."""
    what = request.what
    if isinstance(what, Run) or (isinstance(what, str | Path) and _is_played(Path(what))):
        yield _opened(what), {}
        return
    members = find_scenarios(what) if what is not None else own_scenarios(baseline)
    setups = dict(zip(map(name_of, members), load_all(members), strict=True))
    with tempfile.TemporaryDirectory() as folder, request.crew(progress) as executor:
        runs = play_all(setups, Path(folder), executor, progress)
        yield runs, {name: run.manifest.sessions[-1].seconds or 0.0 for name, run in runs.items()}


def _is_played(path: Path) -> bool:
    return any(file.is_file() for file in (path / MANIFEST, *path.glob(f"*/{MANIFEST}")))


def _opened(runs: Any) -> dict[str, Run]:
    return open_runs(runs.path if isinstance(runs, Run) else Path(runs))


@takes(DiffRequest)
def diff(request: DiffRequest, progress: Progress) -> RunChanges:
    """Returns:
    What differs: `findings` has the clear differences.

    """
    before, after = (each if isinstance(each, Run) else open_run(each) for each in (request.before, request.after))
    progress.begin("what changed")
    changes = find_changes(before, after, progress.measured)
    is_identical = run_digest(before) == run_digest(after) if request.exact else None
    return replace(changes, identical=is_identical, may_differ=not request.exit_code)


# ---- checks --------------------------------------------------------------------------------------


@takes(CheckRequest)
def check(request: CheckRequest, progress: Progress) -> Checks:
    """Returns:
    The checks. Each has a `state`: "holds", "fails" or "undecided". `verdict` is the worst of them.

    """
    members = find_scenarios(request.scenario)
    setups = load_all(members, Changes(games=request.games))
    groups = {name_of(member): checks_of(name_of(member), setup) for member, setup in zip(members, setups, strict=True)}
    n_checks = sum(map(len, groups.values()))
    if not n_checks:
        raise UserError(f"{request.scenario}: has no checks")
    error = ALPHA / n_checks  # the confidence level holds for all verdicts together
    checked = []
    with request.crew(progress) as executor:
        for setup, (name, group) in zip(setups, groups.items(), strict=True):
            if group:
                start = time.perf_counter()
                play_checks(setup, group, error, executor, progress)
                checked.append(CheckedScenario(name, time.perf_counter() - start, group))
    return Checks(str(request.scenario), checked)


# ---- sequential tests ----------------------------------------------------------------------------


@takes(SprtRequest)
def sprt(request: SprtRequest, progress: Progress) -> Sprt:
    """Returns:
    The test. `verdict` is "stronger", "not stronger" or "undecided".

    """
    shares = share_of_elo(request.elo0), share_of_elo(request.elo1)
    values = {"board": request.board, "seats": list(request.bots)}
    setup = load_scenario(values, Changes(games=request.games, seed=request.seed))
    result = Sprt.of(setup, Hypotheses(*shares, request.alpha, request.beta))
    try:
        with request.crew(progress) as executor:
            play_match(setup, result.test, executor, progress)
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted: {result.test.status}" if result.test.n else "interrupted") from None
    return result
