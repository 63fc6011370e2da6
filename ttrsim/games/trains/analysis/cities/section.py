"""Hubs, dead cities, and what hangs on stations."""

from __future__ import annotations

from ttrsim.games.trains.analysis.facts import Facts
from ttrsim.games.trains.analysis.names import city_names
from ttrsim.metrics.measure import Measures
from ttrsim.reports.model import Column, ReportTable, Row, Section, rows_of, wide
from ttrsim.reports.sections.phrases import named, only, say

STATIONS = (
    "On a station hang twice the points of a ticket completed only by its borrowed route: they are won, and not lost. "
    "Seen in play: what its cards and its turn could have brought otherwise is not counted; an experiment counts it "
    "(`ttrsim experiment stations`)."
)


def cities(measures: Measures, facts: Facts) -> Section | None:
    if "city_claims" not in measures:
        return None
    rows = _rows(measures, facts)
    section = Section("cities", "Cities, seen in play: hubs, dead ends and stations", _answers(rows, measures, facts))
    columns = [
        Column("name", "city", "text"),
        Column("claims", "routes claimed", "number", has_interval=True, decimals=2),
        Column("used", "used", "share", has_interval=True),
        Column("winners", "visitors win", "share", has_interval=True),
        Column("winners_n", "visitors", "count"),
    ]
    if _has_stations(measures, facts):
        section.notes.append(STATIONS)
        columns += [
            Column("stations", "stations a game", "number", has_interval=True, decimals=3),
            Column("lends", "of them used", "share", has_interval=True),
            Column("saved", "ticket points on it", "number", has_interval=True),
            Column("saved_n", "stations", "count"),
        ]
    section.tables.append(ReportTable("cities", "Cities", tuple(columns), rows))
    if _has_stations(measures, facts) and "win_share_by_stations" in measures:
        section.tables.append(_by_stations(measures))
    return section


def _rows(measures: Measures, facts: Facts) -> list[Row]:
    frames = {
        "claims": measures["city_claims"],
        "used": measures["city_used"],
        "winners": measures.get("city_win_share"),
        "stations": measures.get("city_stations"),
        "lends": measures.get("station_used"),
        "saved": measures.get("station_saved"),
    }
    frame = named(wide(facts.cities, "city", frames), "city", city_names(facts.board))
    return rows_of(frame.sort("claims", descending=True))


def _answers(rows: list[Row], measures: Measures, facts: Facts) -> list[str]:
    hub, dead = rows[0], min(rows, key=lambda row: row["used"])
    claims, used = say(hub, "claims", "number", 2, n="claims_n"), say(dead, "used", "share", n="used_n")
    busiest = f"{hub['name']} is the busiest hub, with {claims} routes claimed in a game"
    answers = [f"{busiest}; {dead['name']} is the deadest city, touched in {used} of games."]
    saved = only(measures.get("station_saved_overall"))
    if _has_stations(measures, facts) and saved["value"] is not None:
        points = facts.board.parameters.station_points
        low, high = saved["value_low"], saved["value_high"]
        verdict = "about as much as"
        if low is not None:
            verdict = "more than" if low > points else "less than" if high < points else verdict
        answers.append(
            f"On a station hang {say(saved, 'value', 'number', 2, n='n')} ticket points on average, {verdict} "
            f"the {points} of one not built."
        )
    return answers


def _has_stations(measures: Measures, facts: Facts) -> bool:
    return facts.board.parameters.stations > 0 and "city_stations" in measures


def _by_stations(measures: Measures) -> ReportTable:
    frame = measures["win_share_by_stations"].rename({"value": "win", "low": "win_low", "high": "win_high"})
    columns = (
        Column("stations_built", "stations built", "count"),
        Column("win", "win share", "share", has_interval=True),
        Column("n", "seats", "count"),
    )
    return ReportTable("stations", "Win share by stations built", columns, rows_of(frame))
