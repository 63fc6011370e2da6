"""Which board the file of a game of people is about."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from ttrsim.errors import UserError
from ttrsim.games.registry import GAMES, boards_of, load_board
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.record.site_log import PATTERNS, as_text, is_log
from ttrsim.games.trains.record.spelling import Names


def board_of(text: bytes, source: str) -> str:
    words = text.decode("utf-8", errors="replace")
    return _board_of_log(words, source) if is_log(words) else _board_of_json(words, source)


def _board_of_json(text: str, source: str) -> str:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise UserError(
            f"{source}: neither a log of a game nor JSON, or cut off in the middle: docs/import.md describes both"
        ) from None
    if not isinstance(values, dict) or not isinstance(values.get("board"), str):
        raise UserError(f"{source}: board: is missing: a game in the simple format is an object that names its board")
    return str(values["board"])


def _board_of_log(text: str, source: str) -> str:
    """The site does not name it: the board with all cities and tickets of the log, worth as many points."""
    names = list(_named(as_text(text)))
    fits = [(board, _misfits(board, names)) for board in own_boards()]
    fewest = min(n for _, n in fits)
    if not names or fewest > len(names) / 4:
        raise UserError(f"{source}: the log names cities of no built-in board: name the board with --board")
    best = [board for board, n in fits if n == fewest]
    # A deck with more tickets fits as well, but then some of its own would most likely be in the log.
    return min(best, key=lambda board: len(board.tickets)).name


def own_boards() -> list[Board]:
    boards = map(load_board, boards_of(GAMES["trains"]))
    return [board for board in boards if isinstance(board, Board)]


def _named(text: str) -> Iterator[tuple[str, str, str, str]]:
    """The form of a line, its two ends, and the points."""
    for line in text.splitlines():
        for form in ("claims", "tries", "scores", "globetrotter_points", "longest_points", "stations"):
            if match := PATTERNS[form].fullmatch(" ".join(line.split())):
                found = match.groupdict()
                yield form, found.get("a", ""), found.get("b", ""), re.sub(r"\D", "", found.get("points") or "")


def _misfits(board: Board, named: list[tuple[str, str, str, str]]) -> int:
    names, rules, n = Names(board), board.parameters, 0
    forms = {form for form, *_ in named}
    for form, a, b, points in named:
        if form in ("claims", "tries"):
            n += any(names.city(end)[1] for end in (a, b))
        elif form == "scores":
            ticket = names.ticket(f"{a} - {b}")[0]
            n += not ticket or (not names.tickets[ticket].ends and str(names.tickets[ticket].points) != points)
    n += ("globetrotter_points" in forms) != (rules.globetrotter_points > 0)
    n += ("longest_points" in forms) != (rules.longest_points > 0)
    return n + (("stations" in forms) != (rules.stations > 0))
