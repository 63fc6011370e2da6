"""Runs from Python: `ttrsim.run`, `ttrsim.resume`, `ttrsim.merge` and `ttrsim.open_run`, each giving a `Run`."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.whole import make_folder
from ttrsim.games.registry import GAMES
from ttrsim.play.identity import code_digest
from ttrsim.play.table import LoggedGame, SeatedTable
from ttrsim.runs.folder import FolderError, RunFolder, locked
from ttrsim.runs.inputs import copies_of, shelf_of
from ttrsim.runs.merge import merge_shards
from ttrsim.runs.plan import WHOLE, Plan, Shard, make_plan, parse_shard
from ttrsim.runs.provenance import new_manifest, results_key, rules_version
from ttrsim.runs.reuse import Exist, checked_exist, run_below, run_in
from ttrsim.runs.run import Run
from ttrsim.runs.runner import NoWatcher, Watcher, play_run
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.scenario.sources import Source
from ttrsim.workers.executor import Workers, as_executor

RUNS = Path("runs")


def run(
    scenario: Source,
    *,
    games: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    tables: Sequence[str] | None = None,
    settings: Iterable[str] = (),
    out: str | Path | None = None,
    threads: Workers = None,
    shard: str | None = None,
    chunk: int | None = None,
    exist: Exist = "error",
    watcher: Watcher | None = None,
) -> Run:
    """Plays a scenario into a new folder, as `ttrsim run` does.

    Args:
        scenario: A scenario's file or values, or a board to use with `bots`.
        games: Number of games, rounded up to whole deals (default: the scenario's deals).
        deals: Number of deals (default: the scenario's). Give `games` or `deals`, not both.
        seed: Seed of all deals (default: the scenario's).
        bots: A bot for each seat, seat 0 first (default: the scenario's).
        tables: The tables to keep (default: the scenario's, or all).
        settings: Changes of the scenario, such as "board.wilds=12" or "seats.1=greedy".
        out: Run folder (default: a new one in `runs/`).
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        shard: "K/N" plays only the K-th of N parts; `ttrsim.merge` joins them.
        chunk: Games played and written in one go (default: by the size of the run).
        exist: "reuse" takes a run of the same key that is there already: from `out`, or among those in `runs/`. It is
            continued if it is not complete. By default, a folder that holds a run is an error.
        watcher: Told how far the run is.

    Returns:
        The run, open. Ctrl-C raises KeyboardInterrupt with the command that resumes; no complete chunk is lost.

    """
    changes = Changes(games, deals, seed, bots, tables, settings=settings)
    return play(load_scenario(scenario, changes), out, threads, shard, chunk, exist, watcher)


def play(
    setup: Setup,
    out: str | Path | None = None,
    threads: Workers = None,
    shard: str | None = None,
    chunk: int | None = None,
    exist: Exist = "error",
    watcher: Watcher | None = None,
) -> Run:
    """Plays a scenario that is loaded already, as `run` does."""
    checked_exist(exist)
    plan = make_plan(setup, parse_shard(shard) if shard else WHOLE, chunk)
    executor, name, copies = as_executor(threads), _name(setup, plan.shard), copies_of(setup)
    manifest = new_manifest(setup, plan, copies.inputs)
    if exist == "reuse":
        existing = run_below(RUNS, name, manifest) if out is None else run_in(Path(out), manifest)
        if existing is not None:
            return resume(existing, threads=threads, watcher=watcher)
    path = Path(out) if out is not None else new_folder(name)
    make_folder(path)
    with locked(path):
        folder = RunFolder.create(path, manifest, copies.contents)
        play_run(folder, setup, plan, executor, watcher or NoWatcher())
    return Run(folder, setup.board)


def resume(path: str | Path, *, threads: Workers = None, watcher: Watcher | None = None) -> Run:
    """Continues a run that was interrupted or killed, as `ttrsim resume` does.

    Args:
        path: The folder of the run. What is complete is checked first, and not played again. What is damaged is.
        threads: Number of threads, or a `ttrsim.workers.cluster.Cluster` (default: one thread for each core).
        watcher: Told how far the run is, and what was damaged.

    Returns:
        The run, complete.

    """
    executor = as_executor(threads)
    watcher = watcher or NoWatcher()
    RunFolder.open_damaged(Path(path))  # before the lock, which would make a file in a folder that is no run
    with locked(Path(path)):
        folder, faults = RunFolder.open_damaged(Path(path))
        setup, plan = _restored(folder)
        for fault in [*faults, *folder.mend()]:
            watcher.mended(fault)
        play_run(folder, setup, plan, executor, watcher)
    return Run(folder, setup.board)


def merge(paths: Sequence[str | Path], out: str | Path) -> Run:
    """Joins the shards of a run into one, as `ttrsim merge` does.

    Args:
        paths: The folders of all shards.
        out: The new folder of the whole run.

    Returns:
        The run, equal to one that was played in one piece.

    """
    return Run(merge_shards([Path(path) for path in paths], Path(out)))


def open_run(path: str | Path) -> Run:
    """Opens a run that is on the disk, even while it is being played.

    Args:
        path: The folder of the run.

    Returns:
        The run, as far as it is complete.

    """
    return Run(RunFolder.open(Path(path)))


def play_again(path: str | Path, game: int) -> LoggedGame:
    """One game of a run, played again with everything that happened in it.

    Args:
        path: The folder of the run. Of an experiment, it is the game without what was tried.
        game: The number of the game in the run's tables.

    Returns:
        The game. Its own number is that of its deal, from which its cards follow.

    """
    setup, plan = _restored(RunFolder.open(Path(path)))
    if not 0 <= game < plan.n_deals * plan.n_rotations:
        raise UserError(f"'{path}': no game {game}: its games are 0 to {plan.n_deals * plan.n_rotations - 1}")
    table = SeatedTable(setup.board, list(setup.bots), plan.seatings, plan.n_rotations, restricted=setup.restricted)
    return replace(table.play_logged(setup.scenario.seed, game), game=game // plan.n_rotations)


# ---- folders -------------------------------------------------------------------------------------


def _name(setup: Setup, shard: Shard) -> str:
    """The default name of a run."""
    path = Path(setup.source)
    name = path.stem if path.suffix == ".toml" else f"{Path(setup.board.name).name}-{setup.n_seats}p"
    return name if shard == WHOLE else f"{name}-shard-{shard.number}-of-{shard.of}"


def new_folder(name: str) -> Path:
    make_folder(RUNS)
    for number in itertools.count(1):
        path = RUNS / (name if number == 1 else f"{name}-{number}")
        try:
            path.mkdir()
        except FileExistsError:
            continue
        return path
    raise AssertionError  # numbers do not end


def _restored(folder: RunFolder) -> tuple[Setup, Plan]:
    """The run as it was begun. It is refused if code, board or bots now play differently: results must not mix."""
    manifest = folder.manifest
    game = GAMES[manifest.game]
    if (manifest.rules_version, manifest.code) != (rules_version(game), code_digest(game)):
        raise FolderError(
            f"'{folder.path}' was started with other code (ttrsim {manifest.versions.get('ttrsim', 'unknown')}, code "
            f"{manifest.code}; this is code {code_digest(game)}): old and new games must not be mixed. Resume with "
            "that code, or run the scenario again."
        )
    setup = load_scenario(manifest.scenario, shelf=shelf_of(folder))
    deals = setup.scenario.deals
    plan = Plan(deals, setup.seatings, setup.n_rotations, manifest.chunk_deals, manifest.shard_of_run)
    if results_key(setup, plan) != manifest.key:
        raise FolderError(
            f"'{folder.path}': its board, one of its bots or a table has changed since the run was started: old and "
            "new games must not be mixed. Restore them, or run the scenario again."
        )
    return setup, plan
