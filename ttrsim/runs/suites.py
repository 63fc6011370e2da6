"""Folders with the runs of a suite, each named as the suite names it."""

from __future__ import annotations

from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.links import refuse_link
from ttrsim.files.whole import UNFINISHED
from ttrsim.runs.folder import MANIFEST


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
