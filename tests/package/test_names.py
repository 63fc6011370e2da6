"""Scenarios, help and completion: what a newcomer tries first."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim
from tests.runs.helpers import ROOT
from ttrsim.cli import naming
from ttrsim.cli.app import app

RUNNER = CliRunner()


def test_built_in_scenarios_are_listed_and_played_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    listed = json.loads(RUNNER.invoke(app, ["scenario", "list", "--json"]).stdout)
    assert {each["name"] for each in listed} == {path.stem for path in (ROOT / "scenarios").glob("*.toml")}
    assert all(each["about"] for each in listed)
    played = RUNNER.invoke(app, ["run", "ci-smoke", "-n", "4"])
    assert (played.exit_code, played.stdout.split(":")[0]) == (0, str(Path("runs/ci-smoke"))), played.output
    assert ttrsim.run("ci-smoke", games=4).path == Path("runs/ci-smoke-2")


def test_an_unknown_scenario_is_told_with_the_nearest(tmp_path: Path) -> None:
    result = RUNNER.invoke(app, ["run", "europ-4p"])
    assert result.exit_code == 2
    assert result.stderr.startswith("error: no scenario and no board 'europ-4p' — did you mean 'europe-4p'?\n")
    assert "ttrsim scenario list" in result.stderr


@pytest.mark.parametrize("arguments", [["-h"], ["run", "-h"], ["board", "check", "-h"]])
def test_short_help(arguments: list[str]) -> None:
    result = RUNNER.invoke(app, arguments)
    assert result.exit_code == 0
    assert "Usage: " in result.output


def test_short_version() -> None:
    assert RUNNER.invoke(app, ["-V"]).stdout == f"ttrsim {ttrsim.__version__}\n"


# ---- completion ----------------------------------------------------------------------------------


def completed(words: str) -> list[str]:
    """What bash offers after these words."""
    variables = {"_TTRSIM_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    done = subprocess.run(
        [sys.executable, "-m", "ttrsim"], env=os.environ | variables, capture_output=True, text=True, check=False
    )
    return done.stdout.split()


def test_a_shell_completes_commands_options_and_names() -> None:
    assert "tournament" in completed("ttrsim to")
    assert "--bots" in completed("ttrsim run --b")
    assert "europe-4p" in completed("ttrsim run europe-")


def test_the_last_bot_of_a_list_is_completed() -> None:
    assert naming.bots("planner,gree") == ["planner,greedy"]
    assert "europe" in naming.scenarios("euro")


# ---- cache and doctor ----------------------------------------------------------------------------


def test_the_cache_is_shown_and_cleared_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTRSIM_CACHE_DIR", str(tmp_path))
    for name in ("trains-kernel-0123456789abcdef", "user-bot-0123456789abcdef", "my-thesis"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_bytes(b"x" * 1000)
    (tmp_path / "notes.txt").write_text("mine")
    shown = json.loads(RUNNER.invoke(app, ["cache", "show", "--json"]).stdout)
    assert shown == {"folder": str(tmp_path), "builds": 2, "bytes": 2000}
    assert RUNNER.invoke(app, ["cache", "clear"]).stdout == f"removed {tmp_path}: 2 builds, 0.0 MB\n"
    assert {path.name for path in tmp_path.iterdir()} == {"my-thesis", "notes.txt"}


def test_doctor_says_what_is_installed_and_tests_it() -> None:
    result = RUNNER.invoke(app, ["doctor", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert f"ttrsim {found['ttrsim']}".startswith(f"ttrsim {ttrsim.__version__} in ")
    assert {"python", "system", "packages", "cache", "threads"} <= found.keys()
    assert [test["fault"] for test in found["tests"]] == [""] * 4


def test_doctor_tells_what_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("ttrsim.cli.doctor._tests", lambda: iter([("a run is written", broken)]))
    result = RUNNER.invoke(app, ["doctor"])
    assert result.exit_code == 3
    assert result.stderr == "error: a run is written: OSError: no space left on device\n"
