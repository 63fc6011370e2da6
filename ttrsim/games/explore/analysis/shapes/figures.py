"""Figures of routes: the best and typical ones on the map, and score by length."""

from __future__ import annotations

import textwrap

from matplotlib.figure import Figure

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, figure_of, titled
from ttrsim.documents.report.figures.plots import COUNTED, bars, new_figure
from ttrsim.games.explore.analysis.facts import BOX_NAMES, BOXES
from ttrsim.games.explore.analysis.shapes.examples import BEST, TYPICAL
from ttrsim.games.explore.board.draw import Look, draw_board
from ttrsim.games.explore.board.geometry import BLOCKS, SEGMENTS

MIN_N = 30  # seats of a length


@figure
def best_routes(page: FigurePage) -> ReportFigure | None:
    """The final routes that scored most."""
    rows = _examples(page, BEST)
    if not rows:
        return None
    fig = _maps(page, rows)
    title = titled(fig, f"The best route of the run scores {rows[0]['points']} points", 100)
    return ReportFigure(fig, title, _caption(rows))


@figure
def typical_routes(page: FigurePage) -> ReportFigure | None:
    """Final routes of the median score."""
    rows = _examples(page, TYPICAL)
    if not rows:
        return None
    fig = _maps(page, rows)
    title = titled(fig, f"Typical routes: half of all seats score at most {rows[0]['points']} points", 100)
    return ReportFigure(fig, title, _caption(rows))


@figure_of("lengths", min_n=("points_n", MIN_N), least=2)
def route_lengths(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Score by the length of the final route."""
    fig = new_figure(4.0)
    ax = fig.add_subplot()
    bars(ax, [f"{row['route_length']}\nn = {row['points_n']:,}" for row in rows], rows, "points", unit=COUNTED)
    ax.tick_params(axis="x", labelsize=8)
    ax.set(xlabel="connections of the final route", ylabel="score (95 % interval)")
    first, last = rows[0], rows[-1]
    title = titled(
        fig,
        f"Routes of {first['route_length']} connections score {first['points']:.0f}, those of {last['route_length']} "
        f"{last['points']:.0f}",
    )
    return ReportFigure(fig, title, "Bars with intervals, by the length of the route.")


def _examples(page: FigurePage, kind: str) -> list[Row]:
    rows = page.tables["examples"].rows if "examples" in page.tables else []
    return [row for row in rows if row["kind"] == kind]


def _maps(page: FigurePage, rows: list[Row]) -> Figure:
    """A map for each, with its score by boxes below."""
    width, head, foot = 3.2, 0.5, 1.15
    total = head + width + foot
    fig = Figure(figsize=(width * len(rows), total))
    for place, row in enumerate(rows):
        left = place / len(rows)
        ax = fig.add_axes((left + 0.004, foot / total, 1 / len(rows) - 0.008, width / total))
        draw_board(page.board, ax, _look(row))
        boxes = [f"{BOX_NAMES.get(box, box)} {row[f'{box}_points']}" for box in BOXES]
        who = textwrap.shorten(f"{row['bot']}, game {row['game']}, seat {row['seat']}", 44, placeholder="…")
        lines = (f"{row['points']} points", who, " · ".join(boxes[:3]), " · ".join(boxes[3:]))
        middle = left + 0.5 / len(rows)
        for number, line in enumerate(lines):
            weight = "normal" if number else "bold"
            fig.text(middle, (foot - 0.2 - 0.19 * number) / total, line, ha="center", size=9, weight=weight)
    return fig


def _look(row: Row) -> Look:
    route = frozenset(row["route"].split())
    beside = {block for segment in SEGMENTS if segment.name in route for block in segment.blocks}
    placed = (entry.split(":") for entry in row["tourists"].split())
    tourists = {(int(block[0]), int(block[1])): letters for block, letters in placed}
    return Look(route=route, faded=frozenset(BLOCKS) - beside, tourists=tourists, has_names=False)


def _caption(rows: list[Row]) -> str:
    scores = ", ".join(str(row["points"]) for row in rows)
    return (
        f"Final routes of {scores} points on the map, with the tourists placed; blocks not beside the route are faded. "
        "Circles are red tourists, squares green and triangles blue ones; the sign at the top of a block is its type."
    )
