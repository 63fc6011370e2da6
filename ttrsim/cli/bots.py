"""`ttrsim bots`: list, show, start and check bots."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks, show_result
from ttrsim.cli.options import Json
from ttrsim.cli.output import Output, shows_result
from ttrsim.studies.botcheck.request import CheckBotRequest

if TYPE_CHECKING:
    from ttrsim.documents.document import Table
    from ttrsim.play.bots.finding import Bot

app = typer.Typer(no_args_is_help=True, add_completion=False)

Spec = Annotated[
    str, typer.Argument(metavar="NAME|PATH.py:NAME", help="Name of a bot, or PATH.py:NAME for a bot in your own file.")
]


@app.command("list")
def list_bots(as_json: Json = False) -> None:
    """List the built-in bots of each game and the bots of installed packages."""
    from ttrsim.play.bots.lists import bots

    listed = bots()
    if as_json:
        console.say_json([asdict(each) for each in listed])
        return
    console.show(listed.document())


@app.command()
def show(spec: Spec, as_json: Json = False) -> None:
    """Show a bot: what it does, its weights, its source file."""
    from ttrsim.documents.document import Document, Text
    from ttrsim.games.registry import GAMES
    from ttrsim.play.bots.finding import find_bots

    bots = find_bots(spec)
    if as_json:
        console.say_json([_as_dict(bot) for bot in bots])
        return
    for bot in bots:
        file = bot.compiled.function.py_func.__code__.co_filename
        about = bot.compiled.about or "(no description: its function has no docstring)"
        weights = [_weight_table(bot)] if bot.compiled.weights else []
        title = f"{bot.name} ({GAMES[bot.compiled.game].title})"
        console.show(Document(title, [about], [Text([f"file: {file}"], style="code"), *weights]))


@app.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="File to create; it must not exist yet.")],
    game: Annotated[
        str | None, typer.Option("--game", help="Game of the bot, as `game` in a board.toml (default: Ticket to Ride).")
    ] = None,
    as_json: Json = False,
) -> None:
    """Create a bot file: a complete, commented bot that can play at once."""
    from ttrsim.games.registry import DEFAULT, GAMES, maps_of
    from ttrsim.play.bots.lists import new_bot

    game = game or DEFAULT.key
    with console.writing(file):
        spec = new_bot(file, game)
    if as_json:
        console.say_json({"file": str(file), "bot": spec})
        return
    board = maps_of(GAMES[game])[-1]
    strongest = GAMES[game].opponents[-1]
    console.say(f"wrote {file}: it holds the bot {spec}")
    console.tell(f"check it: ttrsim bots check {shlex.quote(spec)}")
    console.tell(f"see it:   ttrsim replay {board} --bots {shlex.quote(spec)},{strongest}")
    console.tell(f"rank it:  ttrsim tournament {board} --bots {shlex.quote(spec)},greedy,{strongest}")


@app.command(help=CheckBotRequest.__doc__)
@asks(CheckBotRequest)
@shows_result
def check(request: CheckBotRequest, to: Output) -> None:
    show_result(request, to)


def _as_dict(bot: Bot) -> dict[str, Any]:
    weights = [
        weight._asdict() | {"value": value} for weight, value in zip(bot.compiled.weights, bot.weights, strict=True)
    ]
    file = bot.compiled.function.py_func.__code__.co_filename
    return {"bot": bot.name, "game": bot.compiled.game, "about": bot.compiled.about, "file": file, "weights": weights}


def _weight_table(bot: Bot) -> Table:
    from ttrsim.documents.document import Column, Table

    columns = (
        Column("weight", kind="text"),
        *(Column(name, decimals=None) for name in ("value", "lowest", "highest")),
        Column("meaning", kind="text"),
    )
    rows = [
        (weight.name, value, *weight.bounds, weight.meaning)
        for weight, value in zip(bot.compiled.weights, bot.weights, strict=True)
    ]
    return Table.of("weights", "Weights", columns, rows)
