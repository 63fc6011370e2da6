"""Compares runs with a baseline: first exactly, then by statistics if they differ."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from ttrsim.documents.document import Column, Document, Result, Table, Text
from ttrsim.documents.json import plain
from ttrsim.errors import BaselineError, CheckError, InconclusiveError
from ttrsim.games.differences import special_title
from ttrsim.measures.blocks import Series, measure_blocks
from ttrsim.measures.comparison import Pair, pairs_of
from ttrsim.measures.measure import Tell
from ttrsim.measures.thresholds import Tolerances, split
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.model import Scenario
from ttrsim.stats.intervals import ALPHA, CONFIDENCE, Estimate
from ttrsim.stats.sequential import Verdict, verdict
from ttrsim.studies.regression.baseline import Baseline, BaselineRun, check_rules_version
from ttrsim.studies.regression.digest import run_digest
from ttrsim.studies.regression.junit import Case, Suite, junit_text
from ttrsim.studies.regression.runs import decisive, part_of, scenario_hash

ORDER: tuple[Verdict, ...] = ("different", "inconclusive", "within tolerance", "identical")  # the worst first
COLUMNS = (
    Column("metric", kind="text"),
    Column("before", "baseline", decimals=None),
    Column("after", "now", decimals=None),
    Column("difference", kind="signed", decimals=None),
    Column("tolerance", decimals=None),
    Column("n", kind="count"),
    Column("verdict", kind="verdict"),
)
MOST = 20  # rows of a run that people see at first

How = Literal["digest", "paired deals", "other deals"]


@dataclass(frozen=True)
class ComparedRow:
    """What a comparison says of a metric."""

    pair: Pair
    difference: Estimate | None  # None where one run has too little to compare
    tolerance: float
    verdict: Verdict

    @property
    def clearness(self) -> float:
        if self.difference is None:
            return 0.0
        return abs(self.difference.value) / ((self.difference.high - self.difference.low) / 2 + 1e-9)

    def cells(self) -> dict[str, Any]:
        """Under the columns of a table."""
        values = {side: series and series.value for side, series in self._sides.items()}
        difference = "too few" if self.difference is None else self.difference
        return {"metric": self.pair.name, **values, "difference": difference, "n": self.pair.n} | {
            "tolerance": self.tolerance,
            "verdict": self.verdict,
        }

    def as_dict(self) -> dict[str, Any]:
        values = {side: series and {"value": series.value, "n": series.n} for side, series in self._sides.items()}
        judged = {"difference": self.difference, "tolerance": self.tolerance, "verdict": self.verdict}
        return {"metric": self.pair.name, **values, **judged}

    @property
    def _sides(self) -> dict[str, Series | None]:
        return {"before": self.pair.before, "after": self.pair.after}


@dataclass(frozen=True)
class ComparedRun:
    name: str
    how: How
    deals: tuple[int, int]  # of the baseline, and now
    games: tuple[int, int]
    board: str  # its title, if it has house rules or is not built in
    notice: str  # notice to show with every result on the board, or nothing
    seconds: float  # it took to play and measure
    is_exact: bool  # whether every game must be the same
    rows: tuple[ComparedRow, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """A run is identical by its digest alone: equal metrics do not make equal games."""
        if self.how == "digest":
            return "identical"
        if self.is_exact:
            return "different"
        if not self.rows:
            return "inconclusive"
        verdict = worst([row.verdict for row in self.rows])
        return "within tolerance" if verdict == "identical" else verdict

    def counts(self) -> Counter[Verdict]:
        return Counter(row.verdict for row in self.rows)

    @property
    def line(self) -> str:
        name = (self.name or "run") + "".join(f" ({text})" for text in (self.board, self.notice) if text)
        if self.how == "digest":
            return f"{name}: identical, all of {self.games[1]:,} games"
        counts = self.counts()
        counted = ", ".join(f"{counts[verdict]} {verdict}" for verdict in ORDER if counts[verdict])
        counted = f"not the same games; metrics: {counted}" if self.is_exact else counted
        deals = f"{self.deals[1]:,} paired deals" if self.how == "paired deals" else _sizes("deals", self.deals)
        return f"{name}: {self.verdict} — {counted}; {deals}, {_sizes('games', self.games)}"

    def table(self) -> Table:
        """What is not as it was, the worst and clearest first.

        What is within its tolerance matters only where games had to be the same: it shows what has moved.
        """
        shown = ORDER[: 3 if self.is_exact else 2]
        rows = [row for row in self.rows if row.verdict in shown]
        rows.sort(key=lambda row: (ORDER.index(row.verdict), -row.clearness))
        name = f"differences_{self.name}" if self.name else "differences"
        return Table(name, self.name, COLUMNS, [row.cells() for row in rows], most=MOST)

    def as_dict(self) -> dict[str, Any]:
        names = ("name", "board", "notice", "verdict", "how", "seconds")
        sizes = {"deals": self.deals, "games": self.games}
        return {
            **{name: getattr(self, name) for name in names},
            **{name: dict(zip(("before", "after"), both, strict=True)) for name, both in sizes.items()},
            "metrics": [row.as_dict() for row in self.rows],
        }

    def suite(self, is_strict: bool) -> Suite:
        cases = [self._games_case(), *(_case(row, is_strict) for row in self.rows)]
        return Suite(self.name or "run", self.seconds, cases)

    def _games_case(self) -> Case:
        name = "games are identical"
        if self.how == "digest":
            return Case(name)
        return Case(name, failure=self.line) if self.is_exact else Case(name, skipped=self.line)


@dataclass(frozen=True, repr=False)
class Comparison(Result):
    baseline: str
    runs: tuple[ComparedRun, ...]
    family: int  # differences that are judged at once
    is_exact: bool
    is_strict: bool = False  # whether it fails if it is inconclusive

    @property
    def verdict(self) -> Verdict:
        return worst([run.verdict for run in self.runs])

    def counts(self) -> Counter[Verdict]:
        return Counter(row.verdict for run in self.runs for row in run.rows)

    @property
    def failure(self) -> Exception | None:
        counts, n = self.counts(), self.counts().total()
        if self.verdict == "different" and self.is_exact:
            names = ", ".join(run.name or "the run" for run in self.runs if run.how != "digest")
            return CheckError(f"the games are not those of '{self.baseline}': {names}")
        if self.verdict == "different":
            return CheckError(f"{counts['different']} of {n} metrics are different from '{self.baseline}'")
        if self.verdict == "inconclusive" and self.is_strict:
            told = f"{counts['inconclusive']} of {n} metrics are inconclusive"
            return InconclusiveError(f"{told}; play more deals or widen the tolerances")
        return None

    def document(self) -> Document:
        footnote = (
            f"Intervals hold all {self.family} differences at once with {CONFIDENCE:.0%} confidence (each fails with "
            f"{ALPHA / max(1, self.family):.2g}); n counts the observations of the run with fewer."
        )
        tables = [table for run in self.runs if (table := run.table()).rows]
        notes = [footnote] if any(run.rows for run in self.runs) else []
        return Document(f"{self.baseline}: {self.verdict}", notes, [Text([run.line for run in self.runs]), *tables])

    def as_dict(self) -> dict[str, Any]:
        head = {"baseline": self.baseline, "verdict": self.verdict, "exact": self.is_exact, "alpha": ALPHA}
        values: dict[str, Any] = plain(head | {"family": self.family, "runs": [run.as_dict() for run in self.runs]})
        return values

    def junit(self) -> str:
        """A test for the games of each run and one for each metric."""
        return junit_text(f"ttrsim compare {self.baseline}", [run.suite(self.is_strict) for run in self.runs])


def _sizes(what: str, sizes: tuple[int, int]) -> str:
    return f"{sizes[1]:,} {what}" if sizes[0] == sizes[1] else f"{sizes[0]:,} {what} then and {sizes[1]:,} now"


def _case(row: ComparedRow, is_strict: bool) -> Case:
    cells = row.cells()
    message = "; ".join(f"{column.heading}: {column.text(cells)}" for column in COLUMNS[1:])
    if row.verdict == "different" or (is_strict and row.verdict == "inconclusive"):
        return Case(row.pair.name, failure=message)
    return Case(row.pair.name, skipped=message if row.verdict == "inconclusive" else "")


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    return next(verdict for verdict in ORDER if verdict in verdicts)


def compare(
    name: str,
    baseline: Baseline,
    runs: Mapping[str, Run],
    progress: Tell = lambda share: None,
    is_exact: bool = False,
    playing: Mapping[str, float] | None = None,
) -> Comparison:
    """`name` is that of the baseline; `runs` are named as in `make_baseline`.

    With `is_exact` every game must be the same. `playing` has the seconds that it took to play the runs.
    """
    matched = _matched(name, baseline, runs)
    if is_exact:
        _check_same_deals(name, matched)
    measured = [
        _measured(name, before, after, part_of(progress, place, len(matched)))
        for place, (before, after) in enumerate(matched)
    ]
    family = sum(pair.is_comparable for pairs, _ in measured for pair, _ in pairs or ())
    compared = [
        _judged(before, after, pairs, family, seconds + (playing or {}).get(before.name, 0.0), is_exact)
        for (before, after), (pairs, seconds) in zip(matched, measured, strict=True)
    ]
    return Comparison(name, tuple(compared), family, is_exact)


# ---- what belongs together -----------------------------------------------------------------------


def _matched(name: str, baseline: Baseline, runs: Mapping[str, Run]) -> list[tuple[BaselineRun, Run]]:
    names = [run.name for run in baseline.runs]
    if set(names) != set(runs):
        raise BaselineError(
            f"baseline '{name}' belongs to {_listed(names)}, not to {_listed(runs)}: compare it with runs of its own "
            f"scenario, or save another with `ttrsim baseline save NAME RUN`"
        )
    matched = [(run, runs[run.name]) for run in baseline.runs]
    for before, after in matched:
        check_rules_version(name, before, after.manifest.rules_version)
        if before.scenario_hash != scenario_hash(after.scenario):
            raise BaselineError(
                f"baseline '{name}' belongs to another scenario: {_otherwise(before, after)}. Compare it with runs of "
                f"its own scenario, or save it again with `ttrsim baseline save {name} RUN`"
            )
    return matched


def _check_same_deals(name: str, matched: Sequence[tuple[BaselineRun, Run]]) -> None:
    for before, after in matched:
        if before.dealt != after.dealt:
            where = f"{before.name}: " if before.name else ""
            old = f"baseline '{name}' has {before.deals:,} deals of seed {before.seed}"
            new = f"'{after.path}' has {after.deals_complete:,} of seed {after.scenario.seed}"
            raise BaselineError(f"{where}runs can be compared exactly only if they have the same deals: {old}, {new}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" if name else "a single run" for name in names)


def _otherwise(before: BaselineRun, after: Run) -> str:
    """The keys in which two scenarios differ."""
    old, new = decisive(Scenario.model_validate(before.scenario, strict=False)), decisive(after.scenario)
    keys = [key for key in (*old, *(key for key in new if key not in old)) if old.get(key) != new.get(key)]
    where = f"{before.name}: " if before.name else ""
    return "; ".join(f"{where}{key} was {old.get(key)}, is {new.get(key)}" for key in keys)


# ---- metric by metric ----------------------------------------------------------------------------


def _measured(
    name: str, before: BaselineRun, after: Run, progress: Tell
) -> tuple[list[tuple[Pair, float]] | None, float]:
    """The pairs with their tolerances, and how many seconds they took."""
    start = time.perf_counter()
    return _pairs(name, before, after, progress), time.perf_counter() - start


def _pairs(name: str, before: BaselineRun, after: Run, progress: Tell) -> list[tuple[Pair, float]] | None:
    """None if the results are exactly the same."""
    if before.dealt == after.dealt and run_digest(after) == before.digest:
        return None
    tolerances = Tolerances(after.game, after.scenario.tolerances)
    _check_known(name, before, after.scenario)
    metrics = [metric for metric in tolerances.metrics() if metric.name in before.metrics]
    measured = measure_blocks(after, metrics, progress)
    pairs = (pair for metric in metrics for pair in pairs_of(metric.name, before.metrics, measured))
    judged = ((pair, tolerances.find(pair.metric, pair.keys)) for pair in pairs)
    return [(pair, tolerance) for pair, tolerance in judged if tolerance is not None]


def _check_known(name: str, before: BaselineRun, scenario: Scenario) -> None:
    unknown = [text for text in scenario.tolerances if split(text)[0] not in before.metrics]
    if unknown:
        raise BaselineError(
            f"baseline '{name}' has no data for {', '.join(unknown)}, for which the scenario has a tolerance: save it "
            f"again with `ttrsim baseline save {name} RUN`"
        )


def _judged(
    before: BaselineRun,
    after: Run,
    pairs: Sequence[tuple[Pair, float]] | None,
    family: int,
    seconds: float,
    is_exact: bool,
) -> ComparedRun:
    deals, games = (before.deals, after.deals_complete), (before.games, after.games_complete)
    choice = after.scenario.board
    board = special_title(after.board, choice.name, choice.house_rules)
    whole = ComparedRun(before.name, "digest", deals, games, board, after.board.notice, seconds, is_exact)
    if pairs is None:
        return whole
    is_paired = before.dealt == after.dealt
    rows = tuple(_row(pair, tolerance, is_paired, family) for pair, tolerance in pairs)
    return replace(whole, how="paired deals" if is_paired else "other deals", rows=rows)


def _row(pair: Pair, tolerance: float, is_paired: bool, family: int) -> ComparedRow:
    difference = pair.difference(is_paired, family)
    if not (pair.before and pair.after):
        return ComparedRow(pair, None, tolerance, "different")  # one run has hundreds of what the other has none of
    if difference is None:
        return ComparedRow(pair, None, tolerance, "inconclusive")
    judged: Verdict = "identical" if pair.is_identical else verdict(difference, tolerance)
    return ComparedRow(pair, difference, tolerance, judged)
