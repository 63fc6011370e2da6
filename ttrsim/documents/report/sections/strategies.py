"""Who wins, and by what?"""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Table, number_text
from ttrsim.documents.report.declared import measured, n, of
from ttrsim.documents.report.model import Section, rows_of, wide
from ttrsim.documents.report.sections.phrases import extremes, no_difference, say
from ttrsim.measures import strategies as metrics
from ttrsim.measures.facts import Facts
from ttrsim.measures.measure import Measures

BOTS = (
    Column("bot", kind="text"),
    of(metrics.bot_win_share, "win", "win share"),
    of(metrics.bot_points, "points"),
    n("win", "seats"),
)


def strategies(measures: Measures, facts: Facts) -> Section | None:
    if "bot_win_share" not in measures:
        return None
    bots = Table("bots", "Bots", BOTS, measured(measures, BOTS, "bot", by="win"))
    sources = _sources(measures, facts)
    section = Section("strategies", "Strategies: who wins, and by what?")
    section.answers.extend(_answers(bots, sources, facts))
    section.tables.extend([bots, sources, _habits(measures, facts), _scores(measures)])
    return section


def _sources(measures: Measures, facts: Facts) -> Table:
    frame = measures["points_by_source"]
    results = {result: frame.filter(pl.col("result") == result) for result in ("winner", "other")}
    together = wide(pl.DataFrame({"source": facts.sources}), "source", dict(results))
    together = together.filter(pl.any_horizontal(pl.col("winner", "other") != 0))
    together = together.with_columns(
        name=pl.col("source").str.replace("_points", ""), more=pl.col("winner") - pl.col("other")
    )
    columns = (
        Column("name", "points for", "text"),
        Column("winner", "winners", "number"),
        Column("other", "others", "number"),
        Column("more", "difference", "signed"),
        Column("winner_n", "winners, n", "count"),
        Column("other_n", "others, n", "count"),
    )
    return Table("sources", "Points by source: winners and others", columns, rows_of(together))


def _habits(measures: Measures, facts: Facts) -> Table:
    """One row a bot, one column a habit."""
    frame = measures["bot_habits"]
    wide_frame = measures["bot_win_share"].select("bot")
    columns = [Column("bot", "bot", "text")]
    for habit in facts.habits:
        part = frame.filter(pl.col("habit") == habit)
        wide_frame = wide(wide_frame, "bot", {habit: part})
        columns.append(Column(habit, habit.replace("_", " "), decimals=2, has_interval=False))
    columns.append(Column(f"{facts.habits[0]}_n", "seats", "count"))
    note = "Means per seat and game. The CSV file and summary.json have their intervals."
    return Table("styles", "How the bots play", tuple(columns), rows_of(wide_frame), note)


def _scores(measures: Measures) -> Table:
    frame = measures["score_distribution"].select("bot", "score", seats=pl.col("value"))
    frame = frame.with_columns(share=pl.col("seats") / pl.col("seats").sum().over("bot"))
    columns = (
        Column("bot", "bot", "text"),
        Column("score", "score from", "count"),
        Column("seats", "seats", "count"),
        Column("share", "share", "share"),
    )
    return Table("scores", "Scores, in steps of five points", columns, rows_of(frame))


def _answers(bots: Table, sources: Table, facts: Facts) -> list[str]:
    if not bots.rows:
        return []
    best = bots.rows[0]
    answers = []
    if len(bots.rows) > 1 and not extremes(bots.rows, "win"):
        answers.append(no_difference(bots.rows, "win", "bot"))
    elif len(bots.rows) > 1:
        answers.append(
            f"{best['bot']} wins most often, {say(best, 'win', 'share', n='win_n')} of its games; an equal share is "
            f"{number_text(1 / facts.n_seats, 'share')}."
        )
    else:
        answers.append(
            f"{best['bot']} plays every seat and scores {say(best, 'points', 'number', n='win_n')} points on average."
        )
    rows = [row for row in sources.rows if row["more"] is not None]
    if rows:
        gap = max(rows, key=lambda row: row["more"])
        total = sum(row["more"] for row in rows)
        answers.append(
            f"Winners score {total:.1f} points more than the others. Most of the difference is {gap['name']} points: "
            f"{say(gap, 'winner', 'number', n='winner_n')} against {say(gap, 'other', 'number', n='other_n')}."
        )
    return answers
