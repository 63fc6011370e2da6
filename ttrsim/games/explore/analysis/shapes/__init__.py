"""What do routes look like?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import fact, measured, n, of
from ttrsim.documents.report.model import Section, rows_of
from ttrsim.documents.report.sections.phrases import by_key, only, say
from ttrsim.games.explore.analysis.facts import BOX_NAMES, BOXES, ExploreFacts
from ttrsim.games.explore.analysis.shapes import metrics
from ttrsim.games.explore.analysis.shapes.examples import BEST, TYPICAL
from ttrsim.measures.measure import Measures

WHAT = {
    "connections": "connections drawn",
    "route_length": "of them on the final route",
    "blocks": "blocks beside the route",
    "cafes_on_route": "cafés on the route",
    "cafes_used": "cafés that gave tourists",
    "extras": "connections for +",
}
EXAMPLES = (
    Column("kind", "route", "text"),
    Column("points", "points", "count"),
    *(Column(f"{box}_points", BOX_NAMES.get(box, box), "count") for box in BOXES),
    Column("bot", "bot", "text"),
    Column("game", "game", "count"),
    Column("seat", "seat", "count"),
    Column("route_length", "length", "count"),
    Column("route", "roads", "text"),
    Column("tourists", "tourists by block", "text"),
)
LENGTHS = (
    fact("route_length", "length of the route"),
    of(metrics.score_by_route_length, "points", "score"),
    of(metrics.win_share_by_route_length, "win", "win share"),
    Column("share", "of seats", "share"),
    n("points", "seats"),
)
CAFES = (fact("cafes_used", "cafés used"), of(metrics.score_by_cafes, "points", "score"), n("points", "seats"))
WAYS = (Column("way", "drawn in a turn", "text"), of(metrics.draw_ways, "share", "of turns", 2), n("share", "turns"))


def shapes(measures: Measures, facts: ExploreFacts) -> Section | None:
    tables = []
    if "route_means" in measures:
        share = (pl.col("points_n") / pl.col("points_n").sum()).alias("share")
        lengths = measured(measures, LENGTHS, "route_length", also=[share])
        tables += [_maps(measures), Table("lengths", "Score by the length of the final route", LENGTHS, lengths)]
        cafes = measured(measures, CAFES, "cafes_used")
        tables.append(Table("cafes_used", "Score by the number of cafés used", CAFES, cafes))
    if "draw_ways" in measures:
        ways, note = measured(measures, WAYS, "way"), "connections for + come on top"
        tables.append(Table("ways", "How connections are drawn", WAYS, ways, note))
    if "examples" in measures.extras:
        frame = measures.extras["examples"]
        note = f"{TYPICAL}: with the median score of all seats, the first of the run; roads and blocks as on the map"
        tables.append(Table("examples", "Best and typical final routes", EXAMPLES, rows_of(frame), note))
    return Section("shapes", "Routes: what do they look like?", _answers(measures), tables) if tables else None


def _maps(measures: Measures) -> Table:
    means = by_key(measures["route_means"], "what")
    rows: list[Row] = [{"name": text} | means[what] for what, text in WHAT.items() if what in means]
    columns = (
        Column("name", "of a seat's map", "text"),
        Column("value", "mean", "number", decimals=2),
        Column("n", "seats", "count"),
    )
    return Table("maps", "A seat's map at the end", columns, rows)


def _answers(measures: Measures) -> list[str]:
    answers = []
    if "route_means" in measures and len(measures["route_means"]):
        means, unused = by_key(measures["route_means"], "what"), only(measures["connections_unused"])
        answers.append(
            f"A seat draws {say(means['connections'], 'value', 'number', n='n')} connections; its final route has "
            f"{say(means['route_length'], 'value', 'number')}, and {say(unused, 'value', 'share')} are left unused."
        )
    if "examples" in measures.extras and "route_means" in measures:
        kinds = measures.extras["examples"].group_by("kind").agg(pl.col("points").max())
        best, typical = (kinds.filter(pl.col("kind") == kind)["points"][0] for kind in (BEST, TYPICAL))
        seats = measures["route_means"]["n"][0]
        answers.append(f"The best of {seats:,} final routes scores {best} points; the median is {typical}.")
    if "draw_ways" in measures and len(measures["draw_ways"]):
        joined, _, fallback = measured(measures, WAYS, "way")
        answers.append(
            f"Two joined connections are drawn in {say(joined, 'share', 'share', n='share_n')} of turns. In "
            f"{say(fallback, 'share', 'share', 2, n='share_n')} of turns no offered block is empty."
        )
    return answers
