"""Writes a report: HTML, Markdown, summary, figures and tables, all from the one summary."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from ttrsim.documents.report import PARTS
from ttrsim.documents.report.drawing import Drawers, Figures, notices
from ttrsim.documents.report.html import html_page, slug
from ttrsim.documents.report.markdown import markdown_page
from ttrsim.documents.report.model import ReportTable, Summary
from ttrsim.files.whole import make_folder, write_whole


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
        links = {
            run: {
                name: (section, figure.title, f"figures/{paths[run][name]}.png")
                for name, (section, figure) in drawn.items()
            }
            for run, drawn in figures.items()
        }
        _write(out / "report.md", markdown_page(summary, links if "png" in parts else {}))


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


def csv_text(table: ReportTable) -> str:
    """Every number of the table, intervals included, unrounded and without units."""
    names = list(dict.fromkeys(name for row in table.rows for name in row)) or [column.id for column in table.columns]
    text = io.StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table.rows)
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    write_whole(path, text.encode(), is_lasting=False)
