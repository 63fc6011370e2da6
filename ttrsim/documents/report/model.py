"""The parts of a summary. Outputs show nothing else, and JSON has all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

import polars as pl

from ttrsim import __version__
from ttrsim.documents.document import Column, Document, Result, Row, Table
from ttrsim.games.board import Board
from ttrsim.stats.intervals import CONFIDENCE

FORMAT = "ttrsim summary"
VERSION = 2  # raise it when something is removed or changes its format

Json = dict[str, Any]


def table_json(table: Table) -> Json:
    keys = ("id", "kind", "decimals", "n")
    columns = [
        {key: getattr(column, key) for key in keys}
        | {"label": column.heading, "has_interval": table.has_interval(column)}
        for column in table.columns
    ]
    return {"id": table.id, "title": table.title, "note": table.note, "columns": columns, "rows": table.rows}


@dataclass(frozen=True)
class Section:
    """A question: its answer in a sentence or two, figures and tables."""

    id: str
    title: str
    answers: list[str] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def json(self) -> Json:
        tables = [table_json(table) for table in self.tables]
        return {"id": self.id, "title": self.title, "answers": self.answers, "notes": self.notes, "tables": tables}


Cells = dict[Column, tuple[str, str, Any, str]]  # of runs side by side: (table, key of the row, its value, value shown)


@dataclass(frozen=True)
class Control:
    """A number that is known in advance for any bots."""

    name: str
    value: float
    low: float
    high: float

    @property
    def is_ok(self) -> bool:
        return self.low <= self.value <= self.high

    def json(self) -> Json:
        return asdict(self) | {"ok": self.is_ok}


@dataclass(frozen=True)
class RunSummary:
    """What a report says about a run."""

    name: str
    board: Board
    board_title: str  # with its house rules, and with its name if it is not built in
    players: int
    bots: tuple[str, ...]
    games: int
    deals: int
    notes: list[str]
    standouts: list[str]  # what a report opens with
    controls: list[Control]
    sections: list[Section]
    provenance: Json
    tried: str | None = None  # of an experiment

    @cached_property
    def tables(self) -> dict[str, Table]:
        """All of them, by id."""
        return {table.id: table for section in self.sections for table in section.tables}

    def json(self) -> Json:
        return {
            "name": self.name,
            "tried": self.tried,
            "game": self.board.game.key,
            "board": self.board.name,
            "title": self.board.title,
            "board_title": self.board_title,
            "notice": self.board.notice,
            "players": self.players,
            "bots": list(self.bots),
            "games": self.games,
            "deals": self.deals,
            "notes": self.notes,
            "standouts": self.standouts,
            "controls": [control.json() for control in self.controls],
            "sections": [section.json() for section in self.sections],
            "provenance": self.provenance,
        }


@dataclass(frozen=True, repr=False)
class Summary(Result):
    """The only source of everything that a person reads: of experiments, then of runs with a comparison of these."""

    runs: list[RunSummary]  # experiments first
    comparison: list[Section]

    @property
    def experiments(self) -> list[RunSummary]:
        return [run for run in self.runs if run.tried is not None]

    @property
    def seen_in_play(self) -> list[RunSummary]:
        return [run for run in self.runs if run.tried is None]

    def document(self) -> Document:
        """What a terminal shows first is the answer."""
        from ttrsim.documents.report.outline import document_of

        return document_of(self, {})

    def as_dict(self) -> Json:
        return self.json()

    def json(self) -> Json:
        return {
            "format": FORMAT,
            "version": VERSION,
            "ttrsim": __version__,
            "confidence": CONFIDENCE,
            "runs": [run.json() for run in self.runs],
            "comparison": [section.json() for section in self.comparison],
        }


# ---- from frames to rows -------------------------------------------------------------------------


def wide(base: pl.DataFrame, key: str, frames: Mapping[str, pl.DataFrame | None]) -> pl.DataFrame:
    """Estimates side by side, each as `<name>`, `<name>_low`, `<name>_high`, `_n`, `_deals` and maybe `_q`."""
    for name, frame in frames.items():
        if frame is None:
            continue
        names = {"value": name} | {end: f"{name}_{end}" for end in ("low", "high", "n", "deals", "q")}
        renamed = {old: new for old, new in names.items() if old in frame.columns}
        base = base.join(frame.select(key, *renamed).rename(renamed), on=key, how="left")
    return base


def rows_of(frame: pl.DataFrame) -> list[Row]:
    """As JSON has them: names as text, numbers rounded to what can mean anything."""
    texts = [pl.col(name).cast(pl.String) for name, dtype in frame.schema.items() if isinstance(dtype, pl.Enum)]
    numbers = [pl.col(name).round_sig_figs(6) for name, dtype in frame.schema.items() if dtype == pl.Float64]
    return frame.with_columns(texts + numbers).to_dicts()
