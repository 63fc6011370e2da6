"""Finds a run that has been played, or begun, with the same key: its games need not be played again."""

from __future__ import annotations

from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Literal

from ttrsim.errors import UserError
from ttrsim.files.whole import numbered
from ttrsim.runs.folder import MANIFEST, FolderError, RunFolder
from ttrsim.runs.manifest import Manifest

Exist = Literal["error", "reuse"]  # what is done if the folder of a new run holds one


def run_in(path: Path, wanted: Manifest) -> Path | None:
    """The folder if it holds this run, or None if it holds no run. It is an error if it holds another run."""
    if not (path / MANIFEST).exists():
        return None
    manifest = RunFolder.open_damaged(path)[0].manifest
    if not _is_wanted(manifest, wanted):
        raise UserError(f"'{path}' holds another run ({manifest.difference(wanted)}): choose another folder")
    return path


def run_below(folder: Path, name: str, wanted: Manifest) -> Path | None:
    """The wanted run among those that got their folders by their name, and a number."""
    for path in takewhile(Path.exists, numbered(folder, name)):
        with suppress(FolderError, UserError):  # a damaged run is not reused
            if _is_wanted(RunFolder.open_damaged(path)[0].manifest, wanted):
                return path
    return None


def _is_wanted(manifest: Manifest, wanted: Manifest) -> bool:
    return wanted.key in (manifest.key, manifest.asked_key) and manifest.shard == wanted.shard
