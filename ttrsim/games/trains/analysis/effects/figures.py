"""Figures of effects. What is compared with what is the title of the table, and comes first in that of the figure."""

from __future__ import annotations

from collections import Counter

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize, to_hex

from ttrsim.documents.document import Row, Table, number_text
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, titled
from ttrsim.documents.report.figures.names import name_dots
from ttrsim.documents.report.figures.plots import (
    BLUE,
    DIVERGING,
    GRAY,
    VERMILION,
    Unit,
    both_ends,
    ends,
    forest,
    mark_rows,
    new_figure,
    percent,
    row_height,
)
from ttrsim.games.trains.analysis.effects.wording import MIN_N, OUTCOMES, is_significant, ranked, significant
from ttrsim.games.trains.analysis.routes.figures import draw_map
from ttrsim.games.trains.board.draw import RouteStyle
from ttrsim.games.trains.board.model import Route

SHOWN = 24  # from each end of a ranking
STEP = 0.09  # points, between tickets of the same printed value
NAMED = 7  # tickets whose names stand in the scatter
NO_DATA = "#ffffff"


def main_of(table: Table) -> str:
    """The outcome that is told first."""
    return next(column.id for column in table.columns if column.id in OUTCOMES)


@figure
def effect_forest(page: FigurePage) -> ReportFigure | None:
    """Every ticket, route or city with its effect."""
    table = page.tables.get("effects")
    rows = ranked(table.rows, main_of(table)) if table else []
    if table is None or len(rows) < 2:
        return None
    main = main_of(table)
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, main, SHOWN, reference=0.0, unit=Unit(OUTCOMES[main].kind))
    _label(ax, main)
    more, less = significant(rows, main)
    title = titled(
        fig,
        f"{table.title}: {len(more)} of {len(rows)} significantly raise {OUTCOMES[main].what}, {len(less)} lower it",
    )
    return ReportFigure(
        fig, title, f"Forest plot, from {rows[0]['name']} at the top to {rows[-1]['name']} at the bottom."
    )


@figure
def effect_map(page: FigurePage) -> ReportFigure | None:
    """The effects of routes on the map: blue where a route raises the outcome, orange where it lowers it."""
    table = page.tables.get("effects")
    if table is None or "route" not in (table.rows or [{}])[0]:
        return None
    main = main_of(table)
    rows = {row["route"]: row for row in ranked(table.rows, main)}
    if not rows:
        return None
    far = max(abs(row[main]) for row in rows.values()) or 1.0
    scale = Normalize(-far, far)

    def style(route: Route) -> RouteStyle:
        if route.id not in rows:
            return RouteStyle(fill=NO_DATA, width=0.4)
        row = rows[route.id]
        is_clear = not row[f"{main}_low"] <= 0 <= row[f"{main}_high"]
        return RouteStyle(fill=to_hex(DIVERGING(scale(row[main]))), width=1.0 if is_clear else 0.45)

    label = f"{OUTCOMES[main].label} (wide: its 95 % interval excludes 0)"
    fig, bar = draw_map(page, style, DIVERGING, scale, label)
    if main == "win":
        percent(bar, unit=" pp")
    best, worst = max(rows.values(), key=lambda row: row[main]), min(rows.values(), key=lambda row: row[main])
    extremes = (f"{row['name']} {number_text(row[main], OUTCOMES[main].kind)}" for row in (best, worst))
    title = titled(fig, f"{table.title}: from {' to '.join(extremes)}", 100)
    return ReportFigure(fig, title, "Map of the board; blue routes raise the outcome, orange ones lower it.")


