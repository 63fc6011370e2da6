"""What a designer may move on a board of Ticket to Ride, and its files with what was moved."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace

from ttrsim.files.reading import is_comment
from ttrsim.games.levers import Lever, parameter_levers
from ttrsim.games.trains.board.distances import distances_of
from ttrsim.games.trains.board.model import MAX_TICKET_POINTS, Board

MAX_POINTS = 100  # of a route
STATIONS = "stations"  # the word for the points of stations; their number stays as it is


def levers_of(board: Board) -> Iterator[Lever]:
    """The points of tickets and of route lengths, then the other numbers of the rules."""
    distances = distances_of(board)
    for ticket in board.tickets:
        if ticket.ends:
            continue  # W4: several numbers, which only make sense together
        deck = "long" if ticket.long else "short"
        path = min(distances[a][b] for a in board.cities_of(ticket.a) for b in board.cities_of(ticket.b))
        yield Lever(f"tickets.{ticket.id}", "tickets", ticket.points, 1, MAX_TICKET_POINTS, ticket.id, deck, path)
    for length in sorted({route.length for route in board.routes}):
        yield Lever(f"route_points.{length}", "routes", board.parameters.route_points[length], 0, MAX_POINTS)
    for lever in parameter_levers(board.parameters, left_out=(STATIONS,)):
        if lever.name != "station_points":
            yield lever
        elif board.parameters.stations:
            yield replace(lever, group=STATIONS)


# ---- the files of a board with other points of tickets ---------------------------------------------

TICKETS_FILE = "tickets.csv"


def with_ticket_points(text: str, board: Board) -> str:
    """`tickets.csv` with the points of the board; comments and all other cells stay as they are."""
    return "".join(_lines(text, [ticket.points for ticket in board.tickets]))


def _lines(text: str, points: list[int]) -> Iterator[str]:
    column, row = None, 0
    for line in io.StringIO(text, newline=""):
        if is_comment(line) or not line.strip(" ,\t\r\n"):
            yield line
            continue
        cells = next(csv.reader([line]))
        if column is None:
            column = [cell.strip() for cell in cells].index("points")
            yield line
            continue
        if not cells[column] or int(cells[column]) == points[row]:  # no points: it has several ends (W4)
            yield line
        else:
            cells[column] = str(points[row])
            written = io.StringIO()
            csv.writer(written, lineterminator="\n").writerow(cells)
            yield written.getvalue()
        row += 1
