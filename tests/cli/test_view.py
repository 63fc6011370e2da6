"""`ttrsim view`: finds, writes and opens the page of a run, an experiment or a game; and what is said of bad input."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import ttrsim
from ttrsim.cli.app import app

GAMES = ("--bots", "random,greedy", "-s", "4")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


def viewed(*arguments: str) -> dict[str, Any]:
    result = run("view", *arguments, "--json")
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout))


@pytest.fixture(autouse=True)
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser was asked to open."""
    addresses: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: addresses.append(address) is None)
    return addresses


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    assert run("trace", "new-york", *GAMES, "-o", str(path)).exit_code == 0
    return path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("view") / "run"
    assert run("run", "new-york", *GAMES, "-n", "60", "-o", str(folder)).exit_code == 0
    return folder


def test_the_page_of_a_game_is_written_beside_its_record_and_opened(record: Path, opened: list[str]) -> None:
    result = run("view", str(record))
    page = record.with_suffix(".html")
    assert (result.exit_code, result.stdout) == (0, f"{page}\n")
    assert opened == [page.resolve().as_uri()]
    assert 'id="film"' in page.read_text(encoding="utf-8")


def test_a_page_that_is_up_to_date_is_not_written_again(record: Path) -> None:
    page = record.with_suffix(".html")
    assert viewed(str(record), "--no-open") == {"page": str(page), "written": True, "opened": False}
    assert viewed(str(record)) == {"page": str(page), "written": False, "opened": True}
    assert run("trace", "new-york", "--bots", "greedy,greedy", "-o", str(record)).exit_code == 0
    assert viewed(str(record), "--no-open")["written"]
    assert page.read_text(encoding="utf-8").count("random") == 0


def test_replay_writes_the_same_page(record: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.html"
    result = run("replay", str(record), "--html", str(other))
    assert (result.exit_code, result.stdout) == (0, f"{other}\n")
    viewed(str(record), "--no-open")
    assert other.read_bytes() == record.with_suffix(".html").read_bytes()


def test_a_game_of_several(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert run("trace", "new-york", *GAMES, "-n", "3", "-o", str(path)).exit_code == 0
    result = run("view", str(path))
    assert result.exit_code == 2
    assert "has 3 games: choose one with --game (0, 1, 2)" in result.stderr
    assert viewed(str(path), "--game", "2", "--no-open")["page"] == str(tmp_path / "games-2.html")
    assert run("view", str(path), "--game", "7").exit_code == 2
    assert "choose one with --game" in run("replay", str(path), "--html", str(tmp_path / "x.html")).stderr


def test_a_browser_that_does_not_start(record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    result = run("view", str(record))
    page = record.with_suffix(".html")
    assert (result.exit_code, result.stdout) == (0, f"{page}\n")
    assert f"no browser could be started; open this file yourself: {page}" in result.stderr


def test_the_report_of_a_run(played: Path, opened: list[str]) -> None:
    page = played / "report" / "report.html"
    assert viewed(str(played)) == {"page": str(page), "written": True, "opened": True}
    assert viewed(str(played))["written"] is False
    assert viewed(str(played / "report")) == {"page": str(page), "written": False, "opened": True}
    assert viewed(str(page))["page"] == str(page)
    assert opened == [page.resolve().as_uri()] * 4
    later = page.stat().st_mtime + 10
    os.utime(played / "parts.jsonl", (later, later))  # as if more games had been played
    assert viewed(str(played))["written"]


def test_a_game_of_a_run(played: Path) -> None:
    page = Path(viewed(str(played), "--game", "31", "--no-open")["page"])
    assert page == played / "report" / "game-31.html"
    data = json.loads(page.read_text(encoding="utf-8").partition('id="film">')[2].partition("</script>")[0])
    rows = ttrsim.open_run(played).scan("seats").filter(pl.col("game") == 31).sort("seat").collect()
    assert data["curves"]["score"][-1] == rows["points"].to_list()
    assert data["names"] == rows["bot"].to_list()
    wrong = run("view", str(played), "--game", "60")
    assert (wrong.exit_code, "its games are 0 to 59" in wrong.stderr) == (2, True)


def test_what_cannot_be_viewed(tmp_path: Path, record: Path, played: Path) -> None:
    (tmp_path / "empty").mkdir()
    shutil.copy(record, tmp_path / "taken.jsonl")
    (tmp_path / "taken.html").write_text("<p>mine</p>", encoding="utf-8")
    (tmp_path / "cut.jsonl").write_text("".join(record.read_text().splitlines(keepends=True)[:20]))
    (tmp_path / "text.txt").write_text("not a record", encoding="utf-8")
    messages = {
        "nowhere": "no file or folder",
        "empty": "neither a run folder nor",
        "taken.jsonl": "exists and is not the page of a game",
        "cut.jsonl": "line 20: the record ends before the game does",
        "text.txt": "line 1: not JSON",
    }
    for name, message in messages.items():
        result = run("view", str(tmp_path / name))
        assert (result.exit_code, result.stdout) == (2, ""), name
        assert message in result.stderr
    assert (tmp_path / "taken.html").read_text(encoding="utf-8") == "<p>mine</p>"
    assert "--board is only for records" in run("view", str(played), "--board", "usa").stderr
