"""Plays, resumes, merges and opens runs: each gives a `Run`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.whole import make_folder, new_folder
from ttrsim.games.registry import GAMES, load_board
from ttrsim.play.ahead import compile_ahead
from ttrsim.play.bots.finding import load_bots
from ttrsim.play.bots.trust import code_of
from ttrsim.play.identity import code_digest
from ttrsim.play.table import LoggedGame, SeatedTable, check_players
from ttrsim.progress import Progress
from ttrsim.runs.folder import FolderError, RunFolder, locked
from ttrsim.runs.inputs import copies_of, shelf_of
from ttrsim.runs.merge import merge_shards
from ttrsim.runs.plan import WHOLE, Plan, Shard, make_plan, parse_shard
from ttrsim.runs.provenance import new_manifest, results_key, rules_version
from ttrsim.runs.reuse import Exist, run_below, run_in
from ttrsim.runs.run import Run
from ttrsim.runs.runner import play_run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.restrictions import parse_restrictions
from ttrsim.runs.scenario.setup import Setup
from ttrsim.workers.executor import Workers, as_executor

RUNS = Path("runs")


def play(
    setup: Setup,
    out: Path | None = None,
    executor: Workers = None,
    *,
    shard: str | None = None,
    chunk: int | None = None,
    exist: Exist = "error",
    progress: Progress | None = None,
) -> Run:
    """Plays a scenario into a folder: a new one, or one that holds the same run if `exist` is "reuse"."""
    plan = make_plan(setup, parse_shard(shard) if shard else WHOLE, chunk)
    name, copies = _name(setup, plan.shard), copies_of(setup)
    manifest = new_manifest(setup, plan, copies.inputs)
    if exist == "reuse":
        existing = run_below(RUNS, name, manifest) if out is None else run_in(out, manifest)
        if existing is not None:
            return resume_run(existing, executor, progress)
    path = out if out is not None else new_folder(RUNS, name)
    make_folder(path)
    with locked(path):
        folder = RunFolder.create(path, manifest, copies.contents)
        play_run(folder, setup, plan, as_executor(executor), progress or Progress())
    return Run(folder, setup.board)


def resume_run(path: Path, executor: Workers = None, progress: Progress | None = None) -> Run:
    """Plays what is not complete. What is complete is checked first; what is damaged is played again."""
    executor, progress = as_executor(executor), progress or Progress()
    RunFolder.open_damaged(path)  # before the lock, which would make a file in a folder that is no run
    with locked(path):
        folder, faults = RunFolder.open_damaged(path)
        if not faults and folder.is_whole():  # nothing is played, so no bot needs to be loaded
            _check_code(folder)
            folder.verify_inputs()
            return Run(folder)
        setup, plan = _restored(folder)
        for fault in [*faults, *folder.mend()]:
            progress.note(f"{fault}: its games are played again")
        play_run(folder, setup, plan, executor, progress)
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


def set_table(board: str, specs: Sequence[str], restrictions: Sequence[str] = ()) -> SeatedTable:
    """A board with its bots seated, to play single games."""
    loaded = load_board(board)
    check_players(loaded, len(specs))  # before bots are compiled
    restricted = parse_restrictions(restrictions, loaded, specs)
    compile_ahead(loaded.game, specs)
    return SeatedTable(loaded, load_bots(",".join(specs), loaded.game), restricted=restricted)


def play_again(path: str | Path, game: int, trust: bool = False) -> LoggedGame:
    """One game of a run, played again with everything that happened in it.

    Args:
        path: The folder of the run. Of an experiment, it is the game without what was tried.
        game: The number of the game in the run's tables.
        trust: Run code of its bots even if it has not run on this machine before.

    Returns:
        The game. Its own number is that of its deal, from which its cards follow.

    """
    with code_of(Path(path), trust):
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


def _restored(folder: RunFolder) -> tuple[Setup, Plan]:
    """The run as it was begun. It is refused if code, board or bots now play differently: results must not mix."""
    _check_code(folder)
    manifest = folder.manifest
    setup = load_scenario(manifest.scenario, shelf=shelf_of(folder))
    deals = setup.scenario.deals
    plan = Plan(deals, setup.seatings, setup.n_rotations, manifest.chunk_deals, manifest.shard_of_run)
    if results_key(setup, plan) != manifest.key:
        raise FolderError(
            f"'{folder.path}': its board, one of its bots or a table has changed since the run was started: old and "
            "new games must not be mixed. Restore them, or run the scenario again."
        )
    return setup, plan


def _check_code(folder: RunFolder) -> None:
    manifest = folder.manifest
    game = GAMES[manifest.game]
    if (manifest.rules_version, manifest.code) != (rules_version(game), code_digest(game)):
        raise FolderError(
            f"'{folder.path}' was started with other code (ttrsim {manifest.versions.get('ttrsim', 'unknown')}, code "
            f"{manifest.code}; this is code {code_digest(game)}): old and new games must not be mixed. Resume with "
            "that code, or run the scenario again."
        )
