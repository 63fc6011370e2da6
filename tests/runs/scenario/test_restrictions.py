"""Restrictions of a scenario: who is under them, what is said about their faults, and that a run keeps to them."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import ROOT, assert_same
from ttrsim.cli.app import app
from ttrsim.errors import UserError
from ttrsim.games.registry import load_board
from ttrsim.runs.plan import make_plan
from ttrsim.runs.provenance import results_key
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.scenario.writing import scenario_toml
from ttrsim.studies.regression.runs import scenario_hash

TICKET, ROUTE = "Moskva-Palermo", "Brest-Paris"


def scenario(*restrictions: dict[str, Any], **keys: Any) -> dict[str, Any]:
    values = {"board": "europe", "seats": ["random", "greedy", "hungry"], "deals": 60}
    return values | keys | {"restrictions": list(restrictions)}


def faults_of(values: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(ScenarioError) as told:
        load_scenario(values)
    return [(fault.where, fault.text) for fault in told.value.faults]


def faults_of_one(board: str = "europe", **restriction: Any) -> list[tuple[str, str]]:
    return faults_of(scenario(restriction, board=board))


def invoke(*arguments: str) -> Any:
    return CliRunner().invoke(app, list(arguments))


# ---- runs ----------------------------------------------------------------------------------------


def seats_with(run: Run, table: str, **values: Any) -> pl.DataFrame:
    """Of each row with these values: its seat, and the bot that sat there."""
    seats = run.scan("seats").select("game", "seat", "bot")
    rows = run.scan(table).filter(*(pl.col(key) == value for key, value in values.items()))
    return rows.join(seats, on=["game", "seat"]).collect()


def test_a_seat_is_under_its_restrictions_whoever_sits_there(tmp_path: Path) -> None:
    values = scenario({"seat": 1, "keep": [TICKET], "closed": [ROUTE], "stations": False})
    run = ttrsim.run(values, out=tmp_path / "run")
    offered = seats_with(run, "tickets", ticket=TICKET).filter(pl.col("seat") == 1)
    assert offered.height > 5
    assert offered["kept"].all()
    assert offered["bot"].n_unique() == 3
    assert 1 not in seats_with(run, "claims", route=ROUTE)["seat"]
    assert seats_with(run, "claims", route=ROUTE).height > 5
    assert set(seats_with(run, "stations")["seat"]) == {0, 2}


def test_a_bot_is_under_its_restrictions_wherever_it_sits(tmp_path: Path) -> None:
    run = ttrsim.run(scenario({"bot": "hungry", "ticket_draws": False}), out=tmp_path / "run")
    drew = seats_with(run, "tickets").filter(pl.col("turn") > 0)
    assert set(drew["bot"]) == {"random"}
    assert drew["seat"].n_unique() == 3


def test_everybody_is_under_a_restriction_of_nobody_in_particular(tmp_path: Path) -> None:
    run = ttrsim.run(scenario({"tunnels": False}), out=tmp_path / "run")
    tunnels = [route.id for route in load_board("europe").routes if route.tunnel]
    claimed = run.scan("claims").collect()["route"].cast(pl.String)
    assert not claimed.is_in(tunnels).any()


def test_a_bot_in_a_seat() -> None:
    (restricted,) = load_scenario(scenario({"seat": 2, "bot": "hungry", "stations": False})).restricted
    assert restricted.concerns(2, 2)
    assert not restricted.concerns(2, 1)
    assert not restricted.concerns(1, 2)


def test_file_values_and_setting_are_the_same_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    plain = {"board": "europe", "seats": ["random", "greedy"], "deals": 20}
    head = 'board = "europe"\nseats = ["random", "greedy"]\ndeals = 20\n'
    file.write_text(f'{head}[[restrictions]]\nseat = 0\nclosed = ["{ROUTE}"]\n')
    values = plain | {"restrictions": [{"seat": 0, "closed": [ROUTE]}]}
    setting = f'restrictions=[{{seat = 0, closed = ["{ROUTE}"]}}]'
    runs = [
        ttrsim.run(file, out=tmp_path / "file"),
        ttrsim.run(values, out=tmp_path / "values"),
        ttrsim.run(plain, settings=[setting], out=tmp_path / "setting"),
    ]
    for run in runs[1:]:
        assert_same(runs[0], run)
    assert len({run.manifest.key for run in runs}) == 1
    free = ttrsim.run(plain, out=tmp_path / "free")
    assert free.manifest.key != runs[0].manifest.key
    assert runs[0].manifest.scenario.restrictions[0].terms == {"closed": [ROUTE]}


def test_a_restricted_run_goes_on_under_its_restrictions(tmp_path: Path) -> None:
    values = scenario({"seat": 0, "refuse": [TICKET]}, deals=40)
    whole = ttrsim.run(values, out=tmp_path / "whole")
    shards = [ttrsim.run(values, out=tmp_path / f"{k}", shard=f"{k}/2", chunk=30) for k in (1, 2)]
    merged = ttrsim.merge([shard.path for shard in shards], tmp_path / "merged")
    assert_same(whole, merged)
    assert ttrsim.resume(tmp_path / "merged").is_complete


def test_the_key_of_results_hangs_on_what_is_restricted() -> None:
    def key(*restrictions: dict[str, Any]) -> str:
        setup = load_scenario(scenario(*restrictions))
        return results_key(setup, make_plan(setup))

    all_kinds = ((), ({"stations": False},), ({"seat": 0, "stations": False},), ({"bot": "random", "stations": False},))
    assert len({key(*restrictions) for restrictions in all_kinds}) == 4
    assert key({"closed": [ROUTE], "stations": True}) == key({"closed": [ROUTE]})


def test_a_baseline_is_of_the_same_restrictions() -> None:
    free, bound = (load_scenario(values).scenario for values in (scenario(), scenario({"stations": False})))
    assert scenario_hash(free) != scenario_hash(bound)
    assert "restrictions" not in str(load_scenario(scenario()).scenario.model_dump(exclude_defaults=True))


def test_a_scenario_is_shown_as_it_is_read() -> None:
    shown = scenario_toml(load_scenario(scenario({"seat": 0, "keep": [TICKET], "tunnels": False})).scenario)
    assert load_scenario(tomllib.loads(shown)).scenario.restrictions[0].terms == {"keep": [TICKET], "tunnels": False}


def test_the_command_in_a_report_plays_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ttrsim.run(scenario({"seat": 0, "keep": [TICKET], "open_wilds": False}, deals=5), out=tmp_path / "run")
    told = invoke("summary", str(run.path), "--json")
    assert f"Played under restrictions: seat 0 must keep {TICKET} in the set-up, takes no face-up wilds." in told.stdout
    line = re.search(r'"reproduce": "(.*?)(?<!\\)"', told.stdout)
    assert line is not None, told.output
    command = shlex.split(line[1].encode().decode("unicode_escape"))
    monkeypatch.chdir(tmp_path)
    assert invoke(*command[1:], "-o", "again").exit_code == 0
    assert ttrsim.open_run("again").manifest.key == run.manifest.key


def test_what_would_be_played_is_said() -> None:
    setting = 'restrictions=[{bot = "greedy", ticket_draws = false}]'
    told = invoke("scenario", "check", "usa", "--bots", "greedy,random", "--deals", "9", "--set", setting)
    assert "limits:    greedy draws no tickets\n" in told.stdout


# ---- experiments ---------------------------------------------------------------------------------


def effects(tmp_path: Path, *restrictions: dict[str, Any], **experiment: Any) -> pl.DataFrame:
    values = {"board": "europe", "seats": ["planner"] * 3, "deals": 40, "experiment": experiment}
    return ttrsim.run(values | {"restrictions": list(restrictions)}, out=tmp_path / "run").scan("effects").collect()


def changed(effects: pl.DataFrame) -> pl.DataFrame:
    return effects.filter(pl.col("score_with") != pl.col("score_without"))


def test_to_try_what_is_the_case_already_changes_nothing(tmp_path: Path) -> None:
    assert changed(effects(tmp_path, {"stations": False}, kind="stations")).is_empty()


def test_a_trial_of_one_seat_leaves_the_restrictions_of_the_others(tmp_path: Path) -> None:
    """With all tunnels closed to everybody, to close one of them once more changes nothing."""
    tunnels = [route.id for route in load_board("europe").routes if route.tunnel]
    tried = effects(tmp_path, {"tunnels": False}, kind="route-exists", subjects=tunnels)
    assert tried.height > 50
    assert changed(tried).is_empty()


def test_restrictions_can_be_tried_like_rules(tmp_path: Path) -> None:
    settings = ('restrictions=[{bot = "planner", stations = false}]',)
    tried = effects(tmp_path, kind="rules", settings=settings)
    assert not changed(tried).is_empty()
    with pytest.raises(UserError, match="changes nothing on europe with 3 players"):
        effects(tmp_path / "same", {"bot": "planner", "stations": False}, kind="rules", settings=settings)


# ---- faults --------------------------------------------------------------------------------------


def test_names_that_are_not_on_the_board() -> None:
    assert faults_of_one(keep=[TICKET, "Moskva-Palermi"], closed=["Brest-Pari"]) == [
        ("restrictions.0.keep.1", f"europe has no ticket 'Moskva-Palermi' — did you mean '{TICKET}'?"),
        ("restrictions.0.closed.0", f"europe has no route 'Brest-Pari' — did you mean '{ROUTE}'?"),
    ]


def test_whom_it_cannot_concern() -> None:
    assert faults_of_one(seat=3, bot="gredy", stations=False) == [
        ("restrictions.0.seat", "seats are 0 to 2, not 3"),
        ("restrictions.0.bot", "no bot 'gredy' in this game — did you mean 'greedy'?"),
    ]


def test_keys_and_values() -> None:
    assert faults_of_one(keep="x", station=False, tunnels=1) == [
        ("restrictions.0.keep", "should be a list, not 'x'"),
        ("restrictions.0.tunnels", "should be a valid boolean, not 1"),
        ("restrictions.0.station", "unknown key — did you mean 'stations'?"),
    ]
    assert faults_of(scenario({"seat": -1}, {"closed": ["x"]})) == [
        ("restrictions.0.seat", "should be greater than or equal to 0, not -1"),
        ("restrictions.1.closed.0", "europe has no route 'x'"),
    ]
    assert [where for where, _ in faults_of(scenario() | {"restrictions": "x"})] == ["restrictions"]


def test_to_keep_and_to_refuse_is_too_much() -> None:
    assert faults_of_one(keep=[TICKET], refuse=[TICKET]) == [
        ("restrictions.0", f"ticket '{TICKET}' must be kept and refused in the set-up")
    ]
    load_scenario(scenario({"keep": [TICKET], "refuse_later": [TICKET], "closed": [ROUTE, ROUTE]}))


def test_restrictions_that_contradict_each_other_only_together() -> None:
    pair = ({"seat": 1, "keep_later": ["Berlin-Roma"]}, {"bot": "greedy", "refuse_later": ["Berlin-Roma"]})
    what = "together with restriction 0: ticket 'Berlin-Roma' must be kept and refused in later offers"
    assert faults_of(scenario(*pair)) == [("restrictions.1", what)]
    assert faults_of(scenario(*pair, rotations="none")) == [("restrictions.1", what)]
    elsewhere = ({"seat": 0, "keep_later": ["Berlin-Roma"]}, pair[1])
    load_scenario(scenario(*elsewhere, rotations="none"))  # greedy sits in seat 1


def test_what_leaves_nothing_legal() -> None:
    board = load_board("usa")
    tickets, routes = [ticket.id for ticket in board.tickets], [route.id for route in board.routes]
    later = "refuse_later leaves nothing legal: 1 of the tickets drawn have to be kept; "
    assert faults_of_one("usa", refuse=tickets[1:], refuse_later=tickets, closed=routes) == [
        ("restrictions.0", "refuse leaves nothing legal: 2 tickets of a set-up offer have to be kept"),
        ("restrictions.0", later + "with ticket_draws = false none are drawn"),
        ("restrictions.0", "closed leaves nothing legal to claim: every route is closed"),
    ]
    sound = {"refuse": tickets[2:], "refuse_later": tickets, "ticket_draws": False, "closed": routes[1:]}
    load_scenario(scenario(sound, board="usa"))


def test_a_game_without_restrictions_says_so() -> None:
    values = {"board": "explore-new-york", "seats": ["random", "greedy"], "restrictions": [{"stations": False}]}
    assert faults_of(values) == [("restrictions", "Explore New York has no restrictions")]


@pytest.mark.parametrize("setting", ['restrictions=[{keep=["x"]}]', "restrictions=[{seat=9}]", "restrictions=1"])
def test_a_mistake_is_exit_code_2_and_a_message(setting: str, tmp_path: Path) -> None:
    told = invoke("run", "europe", "--bots", "random,greedy", "-n", "2", "--set", setting, "-o", str(tmp_path / "x"))
    assert told.exit_code == 2
    assert "restrictions" in told.output
    assert "Traceback" not in told.output
    assert not (tmp_path / "x").exists()


# ---- docs ----------------------------------------------------------------------------------------


def test_the_example_of_the_docs_is_sound() -> None:
    text = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
    example = re.search(r"## Restrictions.*?```toml\n(.*?)```", text, re.DOTALL)
    assert example is not None
    assert len(load_scenario(tomllib.loads(example[1])).restricted) == 2
