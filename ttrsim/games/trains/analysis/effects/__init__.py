"""What an experiment found: the answer, then all effects with intervals, and what was tried by whom."""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import Section, rows_of, wide
from ttrsim.games.trains.analysis.effects.sets import pairs_table, set_answers, sizes_table
from ttrsim.games.trains.analysis.effects.subjects import best_and_worst, break_even, by_bot_tables, subjects_table
from ttrsim.games.trains.analysis.effects.wording import OUTCOMES, Words, change, effect_columns, sentence, words_of
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.experiments import KINDS
from ttrsim.measures.measure import Measures

PAIRED = (
    "Both sides of a pair are the same deal: the same cards, the same tickets, the same random numbers of each bot. An "
    "effect is what came with it less what came without it. Deals are the independent units."
)
BREAK_EVEN = (
    "Break-even as played: the printed points with which keeping the ticket would leave the score as it is, all else "
    "as it was played. Bots that knew this number would play otherwise. It is missing where a ticket is completed too "
    "rarely for any number of points to pay."
)
SEATS = {2: "Both seats", 3: "All three seats", 4: "All four seats", 5: "All five seats"}


def effects(measures: Measures, facts: TrainsFacts) -> Section | None:
    choice = facts.experiment
    if choice is None or "effect" not in measures or not len(measures["effect"]):
        return None
    words, parts = words_of(choice), parts_of(measures)
    section = Section("effects", words.title, notes=[words.tried, PAIRED, who_played(facts)])
    if subject := KINDS[choice.kind].subject:
        _tell_subjects(section, subjects_table(measures, facts, subject, words), subject, words, parts)
        section.tables.extend(by_bot_tables(measures, facts, subject, words))
    else:
        section.answers.extend(overall(parts, words))
    if choice.kind == "keep-sets":
        sizes, pairs = sizes_table(measures, facts), pairs_table(measures, facts)
        section.answers.extend(set_answers(sizes, pairs))
        section.tables.extend([sizes, pairs])
    section.answers.extend(by_choice(parts, words))
    section.answers.extend(by_trains_left(parts, words))
    section.tables.append(parts_table(parts, words))
    return section


def _tell_subjects(section: Section, table: Table, subject: str, words: Words, parts: Parts) -> None:
    section.tables.append(table)
    section.answers.extend(best_and_worst(table.rows, subject, words))
    section.answers.extend(by_pile(parts, words) or overall(parts, words))
    if subject == "ticket":
        section.answers.extend(break_even(table.rows))
        section.notes.append(BREAK_EVEN)


def who_played(facts: TrainsFacts) -> str:
    bots = ", ".join(facts.bots)
    seats = f"{SEATS[facts.n_seats]} are {bots}" if len(facts.bots) == 1 else f"The seats are {bots}, in turn"
    return f"{seats}. Another style of play, or a stronger one, may give other answers."


# ---- The effect over all trials, and by seat, bot, choice, pile and trains left -------------------


COLUMNS = {"win": "win_share", "score": "score", "others": "others_score", "turns": "turns"}  # of outcomes
PARTS = ("choice", "pile", "trains_left", "bot", "seat")
CHOICES = {"chosen": "where the bot chose it itself", "not chosen": "where the bot chose otherwise"}

Parts = dict[str, list[Row]]  # by what tells them apart; "all" has one row


def parts_of(measures: Measures) -> Parts:
    """All trials, and every division that has at least two parts."""
    whole = measures["effect"].with_columns(all=pl.lit("all trials"))
    parts = {"all": _rows(whole, "all")}
    for key in PARTS:
        rows = _rows(measures[f"effect_by_{key}"], key)
        parts |= {key: rows} if len(rows) > 1 else {}
    return parts


def _rows(frame: pl.DataFrame, key: str) -> list[Row]:
    frames = {name: frame.filter(pl.col("outcome") == column) for name, column in COLUMNS.items()}
    effects = wide(frame.select(key).unique().sort(key), key, frames)
    rows = rows_of(effects.with_columns(n=pl.col("win_n")))
    return [{"name": _name(key, row[key])} | row for row in rows]


def _name(key: str, value: object) -> str:
    if key == "seat":
        return f"seat {value}"
    if key == "choice":
        return CHOICES[str(value)]
    if key == "pile":
        return f"{value} tickets"
    if key == "trains_left":
        return f"{value}–{int(str(value)) + 9} trains left"
    return str(value)


def parts_table(parts: Parts, words: Words) -> Table:
    columns = (Column("name", "trials", "text"), *effect_columns(words.main), Column("n", "pairs", "count"))
    names = ["name", "n", *(f"{key}{end}" for key in OUTCOMES for end in ("", "_low", "_high"))]
    rows = [{name: row[name] for name in names} for part in parts.values() for row in part]
    return Table("effect_parts", f"{words.what}: all trials, and parts of them", columns, rows)


# ---- in sentences --------------------------------------------------------------------------------


def overall(parts: Parts, words: Words) -> list[str]:
    row = parts["all"][0]
    first, second = ("win", "score") if words.main == "win" else ("score", "turns")
    return [sentence(f"{words.doing_any} {change(row, first)}; it {change(row, second)}")]


def by_pile(parts: Parts, words: Words) -> list[str]:
    if "pile" not in parts:
        return []
    long, short = (change(row, words.main) for row in parts["pile"])
    return [sentence(f"{words.doing.format('a long ticket')} {long}, {words.doing.format('a short one')} {short}")]


def by_choice(parts: Parts, words: Words) -> list[str]:
    """Whether the bots' own choices are good ones."""
    if "choice" not in parts:
        return []
    own, other = (f"{change(row, words.main)} {row['name']}" for row in parts["choice"])
    return [sentence(f"{words.doing_any} {own}, and {other}")]


def by_trains_left(parts: Parts, words: Words) -> list[str]:
    if "trains_left" not in parts:
        return []
    last, first = parts["trains_left"][0], parts["trains_left"][-1]
    early, late = (f"{change(row, words.main)} with {row['name']}" for row in (first, last))
    return [sentence(f"{words.doing_any} {early}, and {late}")]
