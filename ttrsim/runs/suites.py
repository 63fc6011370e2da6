"""Runs of suites: a folder with a run folder for each scenario, named as the suite names it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.links import refuse_link
from ttrsim.files.whole import UNFINISHED
from ttrsim.runs.api import RUNS, new_folder, play
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import NO_CHANGES, Changes
from ttrsim.runs.scenario.reading import load_all
from ttrsim.runs.scenario.sources import Member, Source, find_scenarios, name_of


def run_suite(
    scenario: Source,
    *,
    games: int | None = None,
    deals: int | None = None,
    seed: int | None = None,
    bots: Sequence[str] | None = None,
    tables: Sequence[str] | None = None,
    settings: Iterable[str] = (),
    out: str | Path | None = None,
    **how: Any,
) -> dict[str, Run]:
    """Plays every scenario of a suite, as `ttrsim run` does with the file of one.

    Args:
        scenario: The file of a suite. A scenario alone is a suite of one.
        games: Number of games of each scenario, rounded up to whole deals (default: the scenario's).
        deals: Number of deals of each scenario (default: the scenario's).
        seed: Seed of all deals (default: the scenario's).
        bots: A bot for each seat, in place of the scenario's.
        tables: The tables to keep (default: the scenario's, or all).
        settings: Changes such as "board.wilds=12".
        out: The folder of all runs (default: a new one in `runs/`).
        how: `threads`, `bot_timeout`, `shard`, `chunk`, `exist` and `watcher`, as in `ttrsim.run`.

    Returns:
        The runs by their names in the suite; one that is alone is named ''.

    """
    changes = Changes(games, deals, seed, bots, tables, settings=settings)
    return run_all(find_scenarios(scenario), changes, Path(out) if out is not None else None, **how)


def run_all(
    members: Sequence[Source], changes: Changes = NO_CHANGES, out: Path | None = None, **how: Any
) -> dict[str, Run]:
    """Plays a suite, or a scenario alone, once all of it is found to be sound. `how` is for `play`.

    The runs go by their names in the suite; one that is alone is named ''.
    """
    setups = load_all(members, changes)
    first = members[0]
    if isinstance(first, Member) and first.name and out is None:
        out = RUNS / first.suite.stem if how.get("exist") == "reuse" else new_folder(first.suite.stem)
    names = [name_of(member) for member in members]
    return {
        name: play(setup, out / name if out and name else out, **how) for name, setup in zip(names, setups, strict=True)
    }


def run_folders(path: Path) -> dict[str, Path]:
    """The run folders by name at a path: that of a run, named '', or that of a suite's runs."""
    if (path / MANIFEST).exists():
        return {"": path}
    folders = [folder for folder in sorted(path.glob("*/")) if folder.suffix != UNFINISHED]  # left by a killed merge
    run_folders = {folder.name: folder for folder in folders if (folder / MANIFEST).exists()}
    for folder in run_folders.values():
        refuse_link(folder)
    if not run_folders:
        raise UserError(f"'{path}' is neither a run folder nor a folder with the runs of a suite: it has no {MANIFEST}")
    return run_folders
