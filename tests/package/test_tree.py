"""The shape of the package: what its folders are called."""

from __future__ import annotations

from pathlib import Path

import ttrsim

PACKAGE = Path(ttrsim.__file__).parent
FOLDERS = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}


def test_no_folder_hides_a_public_name() -> None:
    """A module that is imported becomes an attribute of its package, in the place of a function of that name."""
    assert not FOLDERS & set(ttrsim.__all__)
