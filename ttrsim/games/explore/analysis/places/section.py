"""Which blocks and cafés are visited?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import Section, rows_of, wide
from ttrsim.documents.report.sections.phrases import known, named, noteworthy, say
from ttrsim.games.explore.analysis.facts import Facts
from ttrsim.games.explore.analysis.names import block_names, cafe_names
from ttrsim.measures.measure import Measures

LIFT = (
    "Lift: how often a seat whose route runs along a block (or has a café) wins, divided by how often its bot wins in "
    "that seat; 1 means no difference. Long routes visit many places and win often, so most lifts are above 1. A lift "
    "does not show what going there changes."
)
VISITED = (
    Column("visited", "visited", "share"),
    Column("score", "score of visitors", "number"),
    Column("lift", "lift", "number", decimals=2, n="score_n"),
    Column("lift_q", "q", "q"),
    Column("score_n", "visits", "count"),
)
CHOSEN = Column("chosen", "chosen for tourists", "share")
BLOCKS = (Column("name", "block", "text"), Column("type", "type", "text"), CHOSEN, *VISITED)
CAFES = (Column("name", "café", "text"), *VISITED)
ROADS = (
    Column("road", "road", "text"),
    Column("used", "on the final route", "share"),
    Column("used_n", "seats", "count"),
)


def places(measures: Measures, facts: Facts) -> Section | None:
    if "block_visited" not in measures and "block_chosen" not in measures:
        return None
    blocks, cafes = _blocks(measures, facts), _visits(measures, facts, "cafe", cafe_names(facts.board))
    section = Section("places", "Places: which blocks and cafés are visited?", _answers(blocks, cafes), notes=[LIFT])
    section.tables.append(Table("blocks", "Blocks", BLOCKS, blocks))
    if cafes:
        section.tables.append(Table("cafes", "Cafés", CAFES, cafes))
    if "road_used" in measures:
        section.tables.append(Table("roads", "Roads", ROADS, _roads(measures, facts)))
    return section


def _blocks(measures: Measures, facts: Facts) -> list[Row]:
    frame = wide(facts.blocks, "block", {"chosen": measures.get("block_chosen"), **_visit_frames(measures, "block")})
    frame = named(frame, "block", block_names(facts.board))
    order = "visited" if "visited" in frame.columns else "chosen"
    return rows_of(frame.sort(order, descending=True, nulls_last=True, maintain_order=True))


def _visits(measures: Measures, facts: Facts, key: str, names: dict[str, str]) -> list[Row]:
    if f"{key}_visited" not in measures:
        return []
    frame = named(wide(facts.cafes, key, _visit_frames(measures, key)), key, names)
    return rows_of(frame.sort("visited", descending=True, nulls_last=True, maintain_order=True))


def _visit_frames(measures: Measures, key: str) -> dict[str, pl.DataFrame | None]:
    metrics = {"visited": "visited", "score": "score", "lift": "lift"}
    return {name: measures.get(f"{key}_{metric}") for name, metric in metrics.items()}


def _roads(measures: Measures, facts: Facts) -> list[Row]:
    frame = wide(facts.roads, "road", {"used": measures["road_used"]})
    return rows_of(frame.sort("used", descending=True, nulls_last=True, maintain_order=True))


def _answers(blocks: list[Row], cafes: list[Row]) -> list[str]:
    answers = []
    if seen := known(blocks, "visited"):
        most, least = seen[0], seen[-1]
        sights = known([row for row in seen if row["type"] != "white"], "visited")
        answers.append(
            f"{most['name']} is visited most often, by {say(most, 'visited', 'share', n='visited_n')} of final routes, "
            f"and {least['name']} least often, by {say(least, 'visited', 'share')}"
            + (
                f"; the sight visited least is {sights[-1]['name']}, {say(sights[-1], 'visited', 'share')}."
                if sights
                else "."
            )
        )
    if seen := known(cafes, "visited"):
        answers.append(
            f"The {seen[0]['name']} is on {say(seen[0], 'visited', 'share', n='visited_n')} of final routes, the "
            f"{seen[-1]['name']} on {say(seen[-1], 'visited', 'share')}."
        )
    if chosen := known(blocks, "chosen"):
        most = max(chosen, key=lambda row: row["chosen"])
        answers.append(
            f"{most['name']} is chosen most often for tourists, by {say(most, 'chosen', 'share', n='chosen_n')} of "
            "seats."
        )
    if judged := known(blocks, "lift_q"):
        answers.append(f"The lift is significant for {noteworthy(judged, 'lift_q')} of {len(judged)} blocks (q ≤ .05).")
    return answers
