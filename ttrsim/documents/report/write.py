"""Writes a report: HTML, Markdown, summary, figures and tables, all from the one summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ttrsim.documents.csv import csv_text
from ttrsim.documents.document import Figure
from ttrsim.documents.markdown import markdown_page
from ttrsim.documents.report import PARTS
from ttrsim.documents.report.drawing import Drawers, Drawn, Figures, notices
from ttrsim.documents.report.html import html_page, slug
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.outline import document_of
from ttrsim.files.whole import make_folder, write_whole

MAX_ROWS = 10  # of a table in Markdown; summary.json has all


def formats_of(parts: Sequence[str]) -> list[str]:
    """The formats that figures are needed in; the page has them as SVG."""
    needed_by = {"png": ("png",), "svg": ("svg", "html")}
    return [name for name, several in needed_by.items() if any(part in parts for part in several)]


def write_report(summary: Summary, out: Path, parts: Sequence[str] = PARTS, drawers: Drawers | None = None) -> None:
    """The summary itself is always written. `drawers` help to draw the figures."""
    make_folder(out)
    _write(out / "summary.json", json.dumps(summary.json(), indent=1, ensure_ascii=False) + "\n")
    formats = formats_of(parts)
    figures = (drawers or Drawers(0)).draw(summary, formats) if formats else {}
    paths = {run: {name: _stem(summary, run, name) for name in drawn} for run, drawn in figures.items()}
    for image_format in ("png", "svg"):
        if image_format in parts:
            _write_figures(figures, paths, out / "figures", image_format)
    if "csv" in parts:
        _write_tables(summary, out / "tables")
    if "html" in parts:
        _write(out / "report.html", html_page(summary, figures))
    if "md" in parts:
        linked = _linked(figures, paths) if "png" in parts else {}
        _write(out / "report.md", markdown_page(document_of(summary, linked), MAX_ROWS))


def _linked(figures: Figures, paths: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, tuple[str, Figure]]]:
    """As parts of a document, each beside its file."""

    def part(run: str, name: str, drawn: Drawn) -> Figure:
        path = f"figures/{paths[run][name]}.png"
        return Figure(lambda: drawn.images["png"], drawn.text, drawn.title, path)

    return {
        run: {name: (section, part(run, name, each)) for name, (section, each) in drawn.items()}
        for run, drawn in figures.items()
    }


def _stem(summary: Summary, run: str, name: str) -> str:
    """With several runs each file says whose it is."""
    return f"{slug(run)}-{name}" if run and len(summary.runs) > 1 else name


def _write_figures(figures: Figures, paths: Mapping[str, Mapping[str, str]], folder: Path, image_format: str) -> None:
    make_folder(folder)
    for run, drawn in figures.items():
        for name, (_, figure) in drawn.items():
            stem = paths[run][name]
            write_whole(folder / f"{stem}.{image_format}", figure.images[image_format], is_lasting=False)


def _write_tables(summary: Summary, folder: Path) -> None:
    make_folder(folder)
    if notice := notices(summary):  # a table of numbers alone has no place for it
        _write(folder / "NOTICE.txt", notice + "\n")
    for run in summary.runs:
        for name, table in run.tables.items():
            _write(folder / f"{_stem(summary, run.name, name)}.csv", csv_text(table))
    for section in summary.comparison:
        for table in section.tables:
            _write(folder / f"{table.id}.csv", csv_text(table))


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode(), is_lasting=False)
