"""The analysis of a game, put together from its subjects: tickets, routes, and so on."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

import polars as pl

from ttrsim.documents.report.model import Cells, Control, Section
from ttrsim.documents.report.sections.beside import beside
from ttrsim.documents.report.sections.feel import feel
from ttrsim.documents.report.sections.strategies import strategies
from ttrsim.games.board import Board
from ttrsim.games.contract import ExperimentChoice
from ttrsim.measures.batch import Batch
from ttrsim.measures.deal_blocks import Blocks
from ttrsim.measures.facts import Facts
from ttrsim.measures.gauges import Gauge
from ttrsim.measures.measure import Measures
from ttrsim.measures.parts import Accumulator

F = TypeVar("F", bound=Facts)  # those of the game

Answer = Callable[[Measures, F], Section | None]


@dataclass(frozen=True)
class Subject(Generic[F]):
    """Its metrics and figures are in modules that are imported when they are needed: figures need Matplotlib."""

    name: str
    section: Answer[F] | None
    metrics: str | None = None
    figures: str | None = None


def subject(package: str, section: Answer[F] | None = None) -> Subject[F]:
    """The subject of a package that holds `metrics.py`, `figures.py` or both."""
    metrics, figures = (path if find_spec(path := f"{package}.{part}") else None for part in ("metrics", "figures"))
    return Subject(package.rpartition(".")[2], section, metrics, figures)


def with_shared_figures(own: Subject[F]) -> Subject[F]:
    """A subject that adds to one of all games, whose figures it has."""
    return replace(own, figures=f"ttrsim.documents.report.figures.{own.name}")


BESIDE: Subject[Any] = Subject("beside", beside)
FEEL: Subject[Any] = Subject("feel", feel)
STRATEGIES: Subject[Any] = Subject("strategies", strategies, figures="ttrsim.documents.report.figures.strategies")


@dataclass(frozen=True)
class Subjects(Generic[F]):
    """Implements `ttrsim.games.analysis.Analysis`. It refuses facts of another game."""

    facts_type: type[F]
    batch_type: Callable[[Mapping[str, pl.LazyFrame], F, Blocks | None], Batch]
    subjects: tuple[Subject[F], ...]
    tolerances: Mapping[str, float]
    phrases: Mapping[str, str]
    compared: Cells
    text: str
    bounds: Callable[[Measures, F, int], Iterator[Control]]
    striking: Callable[[Measures, F], Iterator[str]]
    sums: Callable[[F, Collection[str]], dict[str, Accumulator]] = lambda facts, tables: {}
    gauges: tuple[Gauge, ...] = ()

    def facts(
        self,
        board: Board,
        bots: tuple[str, ...],
        n_seats: int,
        rotations: int,
        experiment: ExperimentChoice | None = None,
    ) -> F:
        return self.facts_type(board, bots, n_seats, rotations, experiment)

    def batch(self, tables: Mapping[str, pl.LazyFrame], facts: Facts, blocks: Blocks | None = None) -> Batch:
        return self.batch_type(tables, self._own(facts), blocks)

    def accumulators(self, facts: Facts, tables: Collection[str]) -> dict[str, Accumulator]:
        return self.sums(self._own(facts), tables)

    def sections(self, measures: Measures, facts: Facts) -> list[Section]:
        own = self._own(facts)
        sections = (each.section(measures, own) for each in self.subjects if each.section)
        return [section for section in sections if section]

    def standouts(self, measures: Measures, facts: Facts) -> Iterator[str]:
        return self.striking(measures, self._own(facts))

    def controls(self, measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
        return self.bounds(measures, self._own(facts), n_games)

    def _own(self, facts: Facts) -> F:
        assert isinstance(facts, self.facts_type)
        return facts
