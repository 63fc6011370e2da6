"""How kernels are compiled: decorators for their functions."""

from __future__ import annotations

import hashlib
import secrets
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import NumbaExperimentalFeatureWarning

from ttrsim.machine.builds import build, build_folder, build_key, cache_folder, cache_root, is_writable
from ttrsim.machine.linking import EntryCompiler, InnerCompiler
from ttrsim.machine.user_digest import digest_of_user_code
from ttrsim.machine.user_faults import lines_in_faults
from ttrsim.machine.user_modules import is_ours

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
    return lambda function: _built(function, signature, cache_folder(sources), f"{_title(function, sources)}, once")


def user_entry(signature: Any, sources: tuple[str, ...]) -> Callable[[Callable[..., Any]], Any]:
    """Like `entry` for a bot of a user or of another package, whose code also depends on the files it imports."""

    def decorate(function: Callable[..., Any]) -> Any:
        with lines_in_faults():
            return compiled(function)

    def compiled(function: Callable[..., Any]) -> Any:
        code = digest_of_user_code(function)
        what = f"{function.__name__!r} of {Path(function.__code__.co_filename).name}"
        if code is None or not is_writable(cache_root()):
            return _built(function, signature, None, what)
        digest = hashlib.sha256(f"{build_key(sources)} {code}".encode()).hexdigest()[:16]
        folder = build_folder(f"user-bot-{digest}", USER_BOTS_KEPT)
        built = _built(function, signature, folder, f"{what}, once until it is edited")
        if digest_of_user_code(function) != code:  # to compile it imported something, or a file has just been edited
            shutil.rmtree(folder, ignore_errors=True)
        return built

    return decorate


def _built(function: Callable[..., Any], signature: Any, folder: Path | None, what: str) -> Any:
    compiled = numba.njit(**ENTRY, **_bounds(function))(function)
    build(compiled, signature, folder, what)
    return compiled


def _title(function: Callable[..., Any], sources: tuple[str, ...]) -> str:
    kind = sources[-1].rpartition(".")[2]
    return {"bots": f"bot {function.__name__!r}", "kernel": f"the game kernel ({function.__name__})"}.get(
        kind, f"the sums of results ({function.__name__})"
    )
