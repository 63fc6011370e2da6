"""What people read of a result, wherever they read it: texts, tables and figures.

Every study gives a `Result`. A result says what it has to say once, as a `Document`; each place where people or
programs read it has one writer beside this file, which alone knows how names are escaped there:

    terminal.print_document(document, console)      markdown.markdown_page(document)     html.html_page(document)
    csv.write_tables(document, folder)              json.json_text(result.as_dict())

A document is a title, notes (the sentences without which the numbers would mislead: the verdict first, then whose play
they are about, the notice of the board), and parts in the order in which they are read, the answer first. What fits no
first screen follows as `more`: a terminal shows it on demand. A table has typed columns; its rows have a cell under
each column's id, and a cell may be an `Estimate`. So a row is often `vars()` of a dataclass. Nobody but `cell_text`
turns an estimate into text: 12.3 (11.9 … 12.7).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from ttrsim.stats.intervals import Estimate

# "pp": of a difference of shares whose sign is known; "ends": only the ends of its interval, in whole percent;
# "strip": a number, and those it is shown among
Kind = Literal["text", "verdict", "count", "share", "ends", "pp", "number", "signed_share", "signed", "q", "strip"]
Row = dict[str, Any]  # by the ids of columns, see `cell_of`; what has no column is for programs only
Style = Literal["text", "points", "alarm", "code"]

MISSING = "–"
TOO_FEW = "too few"
MAX_MORE_DECIMALS = 4  # than a column has, to tell the ends of an interval apart


class Result:
    """What a study gives. Dataclasses that inherit from it need `repr=False`: a result is one line."""

    said: ClassVar[tuple[str, ...]] = ()  # properties that JSON has besides the fields

    def document(self) -> Document:
        """The result in words and numbers."""
        raise NotImplementedError

    def html_text(self) -> str:
        """As HTML."""
        from ttrsim.documents.html import html_page

        return html_page(self.document())

    @property
    def saved(self) -> str:
        """A line for the terminal: what lies where, if the study has a folder."""
        return ""

    @property
    def failure(self) -> BaseException | None:
        """What the command that shows it ends with, if the verdict is not the wanted one."""
        return None

    def as_dict(self) -> Any:
        """Plain values, for JSON."""
        from ttrsim.documents.json import plain

        return plain(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.document().title}>"

    def _repr_html_(self) -> str:
        from ttrsim.documents.html import html_fragment

        return html_fragment(self.document())


@dataclass(frozen=True)
class Document:
    """A result as people read it."""

    title: str
    notes: Sequence[str]
    parts: Sequence[Part]
    more: Sequence[Part] = ()  # what a terminal leaves out at first

    @property
    def everything(self) -> list[Part]:
        return [*self.parts, *self.more]

    @property
    def tables(self) -> list[Table]:
        return [part for part in self.everything if isinstance(part, Table)]


@dataclass(frozen=True)
class Text:
    """Lines that belong together."""

    lines: Sequence[str]
    title: str = ""
    style: Style = "text"


@dataclass(frozen=True)
class Figure:
    """A picture, drawn when somebody wants to see it."""

    draw: Callable[[], bytes]  # a PNG
    caption: str  # also for those who do not see it
    title: str = ""
    path: str = ""  # of a file with it, beside the document


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    id: str
    label: str | None = None  # for people (default: the id with spaces)
    kind: Kind = "number"
    decimals: int | None = 1  # None: four significant digits, for values of several units
    has_interval: bool = True  # which is shown if the row has one
    n: str = ""  # where a row of a frame has the number of observations, if neither under `<id>_n` nor `n`

    @property
    def heading(self) -> str:
        return self.id.replace("_", " ") if self.label is None else self.label

    @property
    def is_number(self) -> bool:
        return self.kind not in ("text", "verdict", "strip")

    def value(self, row: Row) -> Any:
        return cell_of(row, self.id, self.n) if self.has_interval else row.get(self.id)

    def text(self, row: Row) -> str:
        """The cell as every output shows it."""
        return cell_text(self.value(row), self.kind, self.decimals)


@dataclass(frozen=True)
class Table:
    """Rows of typed cells: None, a text, a number or an `Estimate`."""

    id: str  # of the file of the table, and in JSON
    title: str
    columns: tuple[Column, ...]
    rows: list[Row]
    note: str = ""
    most: int | None = None  # rows that a terminal and Markdown show; other places have all

    def has_interval(self, column: Column) -> bool:
        return any(isinstance(column.value(row), Estimate) for row in self.rows)

    @classmethod
    def of(
        cls, name: str, title: str, columns: Sequence[Column], rows: Iterable[Sequence[Any]], note: str = ""
    ) -> Table:
        """From rows whose cells are in the order of the columns."""
        ids = [column.id for column in columns]
        return cls(name, title, tuple(columns), [dict(zip(ids, row, strict=True)) for row in rows], note)

    @classmethod
    def of_texts(cls, name: str, title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
        """Of texts alone."""
        return cls.of(name, title, [Column(heading, kind="text") for heading in headings], rows)


Part = Text | Table | Figure


# ---- cells ---------------------------------------------------------------------------------------


def cell_of(row: Row, key: str, n: str = "") -> Any:
    """A row of a frame, or of a CSV file, has an estimate as `<key>`, `<key>_low` and `<key>_high`."""
    value = row.get(key)
    if value is None or f"{key}_low" not in row:
        return value
    low, high = (math.nan if end is None else end for end in (row[f"{key}_low"], row[f"{key}_high"]))
    deals = row.get(f"{key}_deals", row.get("deals"))
    return Estimate(value, low, high, row.get(n or f"{key}_n", row.get("n")), deals)


def cell_text(value: Any, kind: Kind = "number", decimals: int | None = 1) -> str:
    """A cell in words: a number alone, or an estimate with its interval."""
    if value is None:
        return MISSING
    if kind == "strip":
        return strip_text(*value)
    if not isinstance(value, Estimate):
        return number_text(value, kind, decimals)
    if kind == "ends":
        low, high = (f"{100 * end:.0f}" for end in (value.low, value.high))
        return low if low == high else f"{low} … {high}"
    text, interval = estimate_texts(value, kind, decimals)
    return f"{text} ({interval})" if interval else text


STRIP = 15  # cells


def strip_text(value: float, *others: float) -> str:
    """Where a number stands among others, from the least to the greatest of all."""
    places = places_on(STRIP - 1, value, *others)
    marks = {round(place): "|" for place in places[1:]} | {round(places[0]): "●"}
    return "".join(marks.get(place, "·") for place in range(STRIP))


def places_on(width: float, *values: float) -> list[float]:
    """From 0 to the width; all in the middle if they are all alike."""
    low, high = min(values), max(values)
    return [width * (value - low) / (high - low) if high > low else width / 2 for value in values]


def estimate_texts(estimate: Any, kind: Kind, decimals: int | None = 1) -> tuple[str, str]:
    """A value, and the ends of its interval without their unit, or that there are too few deals for one.

    Both have as many decimals as it takes to tell the ends apart. A number alone has no interval.
    """
    if not isinstance(estimate, Estimate):
        return number_text(estimate, kind, decimals), ""
    if not estimate.has_interval:
        return number_text(estimate.value, kind, decimals), TOO_FEW if estimate.is_of_few else ""
    wanted = decimals
    for more in range(MAX_MORE_DECIMALS + 1):
        wanted = None if decimals is None else decimals + more
        low, high = (number_text(end, kind, wanted).split(" ")[0] for end in (estimate.low, estimate.high))
        if low != high or estimate.low == estimate.high:
            break
    return number_text(estimate.value, kind, wanted), f"{low} … {high}"


def number_text(value: Any, kind: Kind, decimals: int | None = 1) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, int | float) or kind in ("text", "verdict"):
        return str(value)
    if kind == "count":
        return f"{value:,.0f}"
    if kind == "q":
        return "< .001" if value < 0.001 else f"{value:.3f}".removeprefix("0")
    sign = "+" if kind.startswith("signed") else ""
    scale, unit = {"share": (100, " %"), "pp": (100, " pp"), "signed_share": (100, " pp")}.get(kind, (1, ""))
    number = format(value * scale, f"{sign}.4g" if decimals is None else f"{sign},.{decimals}f")
    if not any(digit in number for digit in "123456789"):
        number = number.lstrip("+-")  # a rounded zero has no sign
    return number.replace("-", "−") + unit
