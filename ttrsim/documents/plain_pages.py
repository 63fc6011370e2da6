"""Results as pages: one HTML file that needs nothing else, or Markdown."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from ttrsim.documents.pages.base import asset
from ttrsim.files.sheets import Sheet, sheet_html

STYLE = """
body { margin: 0 auto; max-width: 62rem; padding: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
section { background: var(--card); border: 1px solid var(--grid); border-radius: .6rem; margin: 1rem 0;
  padding: .2rem 1rem; overflow-x: auto; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; }
td, th { padding: .25rem .6rem; border-top: 1px solid var(--grid); vertical-align: top; overflow-wrap: normal; }
img { max-width: 100%; height: auto; display: block; margin: .5rem auto; }
"""


@dataclass(frozen=True)
class Block:
    """A part of a page."""

    heading: str = ""
    text: tuple[str, ...] = ()
    sheet: Sheet | None = None
    picture: bytes | None = None  # a PNG
    caption: str = ""  # of the picture, also for those who do not see it


def html_page(title: str, notes: Sequence[str], blocks: Sequence[Block]) -> str:
    paragraphs = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    body = "".join(map(_html_block, blocks))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{asset('base.css')}{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{paragraphs}{body}</body></html>\n"
    )


def _html_block(block: Block) -> str:
    parts = [f"<h2>{escape(block.heading)}</h2>"] if block.heading else []
    parts += [f"<p>{escape(text)}</p>" for text in block.text]
    if block.sheet is not None:
        parts.append(sheet_html(block.sheet))
    if block.picture is not None:
        data = base64.b64encode(block.picture).decode()
        parts.append(f'<img alt="{escape(block.caption)}" src="data:image/png;base64,{data}">')
        parts.append(f"<p><small>{escape(block.caption)}</small></p>")
    return f"<section>{''.join(parts)}</section>"


def markdown_page(title: str, notes: Sequence[str], blocks: Sequence[Block]) -> str:
    """Without pictures: they are in the HTML."""
    lines = [f"# {title}", ""]
    for note in notes:
        lines += [note, ""]
    for block in blocks:
        lines += [f"## {block.heading}", ""] if block.heading else []
        for text in block.text:
            lines += [text, ""]
        if block.sheet is not None:
            lines += [*markdown_sheet(block.sheet), ""]
    return "\n".join(lines)


def markdown_sheet(sheet: Sheet) -> list[str]:
    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = [" --: " if heading in sheet.numbers else " --- " for heading in sheet.headings]
    note = ["", sheet.note] if sheet.note else []
    return [f"**{sheet.title}**", "", row(sheet.headings), f"|{'|'.join(rule)}|", *map(row, sheet.rows), *note]
