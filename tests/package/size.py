"""How large the package is, beside the last release: `make check` prints it, so that growth is seen."""

from __future__ import annotations

import ast
import io
import subprocess
import tarfile
from collections.abc import Iterator
from typing import NamedTuple

from tests.runs.helpers import ROOT

PACKAGE = "ttrsim"


class Size(NamedTuple):
    lines: int
    modules: int
    public_names: int


def size_of(sources: Iterator[str]) -> Size:
    texts = list(sources)
    names = sum(len(public_names(text)) for text in texts)
    return Size(sum(text.count("\n") for text in texts), len(texts), names)


def public_names(text: str) -> set[str]:
    """That a module defines at its top level."""
    tree = ast.parse(text)
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else ()
        )
        defined += [name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)]
    return {name for name in defined if not name.startswith("_")}


def now() -> Iterator[str]:
    for path in sorted((ROOT / PACKAGE).rglob("*.py")):
        yield path.read_text(encoding="utf-8")


def at(revision: str) -> Iterator[str]:
    archive = subprocess.run(["git", "archive", revision, PACKAGE], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            stream = files.extractfile(member) if member.name.endswith(".py") else None
            if stream is not None:
                yield stream.read().decode()


def base() -> str | None:
    """The last tag, or without one the branch that this one came from."""
    for command in (["describe", "--tags", "--abbrev=0"], ["merge-base", "HEAD", "main"]):
        done = subprocess.run(["git", *command], cwd=ROOT, capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout.strip()
    return None


def main() -> None:
    revision, size = base(), size_of(now())
    before = size_of(at(revision)) if revision else size
    for name, old, new in zip(Size._fields, before, size, strict=True):
        print(f"{name.replace('_', ' '):13}{new:8,} ({new - old:+,} since {(revision or 'now')[:12]})")


if __name__ == "__main__":
    main()
