"""A board to print and play: the map in its size on sheets, ticket cards, train cards, the table of points."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import ceil
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from ttrsim.files.images import UNDATED, show_names_as_they_are
from ttrsim.games.board import Paper
from ttrsim.games.trains.board.draw import draw_board, map_size
from ttrsim.games.trains.board.model import COLOURS, WILD, Board, Ticket, cities_of_ticket
from ttrsim.games.trains.board.shapes import CITY, FILLS, FONT, INK, LIGHT_MARKS, MARKS, PAPER, ems
from ttrsim.progress import Progress

MM = 1 / 25.4  # inches
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (297.0, 210.0), "a3": (420.0, 297.0)}  # mm, lying
BOARD_WIDTH = 790.0  # mm, of the published boards
MARGIN = 10.0  # mm that printers leave white
CARD = (62.0, 45.0)  # mm, of a ticket
TRAIN_CARD = (88.0, 56.0)  # mm


def print_board(board: Board, paper: Paper, progress: Progress) -> bytes:
    """A PDF: sheets of the map, then cards."""
    buffer = io.BytesIO()
    progress.expect(n_pages(board, paper), unit="pages")
    with PdfPages(buffer, metadata=UNDATED["pdf"]) as pages:
        for figure in _pages(board, PAPERS[paper]):
            show_names_as_they_are(figure)
            pages.savefig(figure)
            progress.count()
    return buffer.getvalue()


def n_pages(board: Board, paper: Paper) -> int:
    size = PAPERS[paper]
    sheets = len(list(_sheets(board, size)))
    cards = (len(board.tickets), CARD), (len(_deck(board)), TRAIN_CARD)
    return sheets + 1 + sum(ceil(n / len(_places(size, card))) for n, card in cards)


def ticket_rows(board: Board) -> str:
    """A row a card, for programs that lay out cards."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["from", "to", "points", "long"])
    names = {city.id: city.display for city in board.cities}
    for ticket in board.tickets:
        ends = " / ".join(f"{names.get(end.to, end.to)} {end.points}" for end in ticket.ends)
        row = [names.get(ticket.a, ticket.a), ends or names.get(ticket.b, ticket.b), ticket.points]
        writer.writerow([_cell(value) for value in row] + ["yes" if ticket.long else "no"])
    return text.getvalue()


