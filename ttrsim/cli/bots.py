"""`ttrsim bots`: list, show, start and check bots."""

from __future__ import annotations

import shlex
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, Json, Seed
from ttrsim.cli.progress import StatusLine

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
    from ttrsim.documents.document import Document
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
        console.show(Document(f"{bot.name} ({GAMES[bot.compiled.game].title})", [about, f"file: {file}"], weights))


@app.command()
def new(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="File to create; it must not exist yet.")],
    game: Annotated[
        str, typer.Option("--game", help="Game of the bot: trains (Ticket to Ride) or explore (Explore New York).")
    ] = "trains",
    as_json: Json = False,
) -> None:
    """Create a bot file: a complete, commented bot that can play at once."""
    from ttrsim.games.registry import GAMES, maps_of
    from ttrsim.play.bots.new_bot import new_bot

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


@app.command()
def check(
    spec: Spec,
    board: Annotated[
        str | None,
        typer.Option(
            "--board", metavar="BOARD", help="Check only on this board (default: all built-in boards of its game)."
        ),
    ] = None,
    safe: Annotated[
        bool,
        typer.Option(
            "--safe",
            help="Compile with bounds checks: reports an index out of bounds with its line (default: off).",
        ),
    ] = False,
    bot_timeout: Annotated[
        float,
        typer.Option(
            "--bot-timeout",
            metavar="SECONDS",
            min=0.1,
            help="Seconds that a bot may need for a decision before the check stops.",
        ),
    ] = 10,
    seed: Seed = DEFAULT_SEED,
    as_json: Json = False,
) -> None:
    """Check a bot on every board and player count: is it legal, honest and fast, and how strong is it?

    Exit code 1: the bot made an illegal decision. 3: another check failed.
    """
    from ttrsim.studies.botcheck import api

    with StatusLine() as line:
        checked = api.check_bot(spec, board=board, seed=seed, safe=safe, bot_timeout=bot_timeout, progress=line.show)
    if as_json:
        console.say_json(checked.as_dict())
    else:
        console.show(checked.document())
    checked.raise_faults()


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
