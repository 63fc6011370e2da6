"""Code in a folder from somebody else: it runs if the user says so, or has run the same code here by its own name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING

from ttrsim.errors import RunError
from ttrsim.files.whole import append_line

if TYPE_CHECKING:
    from ttrsim.machine.user_modules import UserCode

FILE = "trusted"  # in the user's cache: a line for each file of code that has run


class UntrustedError(RunError):
    """A folder has code that has not run here before. It is no mistake in a file, to be listed with others."""

    exit_code = 2


_reading: ContextVar[Path | None] = ContextVar("_reading", default=None)  # the folder whose code is loaded


@contextmanager
def code_of(folder: Path, trust: bool) -> Iterator[None]:
    """Bots that are loaded meanwhile were named by a folder and not by the user."""
    token = _reading.set(None if trust else folder)
    try:
        yield
    finally:
        _reading.reset(token)


def permit(path: str, content: bytes) -> None:
    """Called with each file of code before it runs."""
    folder = _reading.get()
    if folder is not None and _digest(content) not in _trusted():
        raise UntrustedError(
            f"'{folder}' wants to run the code in '{path}', which has not run here before. It can do whatever you can "
            "do. Read it, then give the same command with --trust"
        )


def note_trusted(code: UserCode) -> None:
    """Where the cache is not writable, nothing is remembered."""
    with suppress(OSError):
        for digest in sorted({*map(_digest, code.contents.values())} - _trusted()):
            append_line(_file(), digest.encode())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _trusted() -> set[str]:
    try:
        return set(_file().read_text(encoding="ascii").splitlines())
    except (OSError, ValueError):
        return set()


def _file() -> Path:
    from ttrsim.machine.builds import cache_root  # Numba: help appears without it

    return cache_root() / FILE
