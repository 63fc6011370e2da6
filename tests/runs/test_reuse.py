"""`exist="reuse"`: a run of the same key is taken, or continued; tables of several runs can be put together."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import assert_same, cut_parts
from tests.runs.test_inputs import NEW_YORK
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.progress import Progress
from ttrsim.runs import api

PAIR = {"board": "new-york", "seats": ["random", "greedy"], "deals": 30, "seed": 3}


class Played(Progress):
    """How many games were still to be played, if any."""

    to_play = 0.0

    def expect(self, total: float, known: float = 0, unit: str = "games") -> None:
        super().expect(total, known, unit)
        self.to_play = total - known


def play(scenario: dict[str, Any], out: Path | None, **options: Any) -> tuple[ttrsim.Run, float]:
    watcher = Played()
    run = ttrsim.run(scenario, out=out, exist="reuse", chunk=16, progress=watcher, **options)
    return run, watcher.to_play


def test_a_complete_run_is_taken(tmp_path: Path) -> None:
    first, n_first = play(PAIR, tmp_path / "r")
    files = {file: file.stat().st_mtime_ns for file in first.path.rglob("*.parquet")}
    again, n_again = play(PAIR, tmp_path / "r")
    assert (n_first, n_again) == (60, 0)
    assert {file: file.stat().st_mtime_ns for file in again.path.rglob("*.parquet")} == files


def test_a_run_that_was_begun_is_continued(tmp_path: Path) -> None:
    first, _ = play(PAIR, tmp_path / "r")
    whole, _ = play(PAIR, tmp_path / "whole")
    cut_parts(first, 1)
    again, n_played = play(PAIR, tmp_path / "r")
    assert n_played == 60 - 16
    assert again.is_complete
    assert_same(again, whole)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"seed": 4}, "scenario differs"),
        ({"seats": ["random", "random"]}, "scenario differs"),
        ({"deals": 31}, "scenario"),
    ],
)
def test_another_run_is_not(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    play(PAIR, tmp_path / "r")
    with pytest.raises(UserError, match=rf"holds another run \({told}"):
        play(PAIR | changes, tmp_path / "r")


def test_a_run_on_an_edited_board_is_not(tmp_path: Path) -> None:
    board = Path(shutil.copytree(NEW_YORK, tmp_path / "own"))
    scenario = PAIR | {"board": str(board)}
    play(scenario, tmp_path / "r")
    (board / "board.toml").write_text((board / "board.toml").read_text().replace("trains = 15", "trains = 14"))
    with pytest.raises(UserError, match=r"holds another run \(their boards or bots differ\)"):
        play(scenario, tmp_path / "r")


def test_without_a_folder_the_run_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "RUNS", tmp_path)
    runs = [play(PAIR | {"seed": seed}, None) for seed in (3, 4, 3, 4)]
    assert [run.path.name for run, _ in runs] == ["new-york-2p", "new-york-2p-2", "new-york-2p", "new-york-2p-2"]
    assert [n_played for _, n_played in runs] == [60, 60, 0, 0]


def test_an_experiment_that_stopped_by_itself_is_taken(tmp_path: Path) -> None:
    scenario = PAIR | {"deals": 3000, "experiment": {"kind": "rules", "settings": ["board.wilds=10"], "until": 9}}
    first = ttrsim.run(scenario, out=tmp_path / "r")
    assert first.manifest.deals < 3000
    watcher = Played()
    again = ttrsim.run(scenario, out=tmp_path / "r", exist="reuse", progress=watcher)
    assert (watcher.to_play, again.manifest.key) == (0, first.manifest.key)


def test_reuse_on_the_command_line(tmp_path: Path) -> None:
    command = ["run", "new-york", "--bots", "random,greedy", "--deals", "4", "-o", str(tmp_path / "r")]
    results = [
        CliRunner().invoke(app, [*command, *more]) for more in ([], [], ["--exist", "reuse"], ["--exist", "reuze"])
    ]
    assert [result.exit_code for result in results] == [0, 2, 0, 2]
    assert "did you mean 'reuse'?" in results[-1].output


def test_tables_of_two_runs_can_be_put_together(tmp_path: Path) -> None:
    """Also if they have other bots and other boards."""
    one = ttrsim.run(PAIR, out=tmp_path / "1")
    other = ttrsim.run(PAIR | {"board": "usa", "seats": ["hungry", "random"]}, out=tmp_path / "2")
    for table in ("games", "seats", "claims", "tickets"):
        both = pl.concat([one.scan(table), other.scan(table)]).collect()
        assert both.height == one.scan(table).collect().height + other.scan(table).collect().height
    seats = pl.concat([run.scan("seats").with_columns(run=pl.lit(run.name)) for run in (one, other)]).collect()
    assert seats.group_by("run", "bot").len().height == 4
    assert set(seats["bot"]) == {"random", "greedy", "hungry"}
    assert seats.filter(pl.col("bot") == "random").height == 120
