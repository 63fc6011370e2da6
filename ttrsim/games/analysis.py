"""How a game turns the tables of a run into a report."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import polars as pl

    from ttrsim.documents.report.model import Cells, Control, Section
    from ttrsim.games.board import Board
    from ttrsim.games.contract import ExperimentChoice
    from ttrsim.measures.batch import Batch
    from ttrsim.measures.deal_blocks import Blocks
    from ttrsim.measures.facts import Facts
    from ttrsim.measures.gauges import Gauge
    from ttrsim.measures.measure import Measures
    from ttrsim.measures.parts import Accumulator


class SubjectOfReport(Protocol):
    """A subject of a report, e.g. tickets."""

    @property
    def name(self) -> str: ...

    @property
    def metrics(self) -> str | None:
        """The module that registers its metrics."""

    @property
    def figures(self) -> str | None:
        """The module that registers its figures."""


class Reporting(Protocol):
    """From the tables of a run to a report. `ttrsim.documents.report.subjects.Subjects` implements it for any game."""

    @property
    def subjects(self) -> Sequence[SubjectOfReport]:
        """In the order of a report."""

    @property
    def tolerances(self) -> Mapping[str, float]:
        """How much each metric may differ from a baseline."""

    @property
    def phrases(self) -> Mapping[str, str]:
        """A sentence for each metric, with `{value}`, its keys as `{0}`, `{1}` …, and the key of a seat as `{seat}`."""

    @property
    def compared(self) -> Cells:
        """The numbers that a report on several runs shows side by side."""

    @property
    def gauges(self) -> Sequence[Gauge]:
        """What describes a board and its play; `published.csv` of the analysis has the values of built-in boards."""

    @property
    def text(self) -> str:
        """What `docs/metrics.md` says in addition to the metrics."""

    def facts(
        self,
        board: Board,
        bots: tuple[str, ...],
        n_seats: int,
        rotations: int,
        experiment: ExperimentChoice | None = None,
    ) -> Facts:
        """What is known before a game is played."""

    def batch(self, tables: Mapping[str, pl.LazyFrame], facts: Facts, blocks: Blocks | None = None) -> Batch:
        """Whole deals of a run, as metrics see them, with the blocks of deals that are summed separately."""

    def accumulators(self, facts: Facts, tables: Collection[str]) -> dict[str, Accumulator]:
        """Sums that are not metrics, for a run with these tables."""

    def sections(self, measures: Measures, facts: Facts) -> list[Section]: ...

    def standouts(self, measures: Measures, facts: Facts) -> Iterable[str]:
        """The sentences that a report begins with."""

    def controls(self, measures: Measures, facts: Facts, n_games: int) -> Iterable[Control]:
        """Checks that must hold for any bots."""
