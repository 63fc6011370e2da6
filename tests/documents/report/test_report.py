"""Reports: all outputs from one summary, and runs that have little to tell."""

from __future__ import annotations

import csv
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.runs.helpers import without_parts
from tests.small_runs import SCENARIO
from ttrsim.cli.app import app
from ttrsim.documents.document import Column, number_text
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.report.figures import STYLE
from ttrsim.documents.report.html import THEMED, html_page
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import write_report
from ttrsim.games.registry import board_folder
from ttrsim.measures.registry import USER
from ttrsim.runs.api import open_run
from ttrsim.studies.run.api import run

QUESTIONS = ["tickets", "routes", "cities", "strategies", "fairness", "flow", "beside"]


def test_every_question_has_an_answer_with_numbers(summary: Summary) -> None:
    sections = summary.runs[0].sections
    assert [section.id for section in sections] == QUESTIONS
    for section in sections:
        assert section.answers
        counted = section.id == "beside"  # how many numbers: there is no interval
        assert re.search(r"\d+ of \d+" if counted else r"\(.*\d", section.answers[0])


def test_summary_is_json(report: Path, summary: Summary) -> None:
    written = json.loads((report / "summary.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(summary.json()))
    assert (written["format"], written["version"]) == ("ttrsim summary", 2)


def test_every_figure_is_there_in_both_formats(report: Path) -> None:
    pngs = {path.stem for path in (report / "figures").glob("*.png")}
    assert pngs == {path.stem for path in (report / "figures").glob("*.svg")}
    assert {"route_map", "contested_map", "ticket_funnel", "seat_wins", "score_curves"} <= pngs


def test_every_table_is_a_csv_with_its_rows(report: Path, summary: Summary) -> None:
    for section in summary.runs[0].sections:
        for table in section.tables:
            with (report / "tables" / f"{table.id}.csv").open(encoding="utf-8") as stream:
                assert len(list(csv.DictReader(stream))) == len(table.rows)


def test_outputs_say_the_same(report: Path, summary: Summary) -> None:
    html, markdown = ((report / f"report.{end}").read_text(encoding="utf-8") for end in ("html", "md"))
    for section in summary.runs[0].sections:
        for answer in section.answers:
            assert answer in markdown
            assert answer.replace("'", "&#39;") in html


def test_page_needs_nothing_else(report: Path) -> None:
    html = (report / "report.html").read_text(encoding="utf-8")
    links = re.findall(r'(?:src|href|xlink:href)="([^"]+)"', html)
    assert all(link.startswith(("#", "data:")) for link in links)
    figures = re.findall(r"<figure><svg [^>]*aria-label=\"[^\"]+\"", html)
    assert len(figures) == len(list((report / "figures").glob("*.png")))


def test_themed_colours_are_those_of_the_style_file() -> None:
    style = STYLE.read_text()
    assert all(colour.removeprefix("#") in style for colour in list(THEMED)[:2])


def test_controls_of_a_sound_run_hold(summary: Summary) -> None:
    controls = summary.runs[0].controls
    assert len(controls) >= 4
    assert all(control.is_ok for control in controls)


def test_a_control_out_of_bounds_is_told_first(summary: Summary) -> None:
    (run,) = summary.runs
    first, *others = run.controls
    broken = replace(summary, runs=[replace(run, controls=[replace(first, value=0.5), *others])])
    html = html_page(broken, {})
    assert html.index("CONTROL OUT OF BOUNDS") < html.index("<h2>")
    assert "[!CAUTION]" in markdown_page(broken.document())


@pytest.mark.parametrize("command", [["summary"], ["report", "--parts", "md"]])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_control_out_of_bounds_fails_the_command(
    run_folder: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], options: list[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("ttrsim.documents.report.controls.EXACT", -1)
    verb, *parts = command
    output = ["-o", str(tmp_path)] if verb == "report" else []
    made = CliRunner().invoke(app, [verb, str(run_folder), *parts, *output, *options])
    assert made.exit_code == 3
    assert "small: CONTROL OUT OF BOUNDS: wins per game (shared wins count in parts) is 1" in made.stderr
    assert made.stdout


# ---- little to tell ------------------------------------------------------------------------------


def test_one_game(tmp_path: Path) -> None:
    folder = run(SCENARIO | {"deals": 1, "rotations": "none"}, out=tmp_path / "one").path
    made = CliRunner().invoke(app, ["report", str(folder), "--parts", "html,md"])
    assert made.exit_code == 0, made.output
    assert "Too few deals (1)" in (folder / "report" / "report.md").read_text(encoding="utf-8")


def test_run_without_any_complete_game(run_folder: Path, tmp_path: Path) -> None:
    empty = without_parts(run_folder, tmp_path / "empty")
    made = CliRunner().invoke(app, ["report", str(empty), "-o", str(tmp_path / "out")])
    assert made.exit_code == 0, made.output
    assert "no complete games" in (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert CliRunner().invoke(app, ["summary", str(empty)]).exit_code == 0


def test_run_of_another_schema_version(run_folder: Path, tmp_path: Path) -> None:
    manifest = json.loads((run_folder / "manifest.json").read_text())
    (tmp_path / "manifest.json").write_text(json.dumps(manifest | {"schema_version": 99}))
    made = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert made.exit_code != 0
    assert "schema version 99" in made.output


def test_no_run_at_all(tmp_path: Path) -> None:
    made = CliRunner().invoke(app, ["summary", str(tmp_path / "nowhere")])
    assert made.exit_code != 0
    assert "nowhere" in made.output


def test_other_boards_side_by_side(run_folder: Path, tmp_path: Path) -> None:
    other = run({"board": "new-york", "seats": ["greedy", "random"], "deals": 40}, out=tmp_path / "ny").path
    made = CliRunner().invoke(
        app, ["report", str(run_folder), str(other), "-o", str(tmp_path / "out"), "--parts", "png"]
    )
    assert made.exit_code == 0, made.output
    found = json.loads((tmp_path / "out" / "summary.json").read_text(encoding="utf-8"))
    assert [section["id"] for section in found["comparison"]] == ["changes", "comparison"]
    assert [row["players"] for row in found["comparison"][1]["tables"][0]["rows"]] == [3, 2]
    assert (tmp_path / "out" / "figures" / "comparison.png").exists()
    assert (tmp_path / "out" / "figures" / "ny-route_map.png").exists()


def test_house_rules_and_own_boards_stand_in_every_headline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(str(board_folder("new-york")), tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    for number, board in enumerate(({"name": "new-york", "wilds": 6}, {"name": "mine", "route_points.4": 9}), 1):
        run({"board": board, "seats": ["random", "greedy"], "deals": 5}, out=Path(f"r{number}"))
    assert CliRunner().invoke(app, ["report", "r1", "r2", "--parts", "html,md"]).exit_code == 0
    shown = CliRunner().invoke(app, ["summary", "r1", "r2"]).stdout.replace("\n", " ")
    for text in (shown, *(Path("report", name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))):
        assert "Run r1; Ticket to Ride: New York with house rules wilds = 6, 2 players" in text
        assert "New York (own board mine) with house rules route_points.4 = 9, 2 players" in " ".join(text.split())


def test_first_seat_of_a_single_run(summary: Summary) -> None:
    tables = summary.runs[0].tables
    (row,) = tables["first_seat"].rows
    assert (row["players"], row["games"], row["equal"]) == (3, 90, pytest.approx(1 / 3))
    assert row["win"] == tables["seats"].rows[0]["win"]
    assert row["ahead_low"] == pytest.approx(row["win_low"] - 1 / 3)
    assert summary.comparison == []


def test_first_seat_by_the_number_of_players(run_folder: Path, tmp_path: Path) -> None:
    fewer = run(SCENARIO | {"seats": ["greedy", "random"]}, out=tmp_path / "two").path
    other = run({"board": "usa", "seats": ["random", "random"], "deals": 10}, out=tmp_path / "usa").path
    found = summarise([open_run(path) for path in (run_folder, other, fewer)])
    _, section = found.comparison
    (table,) = section.tables
    assert [(row["board"], row["players"], row["games"]) for row in table.rows] == [
        ("Ticket to Ride: Europe", 2, 60),
        ("Ticket to Ride: Europe", 3, 90),
    ]
    shares = [found.runs[place].tables["seats"].rows[0]["win"] for place in (2, 0)]
    assert [row["win"] for row in table.rows] == shares
    (answer,) = section.answers
    assert re.search(
        r"n = 60\) with 2 players \(an equal share is 50.0 %\); .* n = 90\) with 3 players \(an equal share is 33.3 %",
        answer,
    )
    write_report(found, tmp_path / "out")
    assert (tmp_path / "out" / "figures" / "first_seats.png").exists()
    assert (tmp_path / "out" / "tables" / "first_seats.csv").exists()
    for end in ("html", "md"):
        assert answer in (tmp_path / "out" / f"report.{end}").read_text(encoding="utf-8")


# ---- metrics of one's own, and words ---------------------------------------------------------------


def test_own_metric(run_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import polars as pl\nfrom ttrsim.measures.registry import metric\n\n"
        '@metric("seats", by="bot", kind="share")\ndef no_ticket_failed(batch):\n'
        '    """Share of games in which a bot fails no ticket."""\n'
        '    return batch.seats.select("bot", "deal", value=pl.col("tickets_failed") == 0)\n'
    )
    runner = CliRunner()
    listed = runner.invoke(app, ["metrics", "measure", str(run_folder), "no_ticket_failed", "--metrics", str(file)])
    assert listed.exit_code == 0, listed.output
    assert "bot,n,deals,value,low,high" in listed.output
    found = summarise([open_run(run_folder)], [file]).runs[0].sections[-1]
    assert found.tables[0].title == "Share of games in which a bot fails no ticket."
    others = summarise([open_run(run_folder)]).runs[0].sections
    assert [section for section in others if section.id == USER] == [], "only where its file is given"


def test_own_metric_with_a_fault_is_told(run_folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text("x = 1 / 0\n")
    made = CliRunner().invoke(app, ["summary", str(run_folder), "--metrics", str(file)])
    assert made.exit_code != 0
    assert "ZeroDivisionError" in made.output


def test_unknown_metric_names_the_nearest(run_folder: Path) -> None:
    made = CliRunner().invoke(app, ["metrics", "show", "route_lifts"])
    assert made.exit_code != 0
    assert "route_lift" in made.output


@pytest.mark.parametrize(
    ("value", "kind", "text"),
    [(0.1234, "share", "12.3 %"), (-0.05, "signed_share", "−5.0 pp"), (0.0, "signed", "0.0"), (0.0002, "q", "< .001")],
)
def test_numbers_in_words(value: float, kind: str, text: str) -> None:
    assert number_text(value, kind) == text  # type: ignore[arg-type]


def test_cell_without_a_value_is_a_dash() -> None:
    assert Column("x", "x").text({"x": None}) == "–"
