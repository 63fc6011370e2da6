"""How kernels are compiled: decorators for their functions, and the compile cache.

Numba stamps a cached function with the file that holds it, not with the files of the functions
it calls, so an edited helper would be served stale. Our cache folder is therefore named by a
hash of every source file that is compiled into a kernel, and of all that shapes its code.
"""

from __future__ import annotations

import hashlib
import os
import platform
import secrets
import shutil
import stat
import sys
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
import platformdirs
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import NumbaExperimentalFeatureWarning

from ttrsim.errors import UserError
from ttrsim.machine.linking import EntryCompiler, InnerCompiler
from ttrsim.machine.sources import source_digest
from ttrsim.machine.user_digest import digest_of_user_code
from ttrsim.machine.user_faults import lines_in_faults
from ttrsim.machine.user_modules import is_ours

if numba.config.DISABLE_JIT:
    raise UserError("NUMBA_DISABLE_JIT is set: without compiled code ttrsim plays no games. Unset it")

# The checked build verifies the whole state after every decision; in the fast one that code is compiled out.
CHECKED = os.environ.get("TTRSIM_CHECKED") == "1"

BUILDS_KEPT = 6  # older builds stay a while: switching branches then costs no compile
USER_BOTS_KEPT = 100  # those last used, of all versions of all users' bots; each takes some 100 kB

# How functions are compiled: those that Python calls, those that only compiled code calls, and those of its hot path.
ENTRY = {"error_model": "numpy", "nogil": True, "pipeline_class": EntryCompiler}
WITHOUT_WRAPPERS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
# Numba would also inline whatever an inlined function calls, so an inner function says that it is not to be.
INNER = {"error_model": "numpy", **WITHOUT_WRAPPERS, "forceinline": False, "pipeline_class": InnerCompiler}
INLINED = {**INNER, "forceinline": True}

# Bots are first-class functions, a Numba feature that announces itself as experimental on each use.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

# Numba counts the functions it compiles, from 1 in every process, and their names contain the count. Two processes can
# give different functions one name, and a third that loads both from the cache then calls one in place of the other.
FunctionIdentity._unique_ids = iter(lambda: secrets.randbits(60), None)


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
    if not _is_writable(cache_root()):
        return None
    kind = "-".join(sources[-1].split(".")[-2:])  # e.g. trains-kernel
    return _build_folder(f"{kind}-{build_key(sources)}", BUILDS_KEPT)


def _build_folder(name: str, n_kept: int) -> Path:
    """The folder of a build, as the one of its kind that was used last."""
    folder = cache_root() / name
    folder.mkdir(exist_ok=True)
    os.utime(folder)
    kind = name.rpartition("-")[0]
    for path in sorted(folder.parent.glob(f"{kind}-*"), key=_last_used, reverse=True)[n_kept + 1 :]:
        shutil.rmtree(path, ignore_errors=True)
    return folder


@cache
def _is_writable(folder: Path) -> bool:
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
    return folder is not None and any(folder.glob(f"**/*.{name}-*.nbc"))


def _compile(function: Callable[..., Any], signature: Any, folder: Path | None) -> Any:
    """Compiles a function, or takes it from the folder."""
    if folder is None:
        return numba.njit(signature, **ENTRY, **_bounds(function))(function)
    # Numba reads the folder when a function is decorated; other users of Numba in this process keep theirs.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(signature, cache=True, **ENTRY, **_bounds(function))(function)
    finally:
        numba.config.CACHE_DIR = before


def array_of(record: np.dtype) -> Any:
    """The type of an array of such records, as an entry takes it."""
    return numba.from_dtype(record)[::1]


def inner(function: Callable[..., Any]) -> Any:
    """A function called only by compiled code: no wrappers, compiled as part of its caller."""
    return numba.njit(**INNER, **_bounds(function))(function)


def inlined(function: Callable[..., Any]) -> Any:
    """An inner function of the hot path, copied into its callers by LLVM: a call costs 3 to 5 ns, a turn has twenty."""
    return numba.njit(**INLINED, **_bounds(function))(function)


def _bounds(function: Callable[..., Any]) -> dict[str, bool]:
    """Indices are checked in users' code: in ours, tests do it."""
    return {} if is_ours(function.__module__) else {"boundscheck": True}


def entry(signature: Any, sources: tuple[str, ...]) -> Callable[[Callable[..., Any]], Any]:
    """A function that Python calls, or that is handed over as a bot: compiled at once, cached, without the GIL.

    `sources` are the packages whose functions it may call.
    """
    return lambda function: _compile(function, signature, cache_folder(sources))


def user_entry(signature: Any, sources: tuple[str, ...]) -> Callable[[Callable[..., Any]], Any]:
    """Like `entry` for a bot of a user or of another package, whose code also depends on the files it imports."""

    def decorate(function: Callable[..., Any]) -> Any:
        with lines_in_faults():
            return compiled(function)

    def compiled(function: Callable[..., Any]) -> Any:
        code = digest_of_user_code(function)
        if code is None or not _is_writable(cache_root()):
            return _compile(function, signature, None)
        digest = hashlib.sha256(f"{build_key(sources)} {code}".encode()).hexdigest()[:16]
        folder = _build_folder(f"user-bot-{digest}", USER_BOTS_KEPT)
        built = _compile(function, signature, folder)
        if digest_of_user_code(function) != code:  # to compile it imported something, or a file has just been edited
            shutil.rmtree(folder, ignore_errors=True)
        return built

    return decorate
