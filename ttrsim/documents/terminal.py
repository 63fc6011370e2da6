"""A document in the terminal. Nothing is cut, and no word is broken that fits into a line.

A table that is too wide gets its texts and headings in several lines. If that is not enough, or names become hard to
read, it is written as a list, with a line or two for each row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.text import Text as Line

from ttrsim.documents.document import MISSING, Column, Document, Row, Style, Table, Text
from ttrsim.wording import visible

GAP = "  "  # between columns
MAX_LINES = 2  # of the name of a row
STYLES: dict[Style, str] = {"text": "", "points": "", "alarm": "bold red", "code": "dim"}
VERDICTS = {
    "different": "bold red",
    "fails": "bold red",
    "inconclusive": "yellow",
    "undecided": "yellow",
    "within tolerance": "green",
    "identical": "green",
    "holds": "green",
}
BREAKS = re.compile(r"(?<= )(?=\S)|(?<=[–/,;])(?=[^\W\d])")  # where a line may end: after a space, or between two names
NUMBER = re.compile(r" (?!\()")  # a space that a number and its interval keep
KEPT = re.compile(r"(?<=[\d=…]) (?=[%…=])|(?<=[=…]) (?=\S)|(?<=\bn) (?==)")  # one that a number in a sentence keeps


class PlainConsole(Console):
    """Names come from users' files, so neither markup nor control characters in them are obeyed."""

    def __init__(self, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, emoji=False, highlight=False)

    def render(self, *arguments: Any, **options: Any) -> Iterator[Segment]:
        for segment in super().render(*arguments, **options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError  # rich would end the program itself


def print_document(document: Document, console: Console, everything: bool = False) -> None:
    """Figures are for other places, and what fits no first screen is for those who ask for everything."""
    for line in document_lines(document, console.width, everything):
        console.print(line, soft_wrap=True)


def document_lines(document: Document, width: int, everything: bool = False) -> Iterator[Line]:
    yield from wrapped(document.title, width, "bold")
    for note in document.notes:
        yield from wrapped(note, width)
    for part in document.everything if everything else document.parts:
        if isinstance(part, Text):
            yield from _text_lines(part, width)
        elif isinstance(part, Table):
            yield from table_lines(part, width)


def _text_lines(text: Text, width: int) -> Iterator[Line]:
    yield Line()
    if text.title:
        yield from wrapped(text.title, width, "bold cyan")
    for line in text.lines:
        first, then = ("  • ", "    ") if text.style == "points" else ("", "")
        yield from wrapped(line, 10**6 if text.style == "code" else width, STYLES[text.style], first, then)


def table_lines(table: Table, width: int) -> Iterator[Line]:
    yield Line()
    if table.title:
        yield from wrapped(table.title, width, "bold")
    cells = [[_cell(column, row) for column in table.columns] for row in table.rows[: table.most]]
    widths = _widths(table.columns, cells, width)
    yield from _grid(table, cells, widths) if widths else _list(table, cells, width)
    if (more := len(table.rows) - len(cells)) > 0:
        yield Line(f"… and {more} more rows", style="dim")
    for note in filter(None, table.note.split("\n")):
        yield from wrapped(note, width, "dim")


def _cell(column: Column, row: Row) -> str:
    text = visible(column.text(row))
    return NUMBER.sub("\xa0", text) if column.is_number else text


# ---- a grid --------------------------------------------------------------------------------------


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int) -> list[int]:
    """Of the columns, the widest ones narrowed until they fit; nothing if they cannot."""
    texts = [[column.heading, *(row[place] for row in cells)] for place, column in enumerate(columns)]
    widths = [max(map(cell_len, own)) for own in texts]
    least = [max(cell_len(piece.rstrip()) for text in own for piece in _pieces(text)) for own in texts]
    too_wide = sum(widths) + len(GAP) * (len(columns) - 1) - width
    while too_wide > 0:
        narrowable = [place for place in range(len(columns)) if widths[place] > least[place]]
        if not narrowable:
            return []
        widths[max(narrowable, key=lambda place: widths[place])] -= 1
        too_wide -= 1
    is_readable = all(len(_filled(row[0], widths[0])) <= MAX_LINES for row in cells)
    return widths if is_readable else []


def _grid(table: Table, cells: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[Line]:
    headings = [column.heading for column in table.columns]
    yield from _row_lines(table.columns, headings, widths, "bold")
    yield Line(GAP.join("─" * width for width in widths), style="dim")
    for row, texts in zip(table.rows, cells, strict=False):
        yield from _row_lines(table.columns, texts, widths, _style_of(table.columns, row))


def _row_lines(columns: Sequence[Column], texts: Sequence[str], widths: Sequence[int], style: str) -> Iterator[Line]:
    cells = [_filled(text, width) for text, width in zip(texts, widths, strict=True)]
    for place in range(max(map(len, cells))):
        line = GAP.join(
            _aligned(cell[place] if place < len(cell) else "", width, column.is_number)
            for cell, width, column in zip(cells, widths, columns, strict=True)
        )
        yield Line(line.rstrip().replace("\xa0", " "), style=style)


def _aligned(text: str, width: int, is_number: bool) -> str:
    space = " " * (width - cell_len(text))
    return space + text if is_number else text + space


def _style_of(columns: Iterable[Column], row: Row) -> str:
    verdicts = (str(row.get(column.id)) for column in columns if column.kind == "verdict")
    return next((VERDICTS[verdict] for verdict in verdicts if verdict in VERDICTS), "")


# ---- a list --------------------------------------------------------------------------------------


def _list(table: Table, cells: Sequence[Sequence[str]], width: int) -> Iterator[Line]:
    """The first cell of each row, and beneath it the others with their headings."""
    for row, (first, *others) in zip(table.rows, cells, strict=False):
        yield from wrapped(first, width, _style_of(table.columns, row))
        named = zip(table.columns[1:], others, strict=True)
        facts = [f"{column.heading} {text}" for column, text in named if text not in ("", MISSING)]
        yield from wrapped(" · ".join(facts), width, "", "  ", "  ")


# ---- lines ---------------------------------------------------------------------------------------


def wrapped(text: str, width: int, style: str = "", first: str = "", then: str = "") -> Iterator[Line]:
    """Lines of at most this width, which begin with `first`, and then with `then`."""
    for paragraph in KEPT.sub("\xa0", visible(text)).split("\n"):
        for place, line in enumerate(_filled(paragraph, width - len(first))):
            yield Line((then if place else first) + line.replace("\xa0", " "), style=style)


def _filled(text: str, width: int) -> list[str]:
    """The text in lines. Only a piece that is wider than a line is broken."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and cell_len((line + piece).rstrip()) > width:
            lines.append(line.rstrip())
            line = ""
        line += piece
        while cell_len(line.rstrip()) > width:
            lines.append(line[:width])
            line = line[width:]
    return [*lines, line.rstrip()]


def _pieces(text: str) -> list[str]:
    return BREAKS.split(text) or [""]
