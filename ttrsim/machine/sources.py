"""The source files of compiled code, and their digest: it names builds in the compile cache and the code of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
SHARED = "ttrsim.machine"  # the package that all kernels are compiled with, besides `limits.py`


@cache
def source_digest(packages: tuple[str, ...]) -> str:
    """Of every Python file in these packages, by name and content, and of what all kernels share."""
    digest = hashlib.sha256()
    for name, path in _files((SHARED, *packages)):
        digest.update(name.encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _files(packages: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    yield "limits.py", PACKAGE / "limits.py"
    for package in packages:
        folder = _folder(package)
        for path in sorted(folder.rglob("*.py")):
            yield f"{package}/{path.relative_to(folder).as_posix()}", path


def _folder(package: str) -> Path:
    specification = find_spec(package)
    if specification is None or not specification.submodule_search_locations:
        raise ModuleNotFoundError(f"no package {package!r}, which is listed as a source of compiled code")
    return Path(specification.submodule_search_locations[0])
