"""The executor: results as they come or in order, few tasks ahead, and an end when it is asked for."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import ttrsim
from ttrsim.errors import UserError
from ttrsim.workers.executor import MAX_THREADS, SLICE_SECONDS, Pulse, Slices, StoppedError, Threads

PATIENCE = 60  # seconds until a test that hangs fails


@dataclass
class Doing:
    """Work that notes who did what."""

    do: Callable[[int, Pulse], int]
    n_started: int = 0
    begun: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    used_by: dict[int, set[int]] = field(default_factory=dict)  # worker: those that were inside at the same time

    def start(self) -> Callable[[int, Pulse], int]:
        number = self.n_started
        self.n_started += 1
        inside = threading.Lock()

        def worker(task: int, pulse: Pulse) -> int:
            assert inside.acquire(blocking=False), "a worker is used by one thread at a time"
            self.begun.append(task)
            self.used_by.setdefault(number, set()).add(threading.get_ident())
            try:
                return self.do(task, pulse)
            finally:
                self.ended.append(task)
                inside.release()

        return worker


def square(task: int, pulse: Pulse) -> int:
    return task * task


def go_on_until_stopped(pulse: Pulse) -> int:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        pulse(1)
        time.sleep(0.001)
    raise AssertionError("it was not stopped")


def test_every_task_once() -> None:
    results = dict(Threads(3).map(Doing(square), range(100)))
    assert results == {task: task * task for task in range(100)}
    assert dict(Threads(3).map(Doing(square), [])) == {}


def test_results_as_they_come() -> None:
    is_second_done = threading.Event()

    def do(task: int, pulse: Pulse) -> int:
        return task if task or is_second_done.wait(PATIENCE) else -1

    seen = []
    for task, result in Threads(2).map(Doing(do), [0, 1]):
        seen.append((task, result))
        is_second_done.set()
    assert seen == [(1, 1), (0, 0)]


def test_results_in_order() -> None:
    others_done = threading.Event()

    def do(task: int, pulse: Pulse) -> int:
        if task == 5:
            others_done.set()
        return task if task or others_done.wait(PATIENCE) else -1

    assert list(Threads(3).map(Doing(do), range(30), in_order=True)) == [(task, task) for task in range(30)]


@pytest.mark.parametrize("in_order", [False, True])
@pytest.mark.parametrize("n_threads", [1, 3])
def test_few_tasks_are_taken_ahead(n_threads: int, in_order: bool) -> None:
    taken = 0

    def tasks() -> Iterator[int]:
        nonlocal taken
        for task in range(50):
            taken += 1
            yield task

    results = Threads(n_threads).map(Doing(square), tasks(), in_order=in_order)
    assert taken == 0, "nothing begins before the first result is asked for"
    for n_results, _ in enumerate(results, 1):
        assert taken - n_results < 2 * n_threads
    assert taken == 50


def test_a_worker_for_each_thread_is_made_once() -> None:
    work = Doing(square)
    results = Threads(3).map(work, range(200))
    assert work.n_started == 3, "workers are ready before the first result is asked for"
    assert len(list(results)) == 200
    assert work.n_started == 3
    assert len(set().union(*work.used_by.values())) <= 3


def test_what_is_done_is_counted_on_the_way() -> None:
    counts: list[int] = []

    def do(task: int, pulse: Pulse) -> int:
        for _ in range(10):
            pulse(task)
        return task

    assert len(list(Threads(4).map(Doing(do), range(20), count=counts.append))) == 20
    assert sum(counts) == 10 * sum(range(20))


@pytest.mark.parametrize("in_order", [False, True])
def test_a_failure_stops_the_others(in_order: bool) -> None:
    is_other_begun = threading.Event()

    def do(task: int, pulse: Pulse) -> int:
        if task == 0:
            assert is_other_begun.wait(PATIENCE)
            raise ValueError("broken")
        is_other_begun.set()
        return go_on_until_stopped(pulse)

    work = Doing(do)
    with pytest.raises(ValueError, match="broken"):
        list(Threads(2).map(work, range(1000), in_order=in_order))
    assert sorted(work.ended) == sorted(work.begun)
    assert len(work.begun) <= 3, "what waits is dropped"


def test_a_faulty_list_of_tasks_stops_the_others() -> None:
    def tasks() -> Iterator[int]:
        yield 0
        raise ValueError("no more")

    work = Doing(lambda task, pulse: go_on_until_stopped(pulse))
    with pytest.raises(ValueError, match="no more"):
        list(Threads(2).map(work, tasks()))
    assert work.ended == work.begun


def test_whoever_has_enough_closes_it() -> None:
    work = Doing(lambda task, pulse: task if task == 0 else go_on_until_stopped(pulse))
    with closing(Threads(2).map(work, range(1000))) as results:
        assert next(results) == (0, 0)
    assert sorted(work.ended) == sorted(work.begun)
    assert len(work.begun) <= 3


def test_an_interrupt_stops_all() -> None:
    n_done = 0
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it

    def count(n: int) -> None:
        nonlocal n_done
        n_done += n
        if n_done == 50:  # by now the caller waits
            os.kill(os.getpid(), signal.SIGINT)

    work = Doing(lambda task, pulse: go_on_until_stopped(pulse))
    try:
        with pytest.raises(KeyboardInterrupt):
            list(Threads(2).map(work, range(1000), count=count))
    finally:
        signal.signal(signal.SIGINT, before)
    assert sorted(work.ended) == sorted(work.begun) == [0, 1]


# ---- slices --------------------------------------------------------------------------------------


def test_slices_cover_a_task_and_grow_with_its_speed() -> None:
    slices, counts = Slices(), list[int]()
    parts = list(slices.of(1_000_000, counts.append))
    assert [number for part in parts for number in part] == list(range(1_000_000))
    assert counts == [len(part) for part in parts]
    assert len(parts) < 100
    assert list(slices.of(0, counts.append)) == []


def test_slices_of_slow_work_are_small(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("ttrsim.workers.executor.time.perf_counter", lambda: now)
    parts = []
    for part in Slices().of(200, lambda n: None):
        parts.append(len(part))
        now += len(part) * SLICE_SECONDS / 10
    assert parts[0] == 1  # of work that takes seconds, as little as possible is lost
    assert set(parts[1:-1]) <= {9, 10}


def test_a_stop_ends_between_slices() -> None:
    def stop(n: int) -> None:
        raise StoppedError

    slices = Slices().of(1_000_000, stop)
    next(slices)
    with pytest.raises(StoppedError):
        next(slices)


# ---- threads -------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [0, -1, MAX_THREADS + 1])
def test_a_number_of_threads_that_makes_no_sense(n: int) -> None:
    with pytest.raises(UserError, match=f"threads should be from 1 to {MAX_THREADS}, not {n}"):
        Threads(n)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system has no affinity masks")
def test_by_default_a_thread_for_each_core_that_may_be_used() -> None:
    cores = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(cores)})
        assert Threads().n_threads == 1
    finally:
        os.sched_setaffinity(0, cores)
    assert Threads().n_threads == len(cores)


def test_threads_are_used_nowhere_else() -> None:
    package = Path(ttrsim.__file__).parent
    imports = re.compile(r"^\s*(from|import) (concurrent|multiprocessing)\b", re.MULTILINE)
    users = [path for path in package.rglob("*.py") if imports.search(path.read_text(encoding="utf-8"))]
    names = sorted(path.relative_to(package).as_posix() for path in users)
    assert names == ["workers/executor.py", "workers/watch.py"]
