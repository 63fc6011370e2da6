"""Draws the table: the map of each seat with its lines and tourists, and the open cards."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from ttrsim.files.images import image_bytes
from ttrsim.games.explore.board.draw import FONT, INK, PAPER, Look, RoadStyle, draw_board, draw_tourists
from ttrsim.games.explore.board.model import Board, Card
from ttrsim.games.explore.position.model import ExploreView, Map
from ttrsim.games.explore.position.wording import headline

LINE = RoadStyle("#1a1a2e", 0.09)
REACHED = "#f2d04a"  # a café that a line has reached
SIDE, HEAD, NAME = 5.6, 1.75, 0.4  # inches: of a map, of what stands above the maps, of a seat's name
CARD = 0.7, 0.9


def render_table(board: Board, view: ExploreView, image_format: str, dpi: int) -> bytes:
    maps = view["public"]["maps"]
    n_rows = (len(maps) + 1) // 2
    width, height = 2 * SIDE, HEAD + n_rows * (SIDE + NAME)
    figure = Figure(figsize=(width, height), dpi=dpi, facecolor=PAPER)
    head = figure.add_axes((0, 1 - HEAD / height, 1, HEAD / height))
    head.set(xlim=(0, width), ylim=(HEAD, 0))
    head.set_axis_off()
    _text(head, width / 2, 0.35, f"{board.title} – {headline(view)}", size=16, ha="center")
    _text(head, width / 2, 0.6, board.notice, size=7.5, ha="center")
    _draw_cards(board, view, head)
    for seat, map_ in enumerate(maps):
        left, top = SIDE * (seat % 2), HEAD + (SIDE + NAME) * (seat // 2)
        is_asked = seat == view["public"]["asked"]
        figure.text(
            (left + 0.2) / width,
            1 - (top + NAME / 2) / height,
            f"{'▶ ' if is_asked else ''}seat {seat}",
            size=13,
            color=INK,
            va="center",
            fontproperties=FONT,
        )
        ax = figure.add_axes((left / width, 1 - (top + NAME + SIDE) / height, SIDE / width, SIDE / height))
        draw_board(board, ax, _look(map_))
    return image_bytes(figure, image_format, dpi)


def _look(map_: Map) -> Look:
    return Look(
        roads=dict.fromkeys(map_["segments"], LINE),
        tourists={(turn["block"][0], turn["block"][1]): turn["tourists"] for turn in map_["turns"]},
        cafe_fills={(place[0], place[1]): REACHED for place in map_["cafes"]},
        has_names=False,
    )


def _draw_cards(board: Board, view: ExploreView, ax: Axes) -> None:
    cards = {card.id: card for card in board.cards}
    public = view["public"]
    x = (ax.get_xlim()[1] - 1.15 * CARD[0] * len(public["open"])) / 2
    for card in public["open"]:
        _draw_card(ax, x, 0.78, cards[card])
        x += 1.15 * CARD[0]
    _text(ax, x + 0.2, 0.78 + CARD[1] / 2, f"pile {public['pile']}", size=10)


def _draw_card(ax: Axes, x: float, y: float, card: Card) -> None:
    style: dict[str, Any] = {"facecolor": "#ffffff", "edgecolor": INK, "linewidth": 1.0}
    ax.add_patch(FancyBboxPatch((x, y), *CARD, boxstyle="round,pad=0,rounding_size=0.07", **style))
    number = card.face.split()[0]
    _text(ax, x + CARD[0] / 2, y + 0.32, number, size=17, ha="center")
    draw_tourists(ax, card.tourists, x + CARD[0] / 2, y + 0.68, 0.09, 3)


def _text(ax: Axes, x: float, y: float, text: str, size: float, ha: str = "left") -> None:
    ax.text(x, y, text, size=size, color=INK, ha=ha, va="center", fontproperties=FONT)
