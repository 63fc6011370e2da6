"""A table of texts, for people to read in a terminal, a notebook or on a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple


class Sheet(NamedTuple):
    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    numbers: tuple[str, ...] = ()  # the headings of columns that hold numbers
    note: str = ""  # beneath the table


class Notebook:
    """A result that a notebook shows as tables."""

    saved = ""
    failure: Exception | None = None

    def sheets(self) -> Iterable[Sheet]:
        """The result in words and numbers."""
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return "\n".join(map(sheet_html, self.sheets()))


def csv_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows with equal keys as a CSV file."""
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    return text.getvalue().encode()


def sheet_html(sheet: Sheet) -> str:
    """The table as HTML. Names may come from users' files, so every text is escaped."""
    sides = ["right" if heading in sheet.numbers else "left" for heading in sheet.headings]

    def row(tag: str, texts: Sequence[str]) -> str:
        cells = zip(texts, sides, strict=True)
        return "<tr>" + "".join(f'<{tag} style="text-align:{side}">{escape(text)}</{tag}>' for text, side in cells)

    head = f"<thead>{row('th', sheet.headings)}</tr></thead>"
    body = "".join(f"{row('td', texts)}</tr>" for texts in sheet.rows)
    note = f"<p><small>{escape(sheet.note)}</small></p>" if sheet.note else ""
    return f"<p><b>{escape(sheet.title)}</b></p><table>{head}<tbody>{body}</tbody></table>{note}"
