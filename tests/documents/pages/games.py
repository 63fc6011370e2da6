"""Games for the tests of their pages: short to make, and with names that pages must not obey."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.runs.helpers import ROOT
from ttrsim.documents.pages.game import Insight, Mark
from ttrsim.games.registry import board_folder, load_board
from ttrsim.play.bots.finding import load_bots
from ttrsim.play.importing import import_file
from ttrsim.play.position import Position
from ttrsim.play.record.fields import Event
from ttrsim.play.record.reader import RecordedGame, recorded
from ttrsim.play.record.writer import record_events
from ttrsim.play.replay import play_again
from ttrsim.play.table import SeatedTable

HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>\"'&<!--",
    "very long " * 40 + "end",
    "שחקן\u202eevil\u2066",
]
CITY = "<img src=x onerror=alert(4)>'\u05e9\u05dc\u05d5\u05dd" + "a" * 60


def played(board: str, bots: str, seed: int = 3) -> RecordedGame:
    return recorded(*_events(board, bots, seed))


@cache
def _events(board: str, bots: str, seed: int) -> tuple[object, list[Event]]:
    loaded = load_board(board)
    table = SeatedTable(loaded, load_bots(bots, loaded.game))
    return loaded, list(record_events(table.play_logged(seed, 0)))


def europe() -> RecordedGame:
    return played("europe", "greedy,random,greedy,random")


def explore() -> RecordedGame:
    return played("explore-new-york", "greedy,random,random")


def people() -> RecordedGame:
    return recorded(load_board("usa"), import_file(ROOT / "examples" / "people-usa-4p.json"))


def renamed(game: RecordedGame, names: list[str]) -> RecordedGame:
    """The same game of seats with other names."""
    start = game.start | {"bots": names[: game.n_seats]}
    return RecordedGame(game.board, start, game.source, game.restrictions, game.events)


def on_hostile_board(folder: Path) -> RecordedGame:
    """On a board whose title and cities have such names."""
    shutil.copytree(str(board_folder("new-york")), folder)
    for file in ("cities.csv", "routes.csv", "tickets.csv"):
        text = (folder / file).read_text(encoding="utf-8").replace("Chelsea", CITY)
        (folder / file).write_text(text, encoding="utf-8")
    header = (folder / "board.toml").read_text(encoding="utf-8")
    header = header.replace("Ticket to Ride: New York", "<b>bold</b> </title><script>alert(3)</script>")
    (folder / "board.toml").write_text(header, encoding="utf-8")
    return played(str(folder), "greedy,random")


def positions_of(game: RecordedGame) -> list[Position]:
    steps, end = play_again(game)
    return [*(position for position, _ in steps), end]


def insight(game: RecordedGame) -> Insight:
    """As an analysis would give it, with made-up numbers: the page is under test, not the numbers."""
    steps, n = play_again(game).steps, game.n_seats
    shares = [[(1 + (seat == place % n)) / (n + 1) for seat in range(n)] for place in range(len(steps))]
    winners = game.events[-1][1]["winners"]
    result = [1 / len(winners) if seat in winners else 0.0 for seat in range(n)]
    return Insight(shares, result, list(_marks(steps)), ["Played out by made-up."], [], "made-up")


def _marks(steps: list[tuple[Position, object]]) -> Iterator[Mark]:
    for place, label in ((10, "inaccuracy"), (21, "mistake"), (32, "blunder")):
        seat = steps[place][0].asked
        assert seat is not None
        yield Mark(place, seat, label, f"better: <b>nothing</b> at place {place}")
