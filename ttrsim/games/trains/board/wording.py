"""A board in words: its numbers in a line, and its routes and tickets as sheets."""

from __future__ import annotations

from ttrsim.files.sheets import Sheet
from ttrsim.games.trains.board.model import Board, Route

# What each table of a board holds, as a comment in its file says it.
FILES = {
    "cities.csv": """\
One line for each city. x runs to the right and y downwards, from 0 to 1.
display: the name as it is printed, if it differs from name. attraction: 1 if it is one.
district: the name of the district that it belongs to, if the board has districts.""",
    "routes.csv": """\
One line for each route between the cities a and b; a double route is two lines.
colour: red, blue, green, yellow, black, white, orange, pink, or gray for any one colour.
tunnel: 1 if it is one. wilds: how many wilds a ferry takes. double: the same word on both halves of a double.""",
    "tickets.csv": """\
One line for each ticket: the two cities and its points.
long: 1 if it is dealt only in the set-up.""",
}


def counts(board: Board) -> str:
    doubles = len({route.double for route in board.routes if route.double})
    low, high = board.parameters.min_players, board.parameters.max_players
    players = f"{low}" if low == high else f"{low}–{high}"
    districts = len(board.parameters.district_points)
    cities = f"{len(board.cities)} cities" + (f" in {districts} districts" if districts else "")
    return f"{cities}, {len(board.routes)} routes ({doubles} doubles), {len(board.tickets)} tickets, {players} players"


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
    districts = [
        (name, str(points), ", ".join(city.display for city in board.cities if city.district == name))
        for name, points in board.parameters.district_points.items()
    ]
    return [
        *([Sheet("Districts", ("district", "points", "cities"), districts, ("points",))] if districts else []),
        Sheet("Routes", ("route", "length", "colour", "remarks"), routes, ("length",)),
        Sheet("Tickets", ("ticket", "points", "kind"), tickets, ("points",)),
    ]


def _remarks(route: Route) -> str:
    remarks = ["double"] * bool(route.double) + ["tunnel"] * route.tunnel
    remarks += [f"ferry, {route.wilds} wild"] * bool(route.wilds)
    return ", ".join(remarks)
