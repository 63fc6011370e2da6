"""Nothing is written through a link: what it points to may be any file of the user's.

A folder from somebody else can hold links at any depth. So a folder that holds a run or a study is searched before it
is used, and every file and folder is checked once more as it is written (`whole.py`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from ttrsim.errors import UserError


class LinkError(UserError):
    """What would be written to is a link, or no plain file."""


def refuse_link(path: Path) -> None:
    """Checks a path to write to. Links on the way to it are followed: they are where the user said."""
    refuse_url(path)
    if _is_link(path):
        raise LinkError(
            f"'{path}' is a link, and nothing is written through links: remove it, or name what it points to"
        )


def refuse_links_in(folder: Path) -> None:
    """At any depth. A pipe or a device is no better than a link: the folder should hold files and folders only."""
    for path, what in _odd_entries(folder):
        raise LinkError(f"'{path}' is {what}: '{folder}' should hold files of its own only. Remove it first")


def _is_link(path: Path) -> bool:
    is_junction = getattr(os.path, "isjunction", None)  # of Windows, known to Python from 3.12 on
    return path.is_symlink() or bool(is_junction and is_junction(path))


def _odd_entries(folder: Path) -> Iterator[tuple[Path, str]]:
    if not folder.is_dir():
        return
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(entry.path)
        if _is_link(path):
            yield path, "a link"
        elif entry.is_dir(follow_symlinks=False):
            yield from _odd_entries(path)
        elif not entry.is_file(follow_symlinks=False):
            yield path, "no file or folder"


# ---- URLs ------------------------------------------------------------------------------------------
# Files are read and written on this machine only. As a path, a URL would quietly name a folder `s3:` here.

URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+):/")  # a letter alone is a drive of Windows; a path has one slash


def refuse_url(path: str | Path) -> None:
    if match := URL.match(str(path)):
        raise UserError(
            f"'{path}' is a URL ({match['scheme']}:): ttrsim reads and writes only files of this machine. Name a path; "
            "to use what is elsewhere, copy it here or mount it"
        )
