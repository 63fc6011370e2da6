"""What the tests of regressions share: a small suite, played and saved as a baseline."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from tests.runs.conftest import compiled_kernel  # noqa: F401 (a fixture for this folder too)
from tests.runs.helpers import ROOT
from ttrsim.cli.app import app

SCENARIO = """
board = "ny"
seats = ["path", "greedy"]
deals = 1200
seed = 3
"""


def ttrsim(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(scope="session")
def saved(tmp_path_factory: pytest.TempPathFactory, compiled_kernel: None) -> Path:  # noqa: F811
    """A folder with a board of its own, a scenario on it, a run and its baseline."""
    folder = tmp_path_factory.mktemp("saved")
    shutil.copytree(ROOT / "ttrsim/games/trains/board/data/new-york", folder / "ny")
    (folder / "s.toml").write_text(SCENARIO)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert ttrsim("run", "s.toml", "-o", "before").exit_code == 0
        assert ttrsim("baseline", "save", "base", "before").exit_code == 0
    return folder


@pytest.fixture
def place(saved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it to spoil, as the current folder."""
    folder = tmp_path / "place"
    shutil.copytree(saved, folder)
    monkeypatch.chdir(folder)
    return folder
