"""Users' bots through the same door as those of Ticket to Ride."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.docs.fences import saved_example
from ttrsim.cli.app import app
from ttrsim.studies.botcheck import checks

pytestmark = pytest.mark.slow


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(checks, "EFFORT", checks.Effort(positions=150, stride=11, games=20, deals=25, timed=150))
    monkeypatch.setattr(checks, "TIMING_ROUNDS", 1)
    path = tmp_path / "mine.py"
    path.write_text(saved_example("docs/bots.md", "roadmaker"), encoding="utf-8")
    return path


def test_the_example_of_the_docs_is_a_good_bot(mine: Path) -> None:
    result = CliRunner().invoke(app, ["bots", "check", f"{mine}:roadmaker"])
    assert result.exit_code == 0, result.output
    assert "NO" not in result.stdout
    assert "stand-in board" in result.stdout


def test_a_bot_of_the_other_game_is_refused(mine: Path) -> None:
    command = ["trace", "usa", "--bots", f"{mine}:roadmaker,random"]
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2
    assert "plays Explore New York, not Ticket to Ride" in result.stderr
