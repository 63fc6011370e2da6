"""`ttrsim tune` as a process that is killed: no moment is a bad one."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.runs.helpers import start, ttrsim
from tests.tiers import some

STUDY = [
    *("tune", "planner@default(points=0, train=2.5)", "--board", "new-york", "--against", "rusher"),
    *("--weights", "points,train", "--deals", "30", "--games", "12000", "-o", "study"),
]
GENERATIONS = 25  # of 480 games
KILLS = some(5, 2)


def n_generations(folder: Path) -> int:
    study = folder / "study.jsonl"
    return study.read_bytes().count(b"\n") if study.exists() else 0


def kill(process: subprocess.Popen[str], folder: Path, after: int, seconds: float) -> None:
    """When so many generations are complete, and then some time."""
    deadline = time.monotonic() + 200
    while n_generations(folder) < after and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.001)
    time.sleep(seconds)
    process.kill()
    _, err = process.communicate(timeout=200)
    assert process.returncode == -signal.SIGKILL, f"it ended by itself: {err}"


def without_times(folder: Path) -> tuple[list[dict[str, Any]], dict[str, Any], bytes]:
    """Every generation, the result, and the file of weights."""
    generations = [json.loads(line) for line in (folder / "study.jsonl").read_bytes().splitlines()]
    for generation in generations:
        assert generation.pop("seconds") > 0
    result = json.loads((folder / "result.json").read_bytes())
    return generations, result, (folder / "new-york-2p.toml").read_bytes()


def test_a_study_killed_at_random_moments_is_the_same_study(tmp_path: Path) -> None:
    """SIGKILL between generations, within one and in the matches at the end; each time it is resumed."""
    seed = random.randrange(10**6)
    dice, folder = random.Random(seed), tmp_path / "killed" / "study"
    whole = tmp_path / "whole" / "study"
    for path in (folder, whole):
        path.parent.mkdir()
    marks = [*sorted(dice.sample(range(1, GENERATIONS), KILLS - 1)), GENERATIONS]
    for number, mark in enumerate(marks):
        process = start(*(["resume", "study"] if number else STUDY), cwd=folder.parent)
        kill(process, folder, mark, dice.uniform(0, 0.02))
    assert n_generations(folder) == GENERATIONS, seed
    assert not (folder / "result.json").exists(), seed
    assert ttrsim("resume", "study", cwd=folder.parent)[0] == 0, seed
    assert ttrsim(*STUDY, cwd=whole.parent)[0] == 0
    assert without_times(folder) == without_times(whole), seed
