"""The report as one HTML file that needs nothing else: a live map, figures that tell their values, tables that sort."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.html import html_table
from ttrsim.documents.pages.base import environment
from ttrsim.documents.report.atlas import Atlas, Measure
from ttrsim.documents.report.drawing import Drawn
from ttrsim.documents.report.model import VERSION, RunSummary, Summary
from ttrsim.documents.report.outline import alarms, headline, page_title
from ttrsim.stats.intervals import CONFIDENCE, Estimate
from ttrsim.wording import visible

THEMED = {"#1b2733": "currentColor", "#d5dae0": "var(--grid)", "#fefefe": "var(--card)"}  # those of the style file
LONG = 12  # rows that stand open and without a filter; a longer table is folded

Figures = Mapping[str, Mapping[str, tuple[str, Drawn]]]  # run: figure: its section and what is drawn


def html_page(summary: Summary, figures: Figures) -> str:
    made = environment(Path(__file__).parent)
    made.globals.update(headline=headline, alarms=alarms, inline=inline_svg, long=LONG, page=Anchors(summary))
    made.globals.update(confidence=CONFIDENCE, version=VERSION)
    title = f"ttrsim report: {page_title(summary)}"
    return made.get_template("template.html").render(summary=summary, figures=figures, title=title)


@dataclass(frozen=True)
class Anchors:
    """The names of things within the page, and which of them belong together."""

    summary: Summary

    def of_run(self, run: RunSummary) -> str:
        """Two names may differ only in letters that an anchor cannot have."""
        number = self.summary.runs.index(run)
        return slug(run.name) if self._slugs.count(slug(run.name)) == 1 else f"run-{number}"

    def of_table(self, run: RunSummary | None, table: Table) -> str:
        return f"{self.of_run(run) if run else 'comparison'}-{slug(table.id)}-table"

    @cached_property
    def _slugs(self) -> list[str]:
        return ["", "atlas", "comparison", *(slug(run.name) for run in self.summary.runs)]

    # ---- the live map ----------------------------------------------------------------------------

    @cached_property
    def _atlases(self) -> dict[str, Atlas]:
        """By run, the same for runs on equal boards."""
        found: dict[str, Atlas] = {}
        for run in self.summary.runs:
            twin = next(
                (other for other in self.summary.runs if other.name in found and other.board == run.board), None
            )
            atlas = found[twin.name] if twin else run.board.atlas()
            if atlas:
                found[run.name] = atlas
        return found

    @cached_property
    def boards(self) -> list[Atlas]:
        """Those that the map can show, each once."""
        mapped = [self._atlases[run.name] for run in self._mapped]
        return [atlas for place, atlas in enumerate(mapped) if all(atlas is not other for other in mapped[:place])]

    @cached_property
    def _mapped(self) -> list[RunSummary]:
        return [
            run
            for run in self.summary.runs
            if run.name in self._atlases and self._atlases[run.name].measures_of(run.tables)
        ]

    def svg(self, atlas: Atlas) -> Markup:
        return Markup(atlas.svg)  # the drawing has escaped every name

    def table(self, run: RunSummary | None, table: Table) -> Markup:
        def attributes(row: Row) -> str:
            place = atlas.place_of(table, row) if run and atlas else None
            bot = f' data-bot="{run.bots.index(row["bot"])}"' if run and "bot" in row else ""
            return f' data-place="{place}"{bot}' if place else ""

        atlas = self._atlases.get(run.name) if run else None
        start = f'<table id="{self.of_table(run, table)}" class="sortable">'
        return Markup(html_table(table, attributes, start))

    def atlas_data(self) -> dict[str, Any]:
        """What the script of the map has to know besides the tables."""
        boards = [
            {
                "near": dict(atlas.near),
                "ways": {"label": atlas.ways.label, "to": atlas.ways.to} if atlas.ways else None,
                "places": [
                    [place.key, place.kind, visible(place.name), place.about, place.near] for place in atlas.places
                ],
            }
            for atlas in self.boards
        ]
        return {"boards": boards, "runs": [self._run_data(run) for run in self._mapped]}

    def _run_data(self, run: RunSummary) -> dict[str, Any]:
        atlas = self._atlases[run.name]
        tables = [table for table in run.tables.values() if atlas.kind_of(table) and "bot" not in table.rows[0]]
        return {
            "name": run.name,
            "label": f"{run.name}: {run.players} players, {', '.join(run.bots)}",
            "tried": run.tried,
            "notice": run.board.notice,
            "board": next(place for place, other in enumerate(self.boards) if other is atlas),
            "measures": [self._measure_data(run, measure) for measure in atlas.measures_of(run.tables)],
            "tables": [self.of_table(run, table) for table in tables],
            "ways": _ways_data(run, atlas),
        }

    def _measure_data(self, run: RunSummary, measure: Measure) -> dict[str, Any]:
        table = run.tables[measure.table]
        column = _column(table, measure.column)
        data = self._source(run, table, measure.column) | {
            "id": f"{measure.table}.{measure.column}",
            "label": measure.label,
            "reference": measure.reference,
            "kind": column.kind,
            "decimals": column.decimals,
        }
        parts = run.tables.get(measure.by_bot) if measure.by_bot else None
        if parts is not None and any(column.id == measure.column for column in parts.columns):
            data |= {"bots": list(run.bots), "by_bot": self._source(run, parts, measure.column)}
        return data

    def _source(self, run: RunSummary, table: Table, column: str) -> dict[str, Any]:
        return {"table": self.of_table(run, table), "column": table.columns.index(_column(table, column))}


def _ways_data(run: RunSummary, atlas: Atlas) -> dict[str, list[tuple[str, float, str]]]:
    """What was seen with each place: its key, how often, and the same for people."""
    found: dict[str, list[tuple[str, float, str]]] = {}
    if atlas.ways and (table := run.tables.get(atlas.ways.table)):
        column = _column(table, atlas.ways.column)
        for row in table.rows:
            here, there = (atlas.keys[kind, row[kind]] for kind in (atlas.ways.kind, atlas.ways.to))
            found.setdefault(here, []).append((there, row[column.id], f"{column.text(row)}{_n(column.value(row))}"))
    return found


def _n(value: Any) -> str:
    return f", n = {value.n:,}" if isinstance(value, Estimate) and value.n is not None else ""


def _column(table: Table, name: str) -> Column:
    return next(column for column in table.columns if column.id == name)


def inline_svg(name: str, figure: Drawn) -> Markup:
    """An SVG for the middle of a page: with ids of its own, colours of the page's theme, and a text for readers."""
    svg = figure.images["svg"].decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{name}-", svg)
    svg = re.sub(r' d="[^"]+"', _shorter, svg)
    svg = svg.replace("'DejaVu Sans'", "'DejaVu Sans', Verdana, sans-serif")  # the second is as wide
    for colour, themed in THEMED.items():
        svg = svg.replace(colour, themed)
    svg = re.sub(
        r'(<svg [^>]*?)width="[^"]+" height="[^"]+"|(<svg [^>]*?)height="[^"]+" width="[^"]+"', r"\1\2", svg, count=1
    )
    label, marks = Markup.escape(f"{figure.title}. {figure.text}"), figure.marks
    role = "group" if marks else "img"
    svg = svg.replace("<svg ", f'<svg role="{role}" aria-label="{label}" ', 1)
    return Markup(svg.replace("</svg>", f"{marks}</svg>"))


def _shorter(path: re.Match[str]) -> str:
    """A tenth of a point is finer than any screen."""
    return re.sub(r"\s+", " ", re.sub(r"(\.\d)\d+", r"\1", path[0]))


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
