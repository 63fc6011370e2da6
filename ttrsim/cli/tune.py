"""`ttrsim tune`: search for the weights with which a bot wins most."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.naming import bots
from ttrsim.cli.options import DEFAULT_SEED, BotTimeout, Json, OnCluster, PlayerCount, Seed, ThreadCount
from ttrsim.studies.tune import DEFAULT_DEALS, DEFAULT_GAMES, MAX_DEALS, MIN_DEALS

if TYPE_CHECKING:
    from ttrsim.studies.tune.result import Tuned

app = typer.Typer(add_completion=False)


@app.command()
def tune(
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help="Bot to tune, with the weights at which to start.", autocompletion=bots),
    ],
    board: Annotated[str, typer.Option("--board", help="A built-in board, or a board folder.")] = "usa",
    players: PlayerCount = 2,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BOT,BOT,…",
            help="Pool of opponents; each sits at equally many tables (default: the bot as it starts).",
            autocompletion=bots,
        ),
    ] = None,
    weights: Annotated[
        str | None, typer.Option("--weights", metavar="NAME,…", help="Weights to tune (default: all).")
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            help=f"Games of the search, rounded up to complete generations (default: {DEFAULT_GAMES:,}).",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(
            "--minutes", min=0, help="Instead of --games: start no new generation after this time (default: no limit)."
        ),
    ] = None,
    deals: Annotated[
        int,
        typer.Option("--deals", min=MIN_DEALS, max=MAX_DEALS, help="Deals that every candidate of a generation plays."),
    ] = DEFAULT_DEALS,
    seed: Seed = DEFAULT_SEED,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder to create (default: a new folder in tuned/)."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Search for the weights with which a bot wins most against a pool of opponents.

    Then test the result against the start on fresh deals, and every weight by one-step deviations.
    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the search.
    """
    from ttrsim.cli.progress import StatusLine
    from ttrsim.cli.workers import workers
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.studies.tune import api

    with StatusLine() as line, console.writing(output), workers(threads, on, bot_timeout=bot_timeout) as chosen:
        tuned = api.tune(
            bot,
            board=board,
            players=players,
            against=split_specs(against) if against else (),
            weights=[name.strip() for name in weights.split(",")] if weights else None,
            games=games,
            minutes=minutes,
            deals=deals,
            seed=seed,
            out=output,
            threads=chosen,
            progress=line.show,
        )
    show_tuned(tuned, as_json)


def show_tuned(tuned: Tuned, as_json: bool) -> None:
    if as_json:
        console.say_json(tuned.as_dict())
        return
    console.show(tuned.document())
    console.tell(f"saved in {tuned.path}: the study, {tuned.weights_file.name}, tables and search.png")
