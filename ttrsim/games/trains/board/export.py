"""A board as plain values, for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ttrsim.games.trains.board.model import Board, Ticket


def board_as_dict(board: Board) -> dict[str, Any]:
    return {
        "name": board.name,
        "title": board.title,
        "aspect": board.aspect,
        "notice": board.notice,
        "cities": [asdict(city) for city in board.cities],
        "routes": [asdict(route) for route in board.routes],
        "tickets": [_ticket(ticket) for ticket in board.tickets],
        "parameters": board.parameters.model_dump(mode="json"),
    }


def _ticket(ticket: Ticket) -> dict[str, Any]:
    """With `ends` only where it has several (W4)."""
    return {key: value for key, value in asdict(ticket).items() if value != ()}
