"""The size of the package is counted as it is read."""

from __future__ import annotations

from tests.package.size import Size, size_of

MODULE = """import os
from x import y

LIMIT, _HIDDEN = 1, 2
about: str = ""


def do(): ...


class Thing:
    inner = 1


def _own(): ...
"""


def test_lines_modules_and_public_names() -> None:
    assert size_of(iter([MODULE, "x = 1\n"])) == Size(lines=16, modules=2, public_names=5)
