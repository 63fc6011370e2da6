"""Runs a scenario in child processes that are killed with SIGKILL at random moments, each going on where the last died.

`python -m tests.runs.nursery DIR SEED` prints the games complete after each kill. The kernel is loaded once and the
children are forked, so a kill costs no start-up; Polars, whose threads would not survive a fork, runs in children only.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from tests.runs.helpers import SMALL
from tests.tiers import some
from ttrsim.play.table import SeatedTable
from ttrsim.runs.folder import MANIFEST, PARTS, RunFolder
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.studies.run.api import resume, run

N_KILLS = some(24, 4)


def child(folder: Path) -> None:
    if (folder / MANIFEST).exists():
        resume(folder, threads=2)
    else:
        run(SMALL | {"deals": 1200}, out=folder, threads=2, chunk=8)


def kill_once(folder: Path, n_chunks: int, seconds: float) -> None:
    """After so many chunks, which may take long on a busy machine, and then some time."""
    pid = os.fork()
    if pid == 0:
        child(folder)
        os._exit(0)  # not reached while the run is long enough
    wanted, deadline = n_lines(folder) + n_chunks, time.monotonic() + 30
    while n_lines(folder) < wanted and time.monotonic() < deadline and is_running(pid):
        time.sleep(0.001)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if status != -signal.SIGKILL:
        raise SystemExit(f"a child ended by itself, with {status}")


def is_running(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def n_lines(folder: Path) -> int:
    return (folder / PARTS).read_bytes().count(b"\n") if (folder / PARTS).exists() else 0


def main() -> None:
    folder, dice = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
    setup = load_scenario(SMALL)
    SeatedTable(setup.board, list(setup.bots)).play(1, 0, 1)
    for _ in range(N_KILLS):
        kill_once(folder, dice.choice((0, 0, 1, 2, 3)), dice.uniform(0, 0.1))
        done = RunFolder.open(folder).deals_complete * 2 if (folder / MANIFEST).exists() else 0
        print(done, flush=True)


if __name__ == "__main__":
    main()
