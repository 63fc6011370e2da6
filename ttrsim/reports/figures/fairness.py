"""Figures of fairness."""

from __future__ import annotations

from ttrsim.reports.figures import Page, ReportFigure, figure, titled
from ttrsim.reports.figures.plots import GRAY, bars, new_figure, percent


@figure
def seat_wins(page: Page) -> ReportFigure | None:
    """Win share by seat."""
    rows = page.tables["seats"].rows if "seats" in page.tables else []
    if not rows:
        return None
    fig = new_figure(3.6, 6.4)
    ax = fig.add_subplot()
    bars(ax, [f"seat {row['number']}" for row in rows], rows, "win")
    equal = 1 / len(rows)
    ax.axhline(equal, color=GRAY, linewidth=1.2)
    ax.annotate(
        "equal share", (len(rows) - 0.6, equal), xytext=(0, 3), textcoords="offset points", ha="left", fontsize=8
    )
    ax.set_xlim(-0.6, len(rows) + 0.1)
    percent(ax, "y")
    ax.set_ylabel("win share (95 % interval)")
    ahead = rows[0]["win"] - equal
    word = "more" if ahead >= 0 else "less"
    title = titled(
        fig, f"The first seat wins {rows[0]['win']:.1%}, {abs(ahead) * 100:.1f} points {word} than an equal share", 62
    )
    return ReportFigure(fig, title, "A bar with its interval for each seat, in the order of play.")
