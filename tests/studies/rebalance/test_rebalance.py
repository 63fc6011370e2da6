"""`ttrsim rebalance`: finds what is mispriced, changes little, and leaves a sound board and a report."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.studies.rebalance.conftest import FAULTY, OPTIONS
from ttrsim.cli.app import app
from ttrsim.errors import Interrupted
from ttrsim.games.differences import board_differences
from ttrsim.games.registry import load_board
from ttrsim.studies.rebalance.goals import GoalState
from ttrsim.studies.rebalance.result import Rebalance


def test_only_the_mispriced_ticket_changes(rebalanced: Rebalance) -> None:
    [change] = rebalanced.changes
    assert change.name == f"tickets.{FAULTY}"
    assert change.before == 40
    assert 1 <= change.after <= 20
    [row] = [row for row in rebalanced.tickets if row.is_changed]
    assert row.before.low > 0.18, "it was clearly too good"
    assert row.after.value < row.before.value - 0.2
    assert row.state != GoalState.OUTSIDE


def test_the_new_board_differs_from_the_old_one_in_the_changes_alone(rebalanced: Rebalance, faulty_board: Path) -> None:
    checked = CliRunner().invoke(app, ["board", "check", str(rebalanced.folder)])
    assert checked.exit_code == 0, checked.output
    differences = board_differences(load_board(faulty_board), load_board(rebalanced.folder))
    assert [difference.id for difference in differences] == ["title", FAULTY]


def test_the_report_has_every_ticket_with_printed_and_suggested_points(rebalanced: Rebalance) -> None:
    values = json.loads((rebalanced.folder / "rebalance.json").read_text(encoding="utf-8"))
    assert len(values["tickets"]) == len(load_board("new-york").tickets)  # type: ignore[attr-defined]
    after = rebalanced.changes[0].after
    cells = f'<td class="number" data-value="40">40</td><td class="number" data-value="{after}">{after}</td>'
    for end, row in (("md", f"| {FAULTY} | 40 | {after} | "), ("html", f">{FAULTY}</td>{cells}")):
        page = (rebalanced.folder / f"rebalance.{end}").read_text(encoding="utf-8")
        assert all(ticket["name"] in page for ticket in values["tickets"])
        assert row in page


def test_the_check_uses_deals_that_the_search_has_not_seen(rebalanced: Rebalance) -> None:
    runs = {path.name: ttrsim.open_run(path) for path in rebalanced.folder.glob("rounds/*")}
    seeds = {name: run.manifest.seed for name, run in runs.items()}
    assert seeds["check-before-tickets"] == seeds["check-after-tickets"]
    rest = [seed for name, seed in seeds.items() if not name.startswith("check")]
    assert len(set(rest)) == len(rest)
    assert seeds["check-after-tickets"] not in rest


def test_an_interrupted_search_continues_to_the_same_result(
    rebalanced: Rebalance, faulty_board: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On one thread instead of two, and stopped in the middle of its first measurement."""
    out = tmp_path / "again"
    with monkeypatch.context() as patch:
        patch.setattr("ttrsim.studies.rebalance.search.Search._check", _interrupt)
        with pytest.raises(Interrupted, match=r"`ttrsim resume .*/again` continues"):
            ttrsim.rebalance(faulty_board, **OPTIONS, out=out, threads=1)
    assert not (out / "board.toml").exists()
    [first] = out.glob("rounds/01-round-tickets")
    parts = first / "parts.jsonl"
    parts.write_bytes(b"".join(parts.read_bytes().splitlines(keepends=True)[:2]))  # as a kill would leave it
    found = ttrsim.rebalance(faulty_board, **OPTIONS, out=out, threads=1)
    assert found.as_dict() | {"folder": ""} == rebalanced.as_dict() | {"folder": ""}
    for name in ("board.toml", "tickets.csv", "rebalance.md"):
        assert (out / name).read_bytes() == (rebalanced.folder / name).read_bytes()


def _interrupt(*arguments: object) -> None:
    raise KeyboardInterrupt


def test_a_ticket_that_may_not_move_leaves_the_board_unbalanced(faulty_board: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    change = ["--change", "Soho-Times Square", "--band", "18", "-n", "16000"]
    done = CliRunner().invoke(app, ["rebalance", str(faulty_board), *change, "-o", out, "--json"])
    assert done.exit_code == 3, done.output
    assert json.loads(done.stdout)["verdict"] == "stuck"
    assert FAULTY in done.stderr


def test_too_few_games_are_inconclusive(tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    done = CliRunner().invoke(app, ["rebalance", "new-york", "-n", "4000", "--band", "1", "-o", out])
    assert done.exit_code == 4, done.output
    assert "inconclusive" in done.stderr


def test_a_target_in_a_metric_moves_what_reaches_it(tmp_path: Path) -> None:
    found = ttrsim.rebalance(
        "new-york",
        change=["attraction_points"],
        target=["mean(points) in [38, 44]"],
        bots=["greedy", "greedy"],
        games=6_000,
        out=tmp_path / "out",
    )
    assert found.verdict == "balanced"
    [change] = found.changes
    assert (change.name, change.before) == ("attraction_points", 1)
    assert 38 < found.targets[0].after.value < 44
    assert load_board(tmp_path / "out").parameters.attraction_points == change.after  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["usa", "--change", "tickts"], "did you mean 'tickets'?"),
        (["usa", "--change", "stations"], "nothing of that name"),
        (["usa", "--change", "longest_points=9:2"], "lower bound is above"),
        (["usa", "--change", "longest_points=5:500"], "from 0 to 100"),
        (["usa", "--change", "routes", "--target", "tiess < 0.1"], "did you mean 'ties'?"),
        (["usa", "--seats", "2"], "--change routes"),
        (["usa", "--band", "0"], "--band: should be greater than 0"),
        (["usa", "--most", "0"], "--most: should be greater than or equal to 1"),
        (["usa", "--minutes", "-1"], "--minutes: should be greater than 0"),
        (["usa", "--bots", "plannr,planner"], "did you mean 'planner'?"),
        (["explore-new-york", "--change", "cafe_points"], "no tickets to balance"),
    ],
)
def test_bad_input_is_one_message(arguments: list[str], message: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["rebalance", *arguments, "-o", str(tmp_path / "out")])
    assert done.exit_code == 2, done.output
    assert message in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_of_something_else_is_left_alone(rebalanced: Rebalance, faulty_board: Path, tmp_path: Path) -> None:
    arguments = ["rebalance", str(faulty_board), "-n", "20000", "-o"]
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    full = CliRunner().invoke(app, [*arguments, str(tmp_path)])
    assert (full.exit_code, "is not empty" in full.stderr) == (2, True)
    other = tmp_path / "other"
    shutil.copytree(rebalanced.folder, other)
    search = CliRunner().invoke(app, [*arguments, str(other), "--band", "5"])
    assert (search.exit_code, "holds another study" in search.stderr) == (2, True)
