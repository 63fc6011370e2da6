"""Figures of tickets."""

from __future__ import annotations

from ttrsim.documents.document import Row, number_text
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, figure_of, titled
from ttrsim.documents.report.figures.plots import (
    BLUE,
    GREEN,
    Unit,
    bars,
    forest,
    new_figure,
    percent,
    row_height,
)


def judged(page: FigurePage, *keys: str) -> list[Row]:
    rows = page.tables["tickets"].rows if "tickets" in page.tables else []
    return [row for row in rows if all(row.get(key) is not None for key in keys)]


@figure
def ticket_funnel(page: FigurePage) -> ReportFigure | None:
    """Kept of offered, completed of kept."""
    rows = sorted(judged(page, "kept", "completed"), key=lambda row: -row["kept"])
    if not rows:
        return None
    fig = new_figure(row_height(len(rows), 1.6))
    ax = fig.add_subplot()
    forest(ax, rows, "completed", "name", colour=GREEN, unit=Unit("share", 1, "completed, of those kept"))
    forest(ax, rows, "kept", "name", colour=BLUE, unit=Unit("share", 1, "kept, of those offered"))
    ax.set_xlim(-0.02, 1.02)
    percent(ax)
    for colour, label in ((BLUE, "kept, of those offered"), (GREEN, "completed, of those kept")):
        ax.plot([], [], "o", color=colour, label=label)
    fig.legend(loc="outside lower center", ncols=2)
    kept = sum(row["kept"] * row["kept_n"] for row in rows) / sum(row["kept_n"] for row in rows)
    done = sum(row["completed"] * row["completed_n"] for row in rows) / sum(row["completed_n"] for row in rows)
    title = titled(fig, f"{kept:.0%} of offered tickets are kept, and {done:.0%} of those are completed")
    return ReportFigure(fig, title, f"Two dots a ticket, from {rows[0]['name']} to {rows[-1]['name']}.")


@figure_of("ticket_draws", needs=("completed_low",), least=2)
def ticket_draws(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Drawing again: how many tickets are completed, by the trains left."""
    fig = new_figure(4.0)
    ax = fig.add_subplot()
    labels = [f"{row['name']}\n{number_text(row['share'], 'share')} of draws\nn = {row['n']:,}" for row in rows]
    bars(ax, labels, rows, "completed", unit=Unit("number", 2, n="n"))
    ax.set(xlabel="trains left when tickets are drawn", ylabel="tickets completed per draw (95 % interval)")
    first, last = rows[0], rows[-1]
    title = titled(
        fig,
        f"A draw with {first['name']} trains left completes {first['completed']:.1f} tickets, "
        f"a draw with {last['name']} left completes {last['completed']:.1f}",
    )
    return ReportFigure(fig, title, "Bars with intervals, by trains left in tens.")
