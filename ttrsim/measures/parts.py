"""What is kept of the games of a chunk so that a run can be reported, compared and continued: sums that add up."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import polars as pl

from ttrsim.games.contract import Game
from ttrsim.measures.batch import Batch, without_rows
from ttrsim.measures.deal_blocks import Blocks
from ttrsim.measures.facts import Facts
from ttrsim.measures.registry import Metric, all_metrics
from ttrsim.measures.summing import exact_sums
from ttrsim.measures.sums import add_sums, block_sums, float_sums, key_types
from ttrsim.measures.thresholds import Tolerances

SUMS_VERSION = 1  # raise it when the format of the sums changes
SUMS = "sums"  # the part with the sums of metrics; what a game sums besides is in `sums-NAME`
N_BLOCKS = 40  # blocks of deals, used to compare runs
PRESENTATION = ("__init__.py", "figures.py", "bounds.py", "document.py", "atlas.py")  # of an analysis: changes no sum

Parts = dict[str, pl.DataFrame]


class Accumulator(Protocol):
    """What a game sums besides metrics."""

    def add(self, batch: Any) -> None:
        """A batch of the game's own kind."""

    def state(self) -> pl.DataFrame:
        """What was added so far, for `add_state`. It does not depend on the order or the size of the batches."""

    def add_state(self, state: pl.DataFrame) -> None: ...

    def frame(self) -> pl.DataFrame: ...


class Definition(NamedTuple):
    """What sums are of. Sums with equal definitions can be added up."""

    version: int
    code: str  # digest of the code that computes the metrics
    metrics: tuple[str, ...]
    extras: tuple[str, ...]  # what the game sums besides metrics
    compared: tuple[str, ...]  # metrics with sums for each block of deals
    n_deals: int  # of the run whose blocks these are

    @property
    def parts(self) -> list[str]:
        return [SUMS, *(part_of_extra(name) for name in self.extras)]


def part_of_extra(name: str) -> str:
    return f"{SUMS}-{name}"


@dataclass(frozen=True)
class Measuring:
    """How the tables of a run are summed."""

    facts: Facts
    metrics: tuple[Metric, ...]
    extras: tuple[str, ...]
    compared: frozenset[str]
    n_deals: int  # of the whole run

    @property
    def tables(self) -> list[str]:
        """Those that are needed."""
        needed = {table for metric in self.metrics for table in metric.needs}
        return [name for name in self.facts.game.tables if name in needed]

    @cached_property
    def definition(self) -> Definition:
        names = tuple(metric.name for metric in self.metrics)
        compared = tuple(name for name in names if name in self.compared)
        return Definition(SUMS_VERSION, code_of(self.facts.game), names, self.extras, compared, self.n_deals)

    @property
    def blocks(self) -> Blocks:
        return Blocks(min(N_BLOCKS, self.n_deals), self.n_deals, self.compared)

    def accumulators(self) -> dict[str, Accumulator]:
        return self.facts.game.analysis.accumulators(self.facts, self.facts.game.tables)

    def of_tables(self, tables: Mapping[str, pl.LazyFrame]) -> Parts:
        """The sums of whole deals."""
        return self.of_batch(self.facts.game.analysis.batch(tables, self.facts, self.blocks))

    def of_batch(self, batch: Batch) -> Parts:
        """Those of a batch with the blocks of the run."""
        parts = {SUMS: exact_sums(self.metrics, batch)}
        accumulators = self.accumulators()
        for name in self.extras:
            accumulators[name].add(batch)
            parts[part_of_extra(name)] = accumulators[name].state()
        return parts

    def added(self, parts: Sequence[Parts]) -> Parts:
        """The sums of several parts, the same in any order."""
        added = {SUMS: add_sums([part[SUMS] for part in parts])}
        for name in self.extras:
            accumulator = self.accumulators()[name]
            for part in parts:
                accumulator.add_state(part[part_of_extra(name)])
            added[part_of_extra(name)] = accumulator.state()
        return added


@dataclass(frozen=True)
class KeptSums:
    """The sums of a run, all added up."""

    measuring: Measuring
    definition: Definition  # what they are of; an older ttrsim may have kept fewer
    parts: Parts

    def floats(self, metric: Metric) -> pl.DataFrame:
        return float_sums(self.parts[SUMS], metric, self.measuring.facts, key_types(metric, self._empty))

    def blocks(self, metric: Metric) -> pl.DataFrame:
        return block_sums(self.parts[SUMS], metric, self.measuring.facts)

    def extras(self) -> dict[str, pl.DataFrame]:
        accumulators = self.measuring.accumulators()
        for name in self.definition.extras:
            accumulators[name].add_state(self.parts[part_of_extra(name)])
        return {name: accumulators[name].frame() for name in self.definition.extras}

    @cached_property
    def _empty(self) -> Batch:
        return without_rows(self.measuring.facts)


def measuring(facts: Facts, n_deals: int, tolerances: Mapping[str, float], more: Sequence[Metric] = ()) -> Measuring:
    """All that a run of these facts can be asked for. `tolerances` are those of its scenario."""
    game = facts.game
    is_experiment = facts.experiment is not None
    tables = {name for name, table in game.tables.items() if table.is_of_trials == is_experiment}
    metrics = tuple(metric for metric in (*all_metrics(game).values(), *more) if set(metric.needs) <= tables)
    compared = frozenset(metric.name for metric in Tolerances(game, tolerances).metrics())
    return Measuring(facts, metrics, tuple(game.analysis.accumulators(facts, tables)), compared, n_deals)


@cache
def code_of(game: Game) -> str:
    """A digest of the code that measures: sums by other code are not the same sums."""
    digest = hashlib.sha256()
    for package, left_out in (("ttrsim.measures", ()), (f"{game.package}.analysis", PRESENTATION)):
        folder = Path(str(files(package)))
        for path in sorted(folder.rglob("*.py")):
            if path.name not in left_out:
                digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]
