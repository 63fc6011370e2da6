"""Plays chunks on a pool of threads: the kernel runs without the GIL, so each thread has a core."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ttrsim.engine.games import Outcomes, Table
from ttrsim.limits import MAX_CHUNK
from ttrsim.runs.plan import Chunk, Plan

SLICE_SECONDS = 0.3  # a thread looks up so often: to be stopped, and to say how far it is
FIRST_SLICE = 64  # games


class StoppedError(Exception):
    """A chunk was given up half-way, since the run has been stopped."""


class Pool:
    """Threads with a table each. What waits to be played and what waits to be taken is bounded, whatever the run."""

    def __init__(self, tables: Sequence[Table], seed: int, plan: Plan) -> None:
        self.kernel_seconds = 0.0  # processor time inside the kernel, over all threads
        self.busy_seconds = 0.0  # the same by the clock
        self.games_played = 0  # those of unfinished chunks too
        self._seed = seed
        self._n_rotations = plan.n_rotations
        self._n_threads = len(tables)
        self._free_tables = list(tables)
        self._own = threading.local()
        self._lock = threading.Lock()
        self._stop = threading.Event()

    def play(self, chunks: Iterator[Chunk]) -> Generator[tuple[Chunk, Outcomes]]:
        """The chunks as they are done. If the caller gives up, those under way are dropped."""
        pending: dict[Future[Outcomes], Chunk] = {}
        with ThreadPoolExecutor(self._n_threads) as executor:
            try:
                while True:
                    # One in hand for each thread, so that none idles while the caller writes.
                    while len(pending) < 2 * self._n_threads and (chunk := next(chunks, None)):
                        pending[executor.submit(self._play_chunk, chunk)] = chunk
                    if not pending:
                        return
                    done, _ = wait(pending, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield pending.pop(future), future.result()
            finally:
                self._stop.set()
                for future in pending:
                    future.cancel()

    def _play_chunk(self, chunk: Chunk) -> Outcomes:
        table = self._table()
        outcomes = Outcomes(table.game)
        first_game, n_games = chunk.first_deal * self._n_rotations, chunk.n_deals * self._n_rotations
        while outcomes.n_games < n_games:
            if self._stop.is_set():
                raise StoppedError
            size = min(self._own.slice, n_games - outcomes.n_games)
            cpu_start, start = time.thread_time(), time.perf_counter()
            table.play_into(outcomes, self._seed, first_game + outcomes.n_games, size)
            self._note(size, time.thread_time() - cpu_start, time.perf_counter() - start)
        return outcomes

    def _table(self) -> Table:
        """The thread's own."""
        if not hasattr(self._own, "table"):
            self._own.table = self._free_tables.pop()
            self._own.slice = FIRST_SLICE
        table: Table = self._own.table
        return table

    def _note(self, n_games: int, cpu_seconds: float, seconds: float) -> None:
        self._own.slice = max(1, min(MAX_CHUNK, int(n_games * SLICE_SECONDS / max(seconds, 1e-6))))
        with self._lock:
            self.kernel_seconds += cpu_seconds
            self.busy_seconds += seconds
            self.games_played += n_games
