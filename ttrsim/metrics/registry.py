"""Metrics by name. A metric is one function with `@metric` above it; a file of your own may hold more."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import polars as pl

from ttrsim.errors import UserError
from ttrsim.files.faults import did_you_mean
from ttrsim.metrics.batch import Batch

Observe = Callable[[Batch], pl.LazyFrame]
Kind = Literal["share", "mean", "count"]
Per = Literal["row", "game"]

SECTIONS = ("tickets", "routes", "cities", "strategies", "fairness", "flow", "controls")
OWN = "own"  # the section of users' metrics


@dataclass(frozen=True)
class Metric:
    """What is observed, and how it is to be estimated."""

    name: str
    section: str
    needs: tuple[str, ...]  # tables
    by: tuple[str, ...]  # the columns that tell its rows apart
    kind: Kind
    per: Per
    is_once: bool  # no game has two observations with the same keys
    against: float | None  # what it would be if nothing were the matter: gives p and q
    text: str
    observe: Observe

    @property
    def summary(self) -> str:
        return self.text.split("\n", 1)[0]


METRICS: dict[str, Metric] = {}


def metric(
    needs: str | Sequence[str],
    by: str | Sequence[str] = (),
    kind: Kind = "mean",
    per: Per = "row",
    once: bool = False,
    against: float | None = None,
) -> Callable[[Observe], Observe]:
    """Registers a function from a batch to observations under its own name.

    The function returns a lazy frame with the columns of `by`, `deal`, `value` and, if a row stands for several
    observations, `weight`. The estimate is Σvalue / Σweight, or Σvalue / games with `per="game"`. `kind` chooses the
    interval: Wilson's for a "share", Student's for a "mean", none for a "count". `once` says that no game gives two
    rows with the same keys, which saves work. The docstring is its documentation.
    """

    def register(observe: Observe) -> Observe:
        name = observe.__name__
        if name in METRICS:
            raise UserError(f"there is a metric {name!r} already: choose another name")
        section = observe.__module__.rsplit(".", 1)[-1]
        METRICS[name] = Metric(
            name,
            section if section in SECTIONS else OWN,
            (needs,) if isinstance(needs, str) else tuple(needs),
            (by,) if isinstance(by, str) else tuple(by),
            kind,
            per,
            once,
            against,
            inspect.getdoc(observe) or "",
            observe,
        )
        return observe

    return register


def all_metrics(files: Sequence[Path] = ()) -> dict[str, Metric]:
    """The built-in metrics and those of users' files, in the order of the report."""
    for section in SECTIONS:
        importlib.import_module(f"ttrsim.metrics.{section}")
    for file in files:
        _load_file(file)
    order = {section: place for place, section in enumerate((*SECTIONS, OWN))}
    return dict(sorted(METRICS.items(), key=lambda item: order[item[1].section]))


def get_metric(name: str, files: Sequence[Path] = ()) -> Metric:
    metrics = all_metrics(files)
    if name not in metrics:
        raise UserError(f"no metric {name!r}{did_you_mean(name, list(metrics))}; see `ttrsim metrics list`")
    return metrics[name]


_loaded: set[Path] = set()


def _load_file(file: Path) -> None:
    path = file.resolve()
    if path in _loaded:
        return
    if not path.is_file() or path.suffix != ".py":
        raise UserError(f"no metrics in '{file}': give a Python file with functions under @metric")
    before = len(METRICS)
    spec = importlib.util.spec_from_file_location(f"{OWN}_{len(_loaded)}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except UserError:
        raise
    except Exception as error:  # whatever a user's file may raise is his to mend
        raise UserError(f"'{file}': {type(error).__name__}: {error}") from error
    if len(METRICS) == before:
        raise UserError(f"'{file}' has no function under @metric (from ttrsim.metrics.registry import metric)")
    _loaded.add(path)
