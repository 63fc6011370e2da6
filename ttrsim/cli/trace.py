"""`ttrsim trace`: play games and write their records."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console

if TYPE_CHECKING:
    from ttrsim.engine.games import Table

app = typer.Typer(add_completion=False)

MAX_SEED = 2**63 - 1  # what the kernel's whole numbers hold
MAX_GAME = 2**53
DEFAULT_SEED = 1
PATIENCE = 2.0  # seconds until a trace says how far it is

Write = Callable[[bytes], object]

BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="A built-in board, or the folder of your own.")]
Bots = Annotated[str, typer.Option("--bots", metavar="BOT,BOT,…", help="A bot for each seat, seat 0 first.")]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="The seed of the run.")]
GameIndex = Annotated[int, typer.Option("--game", min=0, max=MAX_GAME, help="Which game of the run.")]
Restrictions = Annotated[
    list[str] | None,
    typer.Option("--restrict", metavar="KEYS", help="A restriction as in scenarios, e.g. 'seat=0, stations=false'."),
]


@app.command()
def trace(
    board: BoardName,
    bots: Bots,
    seed: Seed = DEFAULT_SEED,
    game: GameIndex = 0,
    games: Annotated[int, typer.Option("--games", "-n", min=1, max=MAX_GAME, help="How many games from there on.")] = 1,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to, if not to the terminal.")
    ] = None,
    restrict: Restrictions = None,
) -> None:
    """Play games and write everything that happens in them as JSON Lines."""
    table = set_table(board, bots, restrict or ())
    is_watched = output is None and sys.stdout.isatty()  # the records run past, which is progress enough
    with _output(output) as write:
        _write_games(table, seed, range(game, game + games), write, is_watched)


def set_table(board: str, bots: str, restrictions: Sequence[str] = ()) -> Table:
    """A board with its bots seated, as the command line names them."""
    from ttrsim.engine.bots import load_bots, split_specs
    from ttrsim.engine.games import Table, check_players
    from ttrsim.games.registry import game_of, load_board
    from ttrsim.scenario.restrictions import parse_restrictions

    loaded, specs = load_board(board), split_specs(bots)
    check_players(loaded, len(specs))  # before bots are compiled
    restricted = parse_restrictions(restrictions, loaded, specs)
    return Table(loaded, load_bots(bots, game_of(loaded)), restricted=restricted)


def _write_games(table: Table, seed: int, games: range, write: Write, is_watched: bool) -> None:
    from ttrsim.record.writer import record_text

    progress = Progress(len(games), is_wanted=not is_watched)
    try:
        for done, game in enumerate(games):
            progress.show(done)
            write(record_text(table.play_logged(seed, game)).encode())
    finally:
        progress.clear()


@contextmanager
def _output(path: Path | None) -> Iterator[Write]:
    """Where records go. They are UTF-8 whatever the terminal speaks, hence bytes."""
    if path is None:
        yield lambda text: typer.echo(text, nl=False)
        return
    from ttrsim.files.whole import whole_file

    with console.writing(path), whole_file(path) as stream:
        yield stream.write


class Progress:
    """Says on a terminal how far it is, once that takes long."""

    def __init__(self, n_games: int, is_wanted: bool = True) -> None:
        self.n_games = n_games
        self.is_wanted = is_wanted and sys.stderr.isatty()
        self.next_time = time.monotonic() + PATIENCE
        self.is_shown = False

    def show(self, done: int) -> None:
        if not self.is_wanted or time.monotonic() < self.next_time:
            return
        self.next_time = time.monotonic() + 0.2
        self.is_shown = True
        typer.echo(f"\r{done} of {self.n_games} games", err=True, nl=False)

    def clear(self) -> None:
        if self.is_shown:
            typer.echo("\r" + " " * 40 + "\r", err=True, nl=False)
