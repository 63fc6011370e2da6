"""What a report opens with: what a designer must know first. Only significant results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from ttrsim.documents.document import Row
from ttrsim.documents.report.model import rows_of
from ttrsim.documents.report.sections.phrases import only, say
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import Measures
from ttrsim.wording import listed

FAR_FROM_EVEN = 0.10  # of an equal share, that a seat's whole interval is off
MANY_TIES = 0.10  # of games
RARE = 0.01  # of games or offers: what happens less often hardly happens at all
NAMED = 4  # how many names a sentence lists


def standouts(measures: Measures, facts: Facts) -> list[str]:
    """Those of the game first: how games end matters most."""
    return [*facts.game.analysis.standouts(measures, facts), *_seats(measures, facts), *_ties(measures)]


def _seats(measures: Measures, facts: Facts) -> Iterator[str]:
    """Only where seats can be compared: every bot sat in each of them equally often."""
    if "seat_win_share" not in measures or (len(facts.bots) > 1 and facts.rotations < facts.n_seats):
        return
    equal = 1 / facts.n_seats
    rows = estimates_of(measures["seat_win_share"])
    far = [
        row
        for row in rows
        if row["value_low"] > equal * (1 + FAR_FROM_EVEN) or row["value_high"] < equal * (1 - FAR_FROM_EVEN)
    ]
    if far:
        row = max(far, key=lambda row: (round(abs(row["value"] - equal), 6), row["value"]))
        first = ", which moves first," if row["seat"] == 0 else ""
        yield (
            f"Seats are far from even: seat {row['seat']}{first} wins {say(row, 'value', 'share', n='n')} of games, "
            f"{row['value'] / equal:.2f} times an equal share."
        )


def _ties(measures: Measures) -> Iterator[str]:
    row = only(measures.get("ties"))
    if row["value"] is not None and row["value_low"] is not None and row["value_low"] > MANY_TIES:
        yield f"The win is shared in {say(row, 'value', 'share', n='n')} of games."


# ---- for the games' own --------------------------------------------------------------------------


def estimates_of(frame: pl.DataFrame | None) -> list[Row]:
    """The rows of a metric that have an interval, under the key `value`."""
    if frame is None or "low" not in frame.columns:
        return []
    sure = frame.filter(pl.col("low").is_not_null())
    return rows_of(sure.rename({"low": "value_low", "high": "value_high"}))


def hardly_ever(frame: pl.DataFrame | None, key: str) -> list[str]:
    """What happens so rarely that its whole interval is below RARE."""
    return [row[key] for row in estimates_of(frame) if row["value_high"] < RARE]


def named_few(names: Sequence[str], of: int) -> str:
    """Their names, or how many there are if there are many."""
    shown = list(names[:NAMED])
    more = len(names) - len(shown)
    return listed([*shown, f"{more} more"] if more else shown) + f" ({len(names)} of {of})"
