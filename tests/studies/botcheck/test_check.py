"""`ttrsim bots check`: a good bot passes, and each kind of bad one is told apart."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.docs.fences import saved_example
from tests.studies.conftest import Run, WriteBot
from ttrsim.games.registry import board_folder, load_board, maps_of
from ttrsim.games.trains.game import TRAINS
from ttrsim.play.bots.finding import load_bot
from ttrsim.studies.botcheck import checks

pytestmark = pytest.mark.usefixtures("small_check")

SOME_LEGAL = """
decisions = kit.legal_decisions(board, public, own)
return decisions[kit.below(own.stream, len(decisions))]
"""
PILE_IN_A_SET = """
# the sets of routes lie in front of the hidden cards, and what a helper gets is not checked: far outside of a set it
# reads them
is_odd = kit.is_in(public.owned[0], own.memory[0] + {bit})
decisions = kit.legal_decisions(board, public, own)
return decisions[0 if is_odd else len(decisions) - 1]
"""


def rows_of(output: str) -> list[list[str]]:
    """The cells of all tables' rows."""
    lines = [line for line in output.splitlines() if re.match(r"\S+ +(\d|random|greedy)", line)]
    return [re.split(r"  +", line.replace("NO: ", "NO:")) for line in lines]


def test_a_good_bot_on_every_board_and_player_count(run: Run) -> None:
    result = run("bots", "check", "greedy")
    assert result.exit_code == 0
    rows = rows_of(result.stdout)
    maps = {name: load_board(name).parameters for name in maps_of(TRAINS)}
    tables = [[name, str(n)] for name, rules in maps.items() for n in range(rules.min_players, rules.max_players + 1)]
    assert [row[:2] for row in rows[: len(tables)]] == tables
    n = len(tables)
    assert [row[1] for row in rows[n : n + 3]] == ["2", "3", "4"], "the greedy of the other game"
    assert all(row[2:7] == ["ok"] * 5 for row in rows[: n + 3])
    assert [row[1] for row in rows[n + 3 :]] == ["random", "greedy"] * (len(maps) + 1)
    against_itself = rows[n + 3 + 5][2]
    assert against_itself.startswith("50.0 % (")


def test_json_of_a_bot_of_two_games_is_one_value(run: Run) -> None:
    result = run("bots", "check", "greedy", "--json")
    assert {row["board"] for row in json.loads(result.stdout)["checks"]} >= {"usa", "explore-new-york"}


def test_a_bot_that_uses_its_random_numbers_and_notes_is_good(run: Run, write_bot: WriteBot) -> None:
    result = run("bots", "check", write_bot("own.memory[3] += 1\n" + SOME_LEGAL.strip()), "--board", "europe")
    assert result.exit_code == 0


def test_the_example_of_the_docs(run: Run, tmp_path: Path) -> None:
    example = saved_example("docs/bots.md", "connector")
    assert 25 <= len(example.splitlines()) <= 60
    path = tmp_path / "mine.py"
    path.write_text(example, encoding="utf-8")
    result = run("bots", "check", f"{path}:connector")
    assert result.exit_code == 0
    against_greedy = [row[2] for row in rows_of(result.stdout) if row[1] == "greedy"]
    assert all(float(wins.split()[0]) > 80 for wins in against_greedy)


def test_an_illegal_decision(run: Run, write_bot: WriteBot) -> None:
    spec = write_bot("return kit.draw_tickets()")
    result = run("bots", "check", spec)
    assert result.exit_code == 1
    assert re.search(r"seed 1, game 0, turn 0, seat 0 \(.*:mine\): .* illegal decision: draw tickets\n", result.stderr)
    assert [row[:3] for row in rows_of(result.stdout)] == [["europe", "2", "NO"]]


def test_a_bot_that_writes_to_what_all_see(run: Run, write_bot: WriteBot) -> None:
    result = run("bots", "check", write_bot("public.trains[own.seat] = 45\n" + SOME_LEGAL.strip()), "--board", "usa")
    assert result.exit_code == 3
    assert "usa, 2 players: the bot wrote to more than own.memory and own.stream in " in result.stderr
    assert [row[2:5] for row in rows_of(result.stdout)] == [["–"] * 3] * 4


@pytest.mark.parametrize("line", ["own.hand[0] += 1", "own.weights[0] = 7.0", "public.known[1, 1] += 1"])
def test_a_bot_that_writes_elsewhere(run: Run, write_bot: WriteBot, line: str) -> None:
    result = run("bots", "check", write_bot(f"{line}\n{SOME_LEGAL.strip()}"), "--board", "new-york")
    assert result.exit_code == 3
    assert "the bot wrote to more than own.memory and own.stream" in result.stderr


