"""A document in Markdown, for the summary of a CI job or a repository."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ttrsim.documents.document import Document, Figure, Table, Text
from ttrsim.wording import visible

MAX_ROWS = 40
MARKUP = re.compile(r"[\[\]*$\\]|(?<!\w)_|_(?!\w)")


def escaped(text: str) -> str:
    """A text with names in it: HTML and Markdown in these is shown, not obeyed. Code stays in backticks."""
    marked = re.sub(MARKUP, lambda match: f"\\{match[0]}", visible(text).replace("\n", " "))
    return marked.replace("<", "&lt;")


def markdown_page(document: Document, most: int = MAX_ROWS) -> str:
    """With at most so many rows of a table, and the figures that have a file."""
    lines = [f"# {escaped(document.title)}", ""]
    for note in document.notes:
        lines += [escaped(note), ""]
    for part in document.everything:
        lines += _part(part, most)
    return "\n".join(lines).rstrip() + "\n"


def _part(part: Text | Table | Figure, most: int) -> Iterator[str]:
    if isinstance(part, Table):
        yield from markdown_table(part, most)
    elif isinstance(part, Text):
        yield from _text(part)
    elif part.path:
        yield from (f"![{escaped(part.title)}]({part.path})", "")


def _text(text: Text) -> Iterator[str]:
    if text.title:
        yield from (f"## {escaped(text.title)}", "")
    if text.style == "code":
        yield from ("```console", *(visible(line) for line in text.lines), "```", "")
    elif text.style == "points":
        yield from (*(f"- {escaped(line)}" for line in text.lines), "")
    else:
        start = "> [!CAUTION]\n> " if text.style == "alarm" else ""
        for line in text.lines:
            yield from (start + escaped(line), "")


def markdown_table(table: Table, most: int = MAX_ROWS) -> Iterator[str]:
    most = min(most, table.most or most)
    if table.title:
        yield from (f"**{escaped(table.title)}**", "")
    if table.rows:
        yield _row(column.heading for column in table.columns)
        yield "|" + "|".join("---:" if column.is_number else "---" for column in table.columns) + "|"
        for row in table.rows[:most]:
            yield _row(column.text(row) for column in table.columns)
        yield ""
    if (more := len(table.rows) - most) > 0:
        yield from (f"… and {more} more rows.", "")
    for note in filter(None, table.note.split("\n")):
        yield from (escaped(note), "")


def _row(texts: Iterator[str]) -> str:
    return "| " + " | ".join(_cell(text) for text in texts) + " |"


def _cell(text: str) -> str:
    return escaped(text).replace("|", "\\|").replace("`", "\\`")
