"""Figures of cities and stations."""

from __future__ import annotations

from ttrsim.reports.figures import Page, ReportFigure, figure, titled
from ttrsim.reports.figures.plots import both_ends, new_figure, row_height

SHOWN = 12
MIN_N = 30  # stations


@figure
def hubs(page: Page) -> ReportFigure | None:
    """Routes claimed at each city."""
    rows = page.tables["cities"].rows if "cities" in page.tables else []
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "claims", SHOWN)
    ax.set_xlim(left=0)
    ax.set_xlabel("routes claimed there in a game (95 % interval)")
    hub, last = rows[0], rows[-1]
    title = titled(
        fig,
        f"{hub['name']} is the hub with {hub['claims']:.1f} routes a game, {last['name']} has {last['claims']:.1f}",
    )
    return ReportFigure(fig, title, "Ranking of cities by routes claimed, both ends.")


@figure
def stations(page: Page) -> ReportFigure | None:
    """What hangs on stations, by city."""
    rows = page.tables["cities"].rows if "cities" in page.tables else []
    rows = [row for row in rows if (row.get("saved_n") or 0) >= MIN_N and row.get("saved") is not None]
    if len(rows) < 2:
        return None
    rows = sorted(rows, key=lambda row: -row["saved"])
    points = page.board.parameters.station_points
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "saved", SHOWN, reference=points)
    ax.set_xlabel(f"ticket points that hang on a station (95 % interval); the line: {points} points of one not built")
    more = sum(1 for row in rows if row["saved_low"] > points)
    title = titled(fig, f"In {more} of {len(rows)} cities more points hang on a station than one not built has")
    return ReportFigure(fig, title, f"Forest plot from {rows[0]['name']} to {rows[-1]['name']}.")
