"""Runs of suites: a folder with a run folder for each scenario, named as the suite names it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.runs.api import Run, new_folder, prepare, run
from ttrsim.runs.folder import MANIFEST
from ttrsim.scenario.reading import Setup, Source
from ttrsim.scenario.suite import load_all, members_of, name_of


def prepare_all(source: Source, changes: Mapping[str, Any]) -> dict[str, Setup]:
    """The scenarios by name with their changes, as `prepare` takes them; a plain scenario has the name ''."""
    members = members_of(source)
    setups = load_all(members, partial(prepare, **changes))
    return dict(zip(map(name_of, members), setups, strict=True))


def run_all(source: Source, changes: Mapping[str, Any], out: Path | None = None, **how: Any) -> list[Run]:
    """Plays a suite, or a scenario, once all of it is found to be sound. `how` is for `run`."""
    members = members_of(source)
    prepare_all(source, changes)
    if members == [source]:
        return [run(source, **changes, out=out, **how)]
    folder = out if out is not None else new_folder(Path(str(source)).stem)
    return [run(member, **changes, out=folder / name_of(member), **how) for member in members]


def run_folders(path: Path) -> dict[str, Path]:
    """The run folders by name at a path: that of a run, named '', or that of a suite's runs."""
    if (path / MANIFEST).exists():
        return {"": path}
    found = {folder.name: folder for folder in sorted(path.glob("*/")) if (folder / MANIFEST).exists()}
    if not found:
        raise UserError(f"'{path}' is not a run folder, nor the folder of a suite's runs: it has no {MANIFEST}")
    return found
