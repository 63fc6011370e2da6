"""Files that survive a crash: written under another name, forced to the disk, then renamed."""

from __future__ import annotations

import os
from pathlib import Path

UNFINISHED = ".unfinished"  # ends the name of a file that is being written


def write_safely(path: Path, content: bytes) -> None:
    """The file is there with all its content, or as it was before."""
    unfinished = path.with_name(path.name + UNFINISHED)
    try:
        with unfinished.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def append_safely(path: Path, line: bytes) -> None:
    """Adds a line to a file. A crash can leave a part of it, without its newline, at the end."""
    with path.open("ab") as stream:
        stream.write(line + b"\n")
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(path: Path) -> None:
    """Makes the names in a folder as lasting as the files."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
