"""`ttrsim run | resume | merge | scenario` as a user meets them."""

from __future__ import annotations

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ttrsim as package
from tests.runs.helpers import ROOT, assert_same, start, ttrsim
from ttrsim.cli.app import app

LONG = ["run", "europe", "--bots", "random,greedy", "-n", "1000000", "--chunk", "64"]


def wait_for_parts(folder: Path, n: int) -> None:
    """Until so many chunks are complete."""
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline:
        parts = folder / "parts.jsonl"
        if parts.exists() and parts.read_bytes().count(b"\n") >= n:
            return
        time.sleep(0.02)
    raise AssertionError("the run does not get on")


def stop(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    process.send_signal(number)
    _, err = process.communicate(timeout=200)
    return process.returncode, err


def test_run_without_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    code, out, err = ttrsim(
        *("run", "usa", "--bots", "random,greedy", "-n", "51", "--seed", "3", "--tables", "games,seats"),
        *("--set", "board.wilds=12", "-o", str(folder)),
    )
    assert (code, out, err) == (0, f"{folder}: 52 games, 2 of each deal\n", "")
    run = package.open_run(folder)
    assert run.tables == ["games", "seats"]
    assert run.scenario.board.house_rules == {"wilds": 12}
    assert (run.scenario.seed, run.scenario.deals) == (3, 26)
    assert run.manifest.sessions[0].argv[1:3] == ["run", "usa"]


def test_run_a_file_into_runs(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('board = "new-york"\nseats = ["random", "greedy"]\ndeals = 5\n')
    code, out, _ = ttrsim("run", "mine.toml", "--set", "seats.0=greedy", cwd=tmp_path)
    assert (code, out) == (0, "runs/mine: 5 games, 1 of each deal\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["europ", "--bots", "random,greedy"], "no scenario and no board 'europ' — did you mean 'europe'?"),
        (["europe"], "seats: is missing"),
        (["europe", "--bots", "random,gredy"], "did you mean 'greedy'?"),
        (["nowhere.toml"], "no scenario file 'nowhere.toml'"),
        (["europe", "--bots", "random,greedy", "-n", "5", "--deals", "5"], "games or the number of deals, not both"),
        (["europe", "--bots", "random,greedy", "-n", "0"], "should be from 1"),
        (["europe", "--bots", "random,greedy", "--shard", "3/2"], "--shard should be K/N"),
        (["europe", "--bots", "random,greedy", "--chunk", "0"], "--chunk should be from 1"),
        (["europe", "--bots", "random,greedy", "--threads", "0"], "threads should be from 1"),
        (["europe", "--bots", "random,greedy", "--set", "hello"], "should be KEY=VALUE"),
    ],
)
def test_mistakes(arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["run", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("error: ")
    assert told in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_interrupted_it_prints_the_command_that_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "a run"
    process = start(*LONG, "-n", "2000", "-o", str(folder))
    wait_for_parts(folder, 2)
    code, err = stop(process, signal.SIGINT)
    assert code == 130
    *_, command = err.strip().splitlines()
    assert "of 2,000 games are complete. Resume with:" in err
    assert shlex.split(command) == ["ttrsim", "resume", str(folder)]
    assert not package.open_run(folder).is_complete
    code, out, _ = ttrsim(*shlex.split(command)[1:])
    assert (code, out) == (0, f"{folder}: 2,000 games, 2 of each deal\n")
    resumed = package.open_run(folder)
    assert [session.ended is None for session in resumed.manifest.sessions] == [True, False]
    whole = package.run({"board": "europe", "seats": ["random", "greedy"]}, games=2000, out=tmp_path / "whole")
    assert_same(resumed, whole)


def test_killed_and_in_use(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    process = start(*LONG, "-o", str(folder))
    wait_for_parts(folder, 1)
    code, _, err = ttrsim("resume", str(folder))
    assert code == 1
    assert "is in use: another process is writing this run" in err
    code, _, err = ttrsim(*LONG, "-o", str(folder))
    assert code == 1
    assert "is in use" in err
    assert stop(process, signal.SIGKILL)[0] == -signal.SIGKILL
    n_parts = (folder / "parts.jsonl").read_bytes().count(b"\n")
    process = start("resume", str(folder))
    wait_for_parts(folder, n_parts + 1)
    assert stop(process, signal.SIGINT)[0] == 130


def test_shards_and_merge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    scenario = ["usa", "--bots", "random,greedy", "-n", "400", "--chunk", "50"]
    for k in (1, 2):
        assert CliRunner().invoke(app, ["run", *scenario, "--shard", f"{k}/2", "-o", f"{k}"]).exit_code == 0
    result = CliRunner().invoke(app, ["merge", "1", "2", "-o", "m"])
    assert (result.exit_code, result.stdout) == (0, "m: 400 games, 2 of each deal\n")
    result = CliRunner().invoke(app, ["merge", "1", "-o", "n"])
    assert result.exit_code == 2
    assert "missing shards: 2/2" in result.stderr


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "ttrsim", *LONG, "-n", "1000", "-o", str(tmp_path / "r")]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, stderr=theirs, stdout=subprocess.DEVNULL, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 4096):
            shown += block
    except OSError:
        pass  # Linux reports the end of a terminal so
    assert process.wait(timeout=200) == 0
    text = shown.decode()
    assert "1,000 of 1,000 games" in text
    for part in ("games/s", "left", "win share, 95 % interval", "greedy", " … "):
        assert part in text


@pytest.mark.parametrize("verb", ["check", "show"])
def test_scenario_says_what_would_run(verb: str, tmp_path: Path) -> None:
    arguments = ["usa", "--bots", "random,greedy,random", "-n", "3000", "--set", "board.wilds=12"]
    code, out, err = ttrsim("scenario", verb, *arguments, cwd=tmp_path)
    assert (code, err) == (0, "")
    for part in (
        "USA, with wilds = 12",
        "random, greedy, random",
        "rotations: 3",
        "3,000 (1,000 deals)",
        "known within",
        "MB",
    ):
        assert part in out
    assert "about 0:0" in out
    assert list(tmp_path.iterdir()) == []


def test_scenario_check_of_a_bad_file(tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text('board = "usa"\nseats = ["random"]\ncolour = 3\n')
    code, _, err = ttrsim("scenario", "check", "s.toml", cwd=tmp_path)
    assert code == 2
    assert "s.toml: colour: unknown key" in err
    assert "s.toml: seats: usa is for 2 to 5 players, not 1" in err


def test_scenario_schema() -> None:
    code, out, _ = ttrsim("scenario", "schema")
    assert code == 0
    assert json.loads(out)["title"] == "ttrsim scenario"


@pytest.mark.parametrize("verb", ["run", "resume", "merge", "scenario", "baseline", "compare", "check", "sprt"])
def test_help_imports_nothing_heavy(verb: str) -> None:
    code = (
        "import sys; from ttrsim.cli.app import app\n"
        f"try: app([{verb!r}, '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numba', 'polars', 'numpy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
