"""Effects of tickets, each beside the median of its deck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

import polars as pl

from ttrsim.games.board import Board
from ttrsim.measures.gauges import Gauge
from ttrsim.measures.measure import measure
from ttrsim.measures.registry import get_metric
from ttrsim.runs.run import Run
from ttrsim.stats.intervals import Estimate

APART = Gauge("ticket_apart", "the ticket furthest from the median of its deck", "signed_share")


@dataclass(frozen=True)
class TicketEffect:
    ticket: str
    deck: str
    points: int
    effect: Estimate  # of keeping it, on the share of the win
    apart: Estimate  # the same, less the median of its deck


def effects_of(run: Run) -> pl.DataFrame:
    """Of an experiment: the effect of each subject on the win share."""
    experiment = run.scenario.experiment
    assert experiment is not None
    name = run.game.experiments[experiment.kind].effect
    return measure(run, [get_metric(name, run.game)])[name]


def ticket_effects(run: Run) -> list[TicketEffect]:
    """Of an experiment with tickets, the best first; only tickets with an interval."""
    frame = effects_of(run)
    effects = {
        row["ticket"]: Estimate(row["value"], row["low"], row["high"], row["n"], row["deals"])
        for row in frame.iter_rows(named=True)
        if row["low"] is not None
    }
    return sorted(_apart(run.board, effects), key=lambda each: -each.apart.value)


def _apart(board: Board, effects: Mapping[str, Estimate]) -> list[TicketEffect]:
    levers = [lever for lever in board.levers() if lever.ticket in effects]
    decks: dict[str, list[float]] = {}
    for lever in levers:
        decks.setdefault(lever.deck, []).append(effects[lever.ticket].value)
    centres = {deck: median(values) for deck, values in decks.items()}
    return [
        TicketEffect(lever.ticket, lever.deck, lever.value, own, _shifted(own, -centres[lever.deck]))
        for lever in levers
        for own in [effects[lever.ticket]]
    ]


def _shifted(estimate: Estimate, by: float) -> Estimate:
    return estimate.mapped(lambda value: value + by)


def furthest(effects: list[TicketEffect]) -> TicketEffect | None:
    return max(effects, key=lambda each: abs(each.apart.value), default=None)
