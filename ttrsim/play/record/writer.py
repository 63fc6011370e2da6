"""Turns the log of a game into its record."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import recorded_restrictions
from ttrsim.play.table import LoggedGame


def record_text(game: LoggedGame) -> str:
    """The record as it stands in a file."""
    return "".join(record_line(event) + "\n" for event in record_events(game))


def record_line(event: Event) -> str:
    return json.dumps(event, ensure_ascii=False, separators=(",", ":"))


def record_events(game: LoggedGame) -> Iterator[Event]:
    """The events of a game, from `start` to `end`."""
    yield _start(game)
    yield from game.board.record_events(game)


def _start(game: LoggedGame) -> Event:
    return {
        "event": "start",
        "turn": 0,
        "format": game.board.record_format,
        "map": game.board.name,
        "players": len(game.bots),
        "bots": game.bots,
        "seed": game.seed,
        "game": game.game,
        **game.board.record_start(),
        **recorded_restrictions(game.restrictions),
    }
