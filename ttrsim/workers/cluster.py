"""Does tasks on a Dask cluster: the second executor. It needs the extra `ttrsim[cluster]`.

Only this module and `cluster_worker.py` import Dask. The work is sent to each worker once, by a plugin that checks
that the worker would play the same games. Tasks and results are small, and few tasks per thread are under way at a
time. A task of a lost worker is played again, and its result counts once.
"""

from __future__ import annotations

import pickle
import time
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

try:
    import distributed
    from distributed import Client, Future, KilledWorker, LocalCluster
except ImportError as error:
    from ttrsim.errors import UserError

    raise UserError(
        "--on needs Dask, which is not installed: pip install 'ttrsim[cluster]' on this machine and on every worker"
    ) from error

from ttrsim.errors import RunError, UserError
from ttrsim.workers.cluster_worker import RefusedError, WorkPlugin, do_task, first_line, problem_of
from ttrsim.workers.executor import SLICE_SECONDS, Pulse, Threads, Work, WorkersError

LOCAL = "dask"  # given instead of an address: a cluster of processes on this machine
TASKS_PER_THREAD = 3  # one that is being played, and some that wait
MAX_ATTEMPTS = 10  # of a task; each allows as many lost workers as Dask's `allowed-failures`, plus one
CONNECT_SECONDS = 5  # seconds within which a scheduler must answer and a worker must have joined
RECONNECT_SECONDS = 60  # seconds to wait for a scheduler that restarts

Task = TypeVar("Task")
Result = TypeVar("Result")


