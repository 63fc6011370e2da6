"""Modules of users, each bot with its own: two can have a `helpers.py` each, and an edit counts at the next load.

A module is a user's if it belongs neither to Python nor to an installed package.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from itertools import takewhile
from pathlib import Path, PurePath
from types import CodeType, ModuleType
from typing import Any

from ttrsim.machine.sources import PACKAGE

KEYED = ["ttrsim.", "numba.", "numpy.", "llvmlite."]  # packages that name every build in the compile cache, and games
STANDARD_LIBRARY = (os.path.dirname(os.__file__) + os.sep, "<frozen ")
CODE = (".py", ".pyc", ".so", ".pyd")  # files that are modules; whatever else a bot opens is data


@dataclass(frozen=True)
class UserCode:
    """The files that a user's bot was loaded from, each by its path from the folder where its imports start.

    Laid out like that in another folder, they give the same bot.
    """

    file: str  # the bot's own
    contents: dict[str, bytes]  # of all, that one included


Permit = Callable[[str, bytes], None]  # raises if code of a user, from this file, must not run


@dataclass(frozen=True)
class Load:
    """The loading of a bot: when it began, and what was installed then."""

    start: float
    packages: dict[str, list[tuple[str, int]]]  # by folder: names with versions, and when they were installed
    modules_read: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # by file: the module, and the content
    files_opened: set[str] = field(default_factory=set)  # to be read, by whatever code
    permit: Permit = lambda path, content: None

    def is_known(self, name: str, place: str) -> bool:
        """Whether code is Python's or of an installed package, so that a version says what it is."""
        return is_ours(name) or place.startswith((*STANDARD_LIBRARY, *self.packages))

    def users_modules(self) -> dict[str, ModuleType]:
        return {name: module for name, module, place in loaded_modules() if not self.is_known(name, place)}

    def find_spec(self, name: str, path: Any = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Python asks here first where a module is to come from."""
        spec = PathFinder.find_spec(name, path, target)
        if spec and type(spec.loader) is SourceFileLoader and not self.is_known(name, str(spec.origin)):
            spec.loader = FromSource(name, str(spec.origin))
        elif spec and spec.has_location and not self.is_known(name, str(spec.origin)):  # such as a compiled extension
            self.permit(str(spec.origin), Path(str(spec.origin)).read_bytes())
        return spec


class FromSource(SourceFileLoader):
    """Reads no bytecode: Python's own cache misses an edit within a second that keeps the size of the file."""

    def get_code(self, fullname: str) -> CodeType:
        content = self.get_data(self.path)
        _texts.pop(self.path, None)
        _texts[self.path] = content.decode(errors="replace")
        if under_way:
            under_way[-1].permit(self.path, content)
            under_way[-1].modules_read[self.path] = fullname, content
        return self.source_to_code(content, self.path)


def is_ours(name: str) -> bool:
    """Whether a module is of this package, of a game, or of what they are compiled with."""
    return f"{name}.".startswith(tuple(KEYED))


under_way: list[Load] = []  # a bot may load another one
_texts: dict[str, str] = {}  # by file of a user; that which was read last is at the end


def where_read(file: str, function: str) -> str:
    """The file that a function of a user was read from: it may have been compiled from a copy in another folder."""
    known, name = _texts.get(file), os.path.basename(file)
    for each, text in reversed(_texts.items()):
        if os.path.basename(each) == name and (f"def {function}(" in text if known is None else text == known):
            return each
    return file


@contextmanager
def loading_apart(folder: str | None = None, permit: Permit = lambda path, content: None) -> Iterator[Load]:
    """Lets a bot import from its own folder while it is loaded. Each load reads these modules again."""
    places = [folder] if folder else []
    packages = _installed_packages()
    load = Load(time.time(), {place: packages[place] for place in packages if place not in places}, permit=permit)
    before = load.users_modules()
    _forget(before)
    sys.path[:0] = places
    sys.meta_path.insert(0, load)
    _watch_opened_files()
    under_way.append(load)
    try:
        yield load
    finally:
        under_way.pop()
        if under_way:
            under_way[-1].modules_read.update(load.modules_read)
            under_way[-1].files_opened.update(load.files_opened)
        sys.meta_path.remove(load)
        _forget(load.users_modules())
        sys.modules.update(before)
        for place in filter(sys.path.__contains__, places):
            sys.path.remove(place)


def load_file(path: Path, permit: Permit) -> tuple[ModuleType, UserCode]:
    """The module of a file. Beside an `__init__.py` it is part of a package, and can import relatively."""
    file = path.resolve()
    packages = list(takewhile(lambda folder: (folder / "__init__.py").is_file(), file.parents))[::-1]
    steps = [*packages, file]
    root = steps[0].parent
    with loading_apart(str(root), permit) as load:
        for number, step in enumerate(steps, 1):
            name = "ttrsim_user_" + ".".join(part.stem.replace(".", "_") for part in steps[:number])
            module = _execute(name, step / "__init__.py" if step in packages else step)
        code = UserCode(file.relative_to(root).as_posix(), dict(_files_of(load, root)))
    return module, code


def loaded_modules() -> Iterator[tuple[str, ModuleType, str]]:
    """Those that come from files and folders, but for the script that runs."""
    for name, module in sys.modules.items():
        place = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", ())), None)
        if isinstance(place, str) and name not in ("__main__", "__mp_main__"):
            yield name, module, place


def _files_of(load: Load, root: Path) -> Iterator[tuple[str, bytes]]:
    """The files that were loaded, and the data that they read from their own folder, by their paths from the root."""
    for place, (name, content) in sorted(load.modules_read.items()):
        yield _path_from(root, Path(place), name), content
    for name, module in sorted(load.users_modules().items()):
        if module.__file__ and module.__file__ not in load.modules_read:  # such as a compiled extension
            yield _path_from(root, Path(module.__file__), name), Path(module.__file__).read_bytes()
    for place in sorted(load.files_opened):
        path = Path(place)
        if path.is_relative_to(root) and _is_data(path.relative_to(root)) and not load.is_known("", place):
            if path.is_file() and not path.is_relative_to(PACKAGE):
                yield path.relative_to(root).as_posix(), path.read_bytes()


def _path_from(root: Path, file: Path, module: str) -> str:
    """A module from elsewhere, as from PYTHONPATH, goes where an import from the root finds it."""
    if file.is_relative_to(root):
        return file.relative_to(root).as_posix()
    steps = module.split(".")
    return "/".join([*steps, file.name] if file.stem == "__init__" else [*steps[:-1], file.name])


def _is_data(path: PurePath) -> bool:
    """Hidden folders hold caches and environments, which are not the bot's."""
    return path.suffix not in CODE and not any(part.startswith(".") or part == "__pycache__" for part in path.parts)


@cache
def _watch_opened_files() -> None:
    """Python cannot be told to stop, so this is done once, and costs nothing unless a bot is being loaded."""

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and under_way:
            path, mode, _ = arguments
            if isinstance(path, str) and isinstance(mode, str) and mode.startswith("r") and "+" not in mode:
                under_way[-1].files_opened.add(os.path.abspath(path))

    sys.addaudithook(note)


def _execute(name: str, file: Path) -> ModuleType:
    spec = spec_from_file_location(name, file, loader=FromSource(name, str(file)))
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _forget(modules: dict[str, ModuleType]) -> None:
    for name in modules:
        del sys.modules[name]


def _installed_packages() -> dict[str, list[tuple[str, int]]]:
    modules: dict[str, list[tuple[str, int]]] = {}
    for place in filter(None, sys.path):
        for info in Path(place).glob("*.dist-info"):
            modules.setdefault(place, []).append((info.name, info.stat().st_mtime_ns))
    return {place: sorted(infos) for place, infos in sorted(modules.items())}
