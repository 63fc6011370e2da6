"""Watches compiled code that asks bots: it cannot be interrupted, so it never runs on the main thread.

A bot that crashes or does not answer is named with its turn, and Ctrl-C works meanwhile. The thread of such a bot
cannot be ended: it is left behind, and the command line then ends the process without waiting for it.
"""

from __future__ import annotations

import linecache
import os
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

from ttrsim.errors import RunError
from ttrsim.machine.crashes import Guard, guarded
from ttrsim.machine.user_modules import where_read

LOOK_SECONDS = 0.25  # between two looks
OUR_CODE = str(Path(__file__).resolve().parents[1])

Result = TypeVar("Result")


class BotTimeoutError(RunError):
    """A bot did not answer in time."""


class BotCrashError(RunError):
    """The code of a bot ran off its stack, or into memory that is not there."""


CRASHES = (
    "it calls itself without end, or gives a helper a number far outside of what there is. "
    "`ttrsim bots check --safe` finds the line of most such faults"
)


@dataclass(eq=False)
class _Call:
    """A compiled call under way."""

    fingerprint: Callable[[], bytes]  # changes with every decision
    where: Callable[[], str]  # who is asked what
    last: bytes = b""
    since: float = field(default_factory=time.monotonic)
    guard: Guard | None = None


_under_way: set[_Call] = set()
_left_behind: list[Any] = []  # threads and futures that were abandoned
_pooled = threading.local()  # whether this is a thread of a pool, for which another one waits


def asking(
    call: Callable[[], Result],
    fingerprint: Callable[[], bytes],
    where: Callable[[], str],
    limit: float | None = None,
) -> Result:
    """The result of a compiled call that asks bots. An exception in a bot becomes a RunError that names its line.

    `limit` is the number of seconds that a decision may take. Calls from threads of a pool are watched by the thread
    that waits for them (`look`), which knows its own limit.
    """
    under_way = _Call(fingerprint, where)

    def do() -> Result:
        _under_way.add(under_way)
        try:
            with guarded() as under_way.guard:
                return call()
        except Exception as error:
            raise RunError(f"{where()}: {_fault(error)}") from error
        finally:
            _under_way.discard(under_way)

    return do() if hasattr(_pooled, "is_here") else _aside(do, limit)


def look(limit: float | None) -> None:
    """Raises RunError if a bot has crashed, BotTimeoutError if a call has waited longer than this for a decision."""
    now = time.monotonic()
    for call in list(_under_way):
        if call.guard is not None and call.guard.signal:
            _under_way.discard(call)
            raise BotCrashError(f"{call.where()}: the bot crashed ({call.guard.signal}): {CRASHES}")
        seen = call.fingerprint() if limit is not None else call.last
        if seen != call.last:
            call.last, call.since = seen, now
        elif limit is not None and now - call.since > limit:
            _under_way.discard(call)
            raise BotTimeoutError(
                f"{call.where()}: the bot has not answered for {limit:g} s. Is there an endless loop?"
            )


def leave_behind(thread: Any) -> None:
    """Abandons something that is still running."""
    _left_behind.append(thread)


def is_anything_left() -> bool:
    """Whether the process cannot end by itself."""
    return bool(_left_behind)


def _aside(call: Callable[[], Result], limit: float | None) -> Result:
    """Runs a call on another thread, so that the main thread can react to Ctrl-C."""
    pool = DaemonPool(1)
    future = pool.submit(call)
    try:
        while True:
            try:
                return future.result(LOOK_SECONDS)
            except TimeoutError:
                if future.done():
                    raise
                look(limit)
    except (KeyboardInterrupt, BotTimeoutError, BotCrashError):
        leave_behind(future)
        raise
    finally:
        pool.close()


class DaemonPool:
    """Threads that do not keep the process alive, unlike those of `concurrent.futures`."""

    def __init__(self, n_threads: int) -> None:
        self._n_threads = n_threads
        self._calls: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        for _ in range(n_threads):
            threading.Thread(target=self._serve, daemon=True).start()

    def submit(self, call: Callable[[], Result]) -> Future[Result]:
        future: Future[Result] = Future()
        self._calls.put((future, call))
        return future

    def close(self) -> None:
        """Each thread ends when it has done what it is doing."""
        for _ in range(self._n_threads):
            self._calls.put(None)

    def _serve(self) -> None:
        _pooled.is_here = True
        while (item := self._calls.get()) is not None:
            future, call = item
            if future.set_running_or_notify_cancel():
                try:
                    result = call()
                except BaseException as error:  # for the thread that waits for the result
                    future.set_exception(error)
                else:
                    future.set_result(result)


def _fault(error: Exception) -> str:
    """The exception of a bot, with its line."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    text = f"{type(error).__name__}: {error}"
    if last is None or last.filename == __file__ or last.filename.startswith(str(Path(OUR_CODE) / "workers")):
        return text
    is_ours = last.filename.startswith(OUR_CODE + os.sep)
    file = last.filename if is_ours else where_read(last.filename, last.name)
    line = linecache.getline(file, last.lineno or 0).strip()
    source = f"\n  {line}" if line else ""
    return f"{file}: line {last.lineno}, in {last.name}: {text}{source}"
