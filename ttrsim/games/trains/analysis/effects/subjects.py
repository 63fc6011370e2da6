"""The effect of each ticket, route or city."""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.declared import rows_by_bot
from ttrsim.documents.report.model import rows_of, wide
from ttrsim.documents.report.sections.phrases import known, named, say
from ttrsim.games.trains.analysis.effects.wording import (
    OUTCOMES,
    Words,
    change,
    effect_columns,
    ranked,
    sentence,
    significant,
)
from ttrsim.games.trains.analysis.facts import TrainsFacts, city_names, route_names, ticket_names
from ttrsim.measures.measure import Measures

SUFFIXES = {"win": "", "score": "_on_score", "others": "_on_others", "turns": "_on_turns"}  # of metrics
PLURALS = {"ticket": "tickets", "route": "routes", "city": "cities"}
KNOWN = {  # beforehand
    "ticket": (Column("printed", "printed", "count"),),
    "route": (Column("length", "length", "count"), Column("colour", "colour", "text"), Column("kind", "kind", "text")),
    "city": (),
}
EVEN = Column("even", "break-even as played", "number")


def subjects_table(measures: Measures, facts: TrainsFacts, subject: str, words: Words) -> Table:
    """The largest effect first."""
    even = (EVEN,) if subject == "ticket" else ()
    columns = (Column("name", subject, "text"), *KNOWN[subject], *effect_columns(words.main, has_q=True), *even)
    rows = _rows(measures, facts, subject)
    rows.sort(key=lambda row: -row[words.main])
    return Table("effects", words.what, (*columns, Column("n", "pairs", "count")), rows)


def by_bot_tables(measures: Measures, facts: TrainsFacts, subject: str, words: Words) -> list[Table]:
    """Of an experiment with several bots, for tickets and routes."""
    if f"bot_{subject}_effect" not in measures:
        return []
    names = {"ticket": ticket_names, "route": route_names}[subject](facts.board)
    frames = {"win": f"bot_{subject}_effect", "score": f"bot_{subject}_effect_on_score"}
    rows = [row | {"n": row["win_n"]} for row in rows_by_bot(measures, frames, subject, names)]
    columns = (
        Column("name", subject, "text"),
        Column("bot", "bot", "text"),
        *effect_columns(words.main, keys=("win", "score")),
        Column("n", "pairs", "count"),
    )
    return [Table("effects_by_bot", f"{words.what}, by bot", columns, rows)] if rows else []


def _rows(measures: Measures, facts: TrainsFacts, subject: str) -> list[Row]:
    frames: dict[str, pl.DataFrame | None] = {
        key: measures[f"{subject}_effect{suffix}"] for key, suffix in SUFFIXES.items()
    }
    if subject == "ticket":
        frames["even"] = measures["ticket_break_even"]
    base = {"ticket": facts.tickets, "route": facts.routes, "city": facts.cities}[subject]
    names = {"ticket": ticket_names, "route": route_names, "city": city_names}[subject](facts.board)
    tried = measures[f"{subject}_effect"].select(subject, "n")
    return rows_of(named(wide(base.join(tried, on=subject), subject, frames), subject, names))


# ---- in sentences --------------------------------------------------------------------------------


def best_and_worst(rows: list[Row], subject: str, words: Words) -> list[str]:
    what, n = OUTCOMES[words.main].what, sum(row["n"] for row in rows)
    more, less = significant(ranked(rows, words.main), words.main)
    if not more and not less:
        return [f"No {subject} has a significant effect on {what} (q ≤ .05) in {n:,} pairs of all {PLURALS[subject]}."]
    phrases = [f"{words.doing.format(row['name'])} {change(row, words.main)}" for row in (*more[:1], *less[-1:])]
    counts = f"{_counted(more, 'raise')} {what} significantly, and {_counted(less, 'lower')} it (q ≤ .05)"
    return [sentence("; ".join(phrases)), f"Of {len(rows)} {PLURALS[subject]} {counts}."]


def break_even(rows: list[Row]) -> list[str]:
    """Whether tickets bring more than they cost the rest of the score, at their printed points."""
    priced = ranked(known(rows, "even"), "score")
    if not priced:
        return []
    more, less = significant(priced, "score")
    pay, too_little = _counted(more, "pay"), _counted(less, "pay")
    counts = f"{pay} significantly more than keeping them costs otherwise, and {too_little} less"
    best = max(priced, key=lambda row: row["printed"] - row["even"])
    worst = min(priced, key=lambda row: row["printed"] - row["even"])
    phrases = [_priced(row) for row in ([best] if best is worst else [best, worst])]
    return [f"Break-even as played: of {len(priced)} tickets {counts} (q ≤ .05). {sentence('; '.join(phrases))}"]


def _counted(rows: list[Row], verb: str) -> str:
    return f"{len(rows)} {verb}{'s' if len(rows) == 1 else ''}"


def _priced(row: Row) -> str:
    return f"{row['name']} is printed {row['printed']} and breaks even at {say(row, 'even', 'number', n='n')}"
