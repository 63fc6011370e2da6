"""Runs of suites: a folder with a run folder for each scenario, named as the suite names it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.whole import UNFINISHED
from ttrsim.runs.api import new_folder, prepare, run
from ttrsim.runs.folder import MANIFEST
from ttrsim.runs.run import Run
from ttrsim.scenario.reading import Member, Setup, Source
from ttrsim.scenario.suite import load_all


def prepare_all(members: Sequence[Source], changes: Mapping[str, Any]) -> list[Setup]:
    """The scenarios of a suite with their changes, as `prepare` takes them."""
    return load_all(members, partial(prepare, **changes))


def run_all(
    members: Sequence[Source], changes: Mapping[str, Any], out: Path | None = None, **how: Any
) -> dict[str, Run]:
    """Plays a suite, or a scenario alone, once all of it is found to be sound. `how` is for `run`.

    The runs go by their names in the suite; one that is alone is named ''.
    """
    prepare_all(members, changes)
    named = [member for member in members if isinstance(member, Member)]
    if not named:
        return {"": run(members[0], **changes, out=out, **how)}
    folder = out if out is not None else new_folder(named[0].suite.stem)
    return {member.name: run(member, **changes, out=folder / member.name, **how) for member in named}


def run_folders(path: Path) -> dict[str, Path]:
    """The run folders by name at a path: that of a run, named '', or that of a suite's runs."""
    if (path / MANIFEST).exists():
        return {"": path}
    folders = [folder for folder in sorted(path.glob("*/")) if folder.suffix != UNFINISHED]  # left by a killed merge
    found = {folder.name: folder for folder in folders if (folder / MANIFEST).exists()}
    if not found:
        raise UserError(f"'{path}' is not a run folder, nor the folder of a suite's runs: it has no {MANIFEST}")
    return found
