"""The sums of a run: made with each chunk, added up for reports, and made from the tables where they are missing."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ttrsim.measures.measure import Progress, measure_tables
from ttrsim.measures.missing import measurable
from ttrsim.measures.parts import SUMS, SUMS_VERSION, KeptSums, Measuring, Parts, measuring
from ttrsim.runs.folder import FolderError, RunFolder, locked
from ttrsim.runs.manifest import SumsEntry
from ttrsim.runs.packing import pack
from ttrsim.runs.until import until_metrics

if TYPE_CHECKING:
    from ttrsim.runs.plan import Plan
    from ttrsim.runs.run import Run
    from ttrsim.runs.scenario.setup import Setup

CHUNKS_AT_A_TIME = 32  # whose sums are read and added up together


def measuring_of(setup: Setup, plan: Plan) -> Measuring:
    """What is summed of each chunk of a run."""
    return measuring(setup.facts, plan.n_deals, setup.scenario.tolerances, until_metrics(setup.facts))


def kept_sums(folder: RunFolder, run: Run, progress: Progress) -> KeptSums | None:
    """The sums of all complete chunks; None if there are none, and no tables to make them from."""
    now = measuring(run.facts, run.manifest.deals, run.scenario.tolerances, until_metrics(run.facts))
    if not folder.complete:
        return None
    kept = folder.manifest.sums
    # A chunk without any part is one of an experiment in which nothing was tried.
    is_whole = kept is not None and all(SUMS in entry.parts or not entry.parts for entry in folder.complete.values())
    can_measure = set(now.tables) <= set(run.tables)
    if kept is not None and is_whole and (kept.definition == now.definition or not can_measure):
        if kept.version != SUMS_VERSION:
            return None
        own = replace(now, extras=tuple(kept.extras))
        return KeptSums(now, kept.definition, _added_chunks(folder, own))
    return _from_tables(folder, run, now, progress) if run.tables else None


def _added_chunks(folder: RunFolder, measuring: Measuring) -> Parts:
    files = {name: list(folder.part_files(name).values()) for name in measuring.definition.parts}
    n_chunks = len(files[SUMS])
    added: list[Parts] = []
    for first in range(0, n_chunks, CHUNKS_AT_A_TIME):
        chunks = range(first, min(first + CHUNKS_AT_A_TIME, n_chunks))
        read = [{name: pl.read_parquet(paths[chunk]) for name, paths in files.items()} for chunk in chunks]
        added = [measuring.added([*added, *read])]
    return added[0] if added else measuring.added([])


# ---- runs without sums ---------------------------------------------------------------------------


def _from_tables(folder: RunFolder, run: Run, now: Measuring, progress: Progress) -> KeptSums:
    """Sums as the tables of the run have them, made once."""
    possible, left_out = measurable(run, now.metrics)
    lacking = {name for each in left_out for name in each.names}
    extras = run.game.analysis.accumulators(run.facts, run.tables)
    own = replace(now, metrics=tuple(possible), extras=tuple(name for name in extras if name not in lacking))
    of = _digest(folder)
    measured = folder.read_measured()
    if measured is not None and measured.of == of and measured.sums.definition == own.definition:
        parts = {name: pl.read_parquet(path) for name, path in folder.measured_files(measured).items()}
        return KeptSums(now, own.definition, parts)
    parts = measure_tables(run, own, progress)
    try:
        with locked(folder.path):
            folder.keep_measured(of, SumsEntry.of(own.definition), {name: pack(part) for name, part in parts.items()})
    except (OSError, FolderError):
        pass  # it cannot be written, or somebody else writes it: the sums are made again next time
    return KeptSums(now, own.definition, parts)


def _digest(folder: RunFolder) -> str:
    """Of the tables that sums were made from."""
    digest = hashlib.sha256()
    for chunk in sorted(folder.complete):
        parts = folder.complete[chunk].parts
        digest.update(f"{chunk} {[(name, parts[name].sha256) for name in sorted(parts)]}".encode())
    return digest.hexdigest()
