"""One colour of tourists, or all of them?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import measured, n, of
from ttrsim.documents.report.model import Section
from ttrsim.documents.report.sections.phrases import only, say
from ttrsim.games.explore.analysis.colours import metrics
from ttrsim.games.explore.analysis.facts import ExploreFacts
from ttrsim.measures.measure import Measures

MIN_N = 100  # seats of a band, for an answer
OBSERVATIONAL = (
    "Seats are grouped by how much of their points for red, green and blue the best colour brought. A seat whose cards "
    "do not fit scores little in all colours, so a band does not show what concentrating changes."
)
CONCENTRATION = (
    Column("name", "best colour brings", "text"),
    of(metrics.score_by_concentration, "points", "score"),
    of(metrics.win_share_by_concentration, "win", "win share"),
    Column("share", "of seats", "share"),
    n("points", "seats"),
)
COLOURS = (
    Column("colour", kind="text"),
    of(metrics.best_colour, "best", "best colour of a seat"),
    of(metrics.tourists_beside, "tourists", "tourists beside the route"),
    of(metrics.blocks_beside, "blocks", "blocks beside it", 2),
    of(metrics.tourists_lost, "lost", "tourists lost", kind="share"),
    n("tourists", "seats"),
)


def colours(measures: Measures, facts: ExploreFacts) -> Section | None:
    if "score_by_concentration" not in measures:
        return None
    bands = _bands(measures)
    section = Section("colours", "Colours: concentrate on one kind of tourist, or spread?", _answers(measures, bands))
    section.notes.append(OBSERVATIONAL)
    section.tables.append(Table("concentration", "Score by concentration", CONCENTRATION, bands))
    note = "tourists lost: of those placed, the ones in blocks that no final route runs along"
    colours = measured(measures, COLOURS, "colour", measures["tourists_beside"].select("colour"))
    section.tables.append(Table("colours", "Colours", COLOURS, colours, note))
    return section


def _bands(measures: Measures) -> list[Row]:
    name = pl.format("{}–{} %", "band", pl.col("band") + metrics.BAND).alias("name")
    share = (pl.col("points_n") / pl.col("points_n").sum()).alias("share")
    return measured(measures, CONCENTRATION, "band", also=(name, share))


def _answers(measures: Measures, bands: list[Row]) -> list[str]:
    best, two = only(measures["best_colour_share"]), only(measures["two_best_colours_share"])
    if best["value"] is None:
        return []
    answers = []
    answers.append(
        f"A seat's best colour makes {say(best, 'value', 'share', n='n')} of its coloured points, its two best "
        f"{say(two, 'value', 'share')}; an even spread would be 33.3 % and 66.7 %."
    )
    judged = [row for row in bands if row["points_n"] >= MIN_N]
    if len(judged) > 1:
        top, bottom = (choose(judged, key=lambda row: row["points"]) for choose in (max, min))
        answers.append(
            f"Seats whose best colour makes {top['name']} score most, {say(top, 'points', 'number', n='points_n')}; "
            f"seats at {bottom['name']} score least, {say(bottom, 'points', 'number', n='points_n')}."
        )
    return answers
