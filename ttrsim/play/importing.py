"""Imports files with games of people, replays them and checks the result."""

from __future__ import annotations

import json
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.games.registry import game_of, load_board
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import recorded
from ttrsim.play.replay import replayed


def import_file(path: Path, board: str | None = None, seed: int = 1, game: int = 0) -> list[Event]:
    """The events of the record. The game has been replayed: every move is legal, and the scores agree."""
    try:
        text = path.read_bytes()
    except OSError as failure:
        raise UserError(f"cannot read '{path}': {failure.strerror or failure}") from failure
    loaded = load_board(board or _board_of(text, path))
    events = game_of(loaded).record.import_game(loaded, text, str(path), seed)
    events[0]["game"] = game
    played = recorded(loaded, events)
    played.source = str(path)
    replayed(played, None)
    return events


def _board_of(text: bytes, path: Path) -> str:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError(f"{path}: not JSON, or cut off in the middle") from None
    if not isinstance(values, dict) or not isinstance(values.get("board"), str):
        raise UserError(f"{path}: board: is missing: a game in the simple format is an object that names its board")
    return str(values["board"])
