"""`ttrsim board`: list, show, check and draw boards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console

if TYPE_CHECKING:
    from rich.table import Table

    from ttrsim.trains.board.model import Board

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A built-in board, or the folder of your own.")]


@app.command("list")
def list_boards() -> None:
    """List the built-in boards."""
    from ttrsim.games import board_names, load_board

    boards = [load_board(name) for name in board_names()]
    width = max(len(board.name) for board in boards)
    for board in boards:
        console.say(f"{board.name:{width}}  {board.title}: {_counts(board)}")


@app.command()
def show(
    name: Name,
    as_json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show a board: its parameters, routes and tickets."""
    from ttrsim.games import board_folder, load_board
    from ttrsim.trains.board.export import board_as_dict

    board = load_board(name)
    if as_json:
        console.say_json(board_as_dict(board))
        return
    out = console.rich_console()
    out.print(board.title, style="bold")
    out.print(_counts(board))
    out.print(f"folder: {board_folder(name)}", soft_wrap=True)
    for table in (_parameter_table(board), _route_table(board), _ticket_table(board)):
        out.print()
        out.print(table)


@app.command()
def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="The folder of a board, or a built-in name.")],
) -> None:
    """Check a board and list everything that is wrong with it."""
    from ttrsim.games import load_board

    board = load_board(path)
    console.say(f"ok: {board.title}: {_counts(board)}")


@app.command()
def draw(
    name: Name,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where to: .png, .svg or .pdf.")],
    dpi: Annotated[int, typer.Option(min=30, max=600, help="Dots per inch of a .png.")] = 150,
) -> None:
    """Draw the map of a board."""
    from ttrsim.games import load_board

    board = load_board(name)
    from ttrsim.trains.board.draw import format_of, render_board

    image = render_board(board, format_of(output), dpi)
    with console.writing(output):
        output.write_bytes(image)
    console.say(f"wrote {output}")


def _counts(board: Board) -> str:
    doubles = len({route.double for route in board.routes if route.double})
    low, high = board.parameters.min_players, board.parameters.max_players
    players = f"{low}" if low == high else f"{low}–{high}"
    return (
        f"{len(board.cities)} cities, {len(board.routes)} routes ({doubles} doubles), "
        f"{len(board.tickets)} tickets, {players} players"
    )


def _parameter_table(board: Board) -> Table:
    from rich.table import Table

    table = Table("parameter", "value", title="Parameters", title_justify="left")
    for key, value in board.parameters.model_dump().items():
        table.add_row(key, _plain(value))
    return table


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(value)
    return str(value)


def _route_table(board: Board) -> Table:
    from rich.table import Table

    table = Table(title="Routes", title_justify="left")
    for heading in ("route", "length", "colour", "remarks"):
        table.add_column(heading, justify="right" if heading == "length" else "left")
    display = {city.id: city.display for city in board.cities}
    for route in board.routes:
        remarks = ["double"] * bool(route.double) + ["tunnel"] * route.tunnel
        remarks += [f"ferry, {route.wilds} wild"] * bool(route.wilds)
        ends = f"{display[route.a]} – {display[route.b]}"
        table.add_row(ends, str(route.length), route.colour, ", ".join(remarks))
    return table


def _ticket_table(board: Board) -> Table:
    from rich.table import Table

    table = Table(title="Tickets", title_justify="left")
    for heading in ("ticket", "points", "kind"):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    display = {city.id: city.display for city in board.cities}
    for ticket in board.tickets:
        kind = "long" if ticket.long else "short"
        table.add_row(f"{display[ticket.a]} – {display[ticket.b]}", str(ticket.points), kind)
    return table
