"""Comparisons and tests from Python: `ttrsim.compare`, `save_baseline`, `check` and `sprt`."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ttrsim.errors import Interrupted, UserError
from ttrsim.progress import Follower, Progress
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_all, load_scenario
from ttrsim.runs.scenario.sources import Source, find_scenarios, name_of
from ttrsim.stats.gsprt import Gsprt, Hypotheses, share_of_elo
from ttrsim.stats.intervals import ALPHA
from ttrsim.studies.regression import baseline as baselines
from ttrsim.studies.regression import comparison as comparisons
from ttrsim.studies.regression.baseline import Baseline, make_baseline, own_scenarios, path_of, read_baseline
from ttrsim.studies.regression.checks import Check, CheckedScenario, Checks, checks_of, play_checks
from ttrsim.studies.regression.comparison import Comparison
from ttrsim.studies.regression.match import Sprt, play_match
from ttrsim.studies.regression.runs import open_runs
from ttrsim.studies.run.api import play_all
from ttrsim.workers.executor import Workers, as_executor

Share = Callable[[float], None]  # of what has been measured

# ---- baselines -----------------------------------------------------------------------------------


def save_baseline(name: str, runs: str | Path | Run, *, progress: Share = lambda share: None) -> Baseline:
    """Saves a run as a baseline that later runs can be compared with, as `ttrsim baseline save` does.

    Args:
        name: Its name in the folder reports/baselines, or the path of its file. An older one is replaced.
        runs: A run or its folder, or the folder of a suite's runs.
        progress: Called with the share of the runs that has been measured.

    Returns:
        The baseline: every metric of each run with its interval.

    """
    path_of(name)  # reports a wrong name before anything is measured
    baseline = make_baseline(_opened(runs), progress)
    baselines.save_baseline(name, baseline)
    return baseline


def compare(
    baseline: str,
    what: str | Path | Run | None = None,
    *,
    exact: bool = False,
    threads: Workers = None,
    progress: Progress | Follower | None = None,
) -> Comparison:
    """Compares a run with a baseline: has anything changed? As `ttrsim compare` does.

    Args:
        baseline: The name or the file of a baseline.
        what: A run or its folder, or a scenario to play now (default: play the baseline's scenario).
        exact: Whether every game must be the same (default: differences within their tolerances are accepted).
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with a `Progress`, which says how far it is.

    Returns:
        The comparison. `verdict` is "identical", "within tolerance", "inconclusive" or "different"; `runs` has a row
        for each metric.

    """
    known, progress = read_baseline(baseline), Progress.of(progress)
    with _runs(known, what, threads, progress) as (runs, playing):
        progress.begin(f"analysing {baseline}")
        return comparisons.compare(baseline, known, runs, progress.measured, exact, playing)


@contextmanager
def _runs(
    baseline: Baseline, what: str | Path | Run | None, threads: Workers, progress: Progress
) -> Iterator[tuple[dict[str, Run], dict[str, float]]]:
    """Existing runs, or runs that are played now and then deleted; and the seconds it took to play them."""
    if isinstance(what, Run) or (what is not None and _is_played(Path(what))):
        yield _opened(what), {}
        return
    members = find_scenarios(what) if what is not None else own_scenarios(baseline)
    with tempfile.TemporaryDirectory() as folder:
        setups = dict(zip(map(name_of, members), load_all(members), strict=True))
        runs = play_all(setups, Path(folder), as_executor(threads), progress)
        yield runs, {name: run.manifest.sessions[-1].seconds or 0.0 for name, run in runs.items()}


def is_run(name: str) -> bool:
    """Whether it is a run folder. A baseline of the same name goes first."""
    return (Path(name) / MANIFEST).is_file() and not path_of(name).is_file()


def _is_played(path: Path) -> bool:
    return any(file.is_file() for file in (path / MANIFEST, *path.glob(f"*/{MANIFEST}")))


def _opened(runs: str | Path | Run) -> dict[str, Run]:
    return open_runs(runs.path if isinstance(runs, Run) else Path(runs))


# ---- checks --------------------------------------------------------------------------------------


def check(
    scenario: Source,
    *,
    games: int | None = None,
    threads: Workers = None,
    progress: Callable[[Sequence[Check], int], None] = lambda checks, n_games: None,
) -> Checks:
    """Checks the thresholds of a scenario or a suite, as `ttrsim check` does: only as many games as needed.

    Args:
        scenario: A scenario's name, file or values, or the file of a suite.
        games: Maximum games of each scenario (default: its own number).
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with the checks of a scenario and the games that have been played of it.

    Returns:
        The checks. Each has a `state`: "holds", "fails" or "undecided". `verdict` is the worst of them.

    """
    executor = as_executor(threads)
    members = find_scenarios(scenario)
    setups = load_all(members, Changes(games=games))
    groups = {name_of(member): checks_of(name_of(member), setup) for member, setup in zip(members, setups, strict=True)}
    n_checks = sum(map(len, groups.values()))
    if not n_checks:
        raise UserError(f"{scenario}: has no checks")
    error = ALPHA / n_checks  # the confidence level holds for all verdicts together
    checked = []
    for setup, (name, group) in zip(setups, groups.items(), strict=True):
        if group:
            start = time.perf_counter()
            play_checks(setup, group, error, progress, executor)
            checked.append(CheckedScenario(name, time.perf_counter() - start, group))
    return Checks(checked)


# ---- sequential tests ----------------------------------------------------------------------------


def sprt(
    new: str,
    old: str,
    *,
    board: str = "usa",
    elo0: float = 0,
    elo1: float = 7,
    alpha: float = 0.05,
    beta: float = 0.05,
    games: int = 200_000,
    seed: int = 1,
    threads: Workers = None,
    progress: Callable[[Gsprt], None] = lambda test: None,
) -> Sprt:
    """Tests whether a new bot is stronger than an old one, as `ttrsim sprt` does: until it is clear.

    Args:
        new: The new bot.
        old: The old one. Each deal is played in both seatings.
        board: A built-in board, or the folder of your own.
        elo0: H0, the Elo lead of a new bot that is no better.
        elo1: H1, the Elo lead of a new bot that is better.
        alpha: False-positive rate: calling it stronger when it is not.
        beta: False-negative rate: calling it no stronger when it is.
        games: Maximum number of games.
        seed: Seed of all deals.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        progress: Called with the state of the test after each chunk of games.

    Returns:
        The test. `verdict` is "stronger", "not stronger" or "undecided".

    """
    if elo0 >= elo1:
        raise UserError(f"--elo1 ({elo1:g}) must be greater than --elo0 ({elo0:g})")
    hypotheses = Hypotheses(share_of_elo(elo0), share_of_elo(elo1), alpha, beta)
    setup = load_scenario({"board": board, "seats": [new, old]}, Changes(games=games, seed=seed))
    result = Sprt.of(setup, hypotheses)
    try:
        play_match(setup, result.test, progress, as_executor(threads))
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted: {result.test.status}" if result.test.n else "interrupted") from None
    return result
