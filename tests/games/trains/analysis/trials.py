"""Made-up trials: a table `effects` with what a test says, and nothing of everything else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import polars as pl

from ttrsim.documents.report.model import Section
from ttrsim.games.registry import load_board
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.tables import EFFECTS
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import all_metrics
from ttrsim.runs.scenario.model import Experiment

BOARD = load_board("europe")
TICKETS = [ticket.id for ticket in BOARD.tickets]
ROUTES = [route.id for route in BOARD.routes]
NOTHING = {
    "seat": 0,
    "bot": "planner",
    "turn": 0,
    "trains": 45,
    "game_had_it": True,
    **{f"{name}_{arm}": 0 for name in ("win_share", "score", "others", "turns", "own") for arm in ("with", "without")},
    **{f"{name}{word}": 0 for name in ("offered", "kept", "base_kept") for word in ("", "_high")},
}


@dataclass(frozen=True)
class MadeUp:
    """An experiment as metrics see it: one game of each deal, in as many parts as there are frames."""

    frames: Sequence[pl.DataFrame]
    experiment: Experiment
    bots: tuple[str, ...] = ("planner",)
    tightest_at = None
    missing: ClassVar[dict[str, list[str]]] = {}
    tables = ("effects",)

    @property
    def facts(self) -> TrainsFacts:
        return TrainsFacts(BOARD, self.bots, 4, 1, self.experiment)

    @property
    def deals_complete(self) -> int:
        return int(pl.concat(self.frames)["game"].n_unique())

    games_complete = deals_complete

    def parts(self, table: str) -> list[pl.LazyFrame]:
        return [frame.lazy() for frame in self.frames]

    def sums(self, progress: object = None) -> None:
        """It keeps none."""

    def measures(self) -> Measures:
        return measure(self, list(all_metrics(self.facts.game).values()))

    def section(self) -> Section:
        (section,) = self.facts.game.analysis.sections(self.measures(), self.facts)
        return section


def experiment(kind: str, rows: Sequence[dict[str, Any]], **choice: Any) -> MadeUp:
    """Each row says its `game` and what differs from NOTHING."""
    found = [{"kind": kind, "ticket": None, "route": None, "city": None, **NOTHING, **row} for row in rows]
    return MadeUp([pl.DataFrame(found, schema=EFFECTS.schema(BOARD, ["planner"]))], Experiment(kind=kind, **choice))


def value_of(frame: pl.DataFrame, **keys: Any) -> dict[str, Any]:
    """The one row with these keys."""
    return frame.row(by_predicate=pl.all_horizontal(pl.col(key) == value for key, value in keys.items()), named=True)
