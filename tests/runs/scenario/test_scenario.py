"""Scenario files: what they may say, and what is said about their faults."""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ttrsim
from tests.runs.helpers import ROOT, change_manifest
from ttrsim.errors import UserError
from ttrsim.runs.plan import Shard, make_plan, parse_shard
from ttrsim.runs.scenario.changes import Changes
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.sources import members_of
from ttrsim.runs.scenario.writing import scenario_schema, scenario_toml

READY = sorted((ROOT / "scenarios").glob("*.toml"))
EAGER = ROOT / "tests/runs/eager.py"


def faults_of(scenario: Any, *settings: str) -> list[tuple[str, str]]:
    with pytest.raises(ScenarioError) as told:
        load_scenario(scenario, Changes(settings=settings))
    return [(fault.where, fault.text) for fault in told.value.faults]


# ---- ready scenarios -----------------------------------------------------------------------------


def test_the_ready_scenarios_are_there() -> None:
    names = {path.stem for path in READY}
    assert {f"europe-{n}p" for n in (2, 3, 4, 5)} <= names
    assert {"new-york-2p", "new-york-3p", "new-york-4p", "usa-2p", "usa-4p", "mixed-styles-europe"} <= names
    assert any(name.startswith("house-rules") for name in names)
    assert any(name.startswith("ci-") for name in names)


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_ready_scenarios_are_sound(path: Path) -> None:
    assert tomllib.loads(path.read_text(encoding="utf-8"))["about"]
    for member in members_of(path):
        assert make_plan(load_scenario(member)).n_games >= 1000


# ---- what a scenario may say ---------------------------------------------------------------------


def test_defaults() -> None:
    setup = load_scenario({"board": "usa", "seats": ["random", "greedy"]})
    scenario = setup.scenario
    assert scenario.tables is None
    assert setup.tables == ("games", "seats", "tickets", "claims", "stations", "chances")
    assert (scenario.rotations, scenario.seed, scenario.deals) == ("all", 1, 10_000)


def test_house_rules() -> None:
    board = load_scenario({"board": {"name": "europe", "wilds": 12, "stations": 0}, "seats": ["random"] * 2}).board
    assert (board.parameters.wilds, board.parameters.stations, board.parameters.hand) == (12, 0, 4)


def test_settings() -> None:
    settings = ["board.wilds=12", "seats.1=greedy", "deals=5", 'tables=["games"]', "about=house rules"]
    setup = load_scenario({"board": "usa", "seats": ["random", "random"]}, Changes(settings=settings))
    assert setup.board.parameters.wilds == 12
    scenario = setup.scenario
    assert (scenario.seats, scenario.deals, scenario.tables) == (("random", "greedy"), 5, ("games",))
    assert scenario.about == "house rules"


def test_a_file_reads_as_it_was_written(tmp_path: Path) -> None:
    values = {
        "about": 'a "quoted" text\nof two lines: é',
        "board": {"name": "europe", "wilds": 12, "route_points": {"1": 1, "2": 3, "3": 4, "4": 7, "6": 15, "8": 21}},
        "field": ["random", "greedy", f"{EAGER}:eager(eagerness=0.25)"],
        "players": 2,
        "checks": ["mean(turns) > 3"],
    }
    scenario = load_scenario(values).scenario
    (tmp_path / "s.toml").write_text(scenario_toml(scenario), encoding="utf-8")
    assert load_scenario(tmp_path / "s.toml").scenario == scenario


