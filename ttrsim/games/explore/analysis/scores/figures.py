"""Figures of scores."""

from __future__ import annotations

import numpy as np

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, titled
from ttrsim.documents.report.figures.plots import GRAY, SHARE, ends, mark_rows, new_figure, percent, shares_of
from ttrsim.games.explore.board.draw import SHADES

MIN_N = 20  # seats, for a distribution
STEP = 5  # points of a bar
MAX_BARS = 12


@figure
def box_scores(page: FigurePage) -> ReportFigure | None:
    """How the points of each box are spread."""
    boxes = page.tables["boxes"].rows if "boxes" in page.tables else []
    if not boxes or boxes[0]["points_n"] < MIN_N:
        return None
    rows = page.tables["box_scores"].rows
    fig = new_figure(5.2)
    for ax, box in zip(fig.subplots(2, 3).ravel(), boxes, strict=True):
        width, shares = _binned([row for row in rows if row["box"] == box["box"]])
        points, share = np.array(list(shares)), np.array(list(shares.values()))
        told = shares_of(share, box["points_n"])
        arms = ends(told, "share")[1:]
        colour = SHADES.get(box["box"], GRAY)
        ax.bar(points, share, 0.85 * width, yerr=arms, color=colour, ecolor="#1b2733", error_kw={"linewidth": 0.8})
        mark_rows(ax, points, share, [f"{box['name']}, {_span(at, width)}" for at in shares], told, "share", SHARE, "x")
        ax.axvline(box["points"], color="#1b2733", linewidth=1.1, linestyle="--")
        ax.set_xlabel(f"{box['name']}: mean {box['points']:.1f}")
        ax.grid(axis="x", visible=False)
        percent(ax, "y")
    fig.supylabel("share of seats (95 % interval)", size=10)
    best = max(boxes, key=lambda row: row["points"])
    total = sum(row["points"] for row in boxes)
    title = titled(
        fig,
        f"The box {best['name']} scores most: {best['points']:.0f} of {total:.0f} points (n = {best['points_n']:,})",
    )
    return ReportFigure(fig, title, "Six histograms of points, one for each box; the dashed line is the mean.")


def _span(middle: float, width: int) -> str:
    """The points that a bar stands for."""
    if isinstance(middle, int):
        return f"{middle} points"
    return f"{middle - (width - 1) / 2:g} to {middle + (width - 1) / 2:g} points"


def _binned(rows: list[Row]) -> tuple[int, dict[float, float]]:
    """The width of a bar, and shares of seats by the middle of the bar: products have too many values for one each."""
    if len(rows) <= MAX_BARS:
        points = [row["points"] for row in rows]
        return int(np.gcd.reduce(points)) or 1, {row["points"]: row["share"] for row in rows}
    shares: dict[float, float] = {}
    for row in rows:
        middle = row["points"] // STEP * STEP + (STEP - 1) / 2
        shares[middle] = shares.get(middle, 0.0) + row["share"]
    return STEP, shares
