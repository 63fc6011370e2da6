"""Reads records line by line. An error says which line is wrong and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import ValidationError

from ttrsim.errors import UserError
from ttrsim.files.faults import value_message
from ttrsim.games.board import Board
from ttrsim.play.record.fields import PLAIN_TESTS, START, Event, Test, event_fault, is_number
from ttrsim.play.restrictions import Restriction
from ttrsim.wording import did_you_mean, shortened

FindBoard = Callable[[str], Board]


class RecordError(UserError):
    """A record that cannot be replayed, with the line at fault."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source}: line {line}: {message}")


class Answer(NamedTuple):
    """A decision in a record."""

    line: int
    turn: int
    question: int  # the kernel's; if it was not asked, there was nothing to decide
    number: int  # the kernel's, of the decision


@dataclass
class RecordedGame:
    """One game of a record: every event with its line in the file."""

    board: Board
    start: Event
    source: str
    restrictions: dict[int, Restriction]  # [seat]
    events: list[tuple[int, Event]] = field(default_factory=list)  # without the start

    @property
    def n_seats(self) -> int:
        return len(self.start["bots"])

    @property
    def imagined(self) -> list[str]:
        """What was not recorded and had to be made up, in words. Empty for a game that ttrsim played."""
        imagined: list[str] = self.start.get("imagined", [])
        return imagined

    def scores(self) -> list[Event]:
        """The final scores by seat."""
        scores = [event for _, event in self.events if event["event"] == "score"]
        if [score["player"] for score in scores] != list(range(self.n_seats)):
            raise self.error(self.events[-1][0], "the scores of all seats, in order, must come before the end")
        return scores

    def error(self, line: int, message: str) -> RecordError:
        return RecordError(self.source, line, message)


def recorded(board: Board, events: Iterable[Event]) -> RecordedGame:
    """A game that was never in a file. Its lines are numbered as if it were."""
    start, *others = events
    return RecordedGame(board, start, "record", read_restrictions(start, board), list(enumerate(others, start=2)))


def read_games(lines: Iterable[bytes], source: str, find_board: FindBoard) -> Iterator[RecordedGame]:
    """The games of a file, one after another. `find_board` knows the board of a map's name."""
    game: RecordedGame | None = None
    tests: dict[str, Test] = {}
    last_line = 0
    for line, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        event = _parsed(text, source, line)
        if game is None:
            game = _begun(event, source, line, find_board)
            tests = game.board.field_tests(game.n_seats)
        else:
            _add(game, event, line, tests)
            if event["event"] == "end":
                yield game
                game = None
        last_line = line
    if last_line == 0:
        raise RecordError(source, 1, "the record is empty")
    if game is not None:
        raise game.error(last_line, "the record ends before the game does")


def _parsed(text: bytes, source: str, line: int) -> Event:
    try:
        event = json.loads(text.decode("utf-8"))
    except UnicodeDecodeError:
        raise RecordError(source, line, "not UTF-8 text") from None
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else "a value beyond all measure"
        raise RecordError(source, line, f"not JSON: {reason}") from None
    if not isinstance(event, dict) or "event" not in event:
        raise RecordError(source, line, "not an object with an 'event'")
    return event


def _begun(start: Event, source: str, line: int, find_board: FindBoard) -> RecordedGame:
    if start["event"] != "start":
        raise RecordError(source, line, f"a game must begin with 'start', not with {shortened(start['event'])}")
    if fault := event_fault(start, START, PLAIN_TESTS):
        raise RecordError(source, line, fault)
    if "imagined" in start and (fault := PLAIN_TESTS["texts"](start["imagined"])):
        raise RecordError(source, line, f"start: 'imagined' {fault}")
    if len(start["bots"]) != start["players"]:
        raise RecordError(source, line, f"{start['players']} players, but {len(start['bots'])} bots")
    try:
        board = find_board(start["map"])
    except UserError as error:
        raise RecordError(source, line, f"cannot load the board: {error}") from None
    low, high = board.parameters.min_players, board.parameters.max_players
    if not low <= start["players"] <= high:
        raise RecordError(source, line, f"{board.name} is for {low} to {high} players, not {start['players']}")
    try:
        game = RecordedGame(board, start, source, read_restrictions(start, board))
    except ValueError as error:
        raise RecordError(source, line, f"start: 'restrictions' {error}") from None
    if start["format"] != board.record_format:
        message = f"the format is {start['format']}; this ttrsim reads format {board.record_format}"
        raise game.error(line, message)
    return game


def _add(game: RecordedGame, event: Event, line: int, tests: dict[str, Test]) -> None:
    if event["event"] == "start":
        raise game.error(line, "a game starts before the previous one has ended")
    kind, known = event["event"], game.board.events
    if not isinstance(kind, str) or kind not in known:
        raise game.error(line, f"unknown event {shortened(kind)}{did_you_mean(str(kind), known)}")
    if fault := event_fault(event, game.board.fields_of(event), tests):
        raise game.error(line, fault)
    turn = game.events[-1][1]["turn"] if game.events else 0
    if event["turn"] not in (turn, turn + 1):
        raise game.error(line, f"turn {event['turn']} follows turn {turn}")
    game.events.append((line, event))


# ---- Restrictions in the start of a record: written by seat, and only where there are any ---------


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
