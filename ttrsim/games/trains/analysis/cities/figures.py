"""Figures of cities and stations."""

from __future__ import annotations

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, figure_of, titled
from ttrsim.documents.report.figures.plots import COUNTED, Unit, both_ends, new_figure, row_height

SHOWN = 12
MIN_N = 30  # stations


@figure_of("cities", least=2)
def hubs(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Routes claimed at each city."""
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "claims", SHOWN, unit=Unit("number", 2))
    ax.set_xlim(left=0)
    ax.set_xlabel("routes to the city claimed per game (95 % interval)")
    hub, last = rows[0], rows[-1]
    title = titled(
        fig,
        f"{hub['claims']:.1f} routes to {hub['name']} are claimed per game, and {last['claims']:.1f} to {last['name']}",
    )
    return ReportFigure(fig, title, "Ranking of cities by routes claimed, both ends.")


@figure
def stations(page: FigurePage) -> ReportFigure | None:
    """What stations save, by city."""
    rows = page.tables["cities"].rows if "cities" in page.tables else []
    rows = [row for row in rows if (row.get("saved_n") or 0) >= MIN_N and row.get("saved_low") is not None]
    if len(rows) < 2:
        return None
    rows = sorted(rows, key=lambda row: -row["saved"])
    points = page.board.parameters.station_points
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "saved", SHOWN, reference=points, unit=COUNTED)
    ax.set_xlabel(f"ticket points that a station saves (95 % interval); line: {points} points for not building it")
    most, least = rows[0], rows[-1]
    title = titled(
        fig,
        f"A station saves {most['saved']:.1f} ticket points in {most['name']} and {least['saved']:.1f} in "
        f"{least['name']}; not building it scores {points}",
    )
    return ReportFigure(fig, title, f"Forest plot from {rows[0]['name']} to {rows[-1]['name']}.")
