"""Which routes are claimed, and which are contested?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import Section, rows_by_bot, rows_of, wide
from ttrsim.documents.report.sections.phrases import NOTEWORTHY, WORTH_TELLING, extremes, named, say, sure
from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.names import route_names
from ttrsim.measures.measure import Measures

LIFT = (
    "Lift: how often the owner of a route wins, divided by how often the same bot wins in that seat; 1 means no "
    "difference. Seen in play: players in strong positions claim certain routes, so a lift does not show what the "
    "route changes. `ttrsim experiment routes` measures that. Contested: a seat kept a ticket with a shortest path "
    "over the route, and another seat took it. That is where the cities lie, not what anybody planned."
)
COLUMNS = (
    Column("name", "route", "text"),
    Column("length", "length", "count"),
    Column("colour", "colour", "text"),
    Column("kind", "kind", "text"),
    Column("claimed", "claimed", "share"),
    Column("turn", "turn of the claim", "number"),
    Column("time", "time of claim", "share", has_interval=False),
    Column("winners", "owner wins", "share"),
    Column("lift", "lift", "number", decimals=2, n="winners_n"),
    Column("lift_q", "q", "q"),
    Column("contested", "contested", "share"),
    Column("wilds", "wilds per space", "number", decimals=2),
    Column("winners_n", "claims", "count"),
)


def routes(measures: Measures, facts: Facts) -> Section | None:
    if "route_claimed" not in measures:
        return None
    rows = _rows(measures, facts)
    section = Section("routes", "Routes, seen in play: which are claimed, and which are contested?", _answers(rows))
    section.notes.append(LIFT)
    section.tables.append(Table("routes", "Routes", COLUMNS, rows))
    section.tables.extend(_by_bot(measures, facts))
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


def _by_bot(measures: Measures, facts: Facts) -> list[Table]:
    frames = {"claimed": "bot_route_claimed", "time": "bot_route_claim_time", "lift": "bot_route_lift"}
    columns = (
        Column("name", "route", "text"),
        Column("bot", "bot", "text"),
        Column("claimed", "claimed by it", "share"),
        Column("time", "time of claim", "share"),
        Column("lift", "lift", "number", decimals=2, n="time_n"),
        Column("time_n", "claims", "count"),
    )
    rows = rows_by_bot(measures, "route", frames, route_names(facts.board))
    note = "claimed by it: share of all games of the run in which a seat of the bot claims the route"
    return [Table("routes_by_bot", "Routes by bot", columns, rows, note)] if rows else []


def _answers(rows: list[Row]) -> list[str]:
    answers = []
    if ends := extremes(rows, "claimed", WORTH_TELLING):
        most, least = ends
        often, rarely = say(most, "claimed", "share", n="claimed_n"), say(least, "claimed", "share")
        answers.append(
            f"{most['name']} is claimed most often, in {often} of games, and {least['name']} least often, in {rarely}."
        )
    judged = sure(rows, "lift")
    clear = [row for row in judged if row["lift_q"] is not None and row["lift_q"] <= NOTEWORTHY]
    if clear:
        best, worst = max(clear, key=lambda row: row["lift"]), min(clear, key=lambda row: row["lift"])
        phrases = [
            f"owners of {row['name']} win {say(row, 'lift', 'number', 2, n='winners_n')} times as often as usual"
            for row in ([best] if best is worst else [best, worst])
        ]
        text = " and ".join(phrases)
        answers.append(
            f"{text[:1].upper()}{text[1:]}. The lift is significant for {len(clear)} of {len(judged)} routes (q ≤ .05)."
        )
    elif judged:
        answers.append(f"No route has a significant lift (q ≤ .05, {len(judged)} routes).")
    if ends := extremes(rows, "contested", WORTH_TELLING):
        hot = ends[0]
        share = say(hot, "contested", "share")
        answers.append(
            f"{hot['name']} is contested most: in {share} of games a seat has a ticket with a shortest way over it, "
            "and another seat takes it."
        )
    n = rows[0]["claimed_n"]
    return answers or [f"No route is clearly claimed more often than another ({n:,} games)."]


def _grouped(measures: Measures, facts: Facts, key: str) -> Table:
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
        Column("claimed", "share claimed", "share"),
        Column("lift", "lift", "number", decimals=3),
        Column("lift_q", "q", "q"),
    ]
    if key == "colour":
        columns.append(Column("wilds", "wilds per space", "number", decimals=3))
    return Table(f"routes_by_{key}", f"Routes by {key}", tuple(columns), rows_of(frame))
