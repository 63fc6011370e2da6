"""Baselines: what is in them, and what happens when they are not what they should be."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import ttrsim as package
from tests.runs.helpers import ROOT, change_manifest
from tests.studies.regression.conftest import ttrsim
from ttrsim.games.contract import Game
from ttrsim.games.trains.analysis import TOLERANCES
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.blocks import BLOCKS, MIN_OBSERVATIONS, make_series, measure_blocks
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import all_metrics
from ttrsim.measures.thresholds import DEFAULTS, Tolerances, split
from ttrsim.runs.api import open_run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import members_of
from ttrsim.studies.regression.baseline import read_baseline
from ttrsim.studies.regression.runs import scenario_hash

FILE = Path("reports/baselines/base.json")
TUNNELS = {"tunnel_extra_due", "tunnels_given_up"}  # metrics of Europe alone


def compared_in_runs(game: Game = TRAINS) -> set[str]:
    """The metrics with a tolerance, but for those that only experiments have."""
    metrics = all_metrics(game)
    names = {split(name)[0] for name in {**DEFAULTS, **game.analysis.tolerances}}
    return {name for name in names if metrics[name].needs != ("effects",)}


def test_estimates_are_those_of_the_metrics(place: Path) -> None:
    run = open_run(Path("before"))
    names = compared_in_runs()
    metrics = [metric for name, metric in all_metrics(TRAINS).items() if name in names]
    expected, found = measure(run, metrics), measure_blocks(run, metrics)
    assert found.keys() == names
    n_compared = 0
    for metric in metrics:
        rows = {tuple(str(row[key]) for key in metric.by): row for row in expected[metric.name].to_dicts()}
        series = {one.keys: one for one in found[metric.name]}
        assert series.keys() == {keys for keys in rows if rows[keys]["n"]}
        for keys, one in series.items():
            assert one.n == rows[keys]["n"]
            if one.n >= MIN_OBSERVATIONS:
                assert one.value == pytest.approx(rows[keys]["value"], rel=1e-4, abs=1e-9)
                assert np.mean(one.blocks) == pytest.approx(rows[keys]["value"], rel=1e-3, abs=1e-9)
                n_compared += 1
    assert n_compared > 100


def test_blocks_scatter_as_the_estimate_does() -> None:
    """A ratio over many samples of deals: the spread of its estimates is what each sample says of itself."""
    rng = np.random.default_rng(2)
    values, errors = [], []
    for _ in range(300):
        w = rng.poisson(12, BLOCKS) + 5.0
        v = 0.3 * w + rng.normal(0, 1, BLOCKS)
        series = make_series((), v, w)
        values.append(series.value)
        errors.append(np.std(series.blocks, ddof=1) / BLOCKS**0.5)
    assert np.std(values) == pytest.approx(np.mean(errors), rel=0.15)


def test_what_is_saved_can_be_read_by_people(place: Path) -> None:
    baseline = read_baseline("base")
    (run,) = baseline.runs
    assert (run.seed, run.deals, run.games, run.name) == (3, 1200, 2400, "")
    assert run.scenario["seats"] == ["path", "greedy"]
    lines = FILE.read_text().splitlines()
    assert any(line.strip().startswith('{"keys":["greedy"],"n":2400,"value":') for line in lines)
    points = package.open_run("before").scan("seats").filter(pl.col("bot") == "greedy").select("points").collect()
    (greedy,) = (one for one in run.metrics["bot_points"] if one.keys == ("greedy",))
    assert greedy.value == pytest.approx(points["points"].mean(), rel=1e-5)
    assert greedy.low < greedy.value < greedy.high
    assert len(greedy.blocks) == BLOCKS


def test_list_and_show(place: Path) -> None:
    listed = ttrsim("baseline", "list")
    assert "base" in listed.stdout
    assert "2,400 games of 1,200 deals, seed 3" in listed.stdout
    shown = ttrsim("baseline", "show", "base").stdout
    assert "bot_points[greedy]" in shown
    FILE.unlink()
    assert "no baselines" in ttrsim("baseline", "list").stdout


def spoil_rules(text: str) -> str:
    return text.replace('"rules_version": 1', '"rules_version": 99')


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda text: text[: len(text) // 2], "is truncated or altered (not valid JSON"),
        (lambda text: text.replace('"digest"', '"digits"'), "is truncated or altered (runs.0"),
        (lambda text: text.replace("ttrsim baseline", "somebody else"), "is not a ttrsim baseline"),
        (lambda text: text.replace('"format_version": 1', '"format_version": 2'), "has format version 2"),
        (lambda text: "[]", "is not a ttrsim baseline"),
        (spoil_rules, "was played with rules version 99, this run with 1"),
    ],
)
def test_a_baseline_that_cannot_be_compared(place: Path, spoil: object, told: str) -> None:
    assert callable(spoil)
    FILE.write_text(spoil(FILE.read_text()))
    result = ttrsim("compare", "base", "before")
    assert (result.exit_code, result.stdout) == (5, "")
    assert told in result.stderr
    assert "`ttrsim baseline save base RUN`" in result.stderr


def test_a_missing_baseline(place: Path) -> None:
    result = ttrsim("compare", "bsae", "before")
    assert result.exit_code == 5
    assert "no baseline 'reports/baselines/bsae.json' — did you mean 'base'?" in result.stderr
    assert "save one with `ttrsim baseline save bsae RUN`" in result.stderr
    assert ttrsim("compare", "ba se", "before").exit_code == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (["--set", "seats.0=random"], "seats was ['path', 'greedy'], is ['random', 'greedy']"),
        (["--set", "board.wilds=4"], "board was {'name': 'ny'}, is {'name': 'ny', 'wilds': 4}"),
        (["--tables", "games,seats"], "tables was"),
    ],
)
def test_a_baseline_of_another_scenario(place: Path, change: list[str], told: str) -> None:
    assert ttrsim("run", "s.toml", *change, "--deals", "5", "-o", "other").exit_code == 0
    result = ttrsim("compare", "base", "other")
    assert result.exit_code == 5
    assert told in result.stderr


def test_a_run_that_is_not_whole(place: Path) -> None:
    assert ttrsim("run", "s.toml", "--shard", "1/2", "--chunk", "100", "-o", "shard").exit_code == 0
    result = ttrsim("baseline", "save", "x", "shard")
    assert result.exit_code == 2
    assert "is shard 1/2 of a run" in result.stderr
    assert ttrsim("baseline", "save", "x", "nowhere").exit_code == 2


def test_the_shipped_baseline_is_of_the_shipped_suite(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a change on purpose: `make baseline`."""
    monkeypatch.chdir(ROOT)
    members = members_of(Path("scenarios/ci-regression.toml"))
    setups = {member.name: load_scenario(member) for member in members}
    saved = {run.name: run for run in read_baseline("ci").runs}
    assert saved.keys() == setups.keys()
    for name, setup in setups.items():
        assert saved[name].scenario_hash == scenario_hash(setup.scenario)
        assert (saved[name].seed, saved[name].deals) == (setup.scenario.seed, setup.scenario.deals)
        assert saved[name].rules_version == setup.game.kernel.rules_version
        absent = set() if setup.board.name == "europe" else TUNNELS & compared_in_runs(setup.game)
        assert compared_in_runs(setup.game) == saved[name].metrics.keys() | absent


