"""A command runs no code of the folder that it is given in."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ttrsim.documents.report import drawing
from ttrsim.play import ahead

NAMES = ("types", "random", "pickle", "statistics", "json", "numpy", "ttrsim")


@pytest.fixture
def strange(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with files that have the names of modules and leave a trace."""
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_processes_that_draw(strange: Path) -> None:
    with drawing.Drawers(1) as drawers:
        process = drawers._processes[0]
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=300)
        process.stdin = None
    assert not (strange / "ran").exists()


def test_the_process_that_compiles_ahead(strange: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    os.chdir(strange)
    try:
        ahead._start(["trains"])
        ahead._helpers[-1].wait(timeout=300)
    finally:
        os.chdir(Path(__file__).parent)
    assert ahead._helpers[-1].returncode == 0
    assert not (strange / "ran").exists()


def test_the_names_are_those_of_modules() -> None:
    assert all(name in sys.stdlib_module_names or name in sys.modules or name == "numpy" for name in NAMES)
