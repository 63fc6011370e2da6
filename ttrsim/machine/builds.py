"""Where compiled code is kept, and how it gets there: each build is compiled once, by one process, and said to be.

Numba stamps a cached function with the file that holds it, not with the files of the functions
it calls, so an edited helper would be served stale. Our cache folder is therefore named by a
hash of every source file that is compiled into a kernel, and of all that shapes its code.
"""

from __future__ import annotations

import gc
import hashlib
import os
import platform
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.typeinfer import register_dispatcher

from ttrsim.errors import UserError
from ttrsim.files.locks import take_lock
from ttrsim.machine.numba_start import look_for_blas_only
from ttrsim.machine.sources import source_digest
from ttrsim.wording import visible

if numba.config.DISABLE_JIT:
    raise UserError("NUMBA_DISABLE_JIT is set: without compiled code ttrsim plays no games. Unset it")

look_for_blas_only()

# The checked build verifies the whole state after every decision; in the fast one that code is compiled out.
CHECKED = os.environ.get("TTRSIM_CHECKED") == "1"

BUILDS_KEPT = 6  # older builds stay a while: switching branches then costs no compile
A_MOMENT = 0.05  # seconds between two looks at a lock

# ---- folders -------------------------------------------------------------------------------------


def build_key(sources: tuple[str, ...]) -> str:
    """Names a build: equal keys, equal machine code."""
    versions = (numba.__version__, np.__version__, llvmlite.__version__, platform.python_version())
    switches = (CHECKED, numba.config.BOUNDSCHECK, numba.config.OPT)
    decisive = repr((source_digest(sources), versions, switches))
    return hashlib.sha256(decisive.encode()).hexdigest()[:16]


def cache_root() -> Path:
    chosen = os.environ.get("TTRSIM_CACHE_DIR")
    return Path(chosen) if chosen else Path(platformdirs.user_cache_dir("ttrsim", appauthor=False))


@cache
def cache_folder(sources: tuple[str, ...]) -> Path | None:
    """Where the machine code built from these packages is kept, or None where nothing can be written."""
    if not is_writable(cache_root()):
        return None
    kind = "-".join(sources[-1].split(".")[-2:])  # e.g. trains-kernel
    return build_folder(f"{kind}-{build_key(sources)}", BUILDS_KEPT)


def build_folder(name: str, n_kept: int) -> Path:
    """The folder of a build, as the one of its kind that was used last."""
    folder = cache_root() / name
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    kind = name.rpartition("-")[0]
    for path in sorted(folder.parent.glob(f"{kind}-*"), key=_last_used, reverse=True)[n_kept + 1 :]:
        shutil.rmtree(path, ignore_errors=True)
    return folder


@cache
def is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _refuse_shared(folder)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except OSError as error:
        print(
            f"warning: the compile cache {folder} is not writable ({error.strerror}); "
            "the kernel is compiled again at every start. Set TTRSIM_CACHE_DIR to a writable folder.",
            file=sys.stderr,
        )
        return False
    return True


def _refuse_shared(folder: Path) -> None:
    """Whoever can write to the cache can have any code run. A group may: that is often the user alone."""
    if not hasattr(os, "getuid"):
        return
    status = folder.stat()
    reason = ""
    if status.st_mode & stat.S_IWOTH:
        reason = "everybody may write to it"
    elif status.st_uid != os.getuid():
        reason = "it belongs to another user"
    if reason:
        raise UserError(
            f"the compile cache {folder}: {reason}, and code in it would run as yours. "
            "Name a folder of your own with TTRSIM_CACHE_DIR, or take that right away (chmod o-w)"
        )


def _last_used(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another process has just removed it
        return 0.0


def is_compiled(sources: tuple[str, ...], name: str) -> bool:
    """Whether the entry of that name has been compiled on this machine before."""
    folder = cache_folder(sources)
    return folder is not None and any(folder.glob(f"*.{name}-*.nbc"))


# ---- the cache of a function ---------------------------------------------------------------------


class _InBuild(UserProvidedCacheLocator):
    """In the folder of a build, wherever its sources are and whenever they were saved: a new checkout finds it."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = numba.config.CACHE_DIR

    def get_source_stamp(self) -> str:
        return hashlib.sha256(Path(self._py_file).read_bytes()).hexdigest()


class _Saving(CompileResultCacheImpl):
    _locator_classes = (_InBuild,)


class _Cache(FunctionCache):
    _impl_class = _Saving


def _cache_in(folder: Path, function: Callable[..., Any]) -> Any:
    before = numba.config.CACHE_DIR  # other users of Numba in this process keep theirs
    numba.config.CACHE_DIR = str(folder)
    try:
        return _Cache(function)
    finally:
        numba.config.CACHE_DIR = before


# ---- compiling -----------------------------------------------------------------------------------

_announced, _expected = 0, 0  # builds of this process


def expect(n_builds: int) -> None:
    """So many builds are to come; what is said of each counts them."""
    global _expected
    _expected += n_builds


def announce(what: str) -> None:
    """Says that something is being compiled, with or without a terminal."""
    global _announced
    _announced += 1
    place = f" ({_announced} of {_expected})" if 1 < _expected >= _announced else ""
    print(visible(f"compiling {what}{place} …"), file=sys.stderr, flush=True)


def build(compiled: Any, signature: Any, folder: Path | None, what: str) -> None:
    """Compiles a function, or takes it from the folder. `what` is said if it has to be compiled."""
    if folder is not None:
        compiled._cache = _cache_in(folder, compiled.py_func)
    with register_dispatcher(compiled):  # Numba's type inference then knows a function that calls itself
        if folder is None:
            _compile(compiled, signature, what)
        elif not _is_there(compiled, signature):
            with _alone(folder / f".{compiled.py_func.__qualname__}.lock"):
                if not _is_there(compiled, signature):
                    _compile(compiled, signature, what)
        compiled.compile(signature)  # nothing to do if it has just been compiled
    compiled.disable_compile()


def _compile(compiled: Any, signature: Any, what: str) -> None:
    announce(what)
    with _without_collecting():
        compiled.compile(signature)


def _is_there(compiled: Any, signature: Any) -> bool:
    cached = compiled._cache
    return cached._index_key(signature, compiled.targetctx.codegen()) in cached._cache_file._load_index()


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Processes that need the same build wait for the one that compiles it."""
    with path.open("ab") as stream:
        while not _is_taken(stream):
            time.sleep(A_MOMENT)
        yield


def _is_taken(stream: Any) -> bool:
    try:
        return take_lock(stream)
    except OSError:  # a file system without locks: every process compiles for itself
        return True


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Numba makes millions of objects that stay until it is done; Python would search them for garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
