"""Draws the table: the map with routes and stations in the colours of their seats, and below it cards and tickets."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Polygon

from ttrsim.files.images import image_bytes
from ttrsim.games.trains.board.draw import RouteStyle, map_page, map_size
from ttrsim.games.trains.board.layout import layout_of
from ttrsim.games.trains.board.model import WILD, Board, Route
from ttrsim.games.trains.board.shapes import CITY, FILLS, FONT, INK
from ttrsim.games.trains.board.wording import points_of_tickets
from ttrsim.games.trains.position.model import View
from ttrsim.games.trains.position.wording import headline

SEATS = ("#1d57c4", "#d3202a", "#17924a", "#f0b000", "#16151a")  # colours of the pieces
FREE = RouteStyle(alpha=0.3)
# inches
LEFT_X, MARKET_X, OWN_X = 0.5, 5.5, 8.7  # where each part begins
WIDE = 13.0  # from this width on all parts stand side by side
LINE = 0.36  # from seat to seat
CARD = 0.5, 0.66
LETTER = 0.092


def render_table(board: Board, view: View, image_format: str, dpi: int) -> bytes:
    owner = {route: seat for seat, player in enumerate(view["public"]["seats"]) for route in player["routes"]}

    def style(route: Route) -> RouteStyle:
        seat = owner.get(route.id)
        return FREE if seat is None else RouteStyle(fill=SEATS[seat], edge=INK, width=1.2)

    width, height = map_size(board)[0], 0.6 + LINE * len(view["public"]["seats"])
    own_x, own_y, foot_height = (OWN_X, 0.0, 2.4) if width > WIDE else (LEFT_X, height, height + 2.2)
    figure, foot = map_page(board, dpi, f"{board.title} – {headline(view)}", foot_height, style)
    _draw_stations(board, view, figure.axes[0])
    _draw_seats(board, view, foot)
    _draw_market(view, foot)
    _draw_own(board, view, foot, own_x, own_y)
    return image_bytes(figure, image_format, dpi)


def _draw_stations(board: Board, view: View, ax: Axes) -> None:
    """Houses in their cities."""
    layout = layout_of(board)
    for seat, player in enumerate(view["public"]["seats"]):
        for city in player["stations"]:
            (x, y), size = layout.centres[city], 1.5 * layout.city_radius
            roof = [(x - size, y - 0.2 * size), (x, y - 1.3 * size), (x + size, y - 0.2 * size)]
            corners = [(x + 0.8 * size, y + size), (x - 0.8 * size, y + size)]
            house = Polygon(roof + corners, facecolor=SEATS[seat], edgecolor=CITY, linewidth=1.2, zorder=4)
            ax.add_patch(house)


# ---- below the map -------------------------------------------------------------------------------


def _draw_seats(board: Board, view: View, ax: Axes) -> None:
    """A line for each seat."""
    has_stations = board.parameters.stations > 0
    columns = ["trains", *(["stations"] if has_stations else []), "cards", "tickets", "points"]
    ends = [LEFT_X + 1.55 + 0.72 * place for place in range(len(columns))]
    for end, column in zip(ends, columns, strict=True):
        _text(ax, end, 0.3, column, ha="right", size=9)
    for seat, player in enumerate(view["public"]["seats"]):
        y = 0.32 + LINE * (seat + 1)
        stations = [player["stations_left"]] if has_stations else []
        numbers = [player["trains"], *stations, player["cards"], player["tickets"], player["route_points"]]
        if seat == view["public"]["asked"]:
            _text(ax, LEFT_X - 0.25, y, "▶", size=10)
        _box(ax, LEFT_X, y - 0.1, 0.28, 0.2, SEATS[seat])
        _text(ax, LEFT_X + 0.4, y, f"seat {seat}")
        for end, number in zip(ends, numbers, strict=True):
            _text(ax, end, y, str(number), ha="right")


def _draw_market(view: View, ax: Axes) -> None:
    public = view["public"]
    _text(ax, MARKET_X, 0.3, "market", size=9)
    for slot, card in enumerate(public["market"]):
        _draw_card(ax, MARKET_X + 1.1 * CARD[0] * slot, 0.5, card)
    discards = sum(public["discards"].values())
    _text(ax, MARKET_X, 1.4, f"pile {public['pile']}   discards {discards}   tickets {public['ticket_pile']}", size=9)


def _draw_own(board: Board, view: View, ax: Axes, x: float, y: float) -> None:
    own, points = view["own"], points_of_tickets(board)
    _text(ax, x, y + 0.3, f"seat {view['seat']} holds", size=9)
    for place, (card, n) in enumerate(own["hand"].items()):
        _draw_card(ax, x + 1.1 * CARD[0] * place, y + 0.5, card, str(n))
    letters, line = int((ax.get_xlim()[1] - x) / LETTER), 0
    for title, tickets in (("tickets", own["tickets"]), ("offer", own["offer"])):
        named = ", ".join(f"{ticket} {points[ticket]}" for ticket in tickets)
        for text in textwrap.wrap(f"{title}: {named}", letters) if tickets else ():
            _text(ax, x, y + 1.4 + 0.22 * line, text, size=9)
            line += 1


def _draw_card(ax: Axes, x: float, y: float, card: str | None, text: str = "") -> None:
    if card is None:
        _box(ax, x, y, *CARD, "none", linestyle=":")
        return
    if card != WILD:
        _box(ax, x, y, *CARD, FILLS[card])
    else:
        _box(ax, x, y, *CARD, CITY)
        for place, colour in enumerate(("red", "orange", "yellow", "green", "blue", "pink")):
            _box(
                ax,
                x + 0.05 + place * (CARD[0] - 0.1) / 6,
                y + 0.08,
                (CARD[0] - 0.1) / 6,
                CARD[1] - 0.16,
                FILLS[colour],
                0,
            )
    if text:
        is_dark = card in ("black", "blue", "red", "green")
        _text(ax, x + CARD[0] / 2, y + CARD[1] / 2, text, ha="center", size=15, colour="#ffffff" if is_dark else INK)


def _box(ax: Axes, x: float, y: float, width: float, height: float, fill: str, edge: float = 0.9, **more: Any) -> None:
    style: Mapping[str, Any] = {"facecolor": fill, "edgecolor": INK, "linewidth": edge, **more}
    rounded = "round,pad=0,rounding_size=0.05" if edge else "square,pad=0"
    ax.add_patch(FancyBboxPatch((x, y), width, height, boxstyle=rounded, **style))


def _text(ax: Axes, x: float, y: float, text: str, size: float = 11, ha: str = "left", colour: str = INK) -> None:
    ax.text(x, y, text, size=size, color=colour, ha=ha, va="center", fontproperties=FONT)
