"""Compares runs with a baseline: first exactly, then by statistics if they differ."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from ttrsim.errors import BaselineError
from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.games.differences import special_title
from ttrsim.measures.blocks import Series, blocks_of, by_keys, measure_blocks
from ttrsim.measures.measure import Progress
from ttrsim.measures.tolerances import Tolerances, split
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.model import Scenario
from ttrsim.stats.equivalence import Difference, Verdict, paired, unpaired, verdict
from ttrsim.stats.intervals import ALPHA
from ttrsim.studies.regression.baseline import Baseline, BaselineRun, check_rules_version
from ttrsim.studies.regression.digest import run_digest
from ttrsim.studies.regression.runs import decisive, part_of, scenario_hash

ORDER: tuple[Verdict, ...] = ("different", "inconclusive", "within tolerance", "identical")  # the worst first

How = Literal["digest", "paired deals", "other deals"]


class Pair(NamedTuple):
    """A metric for some keys in both runs. A side is None if that run has no data for it."""

    metric: str
    keys: tuple[str, ...]
    before: Series | None
    after: Series | None
    tolerance: float

    @property
    def is_comparable(self) -> bool:
        return bool(self.before and self.after and self.before.blocks and self.after.blocks)


class Row(NamedTuple):
    """What a comparison says of a metric."""

    metric: str  # with its keys
    before: Series | None
    after: Series | None
    difference: Difference | None  # None where one run has too little to compare
    tolerance: float
    verdict: Verdict


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
    rows: tuple[Row, ...] = ()

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


@dataclass(frozen=True)
class Comparison(Notebook):
    baseline: str
    runs: tuple[ComparedRun, ...]
    family: int  # differences that are judged at once
    is_exact: bool

    @property
    def verdict(self) -> Verdict:
        return worst([run.verdict for run in self.runs])

    def counts(self) -> Counter[Verdict]:
        return Counter(row.verdict for run in self.runs for row in run.rows)

    def sheets(self) -> Iterator[Sheet]:
        """A table for each run of what is not as it was."""
        from ttrsim.studies.regression import formats

        for run in self.runs:
            groups = list(formats.noteworthy(run))
            rows = [formats.cells(row) for _, shown, _ in groups for row in shown]
            notes = [formats.more_text(n_more, verdict) for verdict, _, n_more in groups if n_more]
            yield Sheet(formats.run_line(run), formats.HEADINGS, rows, formats.HEADINGS[1:-1], "\n".join(notes))


def full_name(metric: str, keys: tuple[str, ...]) -> str:
    return f"{metric}[{', '.join(keys)}]" if keys else metric


def worst(verdicts: Sequence[Verdict]) -> Verdict:
    return next(verdict for verdict in ORDER if verdict in verdicts)


def compare(
    name: str,
    baseline: Baseline,
    runs: Mapping[str, Run],
    progress: Progress = lambda share: None,
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
    family = sum(pair.is_comparable for pairs, _ in measured for pair in pairs or ())
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
        if not _same_deals(before, after):
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


def _measured(name: str, before: BaselineRun, after: Run, progress: Progress) -> tuple[list[Pair] | None, float]:
    """The pairs, and how many seconds they took."""
    start = time.perf_counter()
    return _pairs(name, before, after, progress), time.perf_counter() - start


def _pairs(name: str, before: BaselineRun, after: Run, progress: Progress) -> list[Pair] | None:
    """None if the results are exactly the same."""
    if _same_deals(before, after) and run_digest(after) == before.digest:
        return None
    tolerances = Tolerances(after.game, after.scenario.tolerances)
    _check_known(name, before, after.scenario)
    metrics = [metric for metric in tolerances.metrics() if metric.name in before.metrics]
    measured = measure_blocks(after, metrics, progress)
    return [pair for metric in metrics for pair in _of_metric(metric.name, before, measured[metric.name], tolerances)]


def _same_deals(before: BaselineRun, after: Run) -> bool:
    return (before.seed, before.deals) == (after.scenario.seed, after.deals_complete)


def _check_known(name: str, before: BaselineRun, scenario: Scenario) -> None:
    unknown = [text for text in scenario.tolerances if split(text)[0] not in before.metrics]
    if unknown:
        raise BaselineError(
            f"baseline '{name}' has no data for {', '.join(unknown)}, for which the scenario has a tolerance: save it "
            f"again with `ttrsim baseline save {name} RUN`"
        )


def _of_metric(metric: str, before: BaselineRun, measured: Sequence[Series], tolerances: Tolerances) -> Iterator[Pair]:
    """Without what both runs have too little of."""
    old, new = by_keys(before.metrics[metric]), by_keys(measured)
    for keys in sorted({*old, *new}):
        tolerance = tolerances.find(metric, keys)
        has_enough = any(keys in one and one[keys].blocks for one in (old, new))
        if tolerance is not None and has_enough:
            yield Pair(metric, keys, old.get(keys), new.get(keys), tolerance)


def _judged(
    before: BaselineRun, after: Run, pairs: list[Pair] | None, family: int, seconds: float, is_exact: bool
) -> ComparedRun:
    deals, games = (before.deals, after.deals_complete), (before.games, after.games_complete)
    choice = after.scenario.board
    board = special_title(after.board, choice.name, choice.house_rules)
    whole = ComparedRun(before.name, "digest", deals, games, board, after.board.notice, seconds, is_exact)
    if pairs is None:
        return whole
    is_paired = _same_deals(before, after)
    # ALPHA is the chance of any false alarm in the whole comparison.
    rows = tuple(_row(pair, is_paired, ALPHA / family if family else ALPHA) for pair in pairs)
    return replace(whole, how="paired deals" if is_paired else "other deals", rows=rows)


def _row(pair: Pair, is_paired: bool, error: float) -> Row:
    row = Row(full_name(pair.metric, pair.keys), pair.before, pair.after, None, pair.tolerance, "inconclusive")
    if not (pair.before and pair.after):
        return row._replace(verdict="different")  # one run has hundreds of what the other has none of
    if not pair.is_comparable:
        return row
    if pair.before.blocks == pair.after.blocks:
        return row._replace(difference=Difference(0.0, 0.0, 0.0), verdict="identical")
    difference = (paired if is_paired else unpaired)(blocks_of(pair.before), blocks_of(pair.after), error)
    return row._replace(difference=difference, verdict=verdict(difference, pair.tolerance))
