"""Files and folders that exist completely or not at all, even after a crash, and that nobody else can redirect.

They are made under another name, forced to the disk, then renamed. What a killed process leaves behind ends in
`.unfinished`. Nothing is written through a link (`links.py`): all that ttrsim writes, it writes with this module.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO

from ttrsim.files.links import LinkError, refuse_link

UNFINISHED = ".unfinished"
STREAMS = ("/dev", "/dev/fd")  # the system's: standard output, and what a shell has opened


def write_whole(path: Path, content: bytes, *, is_lasting: bool = True) -> None:
    """The file has all of its new content, or is as it was before."""
    with whole_file(path, is_lasting) as stream:
        stream.write(content)


@contextmanager
def whole_file(path: Path, is_lasting: bool = True) -> Iterator[BinaryIO]:
    """A file to write to, which gets its name when it is complete; until then an older one stays as it is.

    What is easily made again need not be lasting: it takes milliseconds to force a file to the disk.
    """
    check_file(path)
    if is_stream(path) or (path.exists() and not path.is_file()):  # nothing to rename; of a folder, the error says so
        with path.open("wb") as stream:
            yield stream
        return
    unfinished = _unfinished(path)
    unfinished.unlink(missing_ok=True)  # left by a killed process with the same process id
    try:
        with unfinished.open("xb") as stream:  # it must be new, so it is no link either
            yield stream
            if is_lasting:
                _sync(stream)
        unfinished.replace(path)
    except BaseException:  # leave nothing behind, even after an interrupt
        unfinished.unlink(missing_ok=True)
        raise
    if is_lasting:
        _sync_folder(path.parent)


def check_file(path: Path) -> None:
    """Fails if nothing may be written to a file of this name."""
    if not is_stream(path):
        refuse_link(path)


def is_stream(path: Path) -> bool:
    return str(path.absolute().parent) in STREAMS


def make_folder(path: Path, *below: str) -> Path:
    """The folder, and those below it that are named step by step: each is there already, or is made now."""
    refuse_link(path)
    path.mkdir(parents=True, exist_ok=True)
    for name in below:
        path /= name
        refuse_link(path)
        path.mkdir(exist_ok=True)
    return path


def numbered(parent: Path, name: str) -> Iterator[Path]:
    """The folders that a name gives, one after another: NAME, NAME-2, NAME-3, …"""
    plain = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name).strip("-.")
    yield parent / plain
    yield from (parent / f"{plain}-{number}" for number in count(2))


def new_folder(parent: Path, name: str) -> Path:
    """Makes the first of them that is not there yet."""
    make_folder(parent)
    for path in numbered(parent, name):
        with suppress(FileExistsError):
            path.mkdir()
            return path
    raise AssertionError  # numbers do not end


def make_own_folder(path: Path) -> Path:
    """A folder in a place that all users share, which only this user can look into."""
    make_folder(path)
    if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
        raise LinkError(f"'{path}' belongs to another user: remove it, or let TMPDIR name another folder")
    path.chmod(0o700)
    return path


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """A new folder to fill, which gets its name when it is complete."""
    make_folder(path.parent)
    refuse_link(path)
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
    with open_to_append(path) as stream:
        stream.write(line + b"\n")
        _sync(stream)
    if is_new:
        _sync_folder(path.parent)


def open_to_append(path: Path) -> BinaryIO:
    """The file itself, never what a link points to: neither a symbolic one, nor a second name of another file."""
    refuse_link(path)
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    stream = os.fdopen(os.open(path, flags, 0o666), "ab")
    if os.fstat(stream.fileno()).st_nlink > 1:
        stream.close()
        raise LinkError(f"'{path}' is a second name of another file, which would change with it: make a copy of it")
    return stream


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
