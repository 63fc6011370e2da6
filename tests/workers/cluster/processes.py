"""A real Dask cluster of processes on this machine, whose workers and drivers are killed at random moments."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.runs.helpers import ROOT, start

PATIENCE = 60  # seconds until a process that hangs is given up
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "100"}


class DaskProcesses:
    """`dask scheduler` and some `dask worker`, on loopback."""

    def __init__(
        self, n_workers: int = 3, worker_options: Sequence[str] = (), settings: Mapping[str, str] | None = None
    ) -> None:
        """`settings` are Dask's, as variables; with any, everything is encrypted."""
        self._settings = settings or {}
        self._folder = Path(tempfile.mkdtemp())
        self._worker_options = worker_options
        self._file = self._folder / "scheduler.json"
        self._n_workers = n_workers
        self.workers: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self._start(port="0")
        return self

    def _start(self, port: str) -> None:
        self._scheduler = self._dask("scheduler", "--port", port, "--scheduler-file", str(self._file))
        wait_for(self._file.exists, "the scheduler did not start")
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = [self._worker() for _ in range(self._n_workers)]

    def restart(self) -> None:
        """The scheduler is killed and comes back at the same address, with new workers, as a cluster manager does."""
        self.__exit__(None, None, None)
        self._file.unlink()
        self._start(self.address.rpartition(":")[2])

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in (*self.workers, self._scheduler):
            process.kill()
            process.wait()

    def kill_worker(self) -> None:
        """SIGKILL, at any moment; another takes its place."""
        place = random.randrange(len(self.workers))
        self.workers[place].kill()
        self.workers[place].wait()
        self.workers[place] = self._worker()

    def _worker(self) -> subprocess.Popen[bytes]:
        return self._dask(
            *("worker", self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(self._folder)),
            *self._worker_options,
        )

    def _dask(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", arguments[0], "--host", "127.0.0.1", "--no-dashboard"]
        command += ["--protocol", "tls"] * bool(self._settings)
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([*command, *arguments[1:]], env=ENVIRONMENT | self._settings, cwd=self._folder, **quiet)  # type: ignore[call-overload,no-any-return]


def wait_for(is_so: Callable[[], bool], otherwise: str, seconds: float = PATIENCE) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def n_complete(folder: Path) -> int:
    """Chunks."""
    parts = folder / "parts.jsonl"
    return parts.read_bytes().count(b"\n") if parts.exists() else 0


def play_with_kills(
    cluster: DaskProcesses, command: Sequence[str], folder: Path, n_worker_kills: int, n_driver_kills: int
) -> int:
    """Plays a run on the cluster and kills workers and drivers on the way; returns how many kills met the run."""
    kills = ["worker"] * n_worker_kills + ["driver"] * n_driver_kills
    random.shuffle(kills)
    driver, n_met, deadline = start(*command), 0, time.monotonic() + 10 * PATIENCE
    while True:
        assert time.monotonic() < deadline, "the run does not end"
        if driver.poll() is not None:
            assert driver.returncode in (0, -signal.SIGKILL), driver.communicate()
            if driver.returncode == 0:
                return n_met
            driver = start("resume", str(folder), "--on", cluster.address)
        time.sleep(random.uniform(0.2, 1.5))
        if not kills or not (folder / "manifest.json").exists():
            continue
        n_met += driver.poll() is None
        if kills.pop() == "worker":
            cluster.kill_worker()
        else:
            driver.kill()
            driver.wait()
