"""The report of Explore New York: all outputs, runs that have little to tell, controls, and the stand-in board."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from tests.documents.report.pictures import pictures
from tests.games.explore.analysis.conftest import SCENARIO
from tests.runs.helpers import ROOT, sum_otherwise, without_parts
from ttrsim.cli.app import app
from ttrsim.documents.document import Table
from ttrsim.documents.markdown import escaped
from ttrsim.documents.report.controls import controls
from ttrsim.documents.report.model import Control, Summary
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import write_report
from ttrsim.games.explore.game import EXPLORE
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.api import open_run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.run.api import run

pytestmark = pytest.mark.slow

QUESTIONS = ["scores", "places", "cards", "colours", "shapes", "strategies", "fairness"]
PICTURES = {"box_scores", "visit_map", "chosen_map", "block_lifts", "cards_kept", "best_routes", "typical_routes"}


def test_every_question_has_an_answer_with_numbers(summary: Summary) -> None:
    sections = summary.runs[0].sections
    assert [section.id for section in sections] == QUESTIONS
    for section in sections:
        assert re.search(r"\d.*\(", section.answers[0]), section.id


def test_every_part_is_written(report: Path, summary: Summary) -> None:
    for ending in ("png", "svg"):
        assert {path.stem for path in (report / "figures").glob(f"*.{ending}")} >= PICTURES
    html, markdown = ((report / f"report.{end}").read_text(encoding="utf-8") for end in ("html", "md"))
    for section in summary.runs[0].sections:
        for answer in section.answers:
            assert escaped(answer) in markdown
            assert answer.replace("'", "&#39;") in html
        for table in section.tables:
            assert (report / "tables" / f"{table.id}.csv").exists()


def test_pictures_show_what_the_summary_says(report: Path, summary: Summary, tmp_path: Path) -> None:
    """Rows that have been JSON give the same pictures."""

    def read_back(table: Table) -> Table:
        return replace(table, rows=json.loads(json.dumps(table.rows)))

    (run,) = summary.runs
    sections = [replace(section, tables=[read_back(table) for table in section.tables]) for section in run.sections]
    write_report(replace(summary, runs=[replace(run, sections=sections)]), tmp_path, ["png"])
    for name in ("best_routes", "visit_map"):
        assert (tmp_path / f"figures/{name}.png").read_bytes() == (report / f"figures/{name}.png").read_bytes()


def test_several_runs_side_by_side(run_folder: Path, tmp_path: Path) -> None:
    other = run(SCENARIO | {"seats": ["random", "greedy", "random"], "deals": 10}, out=tmp_path / "three").path
    found = summarise([open_run(run_folder), open_run(other)])
    rows = found.comparison[1].tables[0].rows
    lengths = [each.tables["maps"].rows[1]["value"] for each in found.runs]
    assert [row["length"] for row in rows] == lengths
    assert [section.id for section in found.comparison] == ["changes", "comparison", "fairness"]


# ---- the stand-in board -----------------------------------------------------------------------------


def test_a_stand_in_board_is_called_one_everywhere(report: Path, run_folder: Path) -> None:
    for name in ("report.html", "report.md", "summary.json", "tables/NOTICE.txt"):
        assert "stand-in board: 42 of 42 places" in (report / name).read_text(encoding="utf-8"), name
    for arguments in (["summary", str(run_folder)], ["metrics", "measure", str(run_folder), "box_points"]):
        shown = CliRunner().invoke(app, arguments)
        assert shown.exit_code == 0, shown.output
        assert "stand-in board" in " ".join(shown.output.split())


def test_only_pictures_of_a_stand_in_have_a_footnote(summary: Summary) -> None:
    (run,) = summary.runs
    board = run.board
    blocks = [block.model_copy(update={"type_basis": "board", "place_basis": "board"}) for block in board.blocks]
    cafes = [cafe.model_copy(update={"type_basis": "board", "place_basis": "board"}) for cafe in board.cafes]
    cards = [card.model_copy(update={"basis": "card"}) for card in board.cards]
    printed = board.model_copy(update={"blocks": tuple(blocks), "cafes": tuple(cafes), "cards": tuple(cards)})
    for each, expected in ((board, board.notice), (printed, "")):
        for _, _, picture in islice(pictures(replace(run, board=each)), 2):
            assert picture.figure.get_supxlabel() == expected


# ---- little to tell ---------------------------------------------------------------------------------


def test_one_game(tmp_path: Path) -> None:
    folder = run(SCENARIO | {"deals": 1, "rotations": "none"}, out=tmp_path / "one").path
    made = CliRunner().invoke(app, ["report", str(folder)])
    assert made.exit_code == 0, made.output
    assert "Too few deals (1)" in (folder / "report" / "report.md").read_text(encoding="utf-8")


def test_run_without_any_complete_game(run_folder: Path, tmp_path: Path) -> None:
    empty = without_parts(run_folder, tmp_path / "empty")
    made = CliRunner().invoke(app, ["report", str(empty), "-o", str(tmp_path / "out")])
    assert made.exit_code == 0, made.output
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "no complete games" in page
    assert "stand-in board" in page


# ---- controls ---------------------------------------------------------------------------------------


def by_name(measures: Measures, facts: object, n_games: int) -> dict[str, Control]:
    return {control.name: control for control in controls(measures, facts, n_games)}


def test_controls_of_a_sound_run_hold(measures: Measures, run_folder: Path) -> None:
    found = by_name(measures, open_run(run_folder).facts, 80)
    assert {"points that no source accounts for", "connections that no turn accounts for"} <= found.keys()
    assert len(found) >= 7
    assert all(control.is_ok for control in found.values())


@pytest.mark.parametrize(("players", "share"), [(2, 24 / 27), (3, 1.0)])
def test_cards_are_turned_up_equally_often(players: int, share: float, tmp_path: Path) -> None:
    folder = run(SCENARIO | {"seats": ["random"] * players, "deals": 400}, out=tmp_path / "r").path
    opened = open_run(folder)
    measures = measure(opened, [all_metrics(EXPLORE)["cards_shown"]])
    found = by_name(measures, opened.facts, 400)
    for end in ("least", "most"):
        control = found[f"{end} often turned up card, share of games"]
        assert control.is_ok
        assert control.low <= share <= control.high
    frame = measures["cards_shown"].with_columns(value=pl.when(pl.col("card") == "7").then(0.7).otherwise("value"))
    stacked = by_name(Measures({"cards_shown": frame}, {}), opened.facts, 400)
    assert not stacked["least often turned up card, share of games"].is_ok


def test_a_tourist_from_nowhere_is_noticed(run_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sum_otherwise(shutil.copytree(run_folder, tmp_path / "r"))
    opened = open_run(tmp_path / "r")
    parts = {table: opened.parts(table) for table in opened.tables}
    parts["seats"][0] = parts["seats"][0].with_columns(red_placed=pl.col("red_placed") + (pl.col("game") == 0))
    monkeypatch.setattr(opened, "parts", parts.__getitem__)
    metrics = all_metrics(EXPLORE)
    found = by_name(measure(opened, [metrics["tourists_not_accounted"]]), opened.facts, 80)
    assert not found["tourists that no card, café or fallback turn accounts for"].is_ok


@pytest.mark.parametrize("players", [2, 3, 4])
def test_scenarios_seat_bots_that_differ(players: int) -> None:
    found = load_scenario(ROOT / f"scenarios/explore-{players}p.toml").scenario
    assert found.board.name == "explore-new-york"
    assert len(set(found.seats)) == players
