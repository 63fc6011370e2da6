"""The `reproduce:` line of every summary plays the same games again: each is carried out here."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import assert_same
from tests.runs.test_inputs import EAGER, NEW_YORK
from ttrsim.cli.app import app
from ttrsim.documents.report.summary import summarise_run

PAIR = {"board": "new-york", "seats": ["random", "greedy"], "deals": 6, "seed": 3}
FIELD = {"board": "new-york", "field": ["random", "greedy", "onestep"], "players": 2, "deals": 6}

SCENARIOS: dict[str, dict[str, Any]] = {
    "seats": PAIR,
    "weights": PAIR | {"seats": ["planner(block=0.2, company=1)", "random"]},
    "equal bots": PAIR | {"seats": ["greedy", "greedy"]},
    "no rotations": PAIR | {"rotations": "none"},
    "some tables": PAIR | {"tables": ["games", "claims"]},
    "house rules": PAIR
    | {"board": {"name": "new-york", "wilds": 12, "route_points": {"1": 1, "2": 2, "3": 5, "4": 9}}},
    "field": FIELD,
    "field under house rules": FIELD | {"board": {"name": "new-york", "trains": 12}, "rotations": "none"},
    "restrictions": PAIR
    | {"restrictions": [{"seat": 0, "open_wilds": False}, {"bot": "greedy", "ticket_draws": False}]},
    "explore": {"board": "explore-new-york", "seats": ["random", "greedy"], "deals": 3},
    "experiment": PAIR | {"experiment": {"kind": "tickets", "seats": [1]}},
    "experiment with rules": PAIR
    | {"experiment": {"kind": "rules", "settings": ["board.wilds=10", "seats.0=onestep"]}},
    "experiment in a field": FIELD | {"experiment": {"kind": "rules", "settings": ["board.trains=13"]}},
    "experiment that stops": PAIR
    | {"deals": 3000, "experiment": {"kind": "rules", "settings": ["board.wilds=10"], "until": 9}},
}


def carried_out(path: Path, again: Path) -> ttrsim.Run:
    words = shlex.split(summarise_run(ttrsim.open_run(path)).provenance["reproduce"])
    assert words[0] == "ttrsim"
    result = CliRunner().invoke(app, [*words[1:], "-o", str(again)])
    assert result.exit_code == 0, result.output
    return ttrsim.open_run(again)


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_line_plays_the_same_games(name: str, tmp_path: Path) -> None:
    run = ttrsim.run(SCENARIOS[name], out=tmp_path / "run")
    again = carried_out(run.path, tmp_path / "again")
    assert again.manifest.key == run.manifest.key
    assert again.deals_complete == run.deals_complete
    assert_same(again, run)


@pytest.mark.parametrize(
    "options",
    [{"shard": "2/2", "chunk": 6}, {"chunk": 4}, {"settings": ['field=["greedy", "random"]', "board.trains=9"]}],
)
def test_the_line_repeats_what_options_changed(options: dict[str, Any], tmp_path: Path) -> None:
    run = ttrsim.run(FIELD, out=tmp_path / "run", **options)
    again = carried_out(run.path, tmp_path / "again")
    assert (again.manifest.key, again.manifest.shard) == (run.manifest.key, run.manifest.shard)
    assert_same(again, run)


@pytest.mark.parametrize("key", ["seats", "field"])
def test_the_line_needs_neither_the_board_nor_the_bot_nor_the_scenario_file(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own, mine"
    shutil.copytree(NEW_YORK, own / "board")
    shutil.copy(EAGER, own / "bot.py")
    players = "players = 2\n" if key == "field" else ""
    rules = 'experiment = { kind = "rules", settings = ["board.wilds=9", "KEY.1=random"] }\n'.replace("KEY", key)
    text = f'{key} = ["bot.py:eager(eagerness=0.9)", "greedy"]\n{players}deals = 4\nboard = "board"\n{rules}'
    (own / "scenario.toml").write_text(text)
    run = ttrsim.run(own / "scenario.toml", out=tmp_path / "run, here")
    shutil.rmtree(own)
    monkeypatch.chdir(tmp_path)
    again = carried_out(Path("run, here"), tmp_path / "again")
    assert again.manifest.key == run.manifest.key
    assert_same(again, run)


def test_the_line_of_an_experiment_with_another_board_needs_no_original(tmp_path: Path) -> None:
    board = Path(shutil.copytree(NEW_YORK, tmp_path / "own"))
    (board / "board.toml").write_text((board / "board.toml").read_text().replace("trains = 15", "trains = 14"))
    run = ttrsim.run(PAIR | {"experiment": {"kind": "rules", "settings": [f"board={board}"]}}, out=tmp_path / "run")
    shutil.rmtree(board)
    assert carried_out(run.path, tmp_path / "again").manifest.key == run.manifest.key
