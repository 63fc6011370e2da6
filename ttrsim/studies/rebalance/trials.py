"""Plays a board with moved numbers, and reads off what the goals need. Every trial is a run folder."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl

from ttrsim.games.contract import Prices, Treatment, pricing
from ttrsim.limits import MAX_SEED
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import USER, all_metrics
from ttrsim.progress import Progress
from ttrsim.runs.api import play
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.stats.intervals import ENOUGH_DEALS, t_critical
from ttrsim.studies.rebalance.goals import NOTHING, Goal, Reading
from ttrsim.workers.executor import Executor

Values = Mapping[str, int]  # by the names of levers


class Measured(NamedTuple):
    """What a trial found."""

    effects: dict[str, Reading]  # of keeping each ticket, on the win share
    on_score: dict[str, float]
    times: dict[str, float]  # how many more times a ticket is completed than failed, for each time it is kept
    metrics: dict[str, Reading]  # by the name of the goal
    games: int


@dataclass
class Rounds:
    """All trials of one rebalancing."""

    scenario: Mapping[str, Any]  # board and bots
    printed: Values
    goals: Sequence[Goal]
    seed: int
    folder: Path
    executor: Executor
    progress: Progress
    games: int = field(default=0, init=False)  # played so far

    @cached_property
    def pricing(self) -> tuple[Treatment, Prices]:
        found = pricing(load_scenario(self.scenario).game.experiments)
        assert found is not None, "goals of tickets are made only for a game that can price them"
        return found

    def play(self, name: str, values: Values, tickets: Collection[str], deals: int, like: str = "") -> Measured:
        """On deals of its own, or on those of the trial `like`. Only these tickets are tried; a trial may try none."""
        rules = {lever: value for lever, value in values.items() if value != self.printed[lever]}
        choice = dict(self.scenario) | {"board": {"name": self.scenario["board"], **rules}}
        choice |= {"deals": deals, "seed": _seed(self.seed, like or name), "tables": []}
        measured = Measured({}, {}, {}, {}, 0)
        if tickets:
            kind, prices = self.pricing
            experiment = {"kind": kind.name, "subjects": sorted(tickets)}
            measured = _of_tickets(self._run(f"{name}-{kind.name}", choice | {"experiment": experiment}), kind, prices)
        thresholds = [goal for goal in self.goals if goal.threshold]
        if thresholds:
            run = self._run(f"{name}-games", choice | {"tables": _tables(thresholds)})
            metrics = {goal.name: _of_goal(run, goal) for goal in thresholds}
            measured = measured._replace(metrics=metrics, games=measured.games + run.games)
        self.games += measured.games
        return measured

    def _run(self, name: str, choice: Mapping[str, Any]) -> Run:
        setup = load_scenario(choice)
        return play(setup, self.folder / name, self.executor, exist="reuse", progress=self.progress)


def _seed(seed: int, name: str) -> int:
    """Trials of different names have different deals."""
    return int.from_bytes(hashlib.sha256(f"{seed} {name}".encode()).digest()[:8]) & MAX_SEED


def _of_tickets(run: Run, kind: Treatment, prices: Prices) -> Measured:
    metrics, ticket = all_metrics(run.game), kind.subject or ""
    frames = measure(run, [metrics[name] for name in (kind.effect, prices.on_score, prices.even)])
    effects = {row[ticket]: _reading(row) for row in frames[kind.effect].iter_rows(named=True)}
    on_score = {row[ticket]: row["value"] for row in frames[prices.on_score].iter_rows(named=True)}
    net = {row[ticket]: row["n"] for row in frames[prices.even].iter_rows(named=True)}
    times = {ticket: net.get(ticket, 0) / reading.n for ticket, reading in effects.items()}
    return Measured(effects, on_score, times, {}, run.games + sum(reading.n for reading in effects.values()))


def _tables(goals: Sequence[Goal]) -> list[str]:
    """Sums have every built-in metric; means of columns are measured from tables."""
    own = [goal.threshold.metric for goal in goals if goal.threshold and goal.threshold.metric.section == USER]
    return sorted({table for metric in own for table in metric.needs})


def _of_goal(run: Run, goal: Goal) -> Reading:
    assert goal.threshold is not None
    metric, key = goal.threshold.metric, goal.threshold.key
    frame = measure(run, [metric])[metric.name]
    if key:
        texts = pl.concat_str([pl.col(name).cast(pl.String) for name in metric.by], separator=", ")
        frame = frame.filter(texts == key)
    return _reading(frame.row(0, named=True)) if len(frame) else NOTHING


def _reading(row: Mapping[str, Any]) -> Reading:
    """Takes the standard error from the width of the interval."""
    if row["low"] is None or row["deals"] < ENOUGH_DEALS:
        return Reading(row["value"] or 0.0, math.inf, row["n"])
    half = (row["high"] - row["low"]) / 2
    return Reading(row["value"], half / float(t_critical(row["deals"] - 1)), row["n"])
