"""A document as HTML: a page that needs nothing else, or a fragment for a notebook. Every text is escaped."""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from types import MappingProxyType

from ttrsim.documents.document import Column, Document, Figure, Row, Table, Text, places_on
from ttrsim.stats.intervals import Estimate
from ttrsim.wording import visible

COLOURS = Path(__file__).parent / "pages" / "base.css"
STYLE = """
body { margin: 0 auto; max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: .3rem; }
section { background: var(--card); border: 1px solid var(--grid); border-radius: .6rem; margin: 1rem 0;
  padding: .2rem 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
td, th { padding: .25rem .6rem; border-top: 1px solid var(--grid); vertical-align: top; text-align: left;
  overflow-wrap: normal; }
.number { text-align: right; } td.number { white-space: nowrap; }
.alarm { color: var(--alarm); font-weight: 700; }
img { max-width: 100%; height: auto; display: block; margin: .5rem auto; }
"""


def html_page(document: Document) -> str:
    title = safe(document.title)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{COLOURS.read_text(encoding='utf-8')}{STYLE}</style></head>"
        f"<body><h1>{title}</h1>{_body(document)}</body></html>\n"
    )


def html_fragment(document: Document) -> str:
    """For the middle of a page that has its own style."""
    style = "<style>.number { text-align: right; }</style>"
    return f"{style}<h3>{safe(document.title)}</h3>{_body(document)}"


def safe(text: str) -> str:
    """Names come from users' files: markup in them is shown, and so are control characters."""
    return escape(visible(text))


def _body(document: Document) -> str:
    notes = "".join(f'<p class="note">{safe(note)}</p>' for note in document.notes)
    return notes + "".join(f"<section>{_part(part)}</section>" for part in document.everything)


def _part(part: Text | Table | Figure) -> str:
    title = f"<h3>{safe(part.title)}</h3>" if part.title else ""
    if isinstance(part, Text):
        return title + _text(part)
    if isinstance(part, Table):
        notes = "".join(f"<p><small>{safe(note)}</small></p>" for note in part.note.split("\n") if note)
        return f'{title}<div class="scroll">{html_table(part)}</div>{notes}'
    data, caption = base64.b64encode(part.draw()).decode(), safe(part.caption)
    return f'{title}<img alt="{caption}" src="data:image/png;base64,{data}"><p><small>{caption}</small></p>'


def _text(text: Text) -> str:
    lines = [safe(line) for line in text.lines]
    if text.style == "code":
        return f"<pre>{'<br>'.join(lines)}</pre>"
    if text.style == "points":
        return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
    kind = ' class="alarm"' if text.style == "alarm" else ""
    return "".join(f"<p{kind}>{line}</p>" for line in lines)


def html_table(
    table: Table,
    attributes: Callable[[Row], str] = lambda row: "",
    start: str = "<table>",
    links: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Each cell tells scripts its number, interval and n.

    `attributes` are those of a row, escaped; `links` has by column what the address begins with that a cell leads to.
    """
    head = "".join(f'<th scope="col"{_side(column)}>{safe(column.heading)}</th>' for column in table.columns)
    rows = (
        f"<tr{attributes(row)}>{''.join(_cell(column, row, links) for column in table.columns)}</tr>\n"
        for row in table.rows
    )
    return f"{start}<thead><tr>{head}</tr></thead>\n<tbody>{''.join(rows)}</tbody></table>"


STRIP_WIDTH, STRIP_HEIGHT = 120, 14


def strip_svg(value: float, *others: float, text: str) -> str:
    """The others as thin lines, and the number as a dot among them."""
    x, *places = (f"{4 + place:.1f}" for place in places_on(STRIP_WIDTH - 8, value, *others))
    middle = STRIP_HEIGHT / 2
    lines = "".join(f"M{place} 2V{STRIP_HEIGHT - 2}" for place in places)
    return (
        f'<svg class="strip" role="img" aria-label="{text}" width="{STRIP_WIDTH}" height="{STRIP_HEIGHT}">'
        f'<path d="M0 {middle}H{STRIP_WIDTH}" stroke="var(--grid)"/><path d="{lines}" stroke="currentColor" '
        f'stroke-opacity=".55"/><circle cx="{x}" cy="{middle}" r="4" fill="#c8452e"/></svg>'
    )


def _side(column: Column) -> str:
    return ' class="number"' if column.is_number else ' dir="auto"'


def _cell(column: Column, row: Row, links: Mapping[str, str]) -> str:
    value, text = column.value(row), column.text(row)
    data = "" if value is None else f' data-value="{safe(str(value))}"'
    if isinstance(value, Estimate):
        numbers = {"value": value.value, "n": value.n}
        numbers |= {"low": value.low, "high": value.high} if value.has_interval else {}
        data = "".join(f' data-{name}="{number}"' for name, number in numbers.items() if number is not None)
        text, bracket, interval = text.partition(" (")
        return f"<td{_side(column)}{data}>{safe(text)}{f' <small>({safe(interval)}</small>' if bracket else ''}</td>"
    if column.kind == "strip" and value is not None:
        return f'<td data-value="{value[0]}">{strip_svg(*value, text=text)}</td>'
    if column.id in links:
        return f'<td{_side(column)}{data}><a href="{links[column.id]}{safe(text)}">{safe(text)}</a></td>'
    return f"<td{_side(column)}{data}>{safe(text)}</td>"
