"""How cities, tickets and routes are called in a report."""

from __future__ import annotations

from ttrsim.games.trains.board.model import Board


def city_names(board: Board) -> dict[str, str]:
    return {city.id: city.display for city in board.cities}


def ticket_names(board: Board) -> dict[str, str]:
    city = city_names(board)
    return {ticket.id: f"{city[ticket.a]}–{city[ticket.b]}" for ticket in board.tickets}


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
