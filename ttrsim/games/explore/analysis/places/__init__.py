"""Which blocks and cafés are visited?"""

from __future__ import annotations

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import measured, n, of, q
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import known, noteworthy, say
from ttrsim.games.explore.analysis.facts import ExploreFacts, block_names, cafe_names
from ttrsim.games.explore.analysis.places import metrics
from ttrsim.measures.measure import Measures

LIFT = (
    "Lift: how often a seat whose route runs along a block (or has a café) wins, divided by how often its bot wins in "
    "that seat; 1 means no difference. Long routes visit many places and win often, so most lifts are above 1. A lift "
    "does not show what going there changes."
)
BLOCKS = (
    Column("name", "block", "text"),
    Column("type", kind="text"),
    of(metrics.block_chosen, "chosen", "chosen for tourists"),
    of(metrics.block_visited, "visited"),
    of(metrics.block_score, "score", "score of visitors"),
    of(metrics.block_lift, "lift", decimals=2, n="score_n"),
    q("lift"),
    n("score", "visits"),
)
CAFES = (
    Column("name", "café", "text"),
    of(metrics.cafe_visited, "visited"),
    of(metrics.cafe_score, "score", "score of visitors"),
    of(metrics.cafe_lift, "lift", decimals=2, n="score_n"),
    q("lift"),
    n("score", "visits"),
)
ROADS = (Column("road", kind="text"), of(metrics.road_used, "used", "on the final route"), n("used", "seats"))


def places(measures: Measures, facts: ExploreFacts) -> Section | None:
    if "block_visited" not in measures and "block_chosen" not in measures:
        return None
    order = "visited" if "block_visited" in measures else "chosen"
    blocks = measured(measures, BLOCKS, "block", facts.blocks, block_names(facts.board), by=order)
    has_cafes = "cafe_visited" in measures
    cafes = measured(measures, CAFES, "cafe", facts.cafes, cafe_names(facts.board), by="visited") if has_cafes else []
    section = Section("places", "Places: which blocks and cafés are visited?", _answers(blocks, cafes), notes=[LIFT])
    section.tables.append(Table("blocks", "Blocks", BLOCKS, blocks))
    if cafes:
        section.tables.append(Table("cafes", "Cafés", CAFES, cafes))
    if "road_used" in measures:
        section.tables.append(Table("roads", "Roads", ROADS, measured(measures, ROADS, "road", facts.roads, by="used")))
    return section


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
