"""The parts of a summary. Outputs show nothing else, and JSON has all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from ttrsim import __version__
from ttrsim.files.sheets import Notebook, Sheet
from ttrsim.games.contract import Board
from ttrsim.games.registry import game_of
from ttrsim.stats.intervals import CONFIDENCE, ENOUGH_DEALS

if TYPE_CHECKING:
    from ttrsim.measures.measure import Measures

FORMAT = "ttrsim summary"
VERSION = 2  # raise it when something is removed or changes its format

Kind = Literal["text", "count", "share", "number", "signed_share", "signed", "q"]
Row = dict[str, Any]
TOO_FEW = "too few"
MAX_MORE_DECIMALS = 4  # than a column has, to tell the ends of an interval apart
Json = dict[str, Any]


@dataclass(frozen=True)
class Column:
    """A column of a table; with an interval it stands beside `<id>_low` and `<id>_high`."""

    id: str
    label: str
    kind: Kind = "number"
    has_interval: bool = False
    decimals: int = 1
    n: str = ""  # the key of the number of observations, if it is neither `<id>_n` nor `n`

    def count(self, row: Row) -> int | None:
        """How many observations an estimate rests on, if the row tells."""
        count: int | None = row.get(self.n or f"{self.id}_n", row.get("n"))
        return count

    def text(self, row: Row) -> str:
        """The cell as every output shows it."""
        value = row.get(self.id)
        if value is None:
            return "–"
        if not self.has_interval:
            return number_text(value, self.kind, self.decimals)
        text, interval = estimate_text(row, self.id, self.kind, self.decimals)
        return f"{text} ({interval})" if interval else text


def estimate_text(row: Row, key: str, kind: Kind, decimals: int = 1) -> tuple[str, str]:
    """A value, and the ends of its interval without their unit, or that there are too few deals for one.

    Both have as many decimals as it takes to tell the ends apart.
    """
    ends = [row.get(f"{key}_low"), row.get(f"{key}_high")]
    if None in ends:
        return number_text(row[key], kind, decimals), TOO_FEW if has_too_few(row, key) else ""
    for more in range(MAX_MORE_DECIMALS + 1):
        low, high = (number_text(end, kind, decimals + more).split(" ")[0] for end in ends)
        if low != high:
            break
    return number_text(row[key], kind, decimals + more), f"{low} … {high}"


def has_too_few(row: Row, key: str) -> bool:
    """Whether an estimate lacks an interval because there are too few deals."""
    deals = row.get(f"{key}_deals", row.get("deals"))
    return deals is not None and deals < ENOUGH_DEALS


def number_text(value: Any, kind: Kind, decimals: int = 1) -> str:
    if kind == "text":
        return str(value)
    if kind == "count":
        return f"{value:,.0f}"
    if kind == "q":
        return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
    sign = "+" if kind.startswith("signed") else ""
    scale, unit = {"share": (100, " %"), "signed_share": (100, " pp")}.get(kind, (1, ""))
    number = format(value * scale, f"{sign},.{decimals}f")
    if not any(digit in number for digit in "123456789"):
        number = number.lstrip("+-")  # a rounded zero has no sign
    return number.replace("-", "−") + unit


@dataclass(frozen=True)
class ReportTable:
    id: str
    title: str
    columns: tuple[Column, ...]
    rows: list[Row]
    note: str = ""

    def json(self) -> Json:
        columns = [vars(column) for column in self.columns]
        return {"id": self.id, "title": self.title, "note": self.note, "columns": columns, "rows": self.rows}


@dataclass(frozen=True)
class Section:
    """A question: its answer in a sentence or two, figures and tables."""

    id: str
    title: str
    answers: list[str] = field(default_factory=list)
    tables: list[ReportTable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def json(self) -> Json:
        tables = [table.json() for table in self.tables]
        return {"id": self.id, "title": self.title, "answers": self.answers, "notes": self.notes, "tables": tables}


SHOWN_ENDS = 5  # rows from the top and from the bottom


def columns_of(table: ReportTable, ids: Collection[str]) -> ReportTable:
    """The table with these columns only."""
    return replace(table, columns=tuple(column for column in table.columns if column.id in ids))


def ends_of(table: ReportTable, ids: Collection[str], key: str, title: str) -> ReportTable:
    """The first and the last rows of those that have a value under the key, in these columns."""
    columns = columns_of(table, ids).columns
    rows = [row for row in table.rows if row.get(key) is not None] or table.rows
    if len(rows) > 2 * SHOWN_ENDS:
        gap = {column.id: "…" if column.id == "name" else None for column in columns}
        rows = [*rows[:SHOWN_ENDS], gap, *rows[-SHOWN_ENDS:]]
    return ReportTable(table.id, title, columns, rows)


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
    def tables(self) -> dict[str, ReportTable]:
        """All of them, by id."""
        return {table.id: table for section in self.sections for table in section.tables}

    def json(self) -> Json:
        return {
            "name": self.name,
            "tried": self.tried,
            "game": self.board.game,
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


@dataclass(frozen=True)
class Summary(Notebook):
    """The only source of everything that a person reads: of experiments, then of runs with a comparison of these."""

    runs: list[RunSummary]  # experiments first
    comparison: list[Section]

    @property
    def experiments(self) -> list[RunSummary]:
        return [run for run in self.runs if run.tried is not None]

    @property
    def seen_in_play(self) -> list[RunSummary]:
        return [run for run in self.runs if run.tried is None]

    def sheets(self) -> Iterator[Sheet]:
        """What the terminal shows: the answers of each section, and the essential tables."""
        from ttrsim.documents.report.headlines import alarms, headline

        for section in self.comparison:
            yield from (_answers(section.title, section.answers), *map(_sheet, section.tables))
        for run in self.runs:
            rows = [answer for section in run.sections for answer in section.answers]
            yield _answers(headline(run), [*alarms(run), *run.notes, *rows])
            yield from map(_sheet, game_of(run.board).analysis.essentials(run.tables))

    def json(self) -> Json:
        return {
            "format": FORMAT,
            "version": VERSION,
            "ttrsim": __version__,
            "confidence": CONFIDENCE,
            "runs": [run.json() for run in self.runs],
            "comparison": [section.json() for section in self.comparison],
        }


def _answers(title: str, answers: Sequence[str]) -> Sheet:
    return Sheet(title, ("findings",), [(answer,) for answer in answers])


def _sheet(table: ReportTable) -> Sheet:
    headings = tuple(column.label for column in table.columns)
    numbers = tuple(column.label for column in table.columns if column.kind != "text")
    rows = [tuple(column.text(row) for column in table.columns) for row in table.rows]
    return Sheet(table.title, headings, rows, numbers, table.note)


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


def rows_by_bot(measures: Measures, key: str, metrics: Mapping[str, str], names: Mapping[str, str]) -> list[Row]:
    """Metrics by bot and by one more key side by side, as `wide` has them; nothing if the first has no rows."""
    first = measures.get(next(iter(metrics.values())))
    if first is None or first.is_empty():
        return []
    both = pl.concat_str(pl.col("bot").cast(pl.String), pl.col(key).cast(pl.String), separator="\n").alias("both")
    frames = {
        name: None if (frame := measures.get(metric)) is None else frame.with_columns(both)
        for name, metric in metrics.items()
    }
    table = wide(first.select("bot", key).with_columns(both), "both", frames).drop("both")
    return rows_of(table.with_columns(name=pl.col(key).cast(pl.String).replace_strict(names)))


def rows_of(frame: pl.DataFrame) -> list[Row]:
    """As JSON has them: names as text, numbers rounded to what can mean anything."""
    texts = [pl.col(name).cast(pl.String) for name, dtype in frame.schema.items() if isinstance(dtype, pl.Enum)]
    numbers = [pl.col(name).round_sig_figs(6) for name, dtype in frame.schema.items() if dtype == pl.Float64]
    return frame.with_columns(texts + numbers).to_dicts()
