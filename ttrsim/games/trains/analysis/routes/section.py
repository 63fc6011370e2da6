"""Which routes are claimed, and which are fought over?"""

from __future__ import annotations

import polars as pl

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.names import route_names
from ttrsim.metrics.measure import Measures
from ttrsim.reports.model import Column, ReportTable, Row, Section, rows_of, wide
from ttrsim.reports.sections.phrases import known, named, noteworthy, say

LIFT = (
    "Lift: how often the owner of a route wins, against how often its bot wins in that seat; 1 is no difference. "
    "Seen in play: strong positions claim certain routes, so a lift does not say what the route brings; an experiment "
    "does (`ttrsim experiment routes`). Contested: some seat kept a ticket with a shortest path over the route, and "
    "another took it."
)
COLUMNS = (
    Column("name", "route", "text"),
    Column("length", "length", "count"),
    Column("colour", "colour", "text"),
    Column("kind", "kind", "text"),
    Column("claimed", "claimed", "share", has_interval=True),
    Column("turn", "claim turn", "number", has_interval=True),
    Column("time", "time of claim", "share"),
    Column("winners", "owner wins", "share", has_interval=True),
    Column("lift", "lift", "number", has_interval=True, decimals=2),
    Column("lift_q", "q", "q"),
    Column("contested", "wanted and lost", "share", has_interval=True),
    Column("wilds", "wilds per space", "number", has_interval=True, decimals=2),
    Column("winners_n", "claims", "count"),
)


def routes(measures: Measures, facts: Facts) -> Section | None:
    if "route_claimed" not in measures:
        return None
    rows = _rows(measures, facts)
    section = Section("routes", "Routes, seen in play: which are claimed, and which fought over?", _answers(rows))
    section.notes.append(LIFT)
    section.tables.append(ReportTable("routes", "Routes", COLUMNS, rows))
    for key in ("length", "kind", "colour"):
        section.tables.append(_grouped(measures, facts, key))
    return section


def _rows(measures: Measures, facts: Facts) -> list[Row]:
    frames = {
        "claimed": measures["route_claimed"],
        "turn": measures["route_claim_turn"],
        "time": measures.get("route_claim_time"),
        "winners": measures.get("route_win_share"),
        "lift": measures.get("route_lift"),
        "contested": measures.get("route_contested"),
        "wilds": measures["route_wilds"],
    }
    frame = named(wide(facts.routes, "route", frames), "route", route_names(facts.board))
    return rows_of(frame.sort("claimed", descending=True))


def _answers(rows: list[Row]) -> list[str]:
    most, least = rows[0], rows[-1]
    often, rarely = say(most, "claimed", "share", n="claimed_n"), say(least, "claimed", "share")
    answers = [f"{most['name']} is claimed most often, in {often} of games, {least['name']} least, in {rarely}."]
    judged = known(rows, "lift", "lift_low")
    if judged:
        sure = [row for row in judged if (row["lift_q"] or 0) <= 0.05] or judged
        best, worst = max(sure, key=lambda row: row["lift"]), min(sure, key=lambda row: row["lift"])
        answers.append(
            f"Owners of {best['name']} win {say(best, 'lift', 'number', 2, n='winners_n')} times as often as usual, "
            f"owners of {worst['name']} {say(worst, 'lift', 'number', 2, n='winners_n')}; "
            f"{noteworthy(rows, 'lift_q')} of {len(judged)} routes differ from 1 (q ≤ .05)."
        )
    fought = known(rows, "contested")
    if fought:
        hot = max(fought, key=lambda row: row["contested"])
        share = say(hot, "contested", "share")
        answers.append(f"Most contested is {hot['name']}: in {share} of games somebody wanted it and lost it.")
    return answers


def _grouped(measures: Measures, facts: Facts, key: str) -> ReportTable:
    board = facts.routes.group_by(key).agg(routes=pl.len())
    frames = {"claims": measures[f"{key}_claims"], "lift": measures.get(f"{key}_lift")}
    if key == "colour":
        frames["wilds"] = measures["colour_wilds"]
    frame = wide(board.sort(key), key, frames).with_columns(
        claimed=pl.col("claims") / pl.col("routes"),
        claimed_low=pl.col("claims_low") / pl.col("routes"),
        claimed_high=pl.col("claims_high") / pl.col("routes"),
    )
    columns = [
        Column(key, key, "count" if key == "length" else "text"),
        Column("routes", "routes on the board", "count"),
        Column("claimed", "share claimed", "share", has_interval=True),
        Column("lift", "lift", "number", has_interval=True, decimals=3),
        Column("lift_q", "q", "q"),
    ]
    if key == "colour":
        columns.append(Column("wilds", "wilds per space", "number", has_interval=True, decimals=3))
    return ReportTable(f"routes_by_{key}", f"Routes by {key}", tuple(columns), rows_of(frame))
