"""Imports files with games of people, replays them and checks the result."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.games.registry import DEFAULT, load_board
from ttrsim.play.position import Position
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import RecordError, recorded
from ttrsim.play.replay import play_again
from ttrsim.wording import shortened

PASTE = "-"  # in place of a file: standard input

Report = Callable[[str], None]


def import_file(
    path: Path, board: str | None = None, seed: int = 1, game: int = 0, report: Report = lambda text: None
) -> list[Event]:
    """The events of the record. The game has been replayed: every move is legal, and the scores agree."""
    try:
        text = sys.stdin.buffer.read() if str(path) == PASTE else path.read_bytes()
    except OSError as failure:
        raise UserError(f"cannot read '{path}': {failure.strerror or failure}") from failure
    loaded = load_board(board or DEFAULT.board_of_import(text, str(path)))
    imported = loaded.import_game(text, str(path), seed, report)
    report("replaying every move")
    events = imported.events
    events[0]["game"] = game
    played = recorded(loaded, events)
    played.source = str(path)
    try:
        end = play_again(played).end
    except RecordError as failure:
        raise UserError(_in_words(failure, events)) from None
    ending = _ending(end, events[-1]["turn"])
    if faults := _differences(imported.said, ending, imported.where, loaded.name):
        raise UserError("\n".join(f"{path}: {fault}" for fault in faults))
    return events + ending


def _in_words(failure: RecordError, events: list[Event]) -> str:
    """Without the line of a record that nobody has seen: the turn instead."""
    source, line, text = str(failure).split(": ", 2)
    number = int(line.removeprefix("line "))
    return f"{source}: turn {events[number - 1]['turn']}: {text}"


def _ending(end: Position, turns: int) -> list[Event]:
    score = end.score()
    scores = [
        {"event": "score", "turn": turns, "player": player, **of_seat} for player, of_seat in enumerate(score.seats)
    ]
    reason = end.view(0)["public"]["end"]
    return [*scores, {"event": "end", "turn": turns, "reason": reason, "winners": list(score.winners), "turns": turns}]


def _differences(said: list[dict[str, Any]], ending: list[Event], where: list[str], board: str) -> list[str]:
    """What a file says of the scores, and the rules do not."""
    return [
        f"{where[seat]}: '{key}' is {shortened(value)}, but the rules of {board} give {shortened(ending[seat][key])}"
        for seat, of_seat in enumerate(said)
        for key, value in of_seat.items()
        if key in ending[seat] and _sorted(value) != _sorted(ending[seat][key])
    ]


def _sorted(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value
