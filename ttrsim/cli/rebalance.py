"""`ttrsim rebalance`: move the numbers of a board until tickets, seats or other targets are fair."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, BoardName, Json, OnCluster, Seed, ThreadCount, bot_names
from ttrsim.errors import CheckError, InconclusiveError
from ttrsim.studies.rebalance import DEFAULT_BAND, MOST_GAMES

app = typer.Typer(add_completion=False)


@app.command()
def rebalance(
    board: BoardName,
    change: Annotated[
        list[str] | None,
        typer.Option(
            "--change",
            metavar="NAME[=LOW:HIGH]",
            help="What may move: tickets, routes (points by length), stations (their points), longest_points, any "
            "other number of the board, or one ticket; with bounds if you like; repeatable (default: tickets).",
        ),
    ] = None,
    most: Annotated[
        int | None, typer.Option("--most", metavar="N", help="How far each number may move (default: any distance).")
    ] = None,
    band: Annotated[
        float | None,
        typer.Option(
            "--band",
            metavar="PP",
            help="Percentage points of the win share that a ticket may be better or worse than the median ticket of "
            f"its deck (default: {DEFAULT_BAND:g} if tickets may move or there is no other goal).",
        ),
    ] = None,
    seats: Annotated[
        float | None,
        typer.Option(
            "--seats",
            metavar="PP",
            help="Percentage points that the win share of a seat may differ from an equal share (default: any).",
        ),
    ] = None,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="THRESHOLD",
            help="A goal in any metric, e.g. 'mean(turns) in [60, 80]' or 'seat_win_share[0] < 0.55'; repeatable "
            "(default: none).",
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="BOT,BOT,…",
            help="One bot for each seat (default: the strongest built-in bot, as few players as the board allows).",
            autocompletion=bot_names,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            help=f"Maximum number of games (default: as many as the band needs, at most {MOST_GAMES:,}).",
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", help="Start no round that would take longer than this in all (default: no limit)."),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Folder for the new board, its report and all rounds; the same command continues an interrupted "
            "search there (default: rebalanced-BOARD).",
        ),
    ] = None,
    threads: ThreadCount = None,
    on: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Move the points of a board until no ticket is much better than another; write the new board and a report.

    Exit code 3: no allowed change reaches the goal. 4: more games are needed.
    """
    from ttrsim.cli.progress import StageProgress
    from ttrsim.cli.workers import workers
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.studies.rebalance import api

    with StageProgress() as progress, console.writing(output), workers(threads, on) as chosen:
        found = api.rebalance(
            board,
            change=[name for text in change or ["tickets"] for name in text.split(",")],
            most=most,
            band=band,
            seat_band=seats,
            targets=target or (),
            bots=split_specs(bots) if bots else None,
            games=games,
            minutes=minutes,
            seed=seed,
            out=output,
            threads=chosen,
            progress=progress,
        )
    if as_json:
        console.say_json(found.as_dict())
    else:
        console.show_sheets(found.sheets())
        console.tell(f"new board in {found.folder}; report: {found.folder / 'rebalance.html'}")
    if found.verdict == "stuck":
        raise CheckError(found.sentence)
    if found.verdict == "inconclusive":
        raise InconclusiveError(found.sentence)
    if not as_json:
        console.say(found.sentence)
