"""Reports on experiments, alone and beside runs: what was tried comes first, and what was only seen is called so."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from tests.documents.report.pictures import pictures
from ttrsim.cli.app import app
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.report.html import html_page
from ttrsim.documents.report.model import RunSummary, Section, Summary
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import write_report
from ttrsim.games.registry import load_board
from ttrsim.runs.api import open_run

WORDS_OF_CAUSE = re.compile(
    r"\beffects?\b|\bworth\b|fair value|\bshould\b|break-even|\bpays?\b|\bcauses?\b", re.IGNORECASE
)


@pytest.fixture(scope="module")
def both(run_folder: Path, experiment_folder: Path) -> Summary:
    return summarise([open_run(run_folder), open_run(experiment_folder)])


def texts_of(section: Section) -> list[str]:
    tables = [
        text for table in section.tables for text in (table.title, table.note, *(c.heading for c in table.columns))
    ]
    return [section.title, *section.answers, *section.notes, *tables]


def figures_of(run: RunSummary) -> list[str]:
    return [text for *_, picture in pictures(run) for text in (picture.title, picture.text)]


# ---- the table it is made from -------------------------------------------------------------------


def test_a_ticket_that_is_kept_is_held_to_the_end(experiment_folder: Path) -> None:
    printed = {ticket.id: ticket.points for ticket in load_board("new-york").tickets}
    rows = open_run(experiment_folder).scan("effects").collect()
    points = rows["ticket"].cast(pl.String).replace_strict(printed)
    assert (rows["own_with"].abs() == points).all()
    assert len(rows) == 200 * 2 * 2  # deals, seats, tickets of an offer


def test_all_trials_of_a_seat_stand_beside_the_same_game(experiment_folder: Path) -> None:
    rows = open_run(experiment_folder).scan("effects")
    played = pl.when("game_had_it").then("score_with").otherwise("score_without")
    games = rows.group_by("game", "seat").agg(played.n_unique().alias("scores")).collect()
    assert games["scores"].to_list() == [1] * 400


# ---- reports -------------------------------------------------------------------------------------


def test_experiments_come_first(both: Summary) -> None:
    assert [run.tried is not None for run in both.runs] == [True, False]
    html, markdown = html_page(both, {}), markdown_page(both.document())
    tried, seen = (run.sections[0].title for run in both.runs)
    assert html.index(tried) < html.index(seen)
    assert markdown.index(tried) < markdown.index(seen)
    assert markdown.startswith("# Experiment tried; run small\n")


def test_only_runs_are_compared(run_folder: Path, experiment_folder: Path) -> None:
    summary = summarise([open_run(folder) for folder in (run_folder, experiment_folder, run_folder)])
    assert [row["name"] for row in summary.comparison[-1].tables[0].rows] == ["small (1)", "small (2)"]
    assert summarise([open_run(run_folder), open_run(experiment_folder)]).comparison == []


def test_what_was_seen_in_play_has_no_words_of_cause(both: Summary) -> None:
    (seen,) = both.seen_in_play
    told = [text for section in seen.sections for text in texts_of(section)] + figures_of(seen)
    assert not [text for text in told if WORDS_OF_CAUSE.search(text)]
    headings = [section.title for section in seen.sections if section.id in ("tickets", "routes", "cities")]
    assert len(headings) == 3
    assert all("seen in play" in heading for heading in headings)


def test_an_experiment_says_what_was_tried_and_by_whom(both: Summary) -> None:
    (tried,) = both.experiments
    (section,) = tried.sections
    told = " ".join(texts_of(section))
    assert "Both seats are greedy" in told
    assert "same deal" in told
    assert "as played" in told
    assert re.search(r"\(.* … .*, n = [\d,]+ pairs\)", section.answers[0])
    assert not tried.notes


def test_a_report_on_an_experiment_alone(experiment_folder: Path, tmp_path: Path) -> None:
    write_report(summarise([open_run(experiment_folder)]), tmp_path)
    pictures = {path.stem for path in (tmp_path / "figures").glob("*.png")}
    assert {"effect_forest", "effect_parts"} <= pictures
    assert {path.stem for path in (tmp_path / "tables").glob("*.csv")} == {"effects", "effect_parts"}
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<title>ttrsim report: experiment tried</title>" in html
    assert "Controls" not in html  # there are none


def test_the_terminal_shows_the_best(experiment_folder: Path) -> None:
    ran = CliRunner().invoke(app, ["summary", str(experiment_folder)], env={"COLUMNS": "200"})
    assert ran.exit_code == 0
    assert "Experiment tried: keep each ticket of the set-up offer, or refuse it (tickets)" in ran.stdout
    assert "Keeping a ticket of the set-up offer, against refusing it" in ran.stdout
    assert "more rows" in ran.stdout
    command = "ttrsim experiment tickets new-york --bots greedy,greedy --deals 200 --seed 1"
    assert command in " ".join(ran.stdout.split())
