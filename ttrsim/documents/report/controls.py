"""Controls: numbers known in advance for any bots. One that is out of bounds is shown in red at the top."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from ttrsim.documents.report.model import Control
from ttrsim.documents.report.sections.phrases import only
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import Measures

EXACT = 1e-9
SEAT_EFFECT = 0.30  # of 1 / k: more than any seat is known to be worth between equal bots
FALSE_ALARM = 1e-4  # chance that a sound run fails a control by bad luck
MIN_GAMES = 400  # with fewer deals, chance alone reaches any bound


def controls(measures: Measures, facts: Facts, n_games: int) -> list[Control]:
    """Those of every game, then those of this one."""
    own = facts.game.analysis.controls(measures, facts, n_games)
    return [*_exact(measures), *_seats(measures, facts, n_games), *own]


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


def _seats(measures: Measures, facts: Facts, n_games: int) -> Iterator[Control]:
    """Under rotation every bot sits everywhere equally often; equal bots win about 1 / k in each seat."""
    if "seatings" in measures and facts.rotations == facts.n_seats:
        counts = measures["seatings"].group_by("bot").agg(ratio=pl.col("value").min() / pl.col("value").max())
        if len(counts):
            least = float(counts["ratio"].min())  # type: ignore[arg-type]
            yield Control("rotation: fewest / most games of a bot in a seat", least, 1 - EXACT, 1 + EXACT)
    if "seat_win_share" in measures and len(facts.bots) == 1 and n_games >= MIN_GAMES:
        equal = 1 / facts.n_seats
        for row in measures["seat_win_share"].iter_rows(named=True):
            bounds = equal * (1 - SEAT_EFFECT), equal * (1 + SEAT_EFFECT)
            yield Control(f"mirror match: win share of seat {row['seat']}", row["value"], *bounds)
