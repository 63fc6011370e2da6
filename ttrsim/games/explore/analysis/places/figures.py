"""Figures of places: the map with its visits, and what goes with them."""

from __future__ import annotations

from collections.abc import Mapping

from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize, to_hex
from matplotlib.figure import Figure

from ttrsim.documents.document import Row, number_text
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, titled
from ttrsim.documents.report.figures.plots import RISING, Unit, forest, new_figure, percent, row_height
from ttrsim.games.explore.board.draw import Look, RoadStyle, draw_board
from ttrsim.games.explore.board.geometry import Point

SHARES = Normalize(0, 1)
MIN_N = 30  # visits, for a lift
SHOWN = 14  # from each end of a ranking
ROAD = "#d55e00"
WIDEST = 0.13  # of a road, in blocks


@figure
def visit_map(page: FigurePage) -> ReportFigure | None:
    """Colour: share of final routes along a block or over a café; width of a road: share over it."""
    blocks, cafes, roads = (_rows(page, name, key) for name, key in VISITS.items())
    if not blocks:
        return None
    widths = {row["road"]: RoadStyle(ROAD, WIDEST * row["used"]) for row in roads if row["used"] >= 0.005}
    look = Look(
        _fills(blocks, "visited"), _percents(blocks, "visited"), cafe_fills=_fills(cafes, "visited"), roads=widths
    )
    fig = _map(page, look, "share of final routes that visit it (orange: the roads they take, wide ones most often)")
    sights = [row for row in blocks if row["type"] != "white"] or blocks
    most, least = sights[0], sights[-1]
    title = titled(
        fig,
        f"Routes visit {most['name']} most, {most['visited']:.0%}, and of the sights {least['name']} least, "
        f"{least['visited']:.0%}",
    )
    return ReportFigure(
        fig, title, "Map of the board; dark blocks and cafés are visited often, wide roads taken often."
    )


VISITS = {"blocks": "visited", "cafes": "visited", "roads": "used"}


@figure
def chosen_map(page: FigurePage) -> ReportFigure | None:
    """Where tourists are placed."""
    rows = _rows(page, "blocks", "chosen")
    if not rows:
        return None
    most = max(rows, key=lambda row: row["chosen"])
    scale = Normalize(0, max(most["chosen"], 0.01))
    fig = _map(
        page,
        Look(_fills(rows, "chosen", scale), _percents(rows, "chosen")),
        "share of seats that place tourists there",
        scale,
    )
    title = titled(fig, f"Tourists are placed most often in {most['name']}: by {most['chosen']:.0%} of seats")
    return ReportFigure(fig, title, "Map of the board; dark blocks are chosen often.")


@figure
def block_lifts(page: FigurePage) -> ReportFigure | None:
    """The blocks and cafés that go with wins and losses most."""
    rows = [row for name in ("blocks", "cafes") for row in _rows(page, name, "lift") if row["score_n"] >= MIN_N]
    rows = sorted(rows, key=lambda row: -row["lift"])
    if len(rows) < 2:
        return None
    shown = rows if len(rows) <= 2 * SHOWN else [*rows[:SHOWN], *rows[-SHOWN:]]
    fig = new_figure(row_height(len(shown), 1.5))
    ax = fig.add_subplot()
    forest(ax, shown, "lift", "name", reference=1.0, unit=Unit("number", 2, n="score_n"))
    if len(shown) < len(rows):
        ax.axhline(SHOWN - 0.5, color="#8a949e", linewidth=0.8, linestyle=":")
    ax.set_xlabel("lift: how often visitors win, against what is usual for bot and seat (95 % interval)")
    sure = sum(1 for row in rows if row["lift_q"] is not None and row["lift_q"] <= 0.05)
    title = titled(fig, f"{sure} of {len(rows)} blocks and cafés go with more or fewer wins than usual (q ≤ .05)")
    return ReportFigure(fig, title, f"Forest plot from {shown[0]['name']} to {shown[-1]['name']}.")


def _rows(page: FigurePage, table: str, key: str) -> list[Row]:
    rows = page.tables[table].rows if table in page.tables else []
    return [row for row in rows if row.get(key) is not None]


def _fills(rows: list[Row], key: str, scale: Normalize = SHARES) -> Mapping[Point, str]:
    return {(row["x"], row["y"]): to_hex(RISING(scale(row[key]))) for row in rows}


def _percents(rows: list[Row], key: str) -> Mapping[Point, str]:
    return {(row["x"], row["y"]): number_text(row[key], "share", 0) for row in rows}


def _map(page: FigurePage, look: Look, label: str, scale: Normalize = SHARES) -> Figure:
    """The map with the scale of its colours below."""
    side, head, foot = 8.0, 0.62, 0.95
    total = head + side + foot
    fig = Figure(figsize=(side, total))
    draw_board(page.board, fig.add_axes((0.0, foot / total, 1.0, side / total)), look)
    bar = fig.add_axes((0.2, 0.68 / total, 0.6, 0.14 / total))
    fig.colorbar(ScalarMappable(scale, RISING), cax=bar, orientation="horizontal")
    bar.set_xlabel(label, size=9)
    percent(bar)
    return fig