class Cluster:
    """Workers of a Dask scheduler. Close it, or use it in a `with` statement."""

    def __init__(self, address: str = LOCAL, n_threads: int | None = None, is_direct: bool = False) -> None:
        """`address` is that of a scheduler, e.g. tcp://host:8786, or "dask" for n processes on this machine.

        With `is_direct`, workers write the parts of a run themselves: all of them must see its folder.
        """
        self.is_direct = is_direct
        self._local: LocalCluster | None = None
        self.n_failures = 0
        self.tell: Callable[[str], None] = lambda text: None  # called with every loss
        self._address = address
        self._workers: dict[str, int] = {}  # threads of each, when they were last looked at
        if address == LOCAL:
            n = Threads(n_threads).n_threads
            self._local = LocalCluster(
                n_workers=n, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs=50
            )
            self._address = self._local.scheduler_address
        elif n_threads is not None:
            raise UserError("--threads is for this machine; the workers of a cluster have their own numbers of threads")
        elif "://" not in address:
            raise UserError(f"--on {address!r}: should be dask, or the address of a scheduler like tcp://host:8786")
        try:
            self._client = self._connect(CONNECT_SECONDS)
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        client, self._client = getattr(self, "_client", None), None
        if client is not None:
            client.close(timeout=2)
        if self._local is not None:
            self._local.close(timeout=5)

    @property
    def n_threads(self) -> int:
        now = self._threads_of_workers()
        for address in self._workers.keys() - now.keys() if now else ():
            self.tell(f"lost the worker {address}: what it was doing is done again")
        self._workers = now or self._workers
        return max(1, sum(self._workers.values()))

    @property
    def about(self) -> str:
        """For the display of progress."""
        n_threads = sum(self._workers.values())
        return f"{len(self._workers)} workers, {n_threads} threads, {self.n_failures} failures"

    def map(
        self,
        work: Work[Task, Result],
        tasks: Iterable[Task],
        *,
        in_order: bool = False,
        count: Pulse = lambda n: None,
    ) -> Generator[tuple[Task, Result]]:
        plugin = WorkPlugin(pickle.dumps(work), work.identity(), work.test())
        self._register(plugin)
        return self._results(plugin, iter(tasks), in_order, count)

    def _results(
        self, plugin: WorkPlugin, tasks: Iterator[Task], in_order: bool, count: Pulse
    ) -> Generator[tuple[Task, Result]]:
        under_way: dict[Future, Task] = {}  # in order of the tasks
        attempts: dict[Future, int] = {}
        try:
            while True:
                for task in islice(tasks, max(0, TASKS_PER_THREAD * self.n_threads - len(under_way))):
                    under_way[self._submit(plugin, task)] = task
                if not under_way:
                    return
                self._wait(list(under_way)[: 1 if in_order else None])
                if self._is_lost(under_way):
                    self._reconnect(plugin)
                    under_way = {self._submit(plugin, task): task for task in under_way.values()}
                for future in list(under_way)[: 1 if in_order else None]:
                    if future.status == "finished":
                        try:
                            n, result = future.result()
                        except (distributed.CancelledError, OSError):
                            break  # the scheduler has just been lost; the next round notices that
                        count(n)
                        yield under_way.pop(future), result
                    elif future.status == "error":
                        again = self._retried(plugin, future, under_way[future], attempts)
                        under_way = {(again if each is future else each): task for each, task in under_way.items()}
        finally:
            self._stop(plugin, list(under_way))

    # ---- tasks -----------------------------------------------------------------------------------

    def _submit(self, plugin: WorkPlugin, task: Any) -> Future:
        return self._client.submit(do_task, plugin.name, task, pure=False, key=f"{plugin.name}-{uuid.uuid4().hex}")

    def _wait(self, futures: list[Future]) -> None:
        # Wait in short steps, to notice interrupts and lost workers.
        with suppress(TimeoutError, distributed.CancelledError):
            distributed.wait(futures, timeout=SLICE_SECONDS, return_when="FIRST_COMPLETED")

    def _retried(self, plugin: WorkPlugin, failed: Future, task: Any, attempts: dict[Future, int]) -> Future:
        """The same task, on any worker; RunError if it makes no sense to try again."""
        error = failed.exception()
        if isinstance(error, UserError | RunError):
            raise error
        if isinstance(error, RefusedError):
            raise WorkersError(str(error)) from error
        self.n_failures += 1
        n = attempts.pop(failed, 0) + 1
        if n >= MAX_ATTEMPTS:
            lost = isinstance(error, KilledWorker)
            reason = (
                "its worker was lost each time; has it enough memory?" if lost else f"{type(error).__name__}: {error}"
            )
            raise WorkersError(f"a task failed {n} times on the cluster: {reason}") from error
        again = self._submit(plugin, task)
        attempts[again] = n
        return again

    def _stop(self, plugin: WorkPlugin, futures: list[Future]) -> None:
        """Cancels what waits, and stops what is under way."""
        if self._client is None or self._client.status != "running":
            return
        with suppress(OSError, TimeoutError, ValueError):  # the cluster is gone, so nothing is left to cancel
            self._client.cancel(futures, force=True)
            self._client.unregister_worker_plugin(plugin.name)

    # ---- workers ---------------------------------------------------------------------------------

    def _connect(self, seconds: float) -> Client:
        try:
            return Client(self._address, timeout=seconds)
        except (OSError, TimeoutError, ValueError, TypeError, RuntimeError) as error:
            hint = ". Has this process Dask's settings for TLS?" if self._address.startswith("tls:") else ""
            raise WorkersError(f"no Dask scheduler answers at {self._address} ({first_line(error)}){hint}") from error

    def _wait_for_workers(self) -> None:
        deadline = time.monotonic() + CONNECT_SECONDS
        while not self._threads_of_workers():
            if time.monotonic() > deadline:
                raise WorkersError(
                    f"the scheduler at {self._address} has no workers: start some with `dask worker {self._address}`"
                )
            time.sleep(0.1)

    def _threads_of_workers(self) -> dict[str, int]:
        try:
            threads: dict[str, int] = self._client.nthreads()
        except (OSError, TimeoutError, AttributeError):
            return {}
        return threads

    def _register(self, plugin: WorkPlugin) -> None:
        for attempt in range(1, MAX_ATTEMPTS + 1):
            try:
                self._client.register_plugin(plugin, name=plugin.name)
                problems: dict[str, str] = self._client.run(problem_of, plugin.name)
                break
            except (ImportError, AttributeError) as error:
                raise WorkersError(f"a worker cannot load ttrsim like this one: {first_line(error)}") from error
            except (OSError, TimeoutError) as error:  # a worker was lost while it was being prepared
                if attempt == MAX_ATTEMPTS:
                    raise WorkersError(f"the workers cannot be prepared: {first_line(error)}") from error
                self.n_failures += 1
                self._wait_for_workers()
        for address, problem in problems.items():
            if problem:
                raise WorkersError(f"worker {address} {problem}")

    def _is_lost(self, futures: Iterable[Future]) -> bool:
        """Whether the scheduler has forgotten tasks: it was restarted, or cannot be reached."""
        return self._client.status != "running" or any(future.status in ("cancelled", "lost") for future in futures)

    def _reconnect(self, plugin: WorkPlugin) -> None:
        self.n_failures += 1
        self.tell(f"lost the scheduler at {self._address}: connecting again")
        deadline = time.monotonic() + RECONNECT_SECONDS
        while True:
            try:
                self._client.close(timeout=2)
                self._client = self._connect(CONNECT_SECONDS)
                self._wait_for_workers()
                self._register(plugin)
            except (OSError, TimeoutError, RunError) as error:
                if time.monotonic() > deadline:
                    raise WorkersError(f"lost the scheduler at {self._address}: {first_line(error)}") from error
                time.sleep(1)
            else:
                return
