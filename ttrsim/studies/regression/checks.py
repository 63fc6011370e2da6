"""Plays games until every threshold is decided, or the games are used up.

After every chunk of deals each value has an interval that is valid at all times at once (`stats/sequential.py`), so
stopping as soon as it is clear costs nothing of its confidence; the checks of a whole suite share one chance of error.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import polars as pl

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.documents.json import plain
from ttrsim.errors import CheckError, InconclusiveError, UserError
from ttrsim.games.differences import special_title
from ttrsim.measures.codes import KEY_SEPARATOR
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import with_usual
from ttrsim.measures.registry import Metric
from ttrsim.measures.summing import exact_sums
from ttrsim.measures.sums import SUMS, add_sums, estimates, float_sums, per_game
from ttrsim.measures.thresholds import Threshold
from ttrsim.play.columns import Played
from ttrsim.progress import Progress
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import Plan, make_plan
from ttrsim.runs.scenario.setup import Setup
from ttrsim.stats.intervals import CONFIDENCE, Estimate
from ttrsim.stats.ratios import Interval
from ttrsim.stats.sequential import boundary
from ttrsim.studies.regression.junit import Case, Suite, junit_text
from ttrsim.workers.executor import Executor

CHUNK = 1_024  # games between two looks
MIN_DEALS = 200  # before the first look: the intervals are those of large numbers
TIGHTEST = 0.25  # of the budget: where the intervals are narrowest

State = Literal["holds", "fails", "undecided"]
STATES: tuple[State, ...] = ("holds", "fails", "undecided")
COLUMNS = (
    Column("state", kind="verdict"),
    Column("check", kind="text"),
    Column("value", decimals=None),
    Column("n", kind="count"),
)
CONFIDENT = f"All intervals hold at once with {CONFIDENCE:.0%} confidence, whenever a check is decided."


@dataclass
class Check:
    """A threshold, and what is known of it so far. Once it is decided, it stays as it is."""

    scenario: str
    threshold: Threshold
    board: str = ""  # its title, if it has house rules or is not built in
    notice: str = ""  # notice to show with every result on the board, or nothing
    state: State = "undecided"
    n: int = 0
    deals: int = 0
    value: float = float("nan")
    low: float = float("-inf")
    high: float = float("inf")

    @property
    def text(self) -> str:
        return f"{self.scenario}: {self.threshold.text}" if self.scenario else self.threshold.text

    def cells(self) -> dict[str, Any]:
        """Under the columns of a table."""
        estimate = Estimate(self.value, self.low, self.high, self.n, self.deals)
        return {"state": self.state, "check": self.text, "value": estimate, "n": self.n}

    def as_dict(self) -> dict[str, Any]:
        own = ("state", "value", "low", "high", "n", "deals")
        about = {"scenario": self.scenario, "board": self.board, "notice": self.notice, "check": self.threshold.text}
        return about | {name: getattr(self, name) for name in own}

    def judge(self) -> None:
        if self.threshold.low <= self.low and self.high <= self.threshold.high:
            self.state = "holds"
        elif self.high < self.threshold.low or self.low > self.threshold.high:
            self.state = "fails"


@dataclass(frozen=True)
class CheckedScenario:
    name: str  # in its suite; '' if it is alone
    seconds: float
    checks: Sequence[Check]


class Checks(Result, list[Check]):
    """All checks of a scenario or a suite."""

    def __init__(self, source: str, scenarios: Sequence[CheckedScenario]) -> None:
        self.source, self.scenarios = source, scenarios
        super().__init__(check for scenario in scenarios for check in scenario.checks)

    @property
    def verdict(self) -> State:
        """The worst of their states."""
        states = {check.state for check in self}
        return "fails" if "fails" in states else "undecided" if "undecided" in states else "holds"

    @property
    def failure(self) -> Exception | None:
        failed, undecided = ([each.text for each in self if each.state == state] for state in ("fails", "undecided"))
        if failed:
            return CheckError(f"{len(failed)} of {len(self)} checks failed:{_listed(failed)}")
        told = f"{len(undecided)} of {len(self)} checks are undecided; play more games with -n:{_listed(undecided)}"
        return InconclusiveError(told) if undecided else None

    def document(self) -> Document:
        counts = Counter(check.state for check in self)
        counted = ", ".join(f"{counts[state]} {state}" for state in STATES if counts[state])
        boards = (
            f"{check.scenario}: {check.board}" if check.scenario else check.board for check in self if check.board
        )
        notices = (check.notice for check in self if check.notice)
        notes = [CONFIDENT, *dict.fromkeys([*boards, *notices])]
        table = Table("checks", "", COLUMNS, [check.cells() for check in self])
        return Document(f"{len(self)} checks: {counted}", notes, [table])

    def as_dict(self) -> list[dict[str, Any]]:
        values: list[dict[str, Any]] = plain([check.as_dict() for check in self])
        return values

    def junit(self) -> str:
        suites = [
            Suite(scenario.name or "scenario", scenario.seconds, [_case(check) for check in scenario.checks])
            for scenario in self.scenarios
        ]
        return junit_text(f"ttrsim check {self.source}", suites)


def _listed(texts: Sequence[str]) -> str:
    return "".join(f"\n  {text}" for text in texts)


def _case(check: Check) -> Case:
    value = COLUMNS[2].text(check.cells())
    failure = f"{check.state}: {value}, n = {check.n:,}"
    return Case(check.threshold.text, failure="" if check.state == "holds" else failure)


def checks_of(scenario: str, setup: Setup) -> list[Check]:
    choice = setup.scenario.board
    board = special_title(setup.board, choice.name, choice.house_rules)
    return [Check(scenario, threshold, board, setup.board.notice) for threshold in setup.thresholds]


def play_checks(setup: Setup, checks: Sequence[Check], error: float, executor: Executor, progress: Progress) -> None:
    """`error` is the chance that one check is decided wrongly."""
    plan = make_plan(setup, chunk_games=CHUNK)
    by_name = {check.threshold.metric.name: check.threshold.metric for check in checks}
    metrics = with_usual(list(by_name.values()), setup.game)
    sums = _CheckedSums(setup.facts)
    work = PlayChunks(setup, plan, partial(sums_of_chunk, setup.facts, metrics))
    with closing(executor.map(work, plan.chunks(), in_order=True)) as results:
        for chunk, new in results:
            sums.add(chunk.n_deals, new)
            if sums.n_deals >= min(MIN_DEALS, plan.n_deals):
                for check in checks:
                    if check.state == "undecided":
                        _look(check, sums, error, plan)
            n_open = sum(check.state == "undecided" for check in checks)
            progress.begin(f"{sums.n_deals * plan.n_rotations:,} games, {n_open} of {len(checks)} checks open")
            if not n_open:
                return


def sums_of_chunk(facts: Facts, metrics: Sequence[Metric], chunk: Played) -> pl.DataFrame:
    needed = {table for metric in metrics for table in metric.needs}
    tables = {name: facts.game.tables[name].frame(chunk).lazy() for name in needed}
    return exact_sums(metrics, facts.game.analysis.batch(tables, facts))


@dataclass
class _CheckedSums:
    """Of all metrics, over the deals so far."""

    facts: Facts
    n_deals: int = 0
    frame: pl.DataFrame = field(default_factory=lambda: add_sums([]))

    def add(self, n_deals: int, sums: pl.DataFrame) -> None:
        self.frame = add_sums([self.frame, sums])
        self.n_deals += n_deals

    def of(self, threshold: Threshold) -> pl.DataFrame | None:
        """One row; None if nothing was observed."""
        metric = threshold.metric
        row = self.by_key(metric).filter(pl.col("key") == threshold.key).drop("key")
        if metric.per == "game":
            row = row if len(row) else pl.DataFrame({name: [0.0] for name in SUMS})
            row = per_game(row, self.n_deals, self.facts.rotations)
        return row if len(row) and row["w"].item() else None

    def by_key(self, metric: Metric) -> pl.DataFrame:
        """The keys of a metric as thresholds write them, with its sums."""
        key = pl.col("key").str.replace_all(KEY_SEPARATOR, ", ", literal=True)
        return float_sums(self.frame, metric, self.facts).with_columns(key)


def _look(check: Check, sums: _CheckedSums, error: float, plan: Plan) -> None:
    row = sums.of(check.threshold)
    if row is None:
        raise UserError(f"{check.threshold.text!r}: no data in {sums.n_deals:,} deals{_keys_seen(check, sums)}")
    interval: Interval = "ratio" if check.threshold.metric.kind == "ratio" else "mean"
    ratios = estimates(row, interval)
    spread = estimates(_with_two_more(row) if check.threshold.metric.kind == "share" else row, interval)
    check.n, check.deals, check.value = round(row["w"].item()), round(row["deals"].item()), float(ratios.value[0])
    if check.deals > 1:
        half = boundary(check.deals, error, max(MIN_DEALS, TIGHTEST * plan.n_deals)) * float(spread.error[0])
        check.low, check.high = check.value - half, check.value + half
        if check.threshold.metric.kind == "share":
            check.low, check.high = max(0.0, check.low), min(1.0, check.high)
        check.judge()


def _with_two_more(sums: pl.DataFrame) -> pl.DataFrame:
    """Adds one deal with 100 % and one with 0 % to a share, so that an event never seen is not taken as impossible."""
    w = pl.col("w") / pl.col("deals")
    more: dict[str, pl.Expr] = {"deals": pl.lit(2.0), "v": w, "w": 2 * w, "vv": w * w, "vw": w * w, "ww": 2 * w * w}
    return sums.with_columns(**{name: pl.col(name) + extra for name, extra in more.items()})


def _keys_seen(check: Check, sums: _CheckedSums) -> str:
    metric = check.threshold.metric
    if not metric.by:
        return ""
    seen = "; ".join(sums.by_key(metric)["key"].sort().head(20))
    return f"; {metric.name} was seen for: {seen}" if seen else f"; {metric.name} was not seen at all"
