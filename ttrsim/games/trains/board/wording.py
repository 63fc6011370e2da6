"""A board in words: its numbers in a line, and its routes and tickets as sheets."""

from __future__ import annotations

from ttrsim.files.sheets import Sheet
from ttrsim.games.trains.board.model import Board, Route


def counts(board: Board) -> str:
    doubles = len({route.double for route in board.routes if route.double})
    low, high = board.parameters.min_players, board.parameters.max_players
    players = f"{low}" if low == high else f"{low}–{high}"
    return (
        f"{len(board.cities)} cities, {len(board.routes)} routes ({doubles} doubles), "
        f"{len(board.tickets)} tickets, {players} players"
    )


def sheets(board: Board) -> list[Sheet]:
    display = {city.id: city.display for city in board.cities}
    routes = [
        (f"{display[route.a]} – {display[route.b]}", str(route.length), route.colour, _remarks(route))
        for route in board.routes
    ]
    tickets = [
        (f"{display[ticket.a]} – {display[ticket.b]}", str(ticket.points), "long" if ticket.long else "short")
        for ticket in board.tickets
    ]
    return [
        Sheet("Routes", ("route", "length", "colour", "remarks"), routes, ("length",)),
        Sheet("Tickets", ("ticket", "points", "kind"), tickets, ("points",)),
    ]


def _remarks(route: Route) -> str:
    remarks = ["double"] * bool(route.double) + ["tunnel"] * route.tunnel
    remarks += [f"ferry, {route.wilds} wild"] * bool(route.wilds)
    return ", ".join(remarks)