def test_a_bot_that_writes_behind_its_notes(run: Run, write_bot: WriteBot) -> None:
    result = run("bots", "check", write_bot(f"own.memory[32] = 7\n{SOME_LEGAL.strip()}"), "--board", "new-york")
    assert result.exit_code == 1
    assert "line 11, in mine: IndexError: index is out of bounds\n  own.memory[32] = 7\n" in result.stderr


def test_a_bot_that_writes_to_the_board(run: Run, write_bot: WriteBot) -> None:
    result = run("bots", "check", write_bot("board.points[0] = 99\n" + SOME_LEGAL.strip()), "--board", "new-york")
    assert result.exit_code == 3
    assert "new-york, 2 players: the bot wrote to the board" in result.stderr


def test_a_bot_with_random_numbers_of_its_own(run: Run, write_bot: WriteBot) -> None:
    body = "decisions = kit.legal_decisions(board, public, own)\nreturn decisions[np.random.randint(len(decisions))]"
    result = run("bots", "check", write_bot(body), "--board", "usa")
    assert result.exit_code == 3
    assert "usa, 2 players: the bot decided differently when asked twice in " in result.stderr
    assert "usa, 2 players: the same seed gave a different game in " in result.stderr
    assert "cannot see" not in result.stderr


def test_games_that_do_not_end(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "short"
    shutil.copytree(board_folder("new-york"), folder)
    settings = folder / "board.toml"
    limited = settings.read_text(encoding="utf-8").replace("[parameters]", "[parameters]\nturn_limit = 9")
    settings.write_text(limited, encoding="utf-8")
    result = run("bots", "check", "greedy", "--board", str(folder))
    assert result.exit_code == 3
    assert "2 players: 20 of 20 games ended by the turn limit" in result.stderr
    assert rows_of(result.stdout)[0][2:5] == ["ok", "NO:20", "ok"]


def test_a_bot_that_sees_the_pile(run: Run, write_bot: WriteBot) -> None:
    from ttrsim.games.trains.kernel.records import HIDDEN, PUBLIC, STATE

    pile_at = STATE.fields["hidden"][1] + HIDDEN.fields["pile"][1]
    bit = 8 * (pile_at - STATE.fields["public"][1] - PUBLIC.fields["owned"][1])
    result = run("bots", "check", write_bot(PILE_IN_A_SET.format(bit=bit)), "--board", "usa")
    assert result.exit_code == 3
    assert "usa, 2 players: its decision depended on hidden information in " in result.stderr
    assert "asked twice" not in result.stderr


def test_the_same_seed_finds_the_same(run: Run) -> None:
    boards = [load_board("new-york")]

    def found() -> list[checks.Checked]:
        rows = list(checks.check_on_boards(load_bot("random", TRAINS), boards, seed=5))
        for row in rows:
            row.nanoseconds = 0.0
        return rows

    assert found() == found()


# ---- the new deal --------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "n_players"), [("europe", 3), ("usa", 5), ("new-york", 2)])
def test_a_new_deal_keeps_what_is_known_and_changes_the_rest(board: str, n_players: int) -> None:
    """In the checked build the state checker itself says whether the new deal is one that could be."""
    from tests.studies.botcheck.dealt_anew import deal_anew

    before, after, violations = deal_anew(load_board(board), n_players, n_positions=200)
    assert violations == 0
    assert (before["public"] == after["public"]).all()
    seats = np.arange(len(before)), before["public"]["asked"]
    assert (before["seats"][seats] == after["seats"][seats]).all()
    changed = {
        "pile": (before["hidden"]["pile"] != after["hidden"]["pile"]).any(axis=1),
        "ticket pile": (before["hidden"]["ticket_pile"] != after["hidden"]["ticket_pile"]).any(axis=1),
        "hands": (before["seats"]["hand"] != after["seats"]["hand"]).any(axis=(1, 2)),
        "tickets": (before["seats"]["tickets"] != after["seats"]["tickets"]).any(axis=(1, 2)),
    }
    assert all(share.mean() > 0.5 for share in changed.values())
    others = np.arange(before["seats"].shape[1]) != seats[1][:, np.newaxis]
    for notes in ("memory", "weights"):
        assert (before["seats"][notes] != after["seats"][notes]).any(axis=2)[others].all()
    assert (before["seats"]["stream"] != after["seats"]["stream"])[others].all()


def test_a_slow_bot_is_checked_with_less() -> None:
    """A bot that takes 10 ms for a decision, for 12 seconds: minutes in all, where the full check would take hours."""
    full, slow = checks.EFFORT, checks.ROW_SECONDS / 1_200
    assert full.for_a_bot(1e-6) == full
    less = full.for_a_bot(slow)
    assert (less.positions, less.games, less.deals) < (full.positions, full.games, full.deals)
    assert slow * less.decisions < 5 * checks.ROW_SECONDS
