"""Figures of colours."""

from __future__ import annotations

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure_of, titled
from ttrsim.documents.report.figures.plots import BLUE, COUNTED, GRAY, GREEN, SHARE, bars, new_figure, percent

MIN_N = 30  # seats of a band


@figure_of("concentration", min_n=("points_n", MIN_N), least=2)
def concentration(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Score and wins by how much the best colour brings."""
    fig = new_figure(5.6)
    above, below = fig.subplots(2, 1, sharex=True)
    labels = [f"{row['name']}\nn = {row['points_n']:,}" for row in rows]
    bars(above, labels, rows, "points", BLUE, unit=COUNTED)
    above.set_ylabel("score")
    bars(below, labels, rows, "win", GREEN, unit=SHARE)
    below.axhline(1 / page.players, color=GRAY, linewidth=1.2)
    below.set(xlabel="share of the coloured points that the best colour brings", ylabel="win share")
    below.tick_params(axis="x", labelsize=8)
    percent(below, "y")
    best = max(rows, key=lambda row: row["points"])
    title = titled(
        fig,
        f"Seats score most, {best['points']:.0f}, where the best colour brings {best['name']} of the coloured points",
    )
    return ReportFigure(fig, title, "Two rows of bars with intervals, from even spread to concentration.")
