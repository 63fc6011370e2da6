"""The sums of a run: made with each chunk, and added up for reports."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl
from pydantic import BaseModel, ConfigDict

from ttrsim.measures.measure import Tell, measure_tables
from ttrsim.measures.parts import SUMS, SUMS_VERSION, KeptSums, Measuring, Parts, measuring
from ttrsim.play.columns import Played
from ttrsim.progress import Share
from ttrsim.runs.until import until_metrics
from ttrsim.stats.intervals import wilson, z_critical

if TYPE_CHECKING:
    from ttrsim.runs.folder import RunFolder
    from ttrsim.runs.plan import Plan
    from ttrsim.runs.run import Run
    from ttrsim.runs.scenario.setup import Setup

CHUNKS_AT_A_TIME = 32  # whose sums are read and added up together


def measuring_of(setup: Setup, plan: Plan) -> Measuring:
    """What is summed of each chunk of a run."""
    return measuring(setup.facts, plan.n_deals, setup.scenario.tolerances, until_metrics(setup.facts))


def kept_sums(folder: RunFolder, run: Run, progress: Tell) -> KeptSums | None:
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


# ---- win shares while a run is going on ------------------------------------------------------------
# Win shares while a run is going on, with their intervals. Deals are the unit: a deal's games are not independent.


class WinSums(BaseModel):
    """Of a chunk, for each name; the folder keeps them for a run that is resumed."""

    model_config = ConfigDict(strict=True)

    n: list[int]  # deals in which it sat at the table
    sums: list[float]  # of its mean win share in a deal
    squares: list[float]


@dataclass
class WinShares:
    """Sums over deals, for each bot; for each seat where all bots are alike."""

    names: list[str]
    by_seat: bool
    n: list[int] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)
    squares: list[float] = field(default_factory=list)

    @classmethod
    def of(cls, labels: list[str], n_seats: int) -> WinShares:
        by_seat = len(labels) == 1
        names = [f"seat {seat}" for seat in range(n_seats)] if by_seat else labels
        zeros = [0.0] * len(names)
        return cls(names, by_seat, [0] * len(names), zeros, list(zeros))

    def add(self, chunk: Played) -> WinSums:
        """Adds a chunk; returns its sums."""
        who = np.tile(np.arange(chunk.n_seats), (chunk.outcomes.n_games, 1)) if self.by_seat else chunk.bots
        sums = _sums(who, chunk.win_shares, len(self.names), chunk.n_rotations)
        self.add_sums(sums)
        return sums

    def add_sums(self, sums: WinSums) -> None:
        self.n = [a + b for a, b in zip(self.n, sums.n, strict=True)]
        self.sums = [a + b for a, b in zip(self.sums, sums.sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, sums.squares, strict=True)]

    def shares(self) -> list[Share]:
        return [Share(name, *self._interval(place)) for place, name in enumerate(self.names) if self.n[place] > 1]

    def _interval(self, place: int) -> tuple[float, float]:
        n = self.n[place]
        mean = self.sums[place] / n
        variance = max(0.0, self.squares[place] - n * mean**2) / (n - 1)
        # Deals that all ended alike have no variance, which must not pass for certainty: Wilson's bound for 0 of n.
        return mean, max(z_critical() * math.sqrt(variance / n), wilson(0.0, n).high)


def _sums(who: np.ndarray, shares: np.ndarray, n_names: int, n_rotations: int) -> WinSums:
    n_deals = len(who) // n_rotations
    deal = np.repeat(np.arange(n_deals), n_rotations * who.shape[1])
    place = deal * n_names + who.ravel()
    counts = np.bincount(place, minlength=n_deals * n_names).reshape(n_deals, n_names)
    totals = np.bincount(place, shares.ravel(), n_deals * n_names).reshape(n_deals, n_names)
    means = totals / np.maximum(counts, 1)
    return WinSums(
        n=(counts > 0).sum(axis=0).tolist(),
        sums=means.sum(axis=0).tolist(),
        squares=(means**2).sum(axis=0).tolist(),
    )
