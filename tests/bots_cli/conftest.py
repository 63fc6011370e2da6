"""Small checks and tournaments: enough to see whether they work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ttrsim.botcheck import checks
from ttrsim.cli.app import app

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
    return lambda *arguments: CliRunner().invoke(app, list(arguments))


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
    for name, value in {"N_POSITIONS": 300, "STRIDE": 3, "N_GAMES": 20, "N_DEALS": 20, "TIMING_ROUNDS": 1}.items():
        monkeypatch.setattr(checks, name, value)
    monkeypatch.setattr("ttrsim.games.trains.game.TicketToRide.opponents", ("random", "greedy"))
