"""`ttrsim check` and `ttrsim sprt`: they end when they know, and say so by their exit codes."""

from __future__ import annotations

import json
import pickle
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest

import ttrsim as package
from tests.studies.regression.conftest import ttrsim
from ttrsim.games.trains.game import TRAINS
from ttrsim.measures.registry import all_metrics
from ttrsim.play.columns import Played
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import make_plan
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.regression.checks import sums_of_chunk

SCENARIO = {"board": "new-york", "seats": ["greedy", "random"], "deals": 4000, "seed": 2}


def check(tmp_path: Path, checks: list[str], *options: str, deals: int = 4000) -> tuple[int, dict[str, Any], str]:
    path = tmp_path / "s.toml"
    values = SCENARIO | {"deals": deals, "checks": checks}
    path.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()))
    result = ttrsim("check", str(path), "--json", *options)
    rows = json.loads(result.stdout) if result.stdout else []
    return result.exit_code, {row["check"]: row for row in rows}, result.stderr


def test_checks_that_hold_end_early(tmp_path: Path) -> None:
    code, rows, err = check(tmp_path, ["win_share[greedy] > 0.6", "mean(turns) in [10, 100]", "ties < 0.2"])
    assert (code, err) == (0, "")
    assert {row["state"] for row in rows.values()} == {"holds"}
    assert rows["mean(turns) in [10, 100]"]["n"] == 1024
    won = rows["win_share[greedy] > 0.6"]
    assert 0.6 < won["low"] < won["value"] <= won["high"] <= 1


def test_effects_of_an_experiment_are_checked(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    checks = ["effect[win_share] in [-0.5, 0.5]", "ticket_effect[Brooklyn-Chelsea] < -0.4"]
    values = {"board": "new-york", "seats": ["greedy", "greedy"], "deals": 2000, "checks": checks}
    text = "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
    path.write_text(text + 'experiment = {kind = "tickets", subjects = ["Brooklyn-Chelsea"]}\n')
    result = ttrsim("check", str(path), "--json")
    assert [row["state"] for row in json.loads(result.stdout)] == ["holds", "fails"]
    assert result.exit_code == 3


def test_metrics_of_effects_travel_to_another_process() -> None:
    for metric in all_metrics(TRAINS).values():
        if metric.needs == ("effects",):
            assert pickle.loads(pickle.dumps(metric)).name == metric.name


def test_work_and_sums_travel_to_another_process() -> None:
    setup = load_scenario(SCENARIO | {"checks": ["ties < 0.2", "win_share[greedy] > 0.6", "mean(turns) > 1"]})
    plan = make_plan(setup)
    metrics = [threshold.metric for threshold in setup.thresholds]
    work = PlayChunks(setup, plan, partial(sums_of_chunk, setup.facts, metrics))
    here, there = (each.start()(plan.chunk(1), lambda n: None) for each in (work, pickle.loads(pickle.dumps(work))))
    assert set(here["metric"]) == {"ties", "win_share", "mean(turns)"}
    assert pickle.loads(pickle.dumps(there)).equals(here)


def test_values_are_those_of_the_games_played(tmp_path: Path) -> None:
    _, rows, _ = check(tmp_path, ["mean(turns) in [10, 100]", "points[random] > -100"])
    run = package.run(SCENARIO | {"deals": 512}, out=tmp_path / "r")
    turns = run.scan("games").select("turns").collect()["turns"]
    assert rows["mean(turns) in [10, 100]"]["value"] == pytest.approx(turns.mean())
    points = run.scan("seats").filter(pl.col("bot") == "random").select("points").collect()["points"]
    assert rows["points[random] > -100"]["value"] == pytest.approx(points.mean())
    assert rows["points[random] > -100"]["n"] == len(points)


def test_a_check_that_fails(tmp_path: Path) -> None:
    code, rows, err = check(tmp_path, ["win_share[random] > 0.6", "ties < 0.2"])
    assert code == 3
    assert err == "error: 1 of 2 checks failed:\n  win_share[random] > 0.6\n"
    assert [row["state"] for row in rows.values()] == ["fails", "holds"]
    shown = ttrsim("check", str(tmp_path / "s.toml")).stdout
    assert shown.startswith("2 checks: 1 holds, 1 fails\n")
    assert "\nfails  win_share[random] > 0.6 " in shown
    assert "\nholds  ties < 0.2 " in shown


def test_a_check_that_the_games_do_not_decide(tmp_path: Path) -> None:
    code, rows, err = check(tmp_path, ["seat_win_share[0] > 0.5"], "--games", "600")
    (row,) = rows.values()
    assert (code, row["state"], row["n"]) == (4, "undecided", 600)
    assert err == "error: 1 of 1 checks are undecided; play more games with -n:\n  seat_win_share[0] > 0.5\n"


def test_what_never_happened_is_not_certain_never_to_happen(tmp_path: Path) -> None:
    """Nobody gets both halves of a double, but a thousand games cannot show that it is rarer than one in 10,000."""
    code, rows, _ = check(tmp_path, ["both_halves < 0.0001", "both_halves < 0.1"], "--games", "1000")
    assert [row["state"] for row in rows.values()] == ["undecided", "holds"]
    assert code == 4


def test_no_data_is_an_error(tmp_path: Path) -> None:
    code, _, err = check(tmp_path, ["game_means[trns] > 3"])
    assert code == 2
    assert "'game_means[trns] > 3': no data in 512 deals; game_means was seen for: flushes; lead_changes" in err


def test_no_checks_and_faulty_ones(tmp_path: Path) -> None:
    code, _, err = check(tmp_path, [])
    assert code == 2
    assert "has no checks" in err
    code, _, err = check(tmp_path, ["tis < 1"])
    assert code == 2
    assert "checks.0: 'tis < 1': no metric 'tis' — did you mean 'ties'?" in err


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ('checks=["tis < 1"]', "checks.0: 'tis < 1': no metric 'tis' — did you mean 'ties'?"),
        ("tolerances.tis=1", "tolerances.tis: no such metric — did you mean 'ties'?"),
    ],
)
def test_scenario_check_reads_them(setting: str, told: str) -> None:
    result = ttrsim("scenario", "check", "new-york", "--bots", "greedy,random", "--set", setting)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr


