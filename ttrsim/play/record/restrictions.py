"""Restrictions in the start of a record: written by seat, and only where there are any."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from ttrsim.files.faults import value_message
from ttrsim.games.board import Board
from ttrsim.play.record.fields import Event, is_number
from ttrsim.play.restrictions import Restriction
from ttrsim.wording import shortened


def recorded_restrictions(restrictions: Sequence[Restriction | None]) -> Event:
    """The field of the start, or nothing; `restrictions` are those of each seat."""
    by_seat = [(seat, restriction.terms()) for seat, restriction in enumerate(restrictions) if restriction is not None]
    listed = [{"player": seat, **terms} for seat, terms in by_seat if terms]
    return {"restrictions": listed} if listed else {}


def read_restrictions(start: Event, board: Board) -> dict[int, Restriction]:
    """By seat; ValueError says what is wrong with them."""
    listed = start.get("restrictions", [])
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise ValueError(f"should be a list of objects, not {shortened(listed)}")
    return dict(_entry(entry, board, start["players"]) for entry in listed)


def _entry(entry: Event, board: Board, n_seats: int) -> tuple[int, Restriction]:
    seat: Any = entry.get("player")
    model = board.game.restriction
    if not is_number(seat) or not 0 <= seat < n_seats:
        raise ValueError(f"has a player that should be a seat from 0 to {n_seats - 1}, not {shortened(seat)}")
    if model is None:
        raise ValueError(f"do not exist in {board.game.title}")
    try:
        terms = {key: value for key, value in entry.items() if key != "player"}
        restriction = model.model_validate_json(json.dumps(terms))
    except ValidationError as error:
        details = error.errors()[0]
        key = ".".join(str(part) for part in details["loc"])
        unknown = details["type"] == "extra_forbidden"
        raise ValueError(f"has an unknown key {key!r}" if unknown else f"{key} {value_message(details)}") from None
    for key, text in restriction.unknown_names(board):
        raise ValueError(f"{key}: {text}")
    return seat, restriction
