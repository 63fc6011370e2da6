"""Plays what is not yet complete of a run, into its folder."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial

import polars as pl

from ttrsim.errors import Interrupted, RunError
from ttrsim.measures.parts import SUMS, Measuring
from ttrsim.play.columns import Played
from ttrsim.progress import Progress
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.direct import WrittenChunk, direct
from ttrsim.runs.folder import RunFolder
from ttrsim.runs.packing import PackedChunk, pack, unpack
from ttrsim.runs.plan import Plan
from ttrsim.runs.provenance import new_manifest, now, session
from ttrsim.runs.scenario.setup import Setup
from ttrsim.runs.sums import WinShares, WinSums, measuring_of
from ttrsim.runs.until import Until
from ttrsim.workers.executor import Executor, WorkersError


def pack_chunk(tables: Sequence[str], measuring: Measuring | None, chunk: Played) -> PackedChunk:
    """The tables that are kept, and the sums of all; without sums where an older ttrsim began the run."""
    schemas, outcomes = chunk.board.game.tables, chunk.outcomes
    needed = dict.fromkeys((*tables, *(measuring.tables if measuring else ())))
    frames = {name: schemas[name].frame(chunk) for name in needed}
    packed = {name: pack(frames[name]) for name in tables}
    if measuring:
        parts = measuring.of_tables({name: frame.lazy() for name, frame in frames.items()})
        packed |= {name: pack(part) for name, part in parts.items()}
    sums = WinShares.of(list(chunk.labels), chunk.n_seats).add(chunk)
    return PackedChunk(packed, sums, outcomes.kernel_seconds, outcomes.busy_seconds)


def join_chunks(measuring: Measuring, chunks: Sequence[PackedChunk]) -> PackedChunk:
    """Several chunks as one, of which only sums are kept."""
    added = measuring.added([{name: unpack(chunk.tables[name]) for name in chunk.tables} for chunk in chunks])
    shares = [chunk.win_shares for chunk in chunks]
    sums = WinSums(
        n=[sum(each) for each in zip(*(share.n for share in shares), strict=True)],
        sums=[sum(each) for each in zip(*(share.sums for share in shares), strict=True)],
        squares=[sum(each) for each in zip(*(share.squares for share in shares), strict=True)],
    )
    seconds = [sum(each) for each in zip(*(chunk[2:] for chunk in chunks), strict=True)]
    return PackedChunk({name: pack(part) for name, part in added.items()}, sums, *seconds)


def play_run(folder: RunFolder, setup: Setup, plan: Plan, executor: Executor, progress: Progress) -> None:
    """Plays every chunk that is not complete. The caller holds the folder's lock."""
    if all(chunk.number in folder.complete for chunk in plan.chunks()):
        return
    this_session = session(sys.argv, executor.n_threads)
    folder.manifest.sessions.append(this_session)
    folder.save_manifest()
    try:
        seconds = _play_chunks(folder, setup, plan, executor, progress)
    except KeyboardInterrupt:
        raise Interrupted(_how_to_resume(folder, plan, "interrupted")) from None
    except WorkersError as error:
        raise RunError(_how_to_resume(folder, plan, str(error))) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise RunError(_how_to_resume(folder, plan, f"cannot write to '{folder.path}': {reason}")) from error
    this_session.end(now(), **seconds)
    folder.save_manifest()


def _play_chunks(
    folder: RunFolder, setup: Setup, plan: Plan, executor: Executor, progress: Progress
) -> dict[str, float]:
    """Returns how long it took, the compiling of the kernel left out."""
    until = _until(folder, setup, plan)
    is_done = until is not None and until.is_reached
    todo = (chunk for chunk in plan.chunks() if chunk.number not in folder.complete and not is_done)
    measuring = measuring_of(setup, plan)
    join = None if setup.tables else partial(join_chunks, measuring)
    work = PlayChunks(setup, plan, partial(pack_chunk, setup.tables, measuring), join)
    stack = ExitStack()
    written = stack.enter_context(direct(work, folder.path)) if executor.is_direct else work
    with ExitStack() as failing:  # the token goes too if the workers cannot be started
        failing.push(stack)
        results = executor.map(written, todo, in_order=until is not None, count=progress.count)
        failing.pop_all()
    start, cpu_start = time.perf_counter(), time.process_time()
    kernel_seconds = busy_seconds = 0.0
    shares = WinShares.of(setup.labels, setup.n_seats)
    for entry in folder.complete.values():
        shares.add_sums(entry.win_shares)
    progress.expect(plan.n_games, folder.deals_complete * plan.n_rotations)
    progress.learn(shares.shares())
    with stack, closing(results):
        for chunk, done in results:
            if isinstance(done, WrittenChunk):
                folder.add_written(chunk, done.parts, done.win_shares)
            else:
                folder.add(chunk, done.tables, done.win_shares)
            kernel_seconds += done.kernel_seconds
            busy_seconds += done.busy_seconds
            shares.add_sums(done.win_shares)
            progress.learn(shares.shares())
            if until is not None:
                until.add(pl.read_parquet(folder.path / folder.complete[chunk.number].parts[SUMS].file))
                if until.is_reached:
                    break
    if until is not None and until.is_reached:
        _end_here(folder, setup, plan)
    return {
        "seconds": time.perf_counter() - start,
        "busy_seconds": busy_seconds,
        "cpu_seconds": time.process_time() - cpu_start,
        "kernel_seconds": kernel_seconds,
    }


def _until(folder: RunFolder, setup: Setup, plan: Plan) -> Until | None:
    """The effects that an experiment with `until` has measured so far."""
    choice = setup.scenario.experiment
    if choice is None or choice.until is None:
        return None
    until = Until(setup.facts, choice.until / 100)
    for file in folder.part_files(SUMS).values():
        until.add(pl.read_parquet(file))
    return until


def _end_here(folder: RunFolder, setup: Setup, plan: Plan) -> None:
    """The run has as many deals as it took: its manifest says so, as if that number had been asked for."""
    setup, plan = (
        setup.with_games(folder.deals_complete * plan.n_rotations),
        replace(plan, n_deals=folder.deals_complete),
    )
    before = folder.manifest
    kept = {"sessions": before.sessions, "asked_key": before.asked_key or before.key}
    folder.manifest = new_manifest(setup, plan, before.inputs).model_copy(update=kept)


def _how_to_resume(folder: RunFolder, plan: Plan, what: str) -> str:
    done = folder.deals_complete * plan.n_rotations
    return (
        f"{what}; {done:,} of {plan.n_games:,} games are complete. Resume with:\n"
        f"  ttrsim resume {shlex.quote(str(folder.path))}"
    )
