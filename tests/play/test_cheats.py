"""No bot that cheats or crashes is believed, and none ends the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.play.cheats import CHEATS, source
from ttrsim import Position, load_board
from ttrsim.errors import RunError
from ttrsim.play.bots.finding import load_bot
from ttrsim.play.table import SeatedTable, seating_records

SOME = [0, 2, 5, 35, 38]
N_GAMES = 40
BOARD = load_board("new-york")
ALL = """
import sys
from pathlib import Path
from tests.play.cheats import CHEATS
from tests.play.test_cheats import said_of

for number, (lines, told) in enumerate(CHEATS.items()):
    said = said_of(lines, Path(sys.argv[1]) / f"cheat_{number}.py")
    if told not in said or f"cheat_{number}.py:mine" not in said:
        print(f"{lines!r}: {said!r} instead of {told!r}", flush=True)
print(len(CHEATS), "cheats")
"""


def said_of(lines: str, path: Path) -> str:
    """The message about a bot that plays 40 games against a built-in one."""
    path.write_text(source(lines), encoding="utf-8")
    game = BOARD.game
    table = SeatedTable(BOARD, [load_bot(f"{path}:mine", game), load_bot("random", game)])
    try:
        table.play(1, 0, N_GAMES)
    except RunError as error:
        return str(error)
    return "believed"


@pytest.mark.parametrize(("lines", "told"), [list(CHEATS.items())[number] for number in SOME])
def test_a_cheat_is_named_with_its_game_and_turn_and_what_it_wrote_to(tmp_path: Path, lines: str, told: str) -> None:
    said = said_of(lines, tmp_path / "cheat.py")
    assert said.startswith("seed 1, game 0, turn ")
    assert f"seat 0 ({tmp_path / 'cheat.py'}:mine)" in said
    assert told in said


def test_a_fault_is_in_the_file_that_was_loaded(tmp_path: Path) -> None:
    """Not in the copy that was compiled, which may be gone: what is compiled is kept by the content of the file."""
    lines = list(CHEATS)[SOME[3]]
    for folder in (tmp_path / "first", tmp_path / "second"):
        folder.mkdir()
        said = said_of(lines, folder / "cheat.py")
        assert f"{folder / 'cheat.py'}: line " in said
        assert said.endswith(f"\n  {lines}")
        (folder / "cheat.py").unlink()


@pytest.mark.long
def test_no_cheat_is_believed_and_none_ends_the_process(tmp_path: Path) -> None:
    """In the fast build, where only bots of users are looked at."""
    variables = os.environ | {"TTRSIM_CHECKED": "0"}
    done = subprocess.run(
        [sys.executable, "-c", ALL, str(tmp_path)], env=variables, capture_output=True, text=True, check=False
    )
    assert len(CHEATS) >= 40
    assert (done.returncode, done.stdout) == (0, f"{len(CHEATS)} cheats\n"), done.stderr


def test_only_bots_that_are_not_ours_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "fair.py").write_text(source("own.memory[0] += 1"), encoding="utf-8")
    bots = [load_bot(spec, BOARD.game) for spec in ("random", f"{tmp_path / 'fair.py'}:mine")]
    assert seating_records(BOARD, bots, [(0, 1), (1, 0)])["watched"][:, :2].tolist() == [[0, 1], [1, 0]]
    SeatedTable(BOARD, bots).play(1, 0, N_GAMES)  # notes and random numbers are its own


def test_a_position_asks_with_the_same_care(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(source("board.ticket_points[0] = 99"), encoding="utf-8")
    position = Position.start("new-york", 2, seed=1)
    for _ in range(2):  # the board is as it was, so the second time says the same
        with pytest.raises(RunError, match=r"cheat.py:mine: the bot wrote to board.ticket_points\[0\]"):
            position.ask(f"{tmp_path / 'cheat.py'}:mine")
