"""Figures of routes: the board as a map, and ranks."""

from __future__ import annotations

from collections.abc import Callable

from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Colormap, LogNorm, Normalize, to_hex
from matplotlib.figure import Figure

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, titled
from ttrsim.documents.report.figures.plots import (
    DIVERGING,
    RISING,
    SHARE,
    Unit,
    both_ends,
    forest,
    new_figure,
    percent,
    row_height,
)
from ttrsim.games.trains.board.draw import RouteStyle, draw_board
from ttrsim.games.trains.board.model import Route

SHOWN = 14  # from each end of a ranking
MIN_N = 30  # claims, for a colour or a rank
NO_DATA = "#ffffff"
MAX_LIFT = 4.0  # beyond, and below its inverse, colours do not change any more
LIFT_TICKS = (0.25, 0.33, 0.5, 0.67, 0.8, 1.0, 1.25, 1.5, 2.0, 3.0, 4.0)


def routes_of(page: FigurePage) -> list[Row]:
    return page.tables["routes"].rows if "routes" in page.tables else []


@figure
def route_map(page: FigurePage) -> ReportFigure | None:
    """Width: how often claimed; colour: lift."""
    rows = {row["route"]: row for row in routes_of(page)}
    if not rows:
        return None
    lifts = [max(row["lift"], 1 / MAX_LIFT) for row in rows.values() if _is_judged(row)]
    far = min(MAX_LIFT, max((max(lift, 1 / lift) for lift in lifts), default=2.0))
    scale = LogNorm(1 / far, far)  # half as often is as far from usual as twice as often

    def style(route: Route) -> RouteStyle:
        row = rows[route.id]
        shade = to_hex(DIVERGING(scale(max(row["lift"], 1 / far)))) if _is_judged(row) else NO_DATA
        return RouteStyle(fill=shade, width=0.35 + 0.95 * row["claimed"])

    label = "lift: how often its owner wins, relative to the usual (width: how often claimed)"
    fig, bar = draw_map(page, style, DIVERGING, scale, label)
    bar.set_xticks([tick for tick in LIFT_TICKS if 1 / far <= tick <= far], minor=False)
    bar.set_xticks([], minor=True)
    bar.xaxis.set_major_formatter("{x:g}")
    ranked = sorted((row for row in rows.values() if _is_judged(row)), key=lambda row: row["lift"])
    if not ranked:
        title = titled(fig, "How often routes are claimed", 100)
        return ReportFigure(fig, title, "Map of the board; the width of a route shows how often it is claimed.")
    best, worst = ranked[-1], ranked[0]
    title = titled(
        fig,
        f"Owners of {best['name']} win {best['lift']:.2f} times as often as usual, "
        f"owners of {worst['name']} {worst['lift']:.2f} times",
        100,
    )
    return ReportFigure(
        fig,
        title,
        "Map of the board. Wide routes are claimed often; owners of blue routes win more often than usual, "
        "owners of orange ones less often.",
    )


@figure
def contested_map(page: FigurePage) -> ReportFigure | None:
    """Where a seat claims a route on a shortest way of another seat's ticket."""
    rows = {row["route"]: row for row in routes_of(page) if row.get("contested") is not None}
    if not rows:
        return None
    hot = max(rows.values(), key=lambda row: row["contested"])
    scale = Normalize(0, max(hot["contested"], 0.01))

    def style(route: Route) -> RouteStyle:
        share = rows[route.id]["contested"] if route.id in rows else 0.0
        return RouteStyle(fill=to_hex(RISING(scale(share))), width=0.4 + 0.9 * scale(share))

    fig, bar = draw_map(
        page,
        style,
        RISING,
        scale,
        "share of games in which it is on a shortest way of a seat that another took it from",
    )
    percent(bar)
    title = titled(
        fig,
        f"{hot['name']} is contested most: {hot['contested']:.0%} of games take it from a seat with a way over it",
        100,
    )
    return ReportFigure(fig, title, "Map of the board; wide and dark routes are contested most.")


