"""`ttrsim trace`: play games and write their records."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, BoardName, Restrictions, Seats, Seed, at_most
from ttrsim.cli.progress import TerminalProgress
from ttrsim.limits import MAX_GAME

if TYPE_CHECKING:
    from ttrsim.play.table import SeatedTable

app = typer.Typer(add_completion=False)

Write = Callable[[bytes], object]


@app.command()
def trace(
    board: BoardName,
    bots: Seats,
    seed: Seed = DEFAULT_SEED,
    game: Annotated[
        int, typer.Option("--game", min=0, callback=at_most(MAX_GAME), help="Number of the first game, counted from 0.")
    ] = 0,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, callback=at_most(MAX_GAME), help="Number of games to play.")
    ] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Output file (default: standard output).")
    ] = None,
    restrict: Restrictions = None,
) -> None:
    """Play games and write every event of them as JSON Lines."""
    table = set_table(board, bots, restrict or ())
    is_watched = output is None and sys.stdout.isatty()  # the records themselves show progress
    with _output(output) as write:
        _write_games(table, seed, range(game, game + games), write, is_watched)


def set_table(board: str, bots: str, restrictions: Sequence[str] = ()) -> SeatedTable:
    """A board with its bots seated, as the command line names them."""
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.runs import api

    table = api.set_table(board, split_specs(bots), restrictions)
    for warning in table.board.warnings():
        if warning.of_records:
            console.note(f"warning: {warning}")
    return table


def _write_games(table: SeatedTable, seed: int, games: range, write: Write, is_watched: bool) -> None:
    from ttrsim.play.record.writer import record_text

    with TerminalProgress(is_wanted=not is_watched) as progress:
        progress.expect(len(games))
        for game in games:
            progress.count()
            write(record_text(table.play_logged(seed, game)).encode())


@contextmanager
def _output(path: Path | None) -> Iterator[Write]:
    """Where records are written: as bytes, because they are UTF-8 even if the terminal is not."""
    if path is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    from ttrsim.files.whole import whole_file

    with console.writing(path), whole_file(path) as stream:
        yield stream.write