def test_a_suite_is_checked_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table = '[[scenario]]\nname = "{0}"\nboard = "{0}"\nseats = ["greedy", "random"]\nchecks = ["{1}"]\n'
    Path("s.toml").write_text(table.format("new-york", "ties < 0.3") + table.format("usa", "win_share[random] > 0.9"))
    result = ttrsim("check", "s.toml", "--json")
    assert result.exit_code == 3
    assert [(row["scenario"], row["state"]) for row in json.loads(result.stdout)] == [
        ("new-york", "holds"),
        ("usa", "fails"),
    ]
    assert result.stderr == "error: 1 of 2 checks failed:\n  usa: win_share[random] > 0.9\n"


def test_checks_for_ci(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Markdown and JUnit name every check, what failed, and how long it took."""
    monkeypatch.chdir(tmp_path)
    files = ("--markdown", "m.md", "--junit", "j.xml")
    code, rows, _ = check(tmp_path, ["win_share[random] > 0.6", "ties < 0.2"], *files)
    assert code == 3
    failed = rows["win_share[random] > 0.6"]
    page = Path("m.md").read_text(encoding="utf-8")
    assert page.startswith("# 2 checks: 1 holds, 1 fails\n")
    assert f"| fails | win_share\\[random\\] > 0.6 | {failed['value']:.4g} (" in page
    suites = ElementTree.parse("j.xml").getroot()
    cases = {case.get("name"): case for case in suites.iter("testcase")}
    assert cases.keys() == rows.keys()
    assert cases["ties < 0.2"].find("failure") is None
    failure = cases["win_share[random] > 0.6"].find("failure")
    assert failure is not None
    assert failure.get("message", "").startswith(f"fails: {failed['value']:.4g} (")
    assert (suites.get("tests"), suites.get("failures")) == ("2", "1")
    assert float(suites.get("time", "")) > 0


def test_a_stronger_bot_is_found_early() -> None:
    result = ttrsim("sprt", "--bots", "greedy,random", "--board", "new-york", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["verdict"]) == (0, "stronger")
    assert told["games"] == 2 * told["deals"] == 256
    assert told["llr"] >= told["bounds"]["upper"] == pytest.approx(np.log(19))
    assert told["win_share"]["low"] < told["win_share"]["value"]


def test_a_weaker_bot_is_not_stronger() -> None:
    result = ttrsim("sprt", "--bots", "random,greedy", "--board", "new-york")
    assert result.exit_code == 3
    assert "random against greedy on new-york: not stronger" in result.stdout
    assert result.stderr == "error: random is not stronger than greedy\n"


def test_a_twin_is_not_stronger(tmp_path: Path) -> None:
    (tmp_path / "twin.py").write_text((Path(package.__file__).parent / "games/trains/bots/greedy.py").read_text())
    result = ttrsim("sprt", "--bots", f"{tmp_path / 'twin.py'}:greedy,greedy", "--board", "new-york", "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, told["verdict"]) == (3, "not stronger")
    assert told["win_share"]["value"] == 0.5  # in both seatings of a deal the same seat wins


def test_too_few_games_to_tell() -> None:
    result = ttrsim("sprt", "--bots", "greedy,random", "--board", "new-york", "-n", "100")
    assert result.exit_code == 4
    assert "greedy against random on new-york: undecided" in result.stdout
    assert "undecided after 100 games whether greedy is stronger than random" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--bots", "greedy,greedy"], "two bots with different names"),
        (["--bots", "greedy,random,random"], "a test needs two bots"),
        (["--bots", "greedy,random", "--elo0", "5", "--elo1", "5"], "must be greater than --elo0"),
        (["--bots", "greedy,gredy"], "did you mean 'greedy'?"),
        (["--bots", "greedy,random", "--board", "mars"], "mars"),
    ],
)
def test_mistakes(arguments: list[str], told: str) -> None:
    result = ttrsim("sprt", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr


def test_an_interrupted_test_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores_of(chunk: Played) -> np.ndarray:
        if chunk.first_game > 0:
            raise KeyboardInterrupt
        return np.array([0.0, 1.0] * 64)

    monkeypatch.setattr("ttrsim.studies.regression.match._scores", scores_of)
    result = ttrsim("sprt", "--bots", "greedy,random", "--board", "new-york")
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.startswith("error: interrupted: LLR -")
    assert "256 games, win share 50.00%" in result.stderr