def _is_judged(row: Row) -> bool:
    return row.get("lift_low") is not None and (row.get("winners_n") or 0) >= MIN_N


def draw_map(
    page: FigurePage, style: Callable[[Route], RouteStyle], colours: Colormap, scale: Normalize, label: str
) -> tuple[Figure, Axes]:
    """The board with its routes in a style, and the scale of its colours below, which comes second."""
    width = 10.0
    height = width / page.board.aspect * 0.94
    head, foot = 0.55, 0.75
    total = head + height + foot
    fig = Figure(figsize=(width, total))
    ax = fig.add_axes((0.0, foot / total, 1.0, height / total))
    draw_board(page.board, ax, style)
    bar = fig.add_axes((0.25, 0.48 / total, 0.5, 0.14 / total))
    fig.colorbar(ScalarMappable(scale, colours), cax=bar, orientation="horizontal", label=label)
    return fig, bar


@figure
def route_lifts(page: FigurePage) -> ReportFigure | None:
    """The routes with the highest and lowest lift, with intervals."""
    rows = sorted((row for row in routes_of(page) if _is_judged(row)), key=lambda row: -row["lift"])
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "lift", SHOWN, reference=1.0, unit=Unit("number", 2, n="winners_n"))
    ax.set_xlabel("lift: how often the owner wins, relative to the usual for bot and seat (95 % interval)")
    sure = sum(1 for row in rows if row["lift_q"] is not None and row["lift_q"] <= 0.05)
    finding = f"{sure} of {len(rows)} routes have" if sure else f"None of {len(rows)} routes has"
    title = titled(fig, f"{finding} a lift that differs significantly from 1 (q ≤ .05)")
    return ReportFigure(fig, title, f"Forest plot from {rows[0]['name']} to {rows[-1]['name']}.")


@figure
def route_claims(page: FigurePage) -> ReportFigure | None:
    """The routes claimed most and least often."""
    rows = routes_of(page)
    if len(rows) < 2:
        return None
    fig = new_figure(row_height(min(len(rows), 2 * SHOWN)))
    ax = fig.add_subplot()
    both_ends(ax, rows, "claimed", SHOWN, unit=SHARE)
    percent(ax)
    ax.set_xlabel("share of games in which it is claimed (95 % interval)")
    most, least = rows[0], rows[-1]
    title = titled(
        fig, f"{most['name']} is claimed in {most['claimed']:.0%} of games, {least['name']} in {least['claimed']:.0%}"
    )
    return ReportFigure(fig, title, "Ranking of routes by how often they are claimed, both ends.")


@figure
def route_kinds(page: FigurePage) -> ReportFigure | None:
    """Lift by length, kind and colour, and the scarcity of colours."""
    tables = [page.tables.get(f"routes_by_{key}") for key in ("length", "kind", "colour")]
    if any(table is None or not any(row.get("lift") for row in table.rows) for table in tables):
        return None
    fig = new_figure(6.0)
    axes = fig.subplots(2, 2).ravel()
    panels = [(key, "lift", f"lift by {key}") for key in ("length", "kind", "colour")]
    panels.append(("colour", "wilds", "wilds paid per space, by colour"))
    for ax, (key, value, name) in zip(axes, panels, strict=True):
        rows = [row for row in page.tables[f"routes_by_{key}"].rows if row.get(value) is not None]
        forest(ax, rows, value, key, reference=1.0 if value == "lift" else None, unit=Unit("number", 3, n="claims_n"))
        ax.set_xlabel(name)
        ax.locator_params(axis="x", nbins=5)
    lengths = [row for row in page.tables["routes_by_length"].rows if row.get("lift") is not None]
    best = max(lengths, key=lambda row: row["lift"])
    title = titled(fig, f"Owners of routes of length {best['length']} win most often: lift {best['lift']:.2f}")
    return ReportFigure(fig, title, "Four panels of dots with intervals.")
