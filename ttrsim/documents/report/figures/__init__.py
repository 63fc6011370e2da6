"""The figures of a report: one function each, from a run's summary to a figure, registered by name."""

from __future__ import annotations

import importlib
import io
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ttrsim.documents.document import Row, Table
from ttrsim.documents.report.figures.plots import lay_out
from ttrsim.documents.report.sections.phrases import known
from ttrsim.files.images import show_names_as_they_are

STYLE = Path(__file__).parent.parent / "style.mplstyle"


@dataclass(frozen=True)
class ReportFigure:
    """What a figure function gives: the title says the finding, the text is for those who cannot see it."""

    figure: Figure
    title: str
    text: str


@dataclass(frozen=True)
class FigurePage:
    """What a figure function is given."""

    tables: dict[str, Table]
    board: Any
    players: int


Draw = Callable[[FigurePage], ReportFigure | None]
DrawRows = Callable[[FigurePage, list[Row]], ReportFigure]

FIGURES: dict[str, dict[str, Draw]] = {}  # module: its figures, by name


def figure(draw: Draw) -> Draw:
    """Registers a function of a file of figures; the file's name is the section. It gives None without data."""
    FIGURES.setdefault(draw.__module__, {})[draw.__name__] = draw
    return draw


def figure_of(
    table: str, needs: Sequence[str] = (), least: int = 1, min_n: tuple[str, int] | None = None
) -> Callable[[DrawRows], Draw]:
    """The same for a function that also gets the rows of a table.

    They have what is needed, and at least so many observations under a key; with too few of them there is no figure.
    """

    def register(draw_rows: DrawRows) -> Draw:
        @wraps(draw_rows)
        def draw(page: FigurePage) -> ReportFigure | None:
            rows = known(page.tables[table].rows, *needs) if table in page.tables else []
            if min_n is not None:
                rows = [row for row in rows if row[min_n[0]] >= min_n[1]]
            return draw_rows(page, rows) if len(rows) >= least else None

        return figure(draw)

    return register


def figures_of(module: str | None) -> dict[str, Draw]:
    """Those of a subject, by name."""
    return FIGURES[importlib.import_module(module).__name__] if module else {}


@contextmanager
def styled() -> Iterator[None]:
    with mpl.rc_context(fname=STYLE):
        yield


def titled(figure: Figure, title: str, width: int = 78) -> str:
    """Puts the finding above the figure, in lines that fit, with percentages as the tables have them."""
    title = re.sub(r"(?<=\d)%", " %", title)
    figure.suptitle("\n".join(textwrap.wrap(title, width)), x=0.01, ha="left", weight="bold", size=12)
    return title


def footnote(figure: Figure, notice: str) -> None:
    """Writes the notice below the figure, so that it is part of every copy of it."""
    if notice:
        figure.supxlabel(notice, x=0.01, ha="left", size=7)


def render(drawn: ReportFigure, image_format: str) -> bytes:
    """The same figure gives the same bytes."""
    show_names_as_they_are(drawn.figure)
    lay_out(drawn.figure)
    buffer = io.BytesIO()
    metadata = {"png": {"Software": None}, "svg": {"Date": None}}[image_format]
    with styled(), mpl.rc_context({"svg.hashsalt": drawn.title}):
        face = "white" if image_format == "png" else "none"
        drawn.figure.savefig(buffer, format=image_format, facecolor=face, metadata=metadata)
    return buffer.getvalue()
