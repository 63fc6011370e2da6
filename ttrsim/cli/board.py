"""`ttrsim board`: start, list, show, check, compare and draw boards."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import study_command
from ttrsim.cli.options import Json

if TYPE_CHECKING:
    from ttrsim.documents.document import Table
    from ttrsim.games.board import Board

app = typer.Typer(no_args_is_help=True, add_completion=False)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A built-in board, or a board folder.")]


app.registered_commands += study_command(
    "ttrsim.studies.boardreport.request:BoardReportRequest", "report"
).registered_commands


@app.command("list")
def list_boards(as_json: Json = False) -> None:
    """List the built-in boards: each map, and below it the further ticket decks for it."""
    from ttrsim.games.registry import map_of_deck
    from ttrsim.play.bots.lists import boards

    listed = boards()
    if as_json:
        console.say_json([_as_dict(board) | {"map": map_of_deck(board.name)} for board in listed])
        return
    names = [f"  {board.name}" if map_of_deck(board.name) else board.name for board in listed]
    width = max(map(len, names))
    for name, board in zip(names, listed, strict=True):
        console.say(f"{name:{width}}  {_in_short(board)}")


@app.command()
def new(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder to create.")],
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="BOARD", help="Copy this board (default: a small board with 11 cities)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Create a board folder: a complete, commented board that can be played at once."""
    from ttrsim.games.new_board import new_board
    from ttrsim.games.registry import board_names, load_board

    with console.writing(folder):
        names = new_board(folder, like)
    if as_json:
        console.say_json({"folder": str(folder), "files": names})
        return
    console.say(f"wrote {folder}: {', '.join(names)}")
    board = shlex.quote(f"./{folder}" if str(folder) in board_names() else str(folder))
    console.tell(f"check it: ttrsim board check {board}")
    console.tell(f"see it:   ttrsim board draw {board} -o board.png")
    strongest = load_board(folder).game.opponents[-1]
    console.tell(f"play it:  ttrsim run {board} --bots {strongest},{strongest} -n 2000")


@app.command()
def show(
    name: Name,
    as_json: Json = False,
) -> None:
    """Show a board: its parameters, and everything on the map."""
    from ttrsim.documents.document import Document, Text
    from ttrsim.games.registry import board_folder, load_board

    board = load_board(name)
    if as_json:
        console.say_json(board.as_dict())
        return
    notice = [board.notice] if board.notice else []
    folder = Text([f"folder: {board_folder(name)}"], style="code")
    tables = [_parameters(board), *board.sheets()]
    console.show(Document(board.title, [*notice, board.counts()], [folder, *tables]))


@app.command()
def check(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A board folder, or a built-in board.")],
    as_json: Json = False,
) -> None:
    """Check a board: list all faults (exit code 2), or warn of what will go wrong in play (exit code 0)."""
    from ttrsim.documents.terminal import table_lines
    from ttrsim.games.registry import load_board

    board = load_board(path)
    warnings, table = board.warnings(), _beside(board)
    if as_json:
        listed = {"warnings": [{"where": each.where, "text": each.text} for each in warnings]}
        console.say_json(_as_dict(board) | listed | {"beside": table.rows if table else []})
        return
    console.say(f"ok: {_in_short(board)}")
    for warning in warnings:
        console.say(f"warning: {warning}")
    if table:
        out = console.rich_console()
        for line in table_lines(table, out.width):
            out.print(line, soft_wrap=True)


@app.command()
def diff(
    before: Annotated[str, typer.Argument(metavar="A", help="A built-in board, or a board folder.")],
    after: Annotated[
        str, typer.Argument(metavar="B", help="The board to compare it with: a built-in one, or a folder.")
    ],
    as_json: Json = False,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Exit with code 3 if the boards differ (default: 0).")
    ] = False,
) -> None:
    """List everything that differs between two boards: routes, tickets, cities and parameters."""
    from ttrsim.errors import CheckError
    from ttrsim.games.differences import board_differences
    from ttrsim.games.registry import load_board

    differences = board_differences(load_board(before), load_board(after))
    if as_json:
        console.say_json([each.json() for each in differences])
    else:
        for each in differences:
            console.say(each.text)
        if not differences:
            console.say("no differences")
    if differences and exit_code:
        raise CheckError(f"'{before}' and '{after}' differ in {len(differences)} places")


