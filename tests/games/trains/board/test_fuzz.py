"""Mutated boards: each is refused with a message, or its games can be recorded and replayed."""

from __future__ import annotations

import csv
import io
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.tiers import some
from ttrsim.cli.app import app
from ttrsim.games.registry import GAMES, data_of

NEW_YORK = Path(str(data_of(GAMES["trains"]))) / "new-york"
TABLES = ("cities.csv", "routes.csv", "tickets.csv")
CELLS = (
    "",
    "0",
    "1",
    "9",
    "-1",
    "x y",
    "a,b",
    '"',
    "\n",
    "ü",
    "wild",
    "None",
    "\u200b",
    "$",
    "\x1b[31m",
    "pile",
    "a/b",
    "1.5",
)


def changed(board: Path, rng: random.Random) -> None:
    """One cell is another, or a name is another wherever it stands."""
    tables = {name: list(csv.reader(io.StringIO((board / name).read_text(encoding="utf-8")))) for name in TABLES}
    row = rng.choice(tables[rng.choice(TABLES)][1:])
    column, new = rng.randrange(len(row)), rng.choice(CELLS)
    old, everywhere = row[column], rng.random() < 0.7
    row[column] = new
    for name, rows in tables.items():
        cells = [[f"{new}Z" if everywhere and old and cell == old else cell for cell in line] for line in rows]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(cells)
        (board / name).write_text(text.getvalue(), encoding="utf-8")


def invoke(*arguments: str) -> Any:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.parametrize("seed", range(some(24)))
def test_a_mutated_board(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    changed(Path(shutil.copytree(NEW_YORK, "board")), random.Random(seed))
    check = invoke("board", "check", "board")
    if check.exit_code != 0:
        assert check.exit_code == 2
        assert "fault" in check.output
        return
    assert invoke("trace", "board", "--bots", "greedy,random", "-o", "game.jsonl").exit_code == 0
    replay = invoke("replay", "game.jsonl")
    assert replay.exit_code == 0, replay.output
