"""The side of a Dask worker: it loads the work once, checks that it would play the driver's games, and does tasks."""

from __future__ import annotations

import hashlib
import pickle
import threading
import uuid
from collections.abc import Callable
from typing import Any

from distributed import WorkerPlugin, get_worker

from ttrsim.workers.executor import Pulse, StoppedError, Work

MIN_MEMORY = 300 << 20  # bytes of memory that a worker needs before its threads start
MIN_MEMORY_PER_THREAD = 150 << 20


class RefusedError(Exception):
    """A worker refuses the work: its results would not be those of the driver."""


class WorkPlugin(WorkerPlugin):  # type: ignore[misc]
    """The work on each worker: loaded once, and refused if this worker would play other games than the driver."""

    def __init__(self, work: bytes, identity: dict[str, str], test: str) -> None:
        self.name = f"ttrsim-{hashlib.sha256(work).hexdigest()[:16]}-{uuid.uuid4().hex[:8]}"
        self._pickled, self._identity, self._test = work, identity, test

    def setup(self, worker: Any) -> None:
        self.problem = ""
        self._stop, self._lock = threading.Event(), threading.Lock()
        self._idle: list[Callable[[Any, Pulse], Any]] = []
        self._is_tested = False
        try:
            self._work: Work[Any, Any] = pickle.loads(self._pickled)
            self.problem = difference(self._identity, self._work.identity()) or _lack_of_memory(worker)
        except Exception as error:  # the driver reports any problem of a worker, once
            self.problem = f"cannot do this work: {type(error).__name__}: {first_line(error)}"

    def teardown(self, worker: Any) -> None:
        self._stop.set()

    def do(self, task: Any) -> tuple[int, Any]:
        """How much was done, and the result."""
        if self.problem:
            raise RefusedError(f"worker {get_worker().address} {self.problem}")
        n = 0

        def pulse(more: int) -> None:
            nonlocal n
            n += more
            if self._stop.is_set():
                raise StoppedError

        with self._lock:  # the first thread compiles the kernel, unless this machine has a build, and tests it
            self._try_out()
            do = self._idle.pop() if self._idle else self._work.start()
        try:
            result = do(task, pulse)
        finally:
            self._idle.append(do)
        return n, result

    def _try_out(self) -> None:
        """Plays the test games before the first task. They show whether this machine gives the right results."""
        if not self._is_tested and (results := self._work.test()) != self._test:
            raise RefusedError(
                f"worker {get_worker().address} plays other games: its test games give {results}, here {self._test}. "
                "Compare the versions of Numba, NumPy and llvmlite (`ttrsim doctor`)"
            )
        self._is_tested = True


def _lack_of_memory(worker: Any) -> str:
    """Dask pauses a worker that has too little memory, and the run would wait for it forever."""
    limit, needed = worker.memory_manager.memory_limit, MIN_MEMORY + MIN_MEMORY_PER_THREAD * worker.state.nthreads
    if limit is None or limit >= needed:
        return ""
    return (
        f"has too little memory: {limit >> 20:,} MiB for {worker.state.nthreads} threads, which need "
        f"{needed >> 20:,} MiB. Start it with `--memory-limit {needed >> 20}MiB` or more, or with fewer threads"
    )


def do_task(name: str, task: Any) -> tuple[int, Any]:
    plugin: WorkPlugin = get_worker().plugins[name]
    return plugin.do(task)


def problem_of(name: str, dask_worker: Any = None) -> str:
    plugin = dask_worker.plugins.get(name)
    return "" if plugin is None else str(plugin.problem)


def difference(driver: dict[str, str], own: dict[str, str]) -> str:
    """How a worker's identity of the work differs from the driver's, or nothing."""
    names = [name for name, value in driver.items() if own.get(name) != value]
    differences = [f"{name} {own.get(name)}, this process has {driver[name]}" for name in names]
    return f"would play other games: it has {'; '.join(differences)}" if names else ""


def first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
