"""The safe check: a sound bot passes it, and what others do silently is reported with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

import ttrsim
from ttrsim.errors import RunError
from ttrsim.play.bots.lists import new_bot
from ttrsim.studies.botcheck import safe

pytestmark = pytest.mark.slow
# Less of everything, and no match against the planner, which would be compiled once more.
SMALL = """
from ttrsim.games.trains.game import TicketToRide
from ttrsim.studies.botcheck import checks
TicketToRide.opponents = ("random",)
checks.EFFORT = checks.Effort(positions=60, stride=3, games=6, deals=6, timed=20)
checks.TIMING_ROUNDS = 1
"""
DIVIDES = """
from ttrsim import botkit as kit
from ttrsim.botkit import bot, helper


@helper
def share(a, b):
    return a // b


@bot()
def mine(board, public, own):
    decisions = kit.legal_decisions(board, public, own)
    own.memory[0] = share(len(decisions), public.turn - 4) + np.int64(1 / (public.turn + 1.0) > 0.0)
    return decisions[0]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder whose files have the names of Python's own modules."""
    for name in ("types.py", "random.py", "statistics.py"):
        (tmp_path / name).write_text("raise ImportError('not the one you want')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(safe, "CHILD", safe.CHILD.replace("main(*", f"exec({SMALL!r}); main(*"))
    return tmp_path


def test_the_template_is_sound(folder: Path) -> None:
    (folder / "bots").mkdir()
    spec = new_bot(folder / "bots" / "mine.py", "trains")
    checked = ttrsim.check_bot(spec, board="new-york", bot_timeout=60.0, safe=True)
    assert checked.is_sound, [row.faults for row in checked.checks]
    assert len(checked.matches) == 1


def test_a_whole_number_divided_by_zero_is_reported_with_its_line(folder: Path) -> None:
    (folder / "bots").mkdir()
    path = folder / "bots" / "mine.py"
    path.write_text("import numpy as np\n" + DIVIDES, encoding="utf-8")
    with pytest.raises(
        RunError, match=r"line 9, in share: ZeroDivisionError: integer division by zero\n  return a // b"
    ):
        ttrsim.check_bot(f"{path}:mine", board="new-york", bot_timeout=60.0, safe=True).raise_faults()
