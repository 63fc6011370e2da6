"""Reports open with what stands out, and call nothing a finding that is none."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from typer.testing import CliRunner

import ttrsim
from tests.boards import tight_board
from ttrsim.cli.app import app
from ttrsim.documents.document import Column
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.report.figures.plots import decimals_of, percent
from ttrsim.documents.report.model import RunSummary, Summary
from ttrsim.documents.report.sections.phrases import extremes
from ttrsim.documents.report.summary import summarise
from ttrsim.runs.api import open_run
from ttrsim.stats.intervals import CONFIDENCE, ENOUGH_DEALS
from ttrsim.stats.ratios import DealSums, ratios
from ttrsim.studies.run.api import run


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    folder = tmp_path_factory.mktemp("tight")
    board = tight_board(folder / "board")
    played = run({"board": str(board), "seats": ["greedy", "greedy"], "deals": 200}, out=folder / "run")
    return summarise([open_run(played.path)])


def answers(summary: RunSummary) -> list[str]:
    return [answer for section in summary.sections for answer in section.answers]


def test_a_report_opens_with_stalemates_and_their_reason(tight: Summary) -> None:
    [stalemate] = [text for text in tight.runs[0].standouts if "stalemate" in text]
    assert "% (" in stalemate
    assert "The board has 76 spaces for 90 trains." in stalemate
    page = markdown_page(tight.document())
    assert page.index("What stands out") < page.index("stalemate") < page.index("## Tickets")
    assert tight.json()["runs"][0]["standouts"] == tight.runs[0].standouts


def test_bots_that_complete_no_ticket_stand_out(tmp_path: Path) -> None:
    played = run({"board": "usa", "seats": ["greedy", "random"], "deals": 60}, out=tmp_path / "r")
    texts = summarise([open_run(played.path)]).runs[0].standouts
    assert any(text.startswith("random hardly completes a ticket: ") for text in texts)


def test_what_is_the_same_everywhere_is_no_finding(tight: Summary) -> None:
    told = " ".join(answers(tight.runs[0]))
    assert "deadest" not in told
    assert "used least often" not in told  # every city is used in every game


def test_a_difference_needs_intervals_that_do_not_touch() -> None:
    rows = [
        {"share": 0.5, "share_low": 0.4, "share_high": 0.6},
        {"share": 0.7, "share_low": 0.55, "share_high": 0.8},
    ]
    assert extremes(rows, "share") is None
    rows[1]["share_low"] = 0.61
    assert extremes(rows, "share") == (rows[1], rows[0])
    assert extremes(rows, "share", apart=0.05) is None


def test_a_handful_of_deals_has_no_interval_and_no_significance(tmp_path: Path) -> None:
    played = run({"board": "usa", "seats": ["greedy", "random"], "deals": ENOUGH_DEALS - 1}, out=tmp_path / "few")
    few = summarise([open_run(played.path)]).runs[0]
    assert any("Too few deals (29)" in note for note in few.notes)
    assert few.standouts == []
    for table in few.tables.values():
        for row in table.rows:
            numbers = [row.get(column.id + end) for column in table.columns for end in ("_low", "_high", "_q")]
            assert numbers == [None] * len(numbers), table.id
    assert "(too few)" in few.tables["bots"].columns[1].text(few.tables["bots"].rows[0])
    assert "There are too few deals to compare bots." in answers(few)


def test_no_interval_is_shown_without_a_width() -> None:
    column = Column("x")
    assert column.text({"x": 7.0, "x_low": 6.9996, "x_high": 7.0004}) == "7.0000 (6.9996 … 7.0004)"
    assert column.text({"x": 7.0, "x_low": None, "x_high": None}) == "7.0"
    deals, v = np.array([50.0]), np.array([350.0])
    sums = DealSums(deals, v, deals, np.array([50 * 49.0]), v, deals)
    known = ratios(sums, "mean").where_known(deals)
    assert known.value[0] == 7.0
    assert math.isnan(known.low[0])
    assert math.isnan(known.high[0])


@pytest.mark.parametrize(
    ("ticks", "texts"),
    [([0, 0.025, 0.05], ["0.0 %", "2.5 %", "5.0 %"]), ([0, 0.2, 0.4], ["0 %", "20 %", "40 %"])],
)
def test_tick_labels_are_true(ticks: list[float], texts: list[str]) -> None:
    ax = Figure().add_subplot()
    ax.set_xticks(ticks)
    percent(ax)
    assert [ax.xaxis.get_major_formatter()(tick, None) for tick in ticks] == texts
    assert decimals_of(np.array([0, 0.125, 0.25])) == 3


def test_seats_are_counted_from_0_as_in_tables_and_records(tight: Summary) -> None:
    assert [row["seat"] for row in tight.runs[0].tables["seats"].rows] == [0, 1]
    assert any(text.startswith("Seat 0, which moves first, wins") for text in answers(tight.runs[0]))


def test_tunnels_are_compared_like_with_like(tmp_path: Path) -> None:
    """All tunnels tried, also those given up, against what a whole deck would ask for."""
    folder = tmp_path / "europe"
    run({"board": "europe", "seats": ["random", "random"], "deals": 60}, out=folder)
    opened = open_run(folder)
    rows = summarise([opened]).runs[0].tables["tunnels"].rows
    seats = opened.scan("seats").collect()
    assert sum(row["tunnels"] for row in rows) == seats["tunnels_tried"].sum()
    assert seats["tunnels_declined"].sum() > 0
    assert sum(row["theory"] for row in rows) == pytest.approx(1)
    # 26 of 110 cards match one colour: none of three turned does so with (84·83·82)/(110·109·108)
    assert rows[0]["theory"] == pytest.approx(84 * 83 * 82 / (110 * 109 * 108))


def test_the_terminal_opens_with_it_too(tight: Summary, tmp_path: Path) -> None:
    board = tight_board(tmp_path / "board")
    run({"board": str(board), "seats": ["greedy", "greedy"], "deals": 100}, out=tmp_path / "r")
    shown = CliRunner().invoke(app, ["summary", str(tmp_path / "r")]).output
    assert shown.index("What stands out") < shown.index("In short")


def test_there_is_one_confidence_level() -> None:
    package = Path(ttrsim.__file__).parent
    named = {
        int(level)
        for path in package.rglob("*.py")
        for level in re.findall(r"(\d\d(?:\.\d)?) % (?:interval|confidence)", path.read_text(encoding="utf-8"))
    }
    assert named == {round(100 * CONFIDENCE)}
