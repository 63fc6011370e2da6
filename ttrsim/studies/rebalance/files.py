"""What a rebalancing leaves in its folder: the new board, the report and its numbers."""

from __future__ import annotations

import io
import json
from pathlib import Path

from ttrsim.documents.plain_pages import Block, html_page, markdown_page
from ttrsim.files.whole import write_whole
from ttrsim.studies.rebalance.result import Rebalance, Row

REPORT = "rebalance"  # .md, .html and .json
INCH = 0.24  # of the height of a figure, for each ticket


def write_report(result: Rebalance, folder: Path) -> None:
    title = f"{result.title}, rebalanced"
    bots = ", ".join(result.bots)
    notes = [
        f"{result.sentence[:1].upper()}{result.sentence[1:]}.",
        f"{result.games:,} games in {result.rounds} rounds, bots {bots}, seed {result.seed}.",
        "The check plays the board before and after the changes on the same deals, which the search has not seen.",
        "The answer is about these bots: other styles may value tickets otherwise.",
        *([result.notice] if result.notice else []),
    ]
    blocks = [Block(sheet=sheet) for sheet in result.sheets()]
    if result.tickets:
        caption = (
            "Effect of each ticket against the median of its deck, before and after the changes; the band is grey."
        )
        blocks.insert(0, Block(picture=picture(result), caption=caption))
    write_whole(folder / f"{REPORT}.md", markdown_page(title, notes, blocks).encode())
    write_whole(folder / f"{REPORT}.html", html_page(title, notes, blocks).encode())
    write_whole(folder / f"{REPORT}.json", (json.dumps(result.as_dict(), indent=2, ensure_ascii=False) + "\n").encode())


def picture(result: Rebalance, dpi: int = 120) -> bytes:
    """A PNG: two dots with intervals for each ticket, the best on top."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from ttrsim.files.images import show_names_as_they_are

    rows = result.tickets[::-1]
    figure = Figure(figsize=(8, 1.2 + INCH * len(rows)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    axes.axvspan(-(result.band or 0), result.band or 0, color="#d5dae0", zorder=0)
    for label, colour, shift in (("before", "#d55e00", 0.15), ("after", "#0072b2", -0.15)):
        estimates = [getattr(row, label) for row in rows]
        values = [100 * each.value for each in estimates]
        halves = [50 * (each.high - each.low) for each in estimates]
        places = [place + shift for place in range(len(rows))]
        axes.errorbar(values, places, xerr=halves, fmt="o", ms=3.5, lw=1, color=colour, label=label)
    axes.set_yticks(range(len(rows)), [_label(row) for row in rows], fontsize=7)
    axes.set_ylim(-0.8, len(rows) - 0.2)
    axes.set_xlabel("better than the median of its deck, percentage points of the win share")
    axes.legend(loc="lower right")
    show_names_as_they_are(figure)
    image = io.BytesIO()
    figure.savefig(image, format="png", dpi=dpi)
    return image.getvalue()


def _label(row: Row) -> str:
    return f"{row.name} {row.printed}→{row.suggested}" if row.is_changed else f"{row.name} {row.printed}"
