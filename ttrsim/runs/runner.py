"""Plays what is not yet complete of a run, into its folder."""

from __future__ import annotations

import os
import shlex
import sys
import time
from contextlib import closing
from typing import Protocol

import polars as pl

from ttrsim.errors import RunError
from ttrsim.runs.folder import RunFolder
from ttrsim.runs.plan import Plan, played, seat_table
from ttrsim.runs.pool import Pool
from ttrsim.runs.provenance import now, session
from ttrsim.runs.shares import Share, WinShares
from ttrsim.scenario.reading import Setup


class Watcher(Protocol):
    """Whoever is told how far a run is."""

    def began(self, n_games: int, done: int, pool: Pool) -> None: ...

    def learned(self, shares: list[Share]) -> None: ...


class NoWatcher:
    def began(self, n_games: int, done: int, pool: Pool) -> None:
        pass

    def learned(self, shares: list[Share]) -> None:
        pass


class Interrupted(KeyboardInterrupt):
    """A run was interrupted; its text says how to go on."""


def default_threads() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_run(folder: RunFolder, setup: Setup, plan: Plan, n_threads: int, watcher: Watcher) -> None:
    """Plays every chunk that is not complete. The caller holds the folder's lock."""
    if all(chunk.number in folder.complete for chunk in plan.chunks()):
        return
    this_session = session(sys.argv, n_threads)
    folder.manifest.sessions.append(this_session)
    folder.save_manifest()
    try:
        seconds = _play_chunks(folder, setup, plan, n_threads, watcher)
    except KeyboardInterrupt:
        raise Interrupted(_how_to_go_on(folder, plan, "interrupted")) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise RunError(_how_to_go_on(folder, plan, f"cannot write to '{folder.path}': {reason}")) from error
    this_session.end(now(), **seconds)
    folder.save_manifest()


def _play_chunks(folder: RunFolder, setup: Setup, plan: Plan, n_threads: int, watcher: Watcher) -> dict[str, float]:
    """Returns how long it took, the compiling of the kernel left out."""
    seated = [seat_table(setup, plan) for _ in range(n_threads)]
    start, cpu_start = time.perf_counter(), time.process_time()
    shares = WinShares.of(setup.labels, setup.n_seats)
    for entry in folder.complete.values():
        shares.add_sums(entry.win_shares)
    tables = setup.game.tables
    pool = Pool(seated, setup.scenario.seed, plan)
    watcher.began(plan.n_games, folder.deals_complete * plan.n_rotations, pool)
    watcher.learned(shares.shares())
    todo = (chunk for chunk in plan.chunks() if chunk.number not in folder.complete)
    with closing(pool.play(todo)) as outcomes_of_chunks:
        for chunk, outcomes in outcomes_of_chunks:
            whole = played(setup, plan, chunk.first_deal * plan.n_rotations, outcomes)
            frames: dict[str, pl.DataFrame] = {table: tables[table].frame(whole) for table in setup.tables}
            folder.add(chunk, frames, shares.add(whole))
            watcher.learned(shares.shares())
    return {
        "seconds": time.perf_counter() - start,
        "busy_seconds": pool.busy_seconds,
        "cpu_seconds": time.process_time() - cpu_start,
        "kernel_seconds": pool.kernel_seconds,
    }


def _how_to_go_on(folder: RunFolder, plan: Plan, what: str) -> str:
    done = folder.deals_complete * plan.n_rotations
    return (
        f"{what}; {done:,} of {plan.n_games:,} games are complete. Go on with:\n"
        f"  ttrsim resume {shlex.quote(str(folder.path))}"
    )
