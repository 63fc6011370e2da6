"""`ttrsim position`: what a player sees at the table, as a file for `advise`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import BoardName, Json

app = typer.Typer(add_completion=False, no_args_is_help=True)


@app.command("new")
def new(
    board: BoardName,
    players: Annotated[int, typer.Option("--players", "-p", help="Number of players.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Output file (default: standard output).")
    ] = None,
) -> None:
    """Write a commented position to fill in: board, hand, tickets, market, and the routes of each seat.

    Change its values to what you see, then `ttrsim advise FILE`. What you do not see is imagined.
    """
    from ttrsim.files.whole import write_whole
    from ttrsim.games.registry import load_board
    from ttrsim.play.table import check_players

    loaded = load_board(board)
    check_players(loaded, players)
    text = loaded.position_template(players)
    if output is None:
        console.say(text.rstrip("\n"))
        return
    with console.writing(output):
        write_whole(output, text.encode())
    console.tell(f"{output}: change its values to what you see, then: ttrsim advise {output}")


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A position, written or saved.")],
    as_json: Json = False,
) -> None:
    """Check a position and print the table as the seat sees it that decides."""
    from ttrsim.play.position import Position

    position = Position.load(file)
    if as_json:
        console.say_json(position.view(position.asked or 0))
    else:
        console.say(str(position))
