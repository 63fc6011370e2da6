"""Which routes are claimed, and which are contested?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import fact, measured, measured_by_bot, n, of, q
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import NOTEWORTHY, WORTH_TELLING, extremes, say, sure
from ttrsim.games.trains.analysis.facts import TrainsFacts, route_names
from ttrsim.games.trains.analysis.routes import metrics
from ttrsim.measures.measure import Measures

LIFT = (
    "Lift: how often the owner of a route wins, divided by how often the same bot wins in that seat; 1 means no "
    "difference. Seen in play: players in strong positions claim certain routes, so a lift does not show what the "
    "route changes. `ttrsim experiment routes` measures that. Contested: a seat kept a ticket with a shortest path "
    "over the route, and another seat took it. That is where the cities lie, not what anybody planned."
)
COLUMNS = (
    Column("name", "route", "text"),
    fact("length"),
    Column("colour", kind="text"),
    Column("kind", kind="text"),
    of(metrics.route_claimed, "claimed"),
    of(metrics.route_claim_turn, "turn", "turn of the claim"),
    of(metrics.route_claim_time, "time", "time of claim", kind="share", has_interval=False),
    of(metrics.route_win_share, "winners", "owner wins"),
    of(metrics.route_lift, "lift", decimals=2, n="winners_n"),
    q("lift"),
    of(metrics.route_contested, "contested"),
    of(metrics.route_wilds, "wilds", "wilds per space", 2),
    n("winners", "claims"),
)
BY_BOT = (
    Column("name", "route", "text"),
    Column("bot", kind="text"),
    of(metrics.bot_route_claimed, "claimed", "claimed by it"),
    of(metrics.bot_route_claim_time, "time", "time of claim", kind="share"),
    of(metrics.bot_route_lift, "lift", decimals=2, n="time_n"),
    n("time", "claims"),
)
GROUPED = {  # key: its claims in a game, and their lift
    "length": (metrics.length_claims, metrics.length_lift),
    "kind": (metrics.kind_claims, metrics.kind_lift),
    "colour": (metrics.colour_claims, metrics.colour_lift),
}


def routes(measures: Measures, facts: TrainsFacts) -> Section | None:
    if "route_claimed" not in measures:
        return None
    rows = measured(measures, COLUMNS, "route", facts.routes, route_names(facts.board), by="claimed")
    section = Section("routes", "Routes, seen in play: which are claimed, and which are contested?", _answers(rows))
    section.notes.append(LIFT)
    section.tables.append(Table("routes", "Routes", COLUMNS, rows))
    section.tables.extend(_by_bot(measures, facts))
    for key in ("length", "kind", "colour"):
        section.tables.append(_grouped(measures, facts, key))
    return section


def _by_bot(measures: Measures, facts: TrainsFacts) -> list[Table]:
    rows = measured_by_bot(measures, BY_BOT, "route", route_names(facts.board))
    note = "claimed by it: share of all games of the run in which a seat of the bot claims the route"
    return [Table("routes_by_bot", "Routes by bot", BY_BOT, rows, note)] if rows else []


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
    games = rows[0]["claimed_n"]
    return answers or [f"No route is clearly claimed more often than another ({games:,} games)."]


def _grouped(measures: Measures, facts: TrainsFacts, key: str) -> Table:
    claims, lift = GROUPED[key]
    wilds = [of(metrics.colour_wilds, "wilds", "wilds per space", 3)] if key == "colour" else []
    columns = (
        fact(key) if key == "length" else Column(key, kind="text"),
        fact("routes", "routes on the board"),
        Column("claimed", "share claimed", "share"),
        of(lift, "lift", decimals=3),
        q("lift"),
        *wilds,
    )
    board = facts.routes.group_by(key).agg(routes=pl.len()).sort(key)
    shares = [(pl.col(f"claims{end}") / pl.col("routes")).alias(f"claimed{end}") for end in ("", "_low", "_high")]
    rows = measured(measures, (of(claims, "claims"), *columns), key, board, also=shares)
    return Table(f"routes_by_{key}", f"Routes by {key}", columns, rows)