def test_tolerances_the_most_particular_first() -> None:
    own = {"bot_habits": 9.0, "bot_habits[greedy, turns]": 7.0, "route_claimed[A-B]": 0.5, "lead_time": 0.1}
    tolerances = Tolerances(TRAINS, own)
    assert tolerances.find("bot_habits", ("random", "turns")) == TOLERANCES["bot_habits[turns]"]
    assert tolerances.find("bot_habits", ("greedy", "turns")) == 7.0
    assert tolerances.find("bot_habits", ("greedy", "pile_cards")) == 9.0
    assert tolerances.find("route_claimed", ("A-B",)) == 0.5
    assert tolerances.find("route_claimed", ("A-C",)) == TOLERANCES["route_claimed"]
    assert tolerances.find("lead_time", ()) == 0.1
    assert tolerances.find("bot_points", ("greedy",)) == 1
    assert Tolerances(TRAINS, {}).find("bot_habits", ("greedy", "pile_cards")) is None


def test_default_tolerances_are_of_metrics_there_are() -> None:
    metrics = all_metrics(TRAINS)
    for name in {**DEFAULTS, **TOLERANCES}:
        assert metrics[split(name)[0]].kind != "count"


def test_faulty_tolerances_of_an_older_run(place: Path) -> None:
    """A newer ttrsim may not know a metric any more."""
    scenario = json.loads(Path("before/manifest.json").read_text())["scenario"]
    change_manifest(Path("before"), scenario=scenario | {"tolerances": {"bot_point": 1, "seatings": 2}})
    result = ttrsim("baseline", "save", "x", "before")
    assert result.exit_code == 2
    assert "tolerances.bot_point: no such metric — did you mean 'bot_points'?" in result.stderr
    assert "tolerances.seatings: a count has no interval" in result.stderr


def test_a_tolerance_the_baseline_knows_nothing_of(place: Path) -> None:
    assert ttrsim("run", "s.toml", "--set", "tolerances.lead_time=0.1", "--seed", "4", "-o", "r").exit_code == 0
    result = ttrsim("compare", "base", "r")
    assert result.exit_code == 5
    assert "has no data for lead_time" in result.stderr


def test_line_endings_do_not_matter(place: Path) -> None:
    for path in (FILE, Path("s.toml"), *Path("ny").iterdir()):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    result = ttrsim("compare", "base", "s.toml")
    assert result.stdout.startswith("base: identical\n")
    assert result.stdout.endswith("identical, all of 2,400 games\n")
    assert json.loads(FILE.read_bytes())["format"] == "ttrsim baseline"


@pytest.mark.parametrize("path", ["./kept/mine.json", "kept/mine", "mine.json"])
def test_a_baseline_by_its_path(place: Path, path: str) -> None:
    Path("kept").mkdir()
    result = ttrsim("baseline", "save", path, "before")
    file = Path(path).with_suffix(".json")
    assert result.exit_code == 0, result.stderr
    assert file.is_file()
    compared = ttrsim("compare", path, "before").stdout
    assert compared.startswith(f"{path}: identical\n")
    assert compared.endswith("identical, all of 2,400 games\n")
    assert "bot_points" in ttrsim("baseline", "show", path).stdout
    file.unlink()
    missing = ttrsim("compare", path, "before")
    assert missing.exit_code == 5
    assert f"no baseline '{file}'" in missing.stderr


@pytest.mark.parametrize("name", ["../x", "..", "/tmp/x", "a/b", "a\\\\b", "C:x"])
def test_no_name_in_a_baseline_leads_out_of_the_folder(place: Path, name: str) -> None:
    file = Path("reports/baselines/base.json")
    values = json.loads(file.read_text())
    values["runs"][0]["name"] = name
    file.write_text(json.dumps(values))
    result = ttrsim("compare", "base", "before")
    assert result.exit_code == 5
    assert "runs.0.name: Value error, should name a folder" in result.stderr
