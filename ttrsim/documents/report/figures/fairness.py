"""Figures of fairness."""

from __future__ import annotations

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure_of, titled
from ttrsim.documents.report.figures.plots import GRAY, SHARE, bars, new_figure, percent


@figure_of("seats")
def seat_wins(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Win share by seat."""
    fig = new_figure(3.6, 6.4)
    ax = fig.add_subplot()
    bars(ax, [f"seat {row['seat']}" for row in rows], rows, "win", unit=SHARE)
    equal = 1 / len(rows)
    ax.axhline(equal, color=GRAY, linewidth=1.2)
    ax.annotate(
        "equal share", (len(rows) - 0.6, equal), xytext=(0, 3), textcoords="offset points", ha="left", fontsize=8
    )
    ax.set_xlim(-0.6, len(rows) + 0.1)
    percent(ax, "y")
    ax.set_ylabel("win share (95 % interval)")
    title = titled(fig, _finding(rows, equal), 62)
    return ReportFigure(fig, title, "A bar with its interval for each seat; seat 0 moves first.")


def _finding(rows: list[Row], equal: float) -> str:
    first = rows[0]
    if first["win_low"] is None:
        return "Too few deals to compare seats"
    if first["win_low"] <= equal <= first["win_high"]:
        return "Seat 0, which moves first, wins about an equal share"
    ahead = first["win"] - equal
    word = "more" if ahead > 0 else "less"
    return f"Seat 0, which moves first, wins {first['win']:.1%}, {abs(ahead) * 100:.1f} pp {word} than an equal share"
