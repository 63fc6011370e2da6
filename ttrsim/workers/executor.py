"""Does tasks in parallel: runs, tournaments, checks and metrics all spread their work with it.

Work, tasks and results are plain values that can be sent to another process. Anything else, such as a table with its
buffers, is made by `Work.start` where the tasks are done: once for each thread, and reused for every task.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from itertools import islice
from typing import Any, Protocol, TypeVar

from ttrsim.errors import RunError, UserError
from ttrsim.workers.watch import DaemonPool, leave_behind, look

MAX_THREADS = 256
SLICE_SECONDS = 0.3  # how often a worker reports its progress, and can be stopped
FIRST_SLICE = 1  # a game may take seconds
GRACE_SECONDS = 3.0  # seconds a task gets to stop; a slice of a slow bot takes longer

Task = TypeVar("Task")
Result = TypeVar("Result")
Task_contra = TypeVar("Task_contra", contravariant=True)
Result_co = TypeVar("Result_co", covariant=True)

Pulse = Callable[[int], None]  # a worker says how much it has done since the last call; may raise StoppedError


class StoppedError(Exception):
    """A task was stopped halfway, because its result is no longer needed."""


class WorkersError(RunError):
    """The workers cannot be reached, or refuse the work. Nothing is lost: other workers can continue."""


class Work(Protocol[Task_contra, Result_co]):
    """What to do with each task."""

    def start(self) -> Callable[[Task_contra, Pulse], Result_co]:
        """A worker for one thread. It calls its pulse several times a second."""

    def identity(self) -> dict[str, str]:
        """Everything that affects the results, by name. Another process that does this work must have the same."""

    def test(self) -> str:
        """The result of a small test, which must be the same in another process. It may compile first."""


class Executor(Protocol):
    """Does tasks: on threads of this process, or on a cluster (`cluster.py`)."""

    @property
    def about(self) -> str:
        """The workers, for the progress display; empty for threads of this process."""

    @property
    def n_threads(self) -> int:
        """How many tasks run at the same time."""

    @property
    def is_direct(self) -> bool:
        """Whether workers should write large results themselves, to a disk that all of them see."""

    def map(
        self,
        work: Work[Task, Result],
        tasks: Iterable[Task],
        *,
        in_order: bool = False,
        count: Pulse = lambda n: None,
    ) -> Generator[tuple[Task, Result]]:
        """Each task with its result, as they come or in order of the tasks.

        All workers are started when this returns; the first task begins when the first result is requested. Only a few
        tasks are taken ahead. `count` is called with the amount of work done since its last call, from any thread,
        one call at a time. When the generator is closed, or a task or the caller fails, waiting tasks are dropped and
        running ones are stopped.
        """


Workers = int | Executor | None  # a number of threads, or an executor; None means one thread per core


def as_executor(workers: Workers, bot_timeout: float | None = None) -> Executor:
    return Threads(workers, bot_timeout) if workers is None or isinstance(workers, int) else workers


class Threads:
    """Does tasks on threads of this process: kernels and Polars run without the GIL, so each thread has a core."""

    def __init__(self, n: int | None = None, bot_timeout: float | None = None) -> None:
        """By default one thread for each core that this process may use.

        If a bot takes longer than `bot_timeout` seconds for a decision, a BotTimeoutError is raised.
        """
        if bot_timeout is not None and bot_timeout <= 0:
            raise UserError(f"the bot timeout should be more than 0 seconds, not {bot_timeout:g}")
        self._bot_timeout = bot_timeout
        if n is not None and not 1 <= n <= MAX_THREADS:
            raise UserError(f"threads should be from 1 to {MAX_THREADS}, not {n}")
        self.n_threads = n or _available_cores()
        self.about = ""
        self.is_direct = False

    def map(
        self,
        work: Work[Task, Result],
        tasks: Iterable[Task],
        *,
        in_order: bool = False,
        count: Pulse = lambda n: None,
    ) -> Generator[tuple[Task, Result]]:
        workers = [work.start() for _ in range(self.n_threads)]
        return self._results(workers, iter(tasks), in_order, count)

    def _results(
        self, idle: list[Callable[[Task, Pulse], Result]], tasks: Iterator[Task], in_order: bool, count: Pulse
    ) -> Generator[tuple[Task, Result]]:
        stop, lock = threading.Event(), threading.Lock()

        def pulse(n: int) -> None:
            if stop.is_set():
                raise StoppedError
            with lock:
                count(n)

        def do(task: Task) -> Result:
            worker = idle.pop()
            try:
                return worker(task, pulse)
            finally:
                idle.append(worker)

        pool = DaemonPool(self.n_threads)
        under_way: dict[Future[Result], Task] = {}  # in order of the tasks
        try:
            while True:
                # One spare task for each thread, so that no thread idles while the caller handles a result.
                for task in islice(tasks, 2 * self.n_threads - len(under_way)):
                    under_way[pool.submit(partial(do, task))] = task
                if not under_way:
                    return
                wanted = list(under_way)[: 1 if in_order else None]
                # Waits in short steps: an endless wait would miss an interrupt that comes just before it.
                for future in wait(wanted, SLICE_SECONDS, FIRST_COMPLETED).done:
                    yield under_way.pop(future), future.result()
                look(self._bot_timeout)
        finally:
            stop.set()
            _end(pool, list(under_way))


def _end(pool: DaemonPool, futures: list[Future[Any]]) -> None:
    """Drops the waiting tasks and gives the running ones time to stop. A bot that hangs may prevent that."""
    pool.close()
    running = [future for future in futures if not future.cancel()]
    for future in wait(running, GRACE_SECONDS).not_done:
        leave_behind(future)


class Slices:
    """Cuts the tasks of a worker into slices of a fraction of a second, with a pulse after each."""

    def __init__(self) -> None:
        self._size = FIRST_SLICE

    def of(self, n: int, pulse: Pulse) -> Iterator[range]:
        """The slices of `range(n)`. How many are done in a fraction of a second is learned on the way."""
        first = 0
        while first < n:
            part, start = range(first, min(first + self._size, n)), time.perf_counter()
            yield part
            seconds = time.perf_counter() - start
            self._size = max(1, int(len(part) * SLICE_SECONDS / max(seconds, 1e-6)))
            pulse(len(part))
            first = part.stop


def _available_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
