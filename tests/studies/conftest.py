"""Small checks and tournaments: enough to see whether they work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.cli.app import app
from ttrsim.studies.botcheck import checks

Run = Callable[..., Any]
WriteBot = Callable[[str], str]

HEAD = """
import numpy as np

from ttrsim import botkit as kit
from ttrsim.botkit import Weight, bot, helper


@bot(weights=[Weight("boldness", 0.5, "how bold it is")])
def mine(board, public, own):
    \"\"\"Does what a test wants.\"\"\"
"""


@pytest.fixture
def run() -> Run:
    """In a terminal so wide that no cell needs a second line."""
    return lambda *arguments: CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})


@pytest.fixture
def write_bot(tmp_path: Path) -> WriteBot:
    """Writes a bot whose function has the given lines; returns how it is named."""

    def write(body: str) -> str:
        path = tmp_path / "my_bots.py"
        lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
        path.write_text(HEAD + lines, encoding="utf-8")
        return f"{path}:mine"

    return write


@pytest.fixture
def small_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "EFFORT", checks.Effort(positions=300, stride=3, games=20, deals=20, timed=300))
    monkeypatch.setattr(checks, "TIMING_ROUNDS", 1)
    monkeypatch.setattr(checks, "ROW_SECONDS", 600.0)  # so that as much is checked on a busy machine
    monkeypatch.setattr("ttrsim.games.trains.game.TicketToRide.opponents", ("random", "greedy"))
