"""Comparisons with a baseline, from the command to its exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from scipy import stats

import ttrsim as package
from tests.studies.regression.conftest import ttrsim
from ttrsim.documents.markdown import escaped
from ttrsim.measures.blocks import BLOCKS

FILE = Path("reports/baselines/base.json")
IDENTICAL = """\
base: identical

run (Ticket to Ride: New York (own board ny)): identical, all of 2,400 games
"""


def rows_of(told: str) -> dict[str, dict[str, Any]]:
    return {row["metric"]: row for run in json.loads(told)["runs"] for row in run["metrics"]}


def make_ticket_dearer() -> None:
    path = Path("ny/tickets.csv")
    lines = path.read_text().splitlines()
    *cells, points, is_long = lines[1].split(",")
    lines[1] = ",".join([*cells, str(int(points) + 3), is_long])
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("what", [["before"], ["s.toml"]])
def test_nothing_changed(place: Path, what: list[str]) -> None:
    result = ttrsim("compare", "base", *what)
    assert (result.exit_code, result.stderr.strip()) == (0, "")
    assert result.stdout == IDENTICAL


def test_the_baselines_own_scenario_is_played(place: Path) -> None:
    told = json.loads(ttrsim("compare", "base", "--json").stdout)
    assert (told["verdict"], told["runs"][0]["how"]) == ("identical", "digest")


def test_a_board_changed(place: Path) -> None:
    make_ticket_dearer()
    result = ttrsim("compare", "base", "s.toml", "--json", "--markdown", "m.md", "--junit", "j.xml")
    assert result.exit_code == 3
    assert "metrics are different from 'base'" in result.stderr
    told = json.loads(result.stdout)
    assert (told["verdict"], told["runs"][0]["how"]) == ("different", "paired deals")
    different = [row for row in told["runs"][0]["metrics"] if row["verdict"] == "different"]
    (paid,) = (row for row in different if row["metric"].startswith("ticket_paid["))
    assert paid["difference"] == {"value": 3.0, "low": 3.0, "high": 3.0}
    assert f"| {escaped(paid['metric'])} |" in Path("m.md").read_text()
    suites = ElementTree.parse("j.xml").getroot()
    failures = {case.get("name") for case in suites.iter("testcase") if case.find("failure") is not None}
    assert failures == {row["metric"] for row in different}
    (suite,) = suites
    assert int(suite.get("tests", "")) == 1 + len(told["runs"][0]["metrics"])
    assert int(suite.get("failures", "")) == len(different)


def test_junit_tells_how_long_it_took(place: Path) -> None:
    make_ticket_dearer()
    result = ttrsim("compare", "base", "s.toml", "--json", "--junit", "j.xml")
    seconds = json.loads(result.stdout)["runs"][0]["seconds"]
    suites = ElementTree.parse("j.xml").getroot()
    (suite,) = suites
    assert seconds > 0
    assert float(suite.get("time", "")) == float(suites.get("time", "")) == pytest.approx(seconds, abs=0.001)
    times = [float(case.get("time", "")) for case in suite]
    assert sum(times) == pytest.approx(seconds, abs=0.001 * len(times))


def test_every_difference_is_listed_or_counted(place: Path) -> None:
    """More than a terminal shows: a baseline whose every metric was another."""
    saved = json.loads(FILE.read_text())
    saved["runs"][0]["digest"] = "another"
    for series in (one for many in saved["runs"][0]["metrics"].values() for one in many if one["blocks"]):
        series["blocks"] = [block + 1000 for block in series["blocks"]]
    FILE.write_text(json.dumps(saved))
    result = ttrsim("compare", "base", "before", "--markdown", "m.md")
    told = json.loads(ttrsim("compare", "base", "before", "--json").stdout)["runs"][0]["metrics"]
    n_shown = sum(row["verdict"] in ("different", "inconclusive") for row in told)
    assert n_shown > 100
    for text in (result.stdout, Path("m.md").read_text()):
        assert f"… and {n_shown - 20} more rows" in text
    assert Path("m.md").read_text().count("| different |") == 20


# ---- exactly the same games ----------------------------------------------------------------------


def test_exact_passes_the_same_games(place: Path) -> None:
    result = ttrsim("compare", "base", "s.toml", "--exact")
    assert (result.exit_code, result.stderr.strip()) == (0, "")
    assert result.stdout == IDENTICAL


def test_exact_fails_a_change_that_tolerances_would_pass(place: Path) -> None:
    """One weight of one game in a thousand: nothing that a metric could show."""
    saved = json.loads(FILE.read_text())
    saved["runs"][0]["digest"] = "another"
    FILE.write_text(json.dumps(saved))
    assert ttrsim("compare", "base", "before").exit_code == 0
    result = ttrsim("compare", "base", "before", "--exact", "--junit", "j.xml")
    assert result.exit_code == 3
    assert "base: different" in result.stdout
    assert "): different — not the same games; metrics: " in result.stdout.replace("\n", " ")
    assert "the games are not those of 'base': the run" in result.stderr
    failures = [case for case in ElementTree.parse("j.xml").iter("testcase") if case.find("failure") is not None]
    assert [case.get("name") for case in failures] == ["games are identical"]


def test_exact_needs_the_same_deals(place: Path) -> None:
    assert ttrsim("run", "s.toml", "--seed", "4", "-o", "after").exit_code == 0
    result = ttrsim("compare", "base", "after", "--exact")
    assert result.exit_code == 5
    assert "baseline 'base' has 1,200 deals of seed 3, 'after' has 1,200 of seed 4" in result.stderr


# ---- other deals ---------------------------------------------------------------------------------


def test_other_deals_are_no_change(place: Path) -> None:
    assert ttrsim("run", "s.toml", "--seed", "4", "-o", "after").exit_code == 0
    result = ttrsim("compare", "base", "after", "--junit", "j.xml")
    assert (result.exit_code, result.stderr.strip()) == (0, "")
    assert "base: inconclusive" in result.stdout
    assert "1,200 deals" in result.stdout.replace("\n", " ")
    strict = ttrsim("compare", "base", "after", "--strict", "--junit", "strict.xml")
    assert strict.exit_code == 4
    assert "metrics are inconclusive; play more deals or widen the tolerances" in strict.stderr
    for file, kind in (("j.xml", "skipped"), ("strict.xml", "failure")):
        assert ElementTree.parse(file).getroot().find(f".//{kind}") is not None


@pytest.mark.parametrize(("seed", "is_paired"), [(3, True), (4, False)])
def test_differences_are_those_of_scipy_on_blocks_of_deals(place: Path, seed: int, is_paired: bool) -> None:
    """From the tables alone: each bot has one seat in every game, so the value of a block is its plain mean."""
    make_ticket_dearer()
    assert ttrsim("run", "s.toml", "--seed", str(seed), "-o", "after").exit_code == 0
    told = json.loads(ttrsim("compare", "base", "after", "--json").stdout)
    row = rows_of(json.dumps(told))["bot_points[greedy]"]
    before, after = (block_means(Path(name)) for name in ("before", "after"))
    test = stats.ttest_rel(after, before) if is_paired else stats.ttest_ind(after, before, equal_var=False)
    interval = test.confidence_interval(1 - told["alpha"] / told["family"])
    found = row["difference"]
    expected = (after.mean() - before.mean(), interval.low, interval.high)
    assert (found["value"], found["low"], found["high"]) == pytest.approx(expected, abs=0.01)


def block_means(path: Path) -> np.ndarray:
    seats = package.open_run(path).scan("seats").filter(pl.col("bot") == "greedy").collect()
    block = seats["deal"].cast(pl.Int64) * BLOCKS // 1200
    means = pl.DataFrame({"block": block, "points": seats["points"]}).group_by("block").mean().sort("block")
    return means["points"].to_numpy()


def test_wide_tolerances(place: Path) -> None:
    """A change that is small for its tolerance passes, and is said to be one."""
    make_ticket_dearer()
    names = ("ticket_kept", "ticket_completed", "ticket_paid", "route_claimed", "bot_win_share", "bot_points")
    names += ("seat_win_share", "margin", "game_means[turns]", "game_means[flushes]", "game_means[reshuffles]")
    names += ("ties", "trains_of_ender", "end_reasons", "bot_habits[longest]", "bot_habits[trains_left]")
    names += tuple(f"bot_habits[{habit}]" for habit in ("turns", "draws", "claims", "ticket_draws", "wilds_spent"))
    names += ("bot_habits[tickets_completed]", "bot_habits[tickets_failed]")
    Path("s.toml").write_text(Path("s.toml").read_text() + "[tolerances]\n")
    with Path("s.toml").open("a") as file:
        file.writelines(f'"{name}" = 100\n' for name in names)
    result = ttrsim("compare", "base", "s.toml", "--json")
    assert result.exit_code == 0
    rows = rows_of(result.stdout)
    changed = rows["bot_points[path]"]
    assert changed["difference"]["low"] > 0  # there is a change, beyond doubt
    assert changed["verdict"] == "within tolerance"
    compared = [row for row in rows.values() if row["difference"] is not None]
    assert {row["verdict"] for row in compared} == {"within tolerance", "identical"}
    assert all(min(row["before"]["n"], row["after"]["n"]) < 200 for row in rows.values() if row not in compared)


def test_equal_metrics_do_not_make_equal_games(place: Path) -> None:
    text = json.loads(FILE.read_text())
    text["runs"][0]["digest"] = "another"
    FILE.write_text(json.dumps(text))
    told = json.loads(ttrsim("compare", "base", "before", "--json").stdout)
    assert {row["verdict"] for row in told["runs"][0]["metrics"] if row["difference"]} == {"identical"}
    assert told["verdict"] != "identical"
    text["runs"][0]["metrics"] = {}
    FILE.write_text(json.dumps(text))
    result = ttrsim("compare", "base", "before", "--strict")
    assert result.exit_code == 4
    assert "base: inconclusive" in result.stdout


def test_what_one_run_has_none_of_is_different(place: Path) -> None:
    text = json.loads(FILE.read_text())
    kept = text["runs"][0]["metrics"]["bot_points"]
    kept.append({**kept[0], "keys": ["somebody"]})
    text["runs"][0]["digest"] = "another"
    FILE.write_text(json.dumps(text))
    row = rows_of(ttrsim("compare", "base", "before", "--json").stdout)["bot_points[somebody]"]
    assert (row["after"], row["difference"], row["verdict"]) == (None, None, "different")


def test_a_suite(place: Path) -> None:
    suite = "".join(
        f'[[scenario]]\nname = "{name}"\nboard = "{name}"\nseats = ["greedy", "random"]\ndeals = {deals}\n'
        for name, deals in (("ny", 60), ("new-york", 40))
    )
    Path("suite.toml").write_text(suite)
    assert ttrsim("run", "suite.toml", "-o", "runs").exit_code == 0
    assert ttrsim("baseline", "save", "both", "runs").exit_code == 0
    for what in (["runs"], ["suite.toml"], []):
        result = ttrsim("compare", "both", *what)
        assert result.exit_code == 0, result.stderr
        assert "ny (Ticket to Ride: New York (own board ny)): identical, all of 120 games" in result.stdout
        assert "new-york: identical, all of 80 games" in result.stdout
    result = ttrsim("compare", "both", "runs/ny")
    assert result.exit_code == 5
    assert "belongs to 'new-york', 'ny', not to a single run" in result.stderr


@pytest.mark.parametrize("option", ["--markdown", "--junit"])
def test_a_file_that_cannot_be_written(place: Path, option: str) -> None:
    result = ttrsim("compare", "base", "before", option, "nowhere/file")
    assert result.exit_code == 2
    assert "cannot write 'nowhere/file'" in result.stderr


def test_experiments_are_other_scenarios(place: Path) -> None:
    """In both directions."""
    assert ttrsim("experiment", "tickets", "s.toml", "-o", "tried").exit_code == 0
    assert ttrsim("baseline", "save", "trials", "tried").exit_code == 0
    for name, run in (("base", "tried"), ("trials", "before")):
        result = ttrsim("compare", name, run)
        assert result.exit_code == 5
        assert f"baseline '{name}' belongs to another scenario: experiment was " in result.stderr
    assert ttrsim("compare", "trials", "tried").exit_code == 0