def test_paths_are_meant_from_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    shutil.copy(EAGER, tmp_path / "mine/bot.py")
    shutil.copytree(ROOT / "ttrsim/games/trains/board/data/new-york", tmp_path / "mine/city")
    text = 'board = "city"\nseats = ["./bot.py:eager(eagerness=1)", "random"]\n'
    (tmp_path / "mine/s.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    setup = load_scenario("mine/s.toml")
    assert Path(setup.board.name) == tmp_path / "mine/city"
    assert setup.labels == ["bot.py:eager(eagerness=1)", "random"]


def test_the_schema_has_the_keys() -> None:
    assert {"board", "seats", "field", "deals", "seed", "tables", "checks"} <= scenario_schema()["properties"].keys()


# ---- faults --------------------------------------------------------------------------------------


def test_all_faults_at_once() -> None:
    scenario = {"board": "europ", "seets": [], "deals": "many", "seats": ["random", "gredy"], "tables": ["game"]}
    told = dict(faults_of(scenario, "seats.7=x", "nonsense"))
    assert told["--set nonsense"] == "should be KEY=VALUE, e.g. board.wilds=12"
    assert told["--set seats.7=x"] == "no position '7': positions are 0 to 1"
    assert "did you mean 'europe'?" in told["board"]
    assert told["seets"] == "unknown key — did you mean 'seats'?"
    assert told["deals"] == "should be a valid integer, not 'many'"
    assert "did you mean 'greedy'?" in told["seats.1"]
    assert "did you mean 'games'?" in told["tables.0"]


@pytest.mark.parametrize(
    ("changes", "where", "what"),
    [
        ({"board": {"name": "usa", "wild": 3}}, "board", "unknown parameter 'wild' — did you mean 'wilds'?"),
        ({"board": {"name": "usa", "hand": 100}}, "board", "hand should be less than or equal to 20"),
        ({"board": {"wilds": 3}}, "board.name", "is missing"),
        ({"board": 5}, "board", "should be"),
        ({"seats": ["random"]}, "seats", "usa is for 2 to 5 players, not 1"),
        ({"seats": ["random"] * 6}, "seats", "not 6"),
        ({"seats": "random"}, "seats", "should be a list"),
        ({"seats": ["random", 2]}, "seats.1", "should be a valid string"),
        ({"field": ["random", "greedy"], "players": 2}, "field", "either seats or a field, not both"),
        ({"players": 2}, "players", "is only for a field"),
        ({"seats": None, "field": ["random", "greedy"]}, "players", "is missing"),
        ({"seats": None, "field": ["random"], "players": 2}, "field", "has 1 bots for 2 players"),
        ({"seats": None, "field": ["random", "random"], "players": 2}, "field", "'random' is listed more than once"),
        ({"seats": None}, "seats", "is missing"),
        ({"deals": 0}, "deals", "should be greater than or equal to 1"),
        ({"seed": -1}, "seed", "should be greater than or equal to 0"),
        ({"seed": 2**63}, "seed", "should be"),
        ({"tables": ["games", "games"]}, "tables", "'games' is listed more than once"),
        ({"rotations": "some"}, "rotations", "should be 'all' or 'none'"),
        ({"seats": ["random", "greedy(a=1)"]}, "seats.1", "unknown weight 'a'; it has no weights"),
        ({"seats": ["random", f"{EAGER}:eager(eager=1)"]}, "seats.1", "did you mean 'eagerness'?"),
        (
            {"seats": ["random", f"{EAGER}:eager(eagerness=much)"]},
            "seats.1",
            "eagerness should be a number, not 'much'",
        ),
        ({"seats": ["random", f"{EAGER}:eager(eagerness)"]}, "seats.1", "a weight should be name=value"),
        ({"seats": ["random", "./nowhere.py:bot"]}, "seats.1", "no such file"),
    ],
)
def test_faults(changes: dict[str, Any], where: str, what: str) -> None:
    scenario = {"board": "usa", "seats": ["random", "greedy"]} | changes
    told = faults_of({key: value for key, value in scenario.items() if value is not None})
    assert [place for place, _ in told] == [where]
    assert what in told[0][1]


def test_a_file_is_named_in_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text('board = "usa"\nseats = ["random", "radnom"]\n')
    with pytest.raises(UserError) as told:
        load_scenario(path)
    assert str(told.value).startswith(f"{path}: seats.1: unknown bot 'radnom' — did you mean 'random'?")
    path.write_text("board = \n")
    with pytest.raises(UserError, match=r"s\.toml: not valid TOML: .*line 1"):
        load_scenario(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError, match="not UTF-8"):
        load_scenario(path)
    with pytest.raises(UserError, match="no scenario file"):
        load_scenario(tmp_path / "nowhere.toml")


def test_checks_and_tolerances_are_read_before_anything_is_played(tmp_path: Path) -> None:
    """With all other faults, and by the names of bots as the tables have them."""
    scenario = {"board": "usa", "seats": ["random", f"{EAGER}:eager"], "deals": -1}
    scenario |= {"checks": ["tis < 1", "win_share[eager.py:eager] > 0", "win_share[eager] > 0"]}
    scenario |= {"tolerances": {"bot_point": 1, "seatings": 2}}
    assert faults_of(scenario, "seed=x") == [
        ("deals", "should be greater than or equal to 1, not -1"),
        ("seed", "should be a valid integer, not 'x'"),
        ("tolerances.bot_point", "no such metric — did you mean 'bot_points'?"),
        ("tolerances.seatings", "a count has no interval and cannot be compared"),
        ("checks.0", "'tis < 1': no metric 'tis' — did you mean 'ties'?; see `ttrsim metrics list`"),
        ("checks.2", "'win_share[eager] > 0': no bot 'eager'"),
    ]
    scenario |= {"deals": 2, "checks": [], "tolerances": {}}
    with pytest.raises(ScenarioError, match=r"checks\.0"):
        ttrsim.run(scenario, settings=['checks=["tis < 1"]'], out=tmp_path / "r")
    assert list(tmp_path.iterdir()) == []


def test_checks_are_read_before_a_run_is_resumed(tmp_path: Path) -> None:
    folder = ttrsim.run({"board": "usa", "seats": ["random", "greedy"], "deals": 2}, out=tmp_path / "r").path
    (folder / "parts.jsonl").unlink()
    manifest = json.loads((folder / "manifest.json").read_text())
    change_manifest(folder, scenario=manifest["scenario"] | {"checks": ["tis < 1"]})
    with pytest.raises(ScenarioError, match=r"checks\.0: 'tis < 1': no metric 'tis'"):
        ttrsim.resume(folder)


# ---- who sits where ------------------------------------------------------------------------------


def test_a_field_meets_in_every_line_up() -> None:
    setup = load_scenario({"board": "usa", "field": ["random", "greedy", f"{EAGER}:eager"], "players": 2})
    assert setup.n_rotations == 2
    assert setup.seatings == ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))


def test_shards_share_the_chunks() -> None:
    setup = load_scenario({"board": "usa", "seats": ["random", "greedy"], "deals": 1000})
    plans = [make_plan(setup, Shard(k, 3), 64) for k in (1, 2, 3)]
    numbers = sorted(chunk.number for plan in plans for chunk in plan.chunks())
    assert numbers == list(range(plans[0].n_chunks))
    assert sum(plan.n_games for plan in plans) == 2000


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "a/b", "1/0", "-1/3", "1/3/5", ""])
def test_bad_shards(text: str) -> None:
    with pytest.raises(UserError, match="--shard should be K/N"):
        parse_shard(text)


def test_more_shards_than_chunks() -> None:
    setup = load_scenario({"board": "usa", "seats": ["random", "greedy"], "deals": 10})
    with pytest.raises(UserError, match="would be empty"):
        make_plan(setup, Shard(1, 5))
