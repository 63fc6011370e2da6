"""The report as one HTML file that needs nothing else: figures inline, both themes, tables that sort."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from ttrsim import __version__
from ttrsim.reports.figures import ReportFigure, render
from ttrsim.reports.headlines import alarms, headline, page_title
from ttrsim.reports.model import VERSION, Summary
from ttrsim.stats.intervals import CONFIDENCE

TEMPLATE = Path(__file__).parent / "template.html"
THEMED = {"#1b2733": "currentColor", "#d5dae0": "var(--grid)", "#fefefe": "var(--card)"}  # those of the style file
LONG = 12  # rows that stand open; a longer table is folded

Figures = Mapping[str, Mapping[str, tuple[str, ReportFigure]]]  # run: figure: its section and what is drawn


def html_page(summary: Summary, figures: Figures) -> str:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.globals.update(headline=headline, alarms=alarms, inline=inline_svg, slug=slug, long=LONG)
    environment.globals.update(confidence=CONFIDENCE, ttrsim=__version__, version=VERSION)
    template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
    return template.render(summary=summary, figures=figures, title=f"ttrsim report: {page_title(summary)}")


def inline_svg(name: str, figure: ReportFigure) -> Markup:
    """An SVG for the middle of a page: with ids of its own, colours of the page's theme, and a text for readers."""
    svg = render(figure, "svg").decode()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{name}-", svg)
    svg = re.sub(r' d="[^"]+"', lambda path: re.sub(r"(\.\d\d)\d+", r"\1", path[0]), svg)
    for colour, themed in THEMED.items():
        svg = svg.replace(colour, themed)
    svg = re.sub(
        r'(<svg [^>]*?)width="[^"]+" height="[^"]+"|(<svg [^>]*?)height="[^"]+" width="[^"]+"', r"\1\2", svg, count=1
    )
    label = Markup.escape(f"{figure.title}. {figure.text}")
    return Markup(svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1))


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
