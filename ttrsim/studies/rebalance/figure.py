"""The tickets of a rebalancing as a picture."""

from __future__ import annotations

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ttrsim.files.images import image_bytes
from ttrsim.studies.rebalance.result import GoalRow, Rebalance

INCH = 0.24  # of the height of a figure, for each ticket


def picture(result: Rebalance, dpi: int = 120) -> bytes:
    """A PNG: two dots with intervals for each ticket, the best on top."""
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
    return image_bytes(figure, "png", dpi)


def _label(row: GoalRow) -> str:
    return f"{row.name} {row.printed}→{row.suggested}" if row.is_changed else f"{row.name} {row.printed}"
