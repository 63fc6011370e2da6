"""Hubs, dead cities, and what stations save."""

from __future__ import annotations

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import measured, n, of
from ttrsim.documents.report.model import Section, rows_of
from ttrsim.documents.report.sections.phrases import extremes, only, say
from ttrsim.games.trains.analysis.cities import metrics
from ttrsim.games.trains.analysis.facts import TrainsFacts, city_names
from ttrsim.measures.measure import Measures

SELDOM = 0.9  # of games: a city that is used less often is worth a sentence
STATIONS = (
    "A station saves a ticket that only its borrowed route completes: twice the ticket's points, which are won instead "
    "of lost. Seen in play: this leaves out what the cards and the turn could have been used for. "
    "`ttrsim experiment stations` counts that too."
)
COLUMNS = (
    Column("name", "city", "text"),
    of(metrics.city_claims, "claims", "routes claimed", 2),
    of(metrics.city_used, "used"),
    of(metrics.city_win_share, "winners", "visitors win"),
    n("winners", "visitors"),
    of(metrics.city_stations, "stations", "stations per game", 3),
    of(metrics.station_used, "lends", "of these, used"),
    of(metrics.station_saved, "saved", "ticket points saved"),
    n("saved", "stations"),
)


def cities(measures: Measures, facts: TrainsFacts) -> Section | None:
    if "city_claims" not in measures:
        return None
    columns = COLUMNS if _has_stations(measures, facts) else COLUMNS[:-4]
    rows = measured(measures, COLUMNS, "city", facts.cities, city_names(facts.board), by="claims")
    section = Section("cities", "Cities, seen in play: hubs, dead ends and stations", _answers(rows, measures, facts))
    section.notes.extend([STATIONS] if _has_stations(measures, facts) else [])
    section.tables.append(Table("cities", "Cities", columns, rows))
    if _has_stations(measures, facts) and "win_share_by_stations" in measures:
        section.tables.append(_by_stations(measures))
    return section


def _answers(rows: list[Row], measures: Measures, facts: TrainsFacts) -> list[str]:
    answers = []
    if ends := extremes(rows, "claims"):
        hub, claims = ends[0], say(ends[0], "claims", "number", 2, n="claims_n")
        answers.append(f"{hub['name']} is the busiest hub, with {claims} routes claimed per game.")
    if (ends := extremes(rows, "used")) and ends[1]["used_high"] < SELDOM:
        dead = ends[1]
        answers.append(
            f"{dead['name']} is used least often: a route to it is claimed in "
            f"{say(dead, 'used', 'share', n='used_n')} of games."
        )
    saved = only(measures.get("station_saved_overall"))
    if _has_stations(measures, facts) and saved["value"] is not None:
        points = facts.board.parameters.station_points
        low, high = saved["value_low"], saved["value_high"]
        verdict = "more than" if low and low > points else "less than" if high and high < points else ""
        beside = f", {verdict} the {points} points for not building it" if verdict else ""
        answers.append(f"A station saves {say(saved, 'value', 'number', 2, n='n')} ticket points on average{beside}.")
    games = rows[0]["claims_n"]
    return answers or [f"No city has clearly more claimed routes than another ({games:,} games)."]


def _has_stations(measures: Measures, facts: TrainsFacts) -> bool:
    return facts.board.parameters.stations > 0 and "city_stations" in measures


def _by_stations(measures: Measures) -> Table:
    frame = measures["win_share_by_stations"].rename({"value": "win", "low": "win_low", "high": "win_high"})
    columns = (
        Column("stations_built", "stations built", "count"),
        Column("win", "win share", "share"),
        Column("n", "seats", "count"),
    )
    return Table("stations", "Win share by stations built", columns, rows_of(frame))
