"""`ttrsim replay`: print a game move by move, from its record or by playing it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, RecordBoard, Restrictions, at_most
from ttrsim.cli.trace import set_table
from ttrsim.errors import UserError
from ttrsim.limits import MAX_GAME, MAX_SEED

if TYPE_CHECKING:
    from ttrsim.play.record.reader import RecordedGame
    from ttrsim.play.table import SeatedTable

app = typer.Typer(add_completion=False)

STDIN = "-"


@app.command()
def replay(
    source: Annotated[
        str,
        typer.Argument(
            metavar="RECORD|BOARD", help="A record file ('-': standard input), or a board together with --bots."
        ),
    ],
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,…",
            help="Play a game with these bots; seat 0 comes first (default: read a record).",
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", "-s", min=0, callback=at_most(MAX_SEED), help="Random seed, only with --bots (default: 1)."
        ),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option(
            "--game",
            min=0,
            callback=at_most(MAX_GAME),
            help="Number of the game (default: 0 with --bots, all games of a record).",
        ),
    ] = None,
    board: RecordBoard = None,
    restrict: Restrictions = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Write the game as an HTML page to watch, instead of printing it (default: print it).",
        ),
    ] = None,
) -> None:
    """Print a game move by move: every action, the table after each round, the final score.

    With --html, write a page that plays the game on the board. It includes the evaluation of every decision if
    `ttrsim analyse` has finished for this game.
    """
    if bots is not None and board is not None:
        raise UserError("--board is only for records; with --bots, the board is the first argument")
    if bots is not None:
        games = _played(set_table(source, bots, restrict or ()), DEFAULT_SEED if seed is None else seed, game or 0)
    elif seed is not None or restrict:
        raise UserError(f"{'--restrict' if restrict else '--seed'} can only be used together with --bots")
    else:
        games = recorded_games(source, game, board)
    if html is None:
        _tell(games)
    else:
        _write_page(games, html, source)


def _tell(games: Iterator[RecordedGame]) -> None:

    for number, game in enumerate(games):
        text = "\n".join(game.board.tell_game(game))
        console.say(f"\n\n{text}" if number else text)


def _write_page(games: Iterator[RecordedGame], path: Path, source: str) -> None:
    from ttrsim.studies.advice.watching import write_game_page

    several = list(islice(games, 2))
    if len(several) > 1:
        raise UserError(f"{source}: has several games: choose one with --game to write its page")
    with console.writing(path):
        write_game_page(several[0], path)
    console.tell(str(path))


def _played(table: SeatedTable, seed: int, game: int) -> Iterator[RecordedGame]:
    from ttrsim.play.record.reader import recorded
    from ttrsim.play.record.writer import record_events

    yield recorded(table.board, record_events(table.play_logged(seed, game)))


def recorded_games(path: str, wanted: int | None, board: str | None) -> Iterator[RecordedGame]:
    """The games of a record file, or the wanted one."""
    from ttrsim.play.record.reader import read_games

    name = "standard input" if path == STDIN else path
    is_found = False
    with _lines(path) as lines:
        for game in read_games(lines, name, _finder(board)):
            if wanted is None or game.start["game"] == wanted:
                is_found = True
                yield game
    if not is_found:
        raise UserError(f"{name}: no game {wanted} in this record")


def _finder(given: str | None) -> Callable[[str], Any]:
    """Finds the board of a record: the one given by the user, or the one of the map's name."""
    from ttrsim.games.registry import load_board

    @cache  # a record of many games names its map with each
    def find(name: str) -> Any:
        if given is not None:
            return load_board(given)
        try:
            return load_board(name)
        except UserError as error:
            raise UserError(f"{error}\nif the board is in another folder, name the folder with --board") from None

    return find


@contextmanager
def _lines(path: str) -> Iterator[BinaryIO]:
    """The lines of a record as bytes, so that a line that is not UTF-8 can be reported with its number."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    from ttrsim.games.registry import board_names

    if path in board_names() or Path(path).is_dir():
        raise UserError(f"'{path}' is a board; name the bots with --bots to play a game on it")
    try:
        stream = open(path, "rb")  # noqa: SIM115 (closed below; only its opening is guarded)
    except OSError as failure:
        raise UserError(f"cannot read '{path}': {failure.strerror or failure}") from failure
    with stream:
        yield stream
