"""Does the seat matter?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import polars as pl

from ttrsim.metrics.facts import Facts
from ttrsim.metrics.measure import Measures
from ttrsim.reports.model import Column, ReportTable, Row, Section, rows_of, wide
from ttrsim.reports.sections.phrases import only, say

FIRST_SEAT = (
    Column("players", "players", "count"),
    Column("win", "first seat wins", "share", has_interval=True),
    Column("equal", "equal share", "share"),
    Column("ahead", "more than that", "signed_share", has_interval=True),
    Column("games", "games", "count"),
)


Extra = Mapping[str, tuple[str, str]]  # column: a share by seat that only some games have, and its heading


def fairness(measures: Measures, facts: Facts, extra: Extra = MappingProxyType({})) -> Section | None:
    if "seat_win_share" not in measures:
        return None
    seats = _seats(measures, extra)
    section = Section("fairness", "Fairness: does the seat matter?", tables=[seats])
    if not seats.rows:
        return section
    best, worst = (choose(seats.rows, key=lambda row: row["win"]) for choose in (max, min))
    first = _first_seat(seats.rows[0], facts.n_seats)
    section.tables.append(ReportTable("first_seat", "The first seat by the number of players", FIRST_SEAT, [first]))
    section.answers.append(
        f"The first seat wins {say(first, 'win', 'share', n='games')}, "
        f"against {say(first, 'equal', 'share')} if seats did not matter; "
        f"seat {best['number']} does best, seat {worst['number']} worst with {say(worst, 'win', 'share')}."
    )
    ties = only(measures.get("ties"))
    if ties["value"] is not None:
        section.answers.append(f"The win is shared in {say(ties, 'value', 'share', 2, n='n')} of games.")
    return section


def _first_seat(seat: Row, players: int) -> Row:
    equal = 1 / players
    ahead = {f"ahead{end}": seat[f"win{end}"] - equal for end in ("", "_low", "_high")}
    own = {name: seat[name] for name in ("win", "win_low", "win_high")}
    return {"players": players, "equal": equal, "games": seat["win_n"]} | own | ahead


def _seats(measures: Measures, extra: Extra) -> ReportTable:
    frames = {"win": measures["seat_win_share"], "points": measures["seat_points"]}
    frames |= {column: measures[metric] for column, (metric, _) in extra.items()}
    frame = wide(measures["seat_win_share"].select("seat"), "seat", frames)
    frame = frame.with_columns(number=pl.col("seat").cast(pl.Int64) + 1)
    columns = (
        Column("number", "seat", "count"),
        Column("win", "win share", "share", has_interval=True),
        Column("points", "points", "number", has_interval=True),
        *(Column(column, heading, "share", has_interval=True) for column, (_, heading) in extra.items()),
        Column("win_n", "games", "count"),
    )
    return ReportTable("seats", "Seats, in the order of play", columns, rows_of(frame))
