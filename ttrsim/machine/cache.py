"""The cache of compiled code, as users see it: where it is, how large, and how to clear it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import NamedTuple

from ttrsim.machine.builds import cache_root

BUILD = re.compile(r"[\w-]+-[0-9a-f]{16}")  # the folder of a build: what it is of, and the hash of its sources


class CacheSize(NamedTuple):
    folder: Path
    n_builds: int
    n_bytes: int

    def __str__(self) -> str:
        return f"{self.folder}: {self.n_builds} builds, {self.n_bytes / 1e6:,.1f} MB"


def cache_size() -> CacheSize:
    builds = _builds()
    return CacheSize(cache_root(), len(builds), sum(_bytes_of(build) for build in builds))


def clear_cache() -> CacheSize:
    """Removes every build; returns what there was. Other files in the folder stay."""
    size = cache_size()
    for build in _builds():
        shutil.rmtree(build, ignore_errors=True)  # another process may be using it, or removing it as well
    return size


def _builds() -> list[Path]:
    roots = [root for root in (cache_root(), cache_root() / "safe") if root.is_dir()]  # see botcheck/safe.py
    return [path for root in roots for path in root.iterdir() if path.is_dir() and BUILD.fullmatch(path.name)]


def _bytes_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
