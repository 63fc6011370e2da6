"""The effect over all trials, and by seat, bot, choice, pile and trains left."""

from __future__ import annotations

import polars as pl

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.model import rows_of, wide
from ttrsim.games.trains.analysis.effects.sentences import OUTCOMES, change, effect_columns, sentence
from ttrsim.games.trains.analysis.effects.wording import Words
from ttrsim.measures.measure import Measures

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
