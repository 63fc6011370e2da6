"""Files that are there whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which gets its name when it is complete; until then an older one stays as it is."""
    target = path.resolve()  # a link goes on pointing where it points
    if target.exists() and not target.is_file():  # a device or a pipe: nothing to rename; a folder: the error says so
        with target.open("wb") as stream:
            yield stream
        return
    unfinished = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with unfinished.open("wb") as stream:
            yield stream
        unfinished.replace(target)
    except BaseException:  # an interrupt too must leave nothing behind
        unfinished.unlink(missing_ok=True)
        raise
