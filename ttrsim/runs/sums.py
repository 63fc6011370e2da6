"""The sums of a run: made with each chunk, and added up for reports."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ttrsim.measures.measure import Progress, measure_tables
from ttrsim.measures.parts import SUMS, SUMS_VERSION, KeptSums, Measuring, Parts, measuring
from ttrsim.runs.folder import RunFolder
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
    kept = folder.manifest.sums.definition
    if kept == now.definition:
        return KeptSums(now, kept, _added_chunks(folder, now))
    if set(now.tables) <= set(run.tables):  # another ttrsim summed otherwise
        return KeptSums(now, now.definition, measure_tables(run, now, progress))
    if kept.version != SUMS_VERSION:
        return None
    return KeptSums(now, kept, _added_chunks(folder, replace(now, extras=kept.extras)))


def _added_chunks(folder: RunFolder, measuring: Measuring) -> Parts:
    files = {name: list(folder.part_files(name).values()) for name in measuring.definition.parts}
    n_chunks = len(files[SUMS])
    added: list[Parts] = []
    for first in range(0, n_chunks, CHUNKS_AT_A_TIME):
        chunks = range(first, min(first + CHUNKS_AT_A_TIME, n_chunks))
        read = [{name: pl.read_parquet(paths[chunk]) for name, paths in files.items()} for chunk in chunks]
        added = [measuring.added([*added, *read])]
    return added[0] if added else measuring.added([])