@app.command()
def draw(
    name: Name,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Output file: .png, .svg or .pdf.")],
    dpi: Annotated[int, typer.Option(min=30, max=600, help="Resolution of a .png in dots per inch.")] = 150,
) -> None:
    """Draw the map of a board to a file."""
    from ttrsim.files.images import format_of
    from ttrsim.files.whole import write_whole
    from ttrsim.games.registry import load_board

    board, image_format = load_board(name), format_of(output)
    image = board.draw(image_format, dpi)
    with console.writing(output):
        write_whole(output, image)
    console.tell(f"wrote {output}")


@app.command("print")
def print_out(
    name: Name,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE.pdf", help="Output file.")],
    paper: Annotated[Literal["a4", "a3"], typer.Option(help="Size of the sheets.")] = "a4",
    cards: Annotated[
        Path | None,
        typer.Option(metavar="FILE.csv", help="Also write a row for each ticket, for card tools (default: no file)."),
    ] = None,
) -> None:
    """Make a board to print and play: the map in its size on sheets, ticket cards, train cards, the table of points."""
    from typing import get_args

    from ttrsim.cli.progress import TerminalProgress
    from ttrsim.errors import UserError
    from ttrsim.files.whole import write_whole
    from ttrsim.games.board import Paper
    from ttrsim.games.registry import load_board
    from ttrsim.wording import did_you_mean

    if paper not in get_args(Paper):
        raise UserError(
            f"--paper: '{paper}' is not one of {', '.join(get_args(Paper))}{did_you_mean(paper, get_args(Paper))}"
        )
    board = load_board(name)
    if cards is not None:
        with console.writing(cards):
            write_whole(cards, board.ticket_rows().encode())
    with TerminalProgress() as progress:
        pdf = board.to_print(paper, progress)
    with console.writing(output):
        write_whole(output, pdf)
    console.tell(f"wrote {output}")


@app.command("import")
def import_board(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="A JSON file of the map editor, or its spreadsheets.")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of the board.")],
    deck: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which deck of tickets (default: the first).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a board of a map from the map editor at hagstrom.nu/ttr."""
    from ttrsim.games.editor import import_map

    notes = import_map(files, output, deck)
    if as_json:
        console.say_json({"folder": str(output), "notes": notes})
        return
    for note in notes:
        console.say(f"note: {note}")
    console.tell(f"wrote {output}")
    console.tell(f"check it: ttrsim board check {shlex.quote(str(output))}")


@app.command("export")
def export_board(
    name: Name,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.json|DIR", help="A JSON file, or a folder for spreadsheets.")
    ],
) -> None:
    """Write a board for the map editor at hagstrom.nu/ttr. What came from there survives."""
    from ttrsim.games.editor import export_map

    for path in export_map(name, output):
        console.tell(f"wrote {path}")


def _beside(board: Board) -> Table | None:
    """Where the board stands among the published ones, before a game is played."""
    from ttrsim.documents.report.sections.beside import standing_table
    from ttrsim.measures.gauges import standings

    game, rules = board.game, board.parameters
    found = standings(game.analysis.gauges, game.package, board, rules.max_players)
    return standing_table(found, f"Beside the published boards, {rules.max_players} players") if found else None


def _as_dict(board: Board) -> dict[str, str]:
    return {"name": board.name, "game": board.game.key, "title": board.title, "notice": board.notice}


def _in_short(board: Board) -> str:

    notice = f" ({board.notice})" if board.notice else ""
    return f"{board.title}{notice}: {board.counts()}"


def _parameters(board: Board) -> Table:
    from ttrsim.documents.document import Table

    rows = [(key, _plain(value)) for key, value in board.parameters.model_dump().items()]
    return Table.of_texts("parameters", "Parameters", ("parameter", "value"), rows)


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key}: {item}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return str(value)