@figure
def break_even(page: FigurePage) -> ReportFigure | None:
    """Printed points against break-even points."""
    table = page.tables.get("effects")
    rows = [row for row in table.rows if row.get("even_low") is not None and row["n"] >= MIN_N] if table else []
    if len(rows) < 2:
        return None
    fig = new_figure(6.4)
    ax = fig.add_subplot()
    value, down, up = ends(rows, "even")
    places = beside_each_other(rows)
    for row, place, even, less, more in zip(rows, places, value, down, up, strict=True):
        shade = BLUE if row["even_high"] < row["printed"] else VERMILION if row["even_low"] > row["printed"] else GRAY
        ax.errorbar(place, even, yerr=[[less], [more]], fmt="o", color=shade, markersize=5, linewidth=1.1)
    names_and_points = [f"{row['name']}, printed {row['printed']}" for row in rows]
    mark_rows(ax, places, value, names_and_points, rows, "even", Unit("number", 1, "break-even", "n"), "xy")
    most = max(row["printed"] for row in rows) * 1.08
    ax.plot([0, most], [0, most], color=GRAY, linewidth=1.2, zorder=1)
    ax.set(
        xlabel="printed points (tickets of the same value stand beside each other)",
        ylabel="break-even points, as played (95 % interval)",
        xlim=(0, most * 1.05),
        ylim=(min(0.0, float((value - down).min()) - 0.5), max(most, float((value + up).max()) + 0.5)),
    )
    more, less = significant(rows, "score")
    title = titled(
        fig,
        f"{len(more)} of {len(rows)} tickets pay significantly more than keeping them costs (below the line), "
        f"{len(less)} pay less",
    )
    far = sorted(range(len(rows)), key=lambda number: abs(rows[number]["printed"] - value[number]))[-NAMED:]
    names = {number: rows[number]["name"] for number in far}
    name_dots(ax, np.array(places), value, value - down, value + up, names)
    text = f"Scatter of printed and break-even points with intervals. Farthest off: {', '.join(names.values())}."
    return ReportFigure(fig, title, text)


def beside_each_other(rows: list[Row]) -> list[float]:
    """Printed points, moved a little so that tickets of the same value do not cover one another."""
    alike = Counter(row["printed"] for row in rows)
    seen: Counter[int] = Counter()
    places = {}
    for row in sorted(rows, key=lambda row: row["even"]):
        printed = row["printed"]
        places[row["ticket"]] = printed + STEP * (seen[printed] - (alike[printed] - 1) / 2)
        seen[printed] += 1
    return [places[row["ticket"]] for row in rows]


@figure
def effect_parts(page: FigurePage) -> ReportFigure | None:
    """All trials, and by choice, pile, trains left, bot and seat."""
    table = page.tables.get("effect_parts")
    rows = [row for row in table.rows if row["n"] >= MIN_N] if table else []
    if table is None or not rows:
        return None
    main = main_of(table)
    fig = new_figure(row_height(len(rows)))
    ax = fig.add_subplot()
    labels = [row | {"label": f"{row['name']} (n = {row['n']:,})"} for row in rows]
    forest(ax, labels, main, "label", reference=0.0, unit=Unit(OUTCOMES[main].kind, n="n"))
    _label(ax, main)
    what = table.title.partition(":")[0]
    title = titled(fig, f"{what}: {number_text(rows[0][main], OUTCOMES[main].kind)} on {OUTCOMES[main].what}")
    return ReportFigure(fig, title, f"Forest plot of {len(rows)} parts of the trials, all of them first.")


@figure
def pairs(page: FigurePage) -> ReportFigure | None:
    """Pairs of tickets that go together, or do not."""
    table = page.tables.get("pairs")
    if table is None:
        return None
    column = table.columns[1]
    clear = (row for row in table.rows if is_significant(row, column.id))
    rows = sorted(clear, key=lambda row: -row[column.id])
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, column.id, SHOWN, reference=0.0, unit=Unit(column.kind, column.decimals))
    ax.set_xlabel(f"{column.label}, points (95 % interval)")
    ends_of_rank = (f"{row['name']} {number_text(row[column.id], column.kind)}" for row in (rows[0], rows[-1]))
    title = titled(fig, f"{len(rows)} pairs of tickets are significant, from {' points to '.join(ends_of_rank)}")
    return ReportFigure(fig, title, "Forest plot of the significant pairs of tickets.")


def _label(ax: Axes, main: str) -> None:
    if OUTCOMES[main].kind == "signed_share":
        percent(ax, unit=" pp")
    ax.set_xlabel(f"{OUTCOMES[main].label} (95 % interval; coloured where it excludes 0)")
