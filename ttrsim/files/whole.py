"""Files and folders that exist completely or not at all, even after a crash.

They are made under another name, forced to the disk, then renamed. What a killed process leaves behind ends in
`.unfinished`.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

UNFINISHED = ".unfinished"


def write_whole(path: Path, content: bytes) -> None:
    """The file has all of its new content, or is as it was before."""
    with whole_file(path) as stream:
        stream.write(content)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which gets its name when it is complete; until then an older one stays as it is."""
    if path.exists() and not path.is_file():  # a device or a pipe: nothing to rename; a folder: the error says so
        with path.open("wb") as stream:
            yield stream
        return
    target = path.resolve()  # write to what a link points to, and keep the link
    unfinished = _unfinished(target)
    try:
        with unfinished.open("wb") as stream:
            yield stream
            _sync(stream)
        unfinished.replace(target)
    except BaseException:  # leave nothing behind, even after an interrupt
        unfinished.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A new folder to fill, which gets its name when it is complete."""
    unfinished = _unfinished(path)
    shutil.rmtree(unfinished, ignore_errors=True)  # left by a killed process with the same process id
    try:
        unfinished.mkdir()
        yield unfinished
        unfinished.rename(path)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise
    _sync_folder(path.parent)


def append_line(path: Path, line: bytes) -> None:
    """Adds a line to a file. A crash can leave a part of it, without its newline, at the end."""
    is_new = not path.exists()
    with path.open("ab") as stream:
        stream.write(line + b"\n")
        _sync(stream)
    if is_new:
        _sync_folder(path.parent)


def _unfinished(path: Path) -> Path:
    """Hidden, so that `*` does not find it, and another for every process."""
    return path.with_name(f".{path.name}.{os.getpid()}{UNFINISHED}")


def _sync(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())


def _sync_folder(path: Path) -> None:
    """Makes the names in a folder as lasting as the files, where the system can: Windows and some disks cannot."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
