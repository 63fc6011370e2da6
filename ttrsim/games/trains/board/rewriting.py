"""The files of a board with other points of tickets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ttrsim.files.reading import is_comment
from ttrsim.games.trains.board.model import Board

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
