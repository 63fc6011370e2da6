"""A board in words: its numbers in a line, and its routes and tickets as tables."""

from __future__ import annotations

from collections.abc import Mapping

from ttrsim.documents.document import Column, Table
from ttrsim.games.trains.board.model import Board, Route, Ticket

DISTRICTS = (Column("district", kind="text"), Column("points", kind="count"), Column("cities", kind="text"))
ROUTES = (
    Column("route", kind="text"),
    Column("length", kind="count"),
    Column("colour", kind="text"),
    Column("remarks", kind="text"),
)
TICKETS = (Column("ticket", kind="text"), Column("points", kind="count"), Column("kind", kind="text"))

# What each table of a board holds, as a comment in its file says it.
FILES = {
    "cities.csv": """\
One line for each city. x runs to the right and y downwards, from 0 to 1.
display: the name as it is printed, if it differs from name. attraction: 1 if it is one.
district: the name of the district that it belongs to, if the board has districts.
country: the name of the country that it is a border crossing of; a ticket to the country leads to any of these.""",
    "routes.csv": """\
One line for each route between the cities a and b; a double route is two lines.
colour: red, blue, green, yellow, black, white, orange, pink, or gray for any one colour.
tunnel: 1 if it is one. wilds: how many wilds a ferry takes. double: the same word on both halves of a double.
any_set: this many cards of any kind count as one on this route; 0 on most.""",
    "tickets.csv": """\
One line for each ticket: the two cities and its points.
long: 1 if it is dealt only in the set-up.
ends: in place of b and points, several ends with the points of each, such as France:5|Italia:8.""",
}


def counts(board: Board) -> str:
    doubles = len({route.double for route in board.routes if route.double})
    low, high = board.parameters.min_players, board.parameters.max_players
    players = f"{low}" if low == high else f"{low}–{high}"
    districts = len(board.parameters.district_points)
    borders = sum(bool(city.country) for city in board.cities)
    cities = f"{len(board.cities) - borders} cities" + (f" in {districts} districts" if districts else "")
    cities += f", {borders} borders" if borders else ""
    return f"{cities}, {len(board.routes)} routes ({doubles} doubles), {len(board.tickets)} tickets, {players} players"


def displays(board: Board) -> dict[str, str]:
    """How cities and countries (W3) are printed: a country as its cities, if these all are printed the same."""
    printed: dict[str, str] = {}
    for city in board.cities:
        printed[city.id] = city.display
        if city.country:
            same = printed.get(city.country, city.display) == city.display
            printed[city.country] = city.display if same else city.country
    return printed


def sheets(board: Board) -> list[Table]:
    display = displays(board)
    routes = [
        (f"{display[route.a]} – {display[route.b]}", route.length, route.colour, _remarks(route))
        for route in board.routes
    ]
    tickets = [
        (_ticket(ticket, display), points_in_words(ticket), "long" if ticket.long else "short")
        for ticket in board.tickets
    ]
    districts = [
        (name, points, ", ".join(city.display for city in board.cities if city.district == name))
        for name, points in board.parameters.district_points.items()
    ]
    return [
        *([Table.of("districts", "Districts", DISTRICTS, districts)] if districts else []),
        Table.of("routes", "Routes", ROUTES, routes),
        Table.of("tickets", "Tickets", TICKETS, tickets),
    ]


def points_in_words(ticket: Ticket) -> str:
    """Of a ticket with several ends (W4) the points of each, the fewest first, as in 5/6/11."""
    return "/".join(str(end.points) for end in reversed(ticket.alternatives))


def points_of_tickets(board: Board) -> dict[str, str]:
    return {ticket.id: points_in_words(ticket) for ticket in board.tickets}


def ends_in_words(board: Board, ticket: Ticket) -> str:
    """The ends of a ticket and their points, the fewest first."""
    display = displays(board)
    return ", ".join(f"{display[end.to]} {end.points}" for end in reversed(ticket.alternatives))


def _ticket(ticket: Ticket, display: Mapping[str, str]) -> str:
    ends = [display[end.to] for end in reversed(ticket.alternatives)]
    return f"{display[ticket.a]} – {' / '.join(ends)}"


def _remarks(route: Route) -> str:
    remarks = ["double"] * bool(route.double) + ["tunnel"] * route.tunnel
    remarks += [f"ferry, {route.wilds} wild"] * bool(route.wilds)
    remarks += [f"any {route.any_set} cards as one"] * bool(route.any_set)
    return ", ".join(remarks)
