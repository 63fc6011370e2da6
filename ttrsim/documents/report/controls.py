"""Controls: numbers that every sound run has, whatever the game and its bots. One that is off is shown in red on top.

What a game may rightly do is no control: that a seat wins far more often than another is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from ttrsim.documents.report.model import Control
from ttrsim.documents.report.sections.phrases import only
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import Measures

EXACT = 1e-9
FALSE_ALARM = 1e-4  # chance that a sound run fails a control by bad luck
MIN_GAMES = 400  # with fewer deals, chance alone reaches any bound


def controls(measures: Measures, facts: Facts, n_games: int) -> list[Control]:
    """Those of every game, then those of this one."""
    own = facts.game.analysis.controls(measures, facts, n_games)
    return [*_exact(measures), *_rotation(measures, facts), *own]


def _exact(measures: Measures) -> Iterator[Control]:
    expected = {
        "wins_per_game": ("wins per game (shared wins count in parts)", 1.0),
        "points_not_accounted": ("points that no source accounts for", 0.0),
    }
    for name, (text, value) in expected.items():
        yield from exactly(measures, name, text, value)


def exactly(measures: Measures, name: str, text: str, value: float) -> Iterator[Control]:
    """A metric with only one right value; nothing if the run lacks it."""
    measured = only(measures.get(name))["value"]
    if measured is not None:
        yield Control(text, measured, value - EXACT, value + EXACT)


def _rotation(measures: Measures, facts: Facts) -> Iterator[Control]:
    """Under rotation every bot sits everywhere equally often."""
    if "seatings" in measures and facts.rotations == facts.n_seats:
        games = measures["seatings"].group_by("bot").agg(pl.col("value").min(), seats=pl.len(), most=pl.max("value"))
        for row in games.sort("bot").iter_rows(named=True):
            least = row["value"] if row["seats"] == facts.n_seats else 0  # a seat without games has no row
            name = f"rotation: fewest / most games of {row['bot']} in a seat"
            yield Control(name, least / row["most"], 1 - EXACT, 1 + EXACT)
