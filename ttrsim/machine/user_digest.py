"""What a user's bot is compiled from, as a digest: equal digests, equal machine code."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from enum import Enum, EnumType
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, NoneType
from typing import Any

import numpy as np

from ttrsim.machine.user_modules import Load, loaded_modules, under_way

PLAIN = (NoneType, bool, int, float, complex, str, bytes, np.generic, np.dtype, Enum)


class UnwatchedError(Exception):
    """A bot is compiled from something that may change unnoticed."""


def digest_of_user_code(function: Callable[..., Any]) -> str | None:
    """Of all that a bot is compiled from outside of this package; None if that cannot be known."""
    if not under_way:  # its modules may have been edited since they were loaded
        return None
    load = under_way[-1]
    modules = dict(sorted((load.users_modules() | _package_of(function)).items()))
    digest = hashlib.sha256(repr(load.packages).encode())
    try:
        for name, module in modules.items():
            digest.update(repr((name, _contents(module, load))).encode())
        for part in _frozen(function, list(modules.values()), load):
            digest.update(repr(part).encode())
    except (UnwatchedError, OSError, ValueError):  # ValueError: a variable of a closure has no value yet
        return None
    return digest.hexdigest()


def _package_of(function: Callable[..., Any]) -> dict[str, ModuleType]:
    """The modules of the package that a function is of, also if it is an installed one."""
    package = function.__module__.partition(".")[0]
    return {name: module for name, module, _ in loaded_modules() if name.partition(".")[0] == package}


def _contents(module: ModuleType, load: Load) -> bytes:
    if module.__file__ is None:  # a folder without an __init__.py
        return b""
    if os.stat(module.__file__).st_mtime > load.start:
        raise UnwatchedError(module.__file__)  # what was loaded may be what it held before
    return Path(module.__file__).read_bytes()


def _frozen(function: Callable[..., Any], modules: list[ModuleType], load: Load) -> Iterator[object]:
    """The functions a bot can call, and the values of all that they name: to Numba, globals are constants.

    Functions that are not compiled count too: those that extend Numba are called by it when it compiles the bot.
    """
    files = {module.__file__ for module in modules}
    pending: list[Any] = [value for at in modules for value in vars(at).values() if isinstance(value, FunctionType)]
    pending.append(function)
    seen = set()
    while pending:
        value = pending.pop()
        if not isinstance(value, FunctionType):
            value = getattr(value, "__wrapped__", value)  # what @helper was put on
        if isinstance(value, FunctionType):
            code = value.__code__
            yield value.__module__, value.__qualname__, code.co_firstlineno, code.co_code
            if code.co_filename not in files and not load.is_known(value.__module__, code.co_filename):
                raise UnwatchedError(code.co_filename)
            if code.co_filename in files and value not in seen:
                seen.add(value)
                pending += [value.__defaults__, *(cell.cell_contents for cell in value.__closure__ or ())]
                pending += [vars(at)[name] for name in sorted(_names(code)) for at in modules if name in vars(at)]
        elif isinstance(value, tuple | list):
            yield len(value)
            pending += value
        elif isinstance(value, np.ndarray):
            yield value.dtype, value.shape, value.tobytes()
        elif isinstance(value, EnumType):
            yield list(value)
        elif isinstance(value, PLAIN):
            yield value


def _names(code: CodeType) -> set[str]:
    """The globals and attributes that a function names, and those inside it."""
    return set(code.co_names).union(*(_names(inside) for inside in code.co_consts if isinstance(inside, CodeType)))
