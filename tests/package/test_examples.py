"""The examples work as they are."""

from __future__ import annotations

import runpy
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import ROOT
from ttrsim.cli.app import app
from ttrsim.studies.botcheck import checks

EXAMPLES = ROOT / "examples"


def test_the_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = runpy.run_path(str(EXAMPLES / "notebook.py"))
    assert names["ladder"].games >= names["GAMES"]
    assert names["run"].is_complete
    assert (names["report"].folder / "report.md").is_file()


def test_the_ci_job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of the workflow, from the folder it is run in."""
    (tmp_path / "examples").symlink_to(EXAMPLES)
    (tmp_path / "build").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(checks, "EFFORT", checks.Effort(positions=200, stride=3, games=10, deals=10, timed=200))
    monkeypatch.setattr(checks, "TIMING_ROUNDS", 1)
    lines = [line.partition("- run: ")[2] for line in (EXAMPLES / "ci.yml").read_text(encoding="utf-8").splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("ttrsim ")]
    assert len(commands) == 3
    for command in commands:
        done = CliRunner().invoke(app, command)
        assert done.exit_code == 0, done.output
    assert (tmp_path / "build" / "checks.xml").is_file()
