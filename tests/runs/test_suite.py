"""Suites: several scenarios in one file."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import assert_same
from ttrsim.cli.app import app
from ttrsim.runs.suites import run_folders

SUITE = """
about = "Two boards."

[[scenario]]
name = "ny"
board = "new-york"
seats = ["random", "greedy"]
deals = 6

[[scenario]]
name = "usa-3"
board = { name = "usa", wilds = 12 }
seats = ["random", "greedy", "greedy"]
deals = 4
seed = 5
tolerances = { bot_points = 2, "route_claimed[Duluth-Helena]" = 0.1 }
"""


@pytest.fixture
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "two.toml"
    path.write_text(SUITE)
    return path


def test_a_suite_is_played_into_folders_of_its_names(suite: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["run", "two.toml", "--set", "seats.0=greedy"])
    assert result.stdout == "runs/two/ny: 6 games, 1 of each deal\nruns/two/usa-3: 4 games, 1 of each deal\n"
    assert run_folders(Path("runs/two")) == {"ny": Path("runs/two/ny"), "usa-3": Path("runs/two/usa-3")}
    result = CliRunner().invoke(app, ["run", "two.toml", "-o", "mine"])
    assert result.exit_code == 0
    run = ttrsim.open_run("mine/usa-3")
    assert run.scenario.board.house_rules == {"wilds": 12}
    assert run.scenario.tolerances == {"bot_points": 2.0, "route_claimed[Duluth-Helena]": 0.1}
    alone = {"board": "new-york", "seats": ["random", "greedy"], "deals": 6}
    assert_same(ttrsim.open_run("mine/ny"), ttrsim.run(alone, out=tmp_path / "alone"))


def test_paths_are_meant_from_the_suite(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = suite.parent / "board"
    assert CliRunner().invoke(app, ["scenario", "check", str(suite)]).exit_code == 0
    suite.write_text(SUITE.replace('"new-york"', '"board"'))
    source = Path(ttrsim.__file__).parent / "games/trains/board/data/new-york"
    folder.mkdir()
    for file in source.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    monkeypatch.chdir("/")
    result = CliRunner().invoke(app, ["scenario", "check", str(suite)])
    assert f"ok: {suite}: ny" in result.stdout


def test_nothing_is_loaded_twice(suite: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both scenarios share a user's board, and a user's bot in two settings."""
    shutil.copytree(Path(ttrsim.__file__).parent / "games/trains/board/data/new-york", "board")
    bot = (Path(__file__).parent / "eager.py").read_text()
    Path("mine.py").write_text(f"{bot}\nprint('loaded', file=open('log', 'a'))\n")
    seats = '["./mine.py:eager", "./mine.py:eager(eagerness=0.2)"]'
    suite.write_text(
        "".join(f'[[scenario]]\nname = "{name}"\nboard = "board"\nseats = {seats}\ndeals = 2\n' for name in "ab")
    )
    parsed = Counter[str]()
    monkeypatch.setattr(tomllib, "loads", lambda text, loads=tomllib.loads: parsed.update([text]) or loads(text))
    result = CliRunner().invoke(app, ["run", "two.toml"])
    assert result.exit_code == 0, result.output
    assert parsed == {suite.read_text(): 1, Path("board/board.toml").read_text(): 1}
    assert Path("log").read_text() == "loaded\n"


def test_show_reads_back(suite: Path) -> None:
    shown = CliRunner().invoke(app, ["scenario", "show", "two.toml"]).stdout
    assert '"route_claimed[Duluth-Helena]" = 0.1' in shown


def test_all_faults_of_all_scenarios_are_told(suite: Path) -> None:
    suite.write_text(SUITE.replace('"random"', '"randm"').replace("deals", "deels"))
    result = CliRunner().invoke(app, ["run", "two.toml"])
    assert result.exit_code == 2
    for name in ("ny", "usa-3"):
        assert f"two.toml: {name}: deels: unknown key — did you mean 'deals'?" in result.stderr
        assert f"two.toml: {name}: seats.0: " in result.stderr
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("about", "abuot", "two.toml: abuot: unknown key in a suite — did you mean 'about'?"),
        ('name = "ny"', "", "two.toml: scenario.0.name: is missing"),
        ('name = "ny"', 'name = "../ny"', "two.toml: scenario.0.name: should have only lower-case letters"),
        ('name = "ny"', 'name = "usa-3"', "two.toml: scenario.1.name: 'usa-3' is used more than once"),
        (
            "bot_points = 2",
            "bot_points = -1",
            "two.toml: usa-3: tolerances.bot_points: should be greater than or equal",
        ),
    ],
)
def test_faults_of_a_suite(suite: Path, old: str, new: str, told: str) -> None:
    suite.write_text(SUITE.replace(old, new))
    result = CliRunner().invoke(app, ["scenario", "check", "two.toml"])
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_suite_without_tables(suite: Path) -> None:
    suite.write_text("scenario = 3\n")
    result = CliRunner().invoke(app, ["run", "two.toml"])
    assert result.stderr == "error: two.toml: scenario: should be tables [[scenario]]\n"


def test_a_suite_is_no_scenario(suite: Path) -> None:
    with pytest.raises(ttrsim.errors.UserError, match=r"two\.toml: is a suite of several scenarios"):
        ttrsim.run(suite)


def test_no_runs_there(tmp_path: Path) -> None:
    with pytest.raises(ttrsim.errors.UserError, match="nor a folder with the runs of a suite"):
        run_folders(tmp_path)
