"""The number of points at which a ticket is neither worth keeping nor worth refusing, for bots that know the number.

The printed points are changed on the board, and keeping is tried against refusing on the same deals, until the effect
on the win share changes its sign. Points are whole numbers, so the last step is by a straight line between two of them.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import polars as pl

from ttrsim.documents.document import Column, Document, Result, Table
from ttrsim.errors import UserError
from ttrsim.measures.facts import Facts
from ttrsim.measures.summing import exact_sums
from ttrsim.measures.sums import add_sums, estimates, float_sums
from ttrsim.play.columns import Played
from ttrsim.runs.chunks import PlayChunks
from ttrsim.runs.plan import make_plan
from ttrsim.runs.scenario.model import Scenario
from ttrsim.runs.scenario.reading import load_scenario
from ttrsim.runs.until import EFFECTS, effect_metric
from ttrsim.workers.executor import Executor

COLUMNS = (
    Column("ticket", kind="text"),
    Column("printed", kind="count"),
    Column("points", "break-even"),
    Column("n", "pairs", "count"),
)
MIN_POINTS, MAX_POINTS = 1, 60  # range of points that is searched


@dataclass(frozen=True)
class Effect:
    """Of keeping a ticket on the win share, at some number of points."""

    points: int
    n: int
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class BreakEven:
    """None where even the fewest or the most points do not change the sign."""

    ticket: str
    printed: int
    points: float | None
    low: float | None
    high: float | None
    effects: tuple[Effect, ...]  # all that was tried, by points

    @property
    def n(self) -> int:
        """Pairs of games at each number of points."""
        return min(effect.n for effect in self.effects)


class BreakEvens(Result, list[BreakEven]):
    """Those of several tickets."""

    def document(self) -> Document:
        rows = [vars(each) | {"points_low": each.low, "points_high": each.high, "n": each.n} for each in self]
        return Document("Break-even points, if the bots know them", [], [Table("break_even", "", COLUMNS, rows)])


def break_even(scenario: Scenario, ticket: str, printed: int, executor: Executor) -> BreakEven:
    """`scenario` gives the board, the bots and the number of deals. Its experiment, if any, is ignored."""
    tried: dict[int, Effect] = {}

    def effect(points: int) -> Effect:
        if points not in tried:
            tried[points] = try_points(scenario, ticket, points, executor)
        return tried[points]

    value = crossing(lambda points: effect(points).value)
    low, high = crossing(lambda points: effect(points).high), crossing(lambda points: effect(points).low)
    effects = tuple(tried[points] for points in sorted(tried))
    # The more points, the larger the effect: its upper bound is the first to rise above zero.
    return BreakEven(ticket, printed, value, low, high, effects)


def crossing(effect: Callable[[int], float]) -> float | None:
    """Where a rising function of whole numbers changes its sign, by bisection."""
    low, high = MIN_POINTS, MAX_POINTS
    if effect(low) >= 0 or effect(high) <= 0:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if effect(middle) < 0 else (low, middle)
    below, above = effect(low), effect(high)
    return low + below / (below - above)


def try_points(scenario: Scenario, ticket: str, points: int, executor: Executor) -> Effect:
    values = scenario.model_dump(mode="json", exclude_none=True)
    board, printed = values["board"], load_scenario(values).board
    table = next(lever.name.partition(".")[0] for lever in printed.levers() if lever.ticket == ticket)
    board[table] = board.get(table, {}) | {ticket: points}
    kind = next(kind.name for kind in printed.game.experiments.values() if kind.prices)
    values["experiment"] = {"kind": kind, "subjects": [ticket]}
    values.pop("tables", None)
    setup = load_scenario(values)
    plan = make_plan(setup)
    metric, work = effect_metric(()), PlayChunks(setup, plan, partial(sums_of_chunk, setup.facts))
    with closing(executor.map(work, plan.chunks(), in_order=True)) as results:
        sums = float_sums(add_sums([sums for _, sums in results]), metric, setup.facts)
    if not sums["deals"].item() > 1:
        raise UserError(f"{ticket} was offered too rarely in {plan.n_deals:,} deals; play more with --deals")
    ratios = estimates(sums, "mean")
    return Effect(points, int(sums["w"].item()), float(ratios.value[0]), float(ratios.low[0]), float(ratios.high[0]))


def sums_of_chunk(facts: Facts, chunk: Played) -> pl.DataFrame:
    effects = facts.game.tables[EFFECTS].frame(chunk).lazy()
    return exact_sums([effect_metric(())], facts.game.analysis.batch({EFFECTS: effects}, facts))