def _cell(value: object) -> object:
    """No name is a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(("=", "+", "-", "@")) else value


def _pages(board: Board, size: tuple[float, float]) -> Iterator[Figure]:
    for left, top in _sheets(board, size):
        yield _sheet(board, size, left, top)
    yield _score_table(board, size)
    yield from _card_pages(size, CARD, [_ticket_card(board, ticket) for ticket in board.tickets])
    yield from _card_pages(size, TRAIN_CARD, [_train_card(card) for card in _deck(board)])


# ---- the map -------------------------------------------------------------------------------------


def _map_mm(board: Board) -> tuple[float, float]:
    width, height = map_size(board)
    return BOARD_WIDTH, BOARD_WIDTH * height / width


def _sheets(board: Board, size: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """The upper left corner of the part of the map on each sheet, in mm; row by row."""
    width, height = (side - 2 * MARGIN for side in size)
    columns, rows = (ceil(side / free) for side, free in zip(_map_mm(board), (width, height), strict=True))
    yield from ((column * width, row * height) for row, column in product(range(rows), range(columns)))


def _page(size: tuple[float, float]) -> Figure:
    return Figure(figsize=(size[0] * MM, size[1] * MM), facecolor="white")


def _axes(figure: Figure, size: tuple[float, float], left: float, top: float, width: float, height: float) -> Axes:
    """A part of the page, in mm from its upper left corner."""
    ax = figure.add_axes((left / size[0], 1 - (top + height) / size[1], width / size[0], height / size[1]))
    ax.set_axis_off()
    return ax


def _sheet(board: Board, size: tuple[float, float], left: float, top: float) -> Figure:
    figure, (width, height) = _page(size), _map_mm(board)
    ax = _axes(figure, size, MARGIN - left, MARGIN - top, width, height)
    draw_board(board, ax)
    frame = _axes(figure, size, MARGIN, MARGIN, size[0] - 2 * MARGIN, size[1] - 2 * MARGIN)
    for drawn in (*ax.collections, *ax.patches, *ax.texts):
        drawn.set_clip_on(True)
        drawn.set_clip_path(frame.patch)
    _outline(frame, "#999999")
    return figure


def _outline(ax: Axes, colour: str = "#bbbbbb") -> None:
    """Where to cut."""
    ax.plot([0, 1, 1, 0, 0], [0, 0, 1, 1, 0], color=colour, linewidth=0.5, transform=ax.transAxes, clip_on=False)


def _score_table(board: Board, size: tuple[float, float]) -> Figure:
    figure, rules = _page(size), board.parameters
    lengths = sorted({route.length for route in board.routes})
    lines = ["spaces of a route: points", *(f"{n}: {rules.route_points.get(n, 0)}" for n in lengths)]
    extras = (
        (rules.longest_points, "longest path"),
        (rules.globetrotter_points, "most completed tickets"),
        (rules.station_points, "each station left"),
        (rules.attraction_points, "each attraction"),
    )
    lines += [f"{what}: {points}" for points, what in extras if points]
    lines += [f"trains: {rules.trains} each", f"the last round begins at {rules.end_trains} trains or fewer"]
    ax = _axes(figure, size, 2 * MARGIN, 2 * MARGIN, size[0] - 4 * MARGIN, size[1] - 4 * MARGIN)
    ax.text(0, 1, board.title, va="top", size=18, fontproperties=FONT, color=INK)
    ax.text(0, 0.88, "\n".join(lines), va="top", size=12, color=INK, linespacing=1.5)
    if board.notice:
        ax.text(0, 0, board.notice, va="bottom", size=8, color=INK)
    return figure


# ---- cards ---------------------------------------------------------------------------------------


def _places(size: tuple[float, float], card: tuple[float, float]) -> list[tuple[float, float]]:
    columns, rows = (int((side - 2 * MARGIN) // own) for side, own in zip(size, card, strict=True))
    return [(MARGIN + column * card[0], MARGIN + row * card[1]) for row in range(rows) for column in range(columns)]


def _card_pages(
    size: tuple[float, float], card: tuple[float, float], draws: Sequence[Callable[[Axes], None]]
) -> Iterator[Figure]:
    places = _places(size, card)
    for first in range(0, len(draws), len(places)):
        figure = _page(size)
        for (left, top), draw in zip(places, draws[first:], strict=False):
            ax = _axes(figure, size, left, top, *card)
            ax.set(xlim=(0, card[0]), ylim=(card[1], 0))
            draw(ax)
            _outline(ax)
        yield figure


def _ticket_card(board: Board, ticket: Ticket) -> Callable[[Axes], None]:
    names = {city.id: city.display for city in board.cities}
    ends = set(cities_of_ticket(board, ticket))

    def draw(ax: Axes) -> None:
        figure = ax.get_figure()
        assert figure is not None
        box = ax.get_position()
        small = figure.add_axes((box.x0, box.y0 + 0.02 * box.height, box.width, 0.68 * box.height))
        small.set_axis_off()
        small.set(xlim=(-0.05, 1.05), ylim=(1.05, -0.05))
        small.set_aspect(1 / board.aspect)
        at = {city.id: (city.x, city.y) for city in board.cities}
        for route in board.routes:
            (x0, y0), (x1, y1) = at[route.a], at[route.b]
            small.plot([x0, x1], [y0, y1], color="#cfcabb", linewidth=0.8, zorder=1)
        for city, (x, y) in at.items():
            size, fill = (30, FILLS["red"]) if city in ends else (4, INK)
            small.scatter(x, y, s=size, color=fill, zorder=2)
        title = " – ".join(
            [names.get(ticket.a, ticket.a), "/".join(names.get(e.to, e.to) for e in ticket.alternatives)]
        )
        style: dict[str, Any] = {"ha": "center", "va": "center", "fontproperties": FONT, "color": INK}
        ax.text(CARD[0] / 2 - 4, 6, title, size=min(9.0, 50 * MM * 72 / ems(title)), **style)
        points = "/".join(str(end.points) for end in ticket.alternatives)
        ax.text(CARD[0] - 6, 6, points, size=12 if len(points) < 3 else 7, **style)
        if ticket.long:
            ax.text(CARD[0] / 2, 11, "long", size=6, **style)

    return draw


def _deck(board: Board) -> list[str]:
    counts = board.parameters.cards_per_colour
    return [colour for colour in COLOURS for _ in range(counts.get(colour, 0))] + [WILD] * board.parameters.wilds


def _train_card(card: str) -> Callable[[Axes], None]:
    def draw(ax: Axes) -> None:
        ax.axhspan(0, TRAIN_CARD[1], color=FILLS.get(card, PAPER))
        ink = CITY if card in LIGHT_MARKS else INK
        ax.scatter(TRAIN_CARD[0] / 2, 24, s=900, marker=MARKS.get(card, "*"), color=ink)
        ax.text(TRAIN_CARD[0] / 2, 46, card, ha="center", va="center", size=13, fontproperties=FONT, color=ink)

    return draw
