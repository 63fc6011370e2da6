"""A report on a small board: what it opens with, what it says it did not try, and the same bytes after a kill."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.boards import tight_board
from ttrsim.cli.app import app
from ttrsim.measures.gauges import Gauge, Standing
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.boardreport.result import BoardReport
from ttrsim.studies.boardreport.sentences import MOST, Placed, opening, sentence
from ttrsim.studies.boardreport.tickets import APART, TicketEffect

OPTIONS = {"deals": 120, "bot": "greedy", "players": (2,)}


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tight_board(tmp_path_factory.mktemp("designer") / "tight")


@pytest.fixture(scope="module")
def found(board: Path, tmp_path_factory: pytest.TempPathFactory) -> BoardReport:
    return ttrsim.board_report(board, **OPTIONS, out=tmp_path_factory.mktemp("report") / "r")


def test_it_opens_with_what_matters_most(found: BoardReport) -> None:
    """Most games on this board end in a stalemate."""
    assert 1 <= len(found.sentences) <= MOST
    assert "stalemate" in found.sentences[0]
    assert any("wins of seat 0" in text for text in found.sentences)
    assert all("published board" in text for text in found.sentences)
    page = (found.folder / "board.html").read_text(encoding="utf-8")
    assert page.index("What to know first") < page.index("<table")
    assert 'class="strip"' in page


def test_every_ticket_and_route_is_there(found: BoardReport) -> None:
    tables = {table.id: table for table in found.document().tables}
    assert {"tickets-2p", "routes-2p", "seats", "beside-2p"} <= tables.keys()
    assert len(tables["tickets-2p"].rows) > 10
    assert found.tension


def test_it_goes_on_where_it_was_killed(found: BoardReport, tmp_path: Path) -> None:
    whole = (found.folder / "board.json").read_bytes()
    copy = tmp_path / "killed"
    shutil.copytree(
        found.folder, copy, ignore=shutil.ignore_patterns("board.html", "board.md", "board.json", "routes-2p")
    )
    lines = (copy / "played.jsonl").read_text().splitlines(keepends=True)
    (copy / "played.jsonl").write_text("".join(lines[:1]))
    assert ttrsim.resume(copy).sentences == found.sentences
    again = (copy / "board.json").read_text(encoding="utf-8").replace(str(copy), str(found.folder))
    assert again.encode() == whole


def test_it_says_what_there_was_no_time_for(board: Path, tmp_path: Path) -> None:
    report = ttrsim.board_report(board, **OPTIONS, minutes=1e-6, out=tmp_path / "r")
    assert "Not tried, for lack of time: what tickets are worth with 2 players." in report.not_tried
    assert not report.tickets
    assert report.sentences


def test_a_number_of_players_that_the_board_forbids(board: Path, tmp_path: Path) -> None:
    arguments = ["board", "report", str(board), "--players", "5", "-o", str(tmp_path / "r")]
    done = CliRunner().invoke(app, arguments)
    assert (done.exit_code, "is for 2 to 2, not 5" in done.output) == (2, True)
    assert not (tmp_path / "r").exists()


# ---- sentences -----------------------------------------------------------------------------------


def placed(name: str, value: float, players: int = 2, published: tuple[float, ...] = (0.4, 0.5, 0.6)) -> Placed:
    gauge = APART if name == APART.name else Gauge(name, name)
    standing = Standing(gauge, Estimate(value, value - 0.01, value + 0.01, 500, 500), dict(enumerate(published)))  # type: ignore[arg-type]
    ticket = TicketEffect("A-B", "short", 9, standing.value, standing.value)
    return Placed(players, standing, ticket if gauge is APART else None)


def test_what_is_among_the_published_boards_is_not_reported() -> None:
    """But the seats and the ticket furthest off always are."""
    names = ("stalemates", "tickets_completed", "margin", "seat_advantage", APART.name)
    told = opening({name: [placed(name, 0.5)] for name in names})
    assert ["seat_advantage" in told[0], "A-B (9 points)" in told[1], len(told)] == [True, True, 2]
    assert all("it is among them" in text for text in told)


def test_the_most_unusual_number_of_players_is_told_and_the_worst_comes_first() -> None:
    found = {
        "tickets_completed": [placed("tickets_completed", 0.5), placed("tickets_completed", 0.2, players=4)],
        "margin": [placed("margin", 0.7)],
        "turns": [placed("turns", 0.9)],
    }
    told = opening(found)
    assert told[0].startswith("With 4 players: tickets_completed: 20.0 % (19.0 … 21.0, n = 500); published boards")
    assert [text.split(": ")[1] for text in told[1:]] == ["turns", "margin"]


def test_a_ticket_that_is_too_bad_is_called_worse() -> None:
    bad = placed(APART.name, 0.7)
    ticket = TicketEffect("A-B", "short", 9, bad.standing.value, bad.standing.value.mirrored)
    text = sentence(Placed(2, bad.standing, ticket))
    assert "70.0 pp (69.0 … 71.0) worse than the median" in text
    assert "40.0 … 60.0 pp off" in text
