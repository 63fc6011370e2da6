"""Runs without columns that came later: what needs them is left out, and said to be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.run.helpers import drop_columns
from ttrsim.cli.app import app
from ttrsim.documents.report.summary import summarise
from ttrsim.games.contract import Game
from ttrsim.games.registry import GAMES
from ttrsim.measures.measure import measure
from ttrsim.measures.missing import _usable, measurable, without_rows
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.api import open_run, run

NOTE = "The run has no column lead_turn of table games: it was played by ttrsim 0.1.0. Left out: lead_time."
SCENARIOS = {
    "trains": {"board": "new-york", "seats": ["random", "random"]},
    "explore": {"board": "explore-new-york", "seats": ["random"] * 2},
}


@pytest.fixture
def older(run_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(run_folder, tmp_path / "older"))


@pytest.mark.parametrize("game", GAMES.values(), ids=repr)
def test_every_metric_can_be_tried_without_rows(game: Game, tmp_path: Path) -> None:
    """Otherwise it would not be known which columns it needs."""
    opened = run(SCENARIOS[game.key] | {"deals": 1}, out=tmp_path / "r")
    metrics, left_out = measurable(opened, list(all_metrics(game).values()))
    sums = game.analysis.accumulators(opened.facts, opened.tables)
    assert left_out == []
    assert set(_usable(metrics, opened, without_rows(opened))) == {metric.name for metric in metrics} | sums.keys()


def test_a_report_says_what_is_left_out(older: Path, run_folder: Path) -> None:
    drop_columns(older, "games", "lead_turn")
    made = CliRunner().invoke(app, ["report", str(older), "--parts", "html,md"])
    assert made.exit_code == 0, made.output
    for name in ("report.html", "report.md", "summary.json"):
        assert NOTE in (older / "report" / name).read_text(encoding="utf-8")
    found, whole = (summarise([open_run(path)]).runs[0] for path in (older, run_folder))
    assert [section.id for section in found.sections] == [section.id for section in whole.sections]
    lost = {row["name"] for row in whole.tables["course"].rows} - {row["name"] for row in found.tables["course"].rows}
    assert lost == {"when a leader who won took the lead, % of the turns"}


@pytest.mark.parametrize(
    ("table", "columns", "left_out", "sections"),
    [
        ("games", ["rotation"], [], 6),  # which no metric needs
        ("games", ["flushes", "lead_turn"], ["game_means", "lead_time"], 6),
        ("seats", ["longest", "draws"], ["bot_habits"], 6),
        ("seats", ["ended_game"], ["seat_ended_game", "trains_of_ender"], 6),
        ("stations", ["borrowed"], ["station_used", "station_saved", "station_saved_overall"], 6),
        ("claims", ["wilds", "extra"], ["route_wilds", "colour_wilds", "tunnel_extra_paid"], 6),
        ("tickets", ["turn"], ["kept_by_phase"], 6),
        ("tickets", ["kept"], ["ticket_kept"], 5),
        ("seats", ["win_share"], ["bot_win_share", "route_claimed"], 1),
    ],
)
def test_what_needs_a_column_is_left_out(
    older: Path, table: str, columns: list[str], left_out: list[str], sections: int
) -> None:
    drop_columns(older, table, *columns)
    opened = open_run(older)
    assert opened.missing == {table: columns}
    measures = measure(opened, list(all_metrics(opened.game).values()))
    names = {name for each in measures.left_out for name in each.names}
    assert set(left_out) <= names
    assert bool(names) == bool(left_out)
    assert not any(name in measures for name in names)
    assert all(measures[name].is_empty() for name in names)
    assert len(summarise([opened]).runs[0].sections) == sections


def test_columns_with_the_same_fate_share_a_line(older: Path) -> None:
    drop_columns(older, "games", *(f"dealt_{card}" for card in ("red", "blue", "green")))
    (note,) = (note for note in summarise([open_run(older)]).runs[0].notes if "column" in note)
    assert note.startswith("The run has no columns dealt_red, dealt_blue, dealt_green of table games: it was played")


def test_measuring_such_a_metric_is_refused(older: Path) -> None:
    drop_columns(older, "games", "lead_turn")
    made = CliRunner().invoke(app, ["metrics", "measure", str(older), "lead_time"])
    assert (made.exit_code, made.stdout) == (2, "")
    assert NOTE in made.stderr
    assert CliRunner().invoke(app, ["metrics", "measure", str(older), "leader_wins"]).exit_code == 0


@pytest.mark.parametrize(
    ("column", "told"), [("lead_turn", "Left out: lead_time, own."), ("leed_turn", "metric 'own': ColumnNotFoundError")]
)
def test_own_metrics(older: Path, tmp_path: Path, column: str, told: str) -> None:
    """One that needs the column is left out; one with a fault of its own is still told of."""
    drop_columns(older, "games", "lead_turn")
    file = tmp_path / f"{column}.py"
    file.write_text(
        "from ttrsim.measures.registry import metric\n\n"
        f'@metric("games")\ndef own(batch):\n    return batch.games.select("deal", value="{column}")\n'
    )
    made = CliRunner().invoke(app, ["summary", str(older), "--metrics", str(file)])
    assert told in " ".join(made.output.split())
