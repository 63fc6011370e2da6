"""Does the seat matter, and does choosing the cards?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Table
from ttrsim.documents.report.model import Section, rows_of, wide
from ttrsim.documents.report.sections import fairness as shared
from ttrsim.documents.report.sections.phrases import say
from ttrsim.games.explore.analysis.facts import ExploreFacts
from ttrsim.measures.measure import Measures

WHAT = {
    "tourists": "tourists placed",
    "connections": "connections drawn",
    "cafes": "cafés reached",
    "fallback": "fallback turns",
}
EQUALLY_OFTEN = (
    "Every seat is first player equally often, so the advantage of choosing the cards cancels out over a game, except "
    "for who has it early and who late. Equal bots have the same cards, draw alike and often share the win."
)


def fairness(measures: Measures, facts: ExploreFacts) -> Section | None:
    common = shared.fairness(measures, facts)
    if "turns_by_role" not in measures:
        return common
    section = common or Section("fairness", "Fairness: does the seat matter?")
    table = _roles(measures)
    section.tables.append(table)
    section.notes.append(EQUALLY_OFTEN)
    if table.rows:
        tourists = table.rows[0]
        section.answers.append(
            f"In a turn the round's first player, who chose the cards, places "
            f"{say(tourists, 'first', 'number', 2, n='first_n')} tourists, the others "
            f"{say(tourists, 'other', 'number', 2, n='other_n')}."
        )
    return section


def _roles(measures: Measures) -> Table:
    frame = measures["turns_by_role"]
    roles = {
        name: frame.filter(pl.col("role") == role) for name, role in (("first", "first player"), ("other", "others"))
    }
    together = wide(pl.DataFrame({"what": list(WHAT)}), "what", dict(roles))
    together = together.with_columns(name=pl.col("what").replace_strict(WHAT))
    columns = (
        Column("name", "in a turn", "text"),
        Column("first", "the round's first player", "number", decimals=3),
        Column("other", "the others", "number", decimals=3),
        Column("first_n", "turns of the first player", "count"),
        Column("other_n", "of the others", "count"),
    )
    return Table("roles", "Turns of the first player of the round, and of the others", columns, rows_of(together))
