"""How cities, tickets and routes are called in a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from ttrsim.games.trains.board.model import Board, Ticket
from ttrsim.games.trains.board.wording import displays, points_in_words


def city_names(board: Board) -> dict[str, str]:
    """As printed, or by its id where several cities of a board are printed the same."""
    printed = Counter(city.display for city in board.cities)
    return {city.id: city.display if printed[city.display] == 1 else city.id for city in board.cities}


def ticket_names(board: Board) -> dict[str, str]:
    """The copies of a ticket have numbers."""
    cities = city_names(board)
    ends = displays(board) | cities
    names = {ticket.id: _ticket_name(ticket, ends, cities) for ticket in board.tickets}
    copies = {name: [key for key in names if names[key] == name] for name in names.values()}
    return {
        key: name if len(copies[name]) == 1 else f"{name} ({1 + copies[name].index(key)})"
        for key, name in names.items()
    }


def _ticket_name(ticket: Ticket, names: Mapping[str, str], cities: Collection[str]) -> str:
    """Of a ticket with several ends (W4) its points in place of the ends: `ends_in_words` names them."""
    if not ticket.ends:
        return f"{names[ticket.a]}–{names[ticket.b]}"
    what = "cities" if any(end.to in cities for end in ticket.ends) else "countries"
    return f"{names[ticket.a]}–{what} {points_in_words(ticket)}"


def route_names(board: Board) -> dict[str, str]:
    """With the colour where there are two between the same cities."""
    city = city_names(board)
    ends = {route.id: f"{city[route.a]}–{city[route.b]}" for route in board.routes}
    names = {}
    for route in board.routes:
        twins = [other for other in board.routes if ends[other.id] == ends[route.id] and other is not route]
        alike = [other.colour for other in twins] == [route.colour]
        half = f" {1 + (twins[0].id < route.id)}" if alike else ""
        names[route.id] = ends[route.id] + (f" ({route.colour}{half})" if twins else "")
    return names
