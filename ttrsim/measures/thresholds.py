"""Thresholds as a scenario writes them, e.g. `win_share[planner] > 0.55`: read before anything is played.

What is measured is a metric (`ties`, `route_claimed[Duluth-Helena]`), a column of the table `seats` for one bot
(`points[planner]`), or `mean(COLUMN)` over games or seats. Then comes `<`, `<=`, `>` or `>=` with a number, or
`in [a, b]`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import polars as pl

from ttrsim.files.faults import Fault
from ttrsim.games.contract import Game
from ttrsim.measures.batch import Batch
from ttrsim.measures.facts import Facts
from ttrsim.measures.registry import USER, Kind, Metric, all_metrics
from ttrsim.wording import did_you_mean, finite_number

MEASURED = r"\s*(?:mean\(\s*(?P<column>\w+)\s*\)|(?P<name>\w+)(?:\[\s*(?P<key>[^\]]+?)\s*\])?)\s*"
PATTERN = re.compile(
    MEASURED + r"(?:(?P<sign><=?|>=?)\s*(?P<bound>[^\s\[]+)|in\s*\[(?P<low>[^,]+),(?P<high>[^,]+)\])\s*"
)
SHAPE = "NAME, NAME[key] or mean(COLUMN), then <, <=, >, >= and a number, or in [a, b]"


@dataclass(frozen=True)
class Threshold:
    """From `low` to `high` it holds."""

    text: str
    metric: Metric
    key: str  # the metric's keys as one text; '' if it has none
    low: float
    high: float


class ThresholdError(ValueError):
    """What is wrong with a threshold."""


def read_thresholds(texts: Sequence[str], facts: Facts, faults: list[Fault]) -> list[Threshold]:
    """Those that a scenario has under `checks`; what is wrong with others is added to the faults."""
    thresholds = []
    for place, text in enumerate(texts):
        try:
            thresholds.append(_read(text, facts))
        except ThresholdError as error:
            faults.append(Fault(f"checks.{place}", f"{text!r}: {error}"))
    return thresholds


def _read(text: str, facts: Facts) -> Threshold:
    match = PATTERN.fullmatch(text)
    if match is None:
        raise ThresholdError(f"should be {SHAPE}")
    metric, key = _measured(match, facts)
    if match["sign"] is None:
        low, high = _number(match["low"]), _number(match["high"])
        if low >= high:
            raise ThresholdError(f"the interval [{low:g}, {high:g}] is empty")
    else:
        bound = _number(match["bound"])
        low, high = (bound, math.inf) if match["sign"].startswith(">") else (-math.inf, bound)
    return Threshold(text, metric, key, low, high)


def read_measured(text: str, facts: Facts) -> tuple[Metric, str]:
    """The metric and its key in a text such as `win_share[planner]` or `mean(turns)`."""
    match = re.fullmatch(MEASURED, text)
    if match is None:
        raise ThresholdError("should be NAME, NAME[key] or mean(COLUMN)")
    return _measured(match, facts)


def _measured(match: re.Match[str], facts: Facts) -> tuple[Metric, str]:
    game, key = facts.game, match["key"] or ""
    metric = _column_mean(match["column"], game) if match["column"] else _metric(match["name"], match["key"], game)
    _check_tables(metric, facts)
    _check_key(metric, key, facts)
    return metric, key


def _number(text: str) -> float:
    number = finite_number(text)
    if number is None:
        raise ThresholdError(f"{text.strip()!r} is not a number")
    return number


# ---- what is measured ----------------------------------------------------------------------------


def _metric(name: str, key: str | None, game: Game) -> Metric:
    metrics = all_metrics(game)
    columns = columns_of(game, "seats")
    if name in metrics:
        metric = metrics[name]
        if metric.kind == "count":
            raise ThresholdError(f"{name} is a count and has no interval")
        return metric
    if name not in columns:
        known = [*metrics, *columns]
        raise ThresholdError(f"no metric {name!r}{did_you_mean(name, known)}; see `ttrsim metrics list`")
    if key is None:
        raise ThresholdError(f"{name} is a column: write mean({name}), or {name}[bot] for one bot")
    return _of_column(game, "seats", name, ("bot",))


def _column_mean(column: str, game: Game) -> Metric:
    for table in ("games", "seats"):
        if column in columns_of(game, table):
            return _of_column(game, table, column, ())
    known = [*columns_of(game, "games"), *columns_of(game, "seats")]
    raise ThresholdError(f"no numeric column {column!r} in the tables games and seats{did_you_mean(column, known)}")


def columns_of(game: Game, table: str) -> list[str]:
    """Those with a number that can be averaged."""
    names = ("game", "deal", "rotation", "seat")
    columns = game.tables[table].columns
    return [c.name for c in columns if isinstance(c.type, type) and c.name not in names and not c.has_null]


def _of_column(game: Game, table: str, column: str, by: tuple[str, ...]) -> Metric:
    observe = partial(_observe_column, table, column, by)
    types = {described.name: described.type for described in game.tables[table].columns}
    kind: Kind = "share" if column == "win_share" or types[column] is pl.Boolean else "mean"
    name = column if by else f"mean({column})"
    return Metric(name, USER, USER, (table,), by, kind, "row", False, None, "", observe)


def _observe_column(table: str, column: str, by: tuple[str, ...], batch: Batch) -> pl.LazyFrame:
    return (batch.games if table == "games" else batch.seats).select(*by, "deal", value=column)


def _check_tables(metric: Metric, facts: Facts) -> None:
    """That it is played for: an experiment keeps effects, and a run all other tables."""
    is_of_trials = any(facts.game.tables[table].is_of_trials for table in metric.needs)
    if is_of_trials and facts.experiment is None:
        raise ThresholdError(f"{metric.name} needs an experiment: add the key `experiment` to the scenario")
    if facts.experiment is not None and not is_of_trials:
        raise ThresholdError(f"{metric.name} cannot be measured in an experiment, which saves only effects")


def _check_key(metric: Metric, key: str, facts: Facts) -> None:
    """That it is one, where all there are is known beforehand."""
    if not metric.by:
        if key:
            raise ThresholdError(f"{metric.name} has no keys")
        return
    if not key:
        raise ThresholdError(
            f"{metric.name} has one value per {', '.join(metric.by)}: write {metric.name}[{', '.join(metric.by)}]"
        )
    known = _known_keys(metric, facts)
    if known is not None and key not in known:
        raise ThresholdError(f"no {metric.by[0]} {key!r}{did_you_mean(key, known)}")


def _known_keys(metric: Metric, facts: Facts) -> list[str] | None:
    if metric.by == ("bot",):
        return list(facts.bots)
    if metric.by == ("seat",):
        return [str(seat) for seat in range(facts.n_seats)]
    domain = facts.domain(metric.by[0]) if len(metric.by) == 1 else None
    return None if domain is None else [str(key) for key in domain.to_series()]


# ---- tolerances ------------------------------------------------------------------------------------
# How much each metric may differ from a baseline: the defaults, which a scenario can override.

NAMED = re.compile(r"(\w+)(?:\[(.+)\])?")

# What runs of every game are compared by; each game adds its own.
DEFAULTS: Mapping[str, float] = {"bot_win_share": 0.02, "seat_win_share": 0.02, "ties": 0.01, "points_not_accounted": 0}


class Tolerances:
    """Those of a scenario, over the defaults."""

    def __init__(self, game: Game, own: Mapping[str, float]) -> None:
        self._game = game
        together = {**DEFAULTS, **game.analysis.tolerances, **own}
        self._rules = [(split(name), tolerance) for name, tolerance in together.items()]

    def find(self, metric: str, keys: tuple[str, ...]) -> float | None:
        """The most specific tolerance for these keys; None if the metric is not compared for them."""
        by_precision: dict[int, float] = {}
        for (name, inner), tolerance in self._rules:
            if name == metric and (inner is None or inner in keys or inner == ", ".join(keys)):
                by_precision[0 if inner is None else 1 if inner in keys and len(keys) > 1 else 2] = tolerance
        return by_precision[max(by_precision)] if by_precision else None

    def metrics(self) -> list[Metric]:
        """Those that are compared at all, in the order of a report."""
        names = {name for (name, _), _ in self._rules}
        return [metric for name, metric in all_metrics(self._game).items() if name in names]


def split(text: str) -> tuple[str, str | None]:
    """`name[keys]` into its two parts."""
    match = NAMED.fullmatch(text.strip())
    return (match[1], match[2]) if match else (text, None)


def tolerance_faults(game: Game, names: Collection[str]) -> Iterator[Fault]:
    """Each should be of a metric with an interval."""
    metrics = all_metrics(game) if names else {}
    for text in names:
        name = split(text)[0]
        if name not in metrics:
            yield Fault(f"tolerances.{text}", f"no such metric{did_you_mean(name, metrics)}")
        elif metrics[name].kind == "count":
            yield Fault(f"tolerances.{text}", "a count has no interval and cannot be compared")
