"""What a designer may move on a board of Ticket to Ride."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ttrsim.games.levers import Lever, parameter_levers
from ttrsim.games.trains.board.model import MAX_TICKET_POINTS, Board

MAX_POINTS = 100  # of a route
STATIONS = "stations"  # the word for the points of stations; their number stays as it is


def levers_of(board: Board) -> Iterator[Lever]:
    """The points of tickets and of route lengths, then the other numbers of the rules."""
    for ticket in board.tickets:
        if ticket.ends:
            continue  # W4: several numbers, which only make sense together
        deck = "long" if ticket.long else "short"
        yield Lever(f"tickets.{ticket.id}", "tickets", ticket.points, 1, MAX_TICKET_POINTS, ticket.id, deck)
    for length in sorted({route.length for route in board.routes}):
        yield Lever(f"route_points.{length}", "routes", board.parameters.route_points[length], 0, MAX_POINTS)
    for lever in parameter_levers(board.parameters, left_out=(STATIONS,)):
        if lever.name != "station_points":
            yield lever
        elif board.parameters.stations:
            yield replace(lever, group=STATIONS)
