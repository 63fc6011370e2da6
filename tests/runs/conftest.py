"""Before any test of runs: the kernel is compiled once, whatever the number of test processes."""

from __future__ import annotations

import fcntl
import tempfile
from pathlib import Path

import pytest

from ttrsim.play.table import SeatedTable
from ttrsim.runs.scenario.reading import load_scenario


@pytest.fixture(scope="session", autouse=True)
def compiled_kernel() -> None:
    """Tests that start processes of their own would otherwise wait for each to compile it."""
    with (Path(tempfile.gettempdir()) / "ttrsim-tests.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        setup = load_scenario({"board": "europe", "seats": ["random", "greedy"]})
        SeatedTable(setup.board, list(setup.bots)).play(1, 0, 1)
