"""Metrics by name. A metric is one function with `@metric` above it; a file of your own may hold more."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

import polars as pl

from ttrsim.errors import UserError
from ttrsim.games.contract import Game
from ttrsim.games.registry import GAMES
from ttrsim.measures.observed import Observed
from ttrsim.measures.tallies import Summed
from ttrsim.wording import did_you_mean

Observe = Callable[[Any], pl.LazyFrame | Observed | Summed]  # of a batch
Kind = Literal["share", "mean", "ratio", "count"]
Per = Literal["row", "game"]

SHARED = tuple(
    f"ttrsim.measures.{name}" for name in ("strategies", "fairness", "feel", "controls")
)  # those of every game
ALL_GAMES = "all games"  # owner of metrics besides games and users' files
USER = "own"  # the section of users' metrics


@dataclass(frozen=True)
class Metric:
    """What is observed, and how it is to be estimated."""

    name: str
    owner: str  # ALL_GAMES, the key of a game, or the module that a user's file has become
    section: str
    needs: tuple[str, ...]  # tables
    by: tuple[str, ...]  # the columns that identify its rows
    kind: Kind
    per: Per
    is_once: bool  # no game has two observations with the same keys
    against: float | None  # the null value; if there is one, p and q are computed
    text: str
    observe: Observe
    is_lift: bool = False  # held against the mean share of the win of the same bot in the same seat

    def is_single(self, rotations: int) -> bool:
        """Whether no deal has two observations with the same keys. Users' metrics are not trusted with it."""
        return self.is_once and rotations == 1 and self.section != USER

    @property
    def summary(self) -> str:
        return self.text.split("\n", 1)[0]


METRICS: dict[tuple[str, str], Metric] = {}  # by owner and name
_OF: dict[Observe, Metric] = {}


def metric_of(observe: Observe) -> Metric:
    """That of a function with `@metric` above it."""
    return _OF[observe]


def metric(
    needs: str | Sequence[str],
    by: str | Sequence[str] = (),
    kind: Kind = "mean",
    per: Per = "row",
    once: bool = False,
    against: float | None = None,
    lift: bool = False,
) -> Callable[[Observe], Observe]:
    """Registers a function from a batch to observations under its own name.

    The function returns a lazy frame with the columns of `by`, `deal`, `value` and, if a row stands for several
    observations, `weight`. Built-in metrics return arrays (`metrics/rows.py`), which are summed faster, or sums that
    one pass over the games makes for many metrics (`metrics/tallies.py`). The estimate is Σvalue / Σweight, or
    Σvalue / games with `per="game"`. `kind` chooses the interval: Wilson's for a "share", Student's for a "mean",
    Fieller's for a "ratio" whose weights may have either sign, none for a "count". `once` says that no game gives two
    rows with the same keys, which saves work. A `lift` has the number of its bot and seat as `cell`
    (`metrics/sums.py`) in place of a weight: each row weighs as much as that bot's mean share of the win in that seat.
    The docstring is its documentation.
    """

    def register(observe: Observe) -> Observe:
        owner, section = owner_and_section(observe.__module__)
        _OF[observe] = Metric(
            observe.__name__,
            owner,
            section,
            (needs,) if isinstance(needs, str) else tuple(needs),
            (by,) if isinstance(by, str) else tuple(by),
            kind,
            per,
            once,
            against,
            inspect.getdoc(observe) or "",
            observe,
            lift,
        )
        add_metric(_OF[observe])
        return observe

    return register


def add_metric(metric: Metric) -> None:
    if (metric.owner, metric.name) in METRICS:
        raise UserError(f"a metric {metric.name!r} already exists: choose another name")
    METRICS[metric.owner, metric.name] = metric


def owner_and_section(module: str) -> tuple[str, str]:
    """By where the function stands: in `ttrsim.measures`, in the analysis of a game, or elsewhere."""
    package, _, section = module.rpartition(".")
    if package == "ttrsim.measures":
        return ALL_GAMES, section
    for game in GAMES.values():
        if module.startswith(f"{game.package}.analysis."):
            return game.key, package.rpartition(".")[2]
    return module, USER


def all_metrics(game: Game, files: Sequence[Path] = ()) -> dict[str, Metric]:
    """The metrics that every game has, those of this one and those of users' files, in the order of its report."""
    subjects = game.analysis.subjects
    for module in (*SHARED, *(subject.metrics for subject in subjects)):
        if module:
            importlib.import_module(module)
    wanted = {ALL_GAMES, game.key, *(_load_file(file) for file in files)}
    metrics = [metric for metric in METRICS.values() if metric.owner in wanted]
    order = {section: place for place, section in enumerate((*(subject.name for subject in subjects), USER))}
    by_name: dict[str, Metric] = {}
    for metric in sorted(metrics, key=lambda metric: (order[metric.section], metric.owner != ALL_GAMES)):
        if metric.name in by_name:
            raise UserError(f"a metric {metric.name!r} already exists: choose another name")
        by_name[metric.name] = metric
    return by_name


def get_metric(name: str, game: Game, files: Sequence[Path] = ()) -> Metric:
    metrics = all_metrics(game, files)
    if name not in metrics:
        raise UserError(f"no metric {name!r}{did_you_mean(name, list(metrics))}; see `ttrsim metrics list`")
    return metrics[name]


def find_metrics(name: str, files: Sequence[Path] = ()) -> list[Metric]:
    """The metrics of that name; several games may have one each."""
    known = {metric for game in GAMES.values() for metric in all_metrics(game, files).values()}
    named = [metric for metric in known if metric.name == name]
    if not named:
        raise UserError(
            f"no metric {name!r}{did_you_mean(name, [metric.name for metric in known])}; see `ttrsim metrics list`"
        )
    return sorted(named, key=lambda metric: metric.owner)


@cache
def _load_file(file: Path) -> str:
    """Returns the owner of its metrics."""
    if not file.is_file() or file.suffix != ".py":
        raise UserError(f"no metrics in '{file}': it should be a Python file with functions decorated with @metric")
    owner = f"metrics of {file.resolve()}"
    for known in [
        known for known in METRICS if known[0] == owner
    ]:  # drop the metrics of an earlier version of this file
        del METRICS[known]
    spec = importlib.util.spec_from_file_location(owner, file)
    assert spec is not None
    assert spec.loader is not None
    try:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    except UserError:
        raise
    except Exception as error:  # a user's file may raise anything; it is a user error
        raise UserError(f"'{file}': {type(error).__name__}: {error}") from error
    if not any(metric.owner == owner for metric in METRICS.values()):
        raise UserError(
            f"'{file}' has no function decorated with @metric (from ttrsim.measures.registry import metric)"
        )
    return owner
