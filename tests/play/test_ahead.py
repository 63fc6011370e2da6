"""What a second process compiles while a command loads its bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runs.helpers import ROOT
from ttrsim.games.trains.game import TRAINS

PATIENCE = 120  # seconds until a process that hangs fails the test
BOTS = "ttrsim.games.trains.bots"
ASK = """
import json, sys
from ttrsim.play import ahead
from ttrsim.games.trains.game import TRAINS
started = []
ahead._start = started.append
ahead.compile_ahead(TRAINS, sys.argv[2:], sys.argv[1])
print(json.dumps(started))
"""


def in_a_process(cache: Path, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    variables = os.environ | {"PYTHONPATH": str(ROOT), "TTRSIM_CACHE_DIR": str(cache)}
    return subprocess.run([sys.executable, "-c", script, *arguments], env=variables, capture_output=True, text=True)


def asked(cache: Path, *arguments: str) -> list[list[str]]:
    return list(json.loads(in_a_process(cache, ASK, *arguments).stdout))


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one core has nothing to share")
def test_it_compiles_what_is_not_there_the_kernel_first_and_the_last_bot_next(tmp_path: Path) -> None:
    specs = ["planner(turn=1)", "random", "express", "planner", "mine.py:greedy", "nobody"]
    everything = ["trains", "play_trials", f"{BOTS}.random", f"{BOTS}.planner", *TRAINS.passes]
    assert asked(tmp_path, "play_trials", *specs) == [everything]
    (kernel,) = tmp_path.glob("trains-kernel-*")
    (kernel / "trials.play_trials-1.py311.1.nbc").touch()
    assert asked(tmp_path, "play_trials", *specs) == [["trains", f"{BOTS}.random", f"{BOTS}.planner", *TRAINS.passes]]
    assert asked(tmp_path, "play_trials", "random") == [], "one bot is not worth a process"


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it asks the Linux kernel who is running")
def test_it_ends_with_the_process_that_started_it(tmp_path: Path) -> None:
    script = f"""
import os, time
from ttrsim.play import ahead
ahead._start(["trains", "{BOTS}.random", "play_games"])
print(ahead._helpers[0].pid, flush=True)
os._exit(0)
"""
    helper = int(in_a_process(tmp_path, script).stdout)
    deadline = time.monotonic() + PATIENCE
    while is_running(helper) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(helper)
    assert not list(tmp_path.glob("trains-kernel-*/*.nbc"))
