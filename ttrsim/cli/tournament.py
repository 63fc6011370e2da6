"""`ttrsim tournament`: play bots against one another and rank them in a ladder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, BoardName, BotTimeout, OnCluster, PlayerCount, Seed, ThreadCount
from ttrsim.cli.output import Output, shows_result
from ttrsim.errors import UserError
from ttrsim.studies.tournament import DEFAULT_DEALS, MAX_DEALS, MIN_DEALS

if TYPE_CHECKING:
    from ttrsim.studies.tournament.ladder import Ladder
    from ttrsim.studies.tournament.skill import SkillLadder

app = typer.Typer(add_completion=False)


@app.command()
@shows_result
def tournament(
    board: BoardName,
    to: Output,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="BOT,BOT,…", help="The bots that take part (default: see --ladder).")
    ] = None,
    skill: Annotated[
        str | None,
        typer.Option(
            "--ladder",
            metavar="BOT.WEIGHT=N,N,…",
            help="Instead of --bots: play each bot only against the one before, weakest first, with two players; a "
            "weight with several values, e.g. seer.rollouts=50,100,200, or BOT,BOT,… (default: none).",
        ),
    ] = None,
    players: PlayerCount = 2,
    gauntlet: Annotated[
        str | None,
        typer.Option("--gauntlet", metavar="BOT", help="Play only the line-ups with this bot (default: all line-ups)."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            help="Total number of games, rounded up to complete deals (default: as --deals says).",
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            min=MIN_DEALS,
            max=MAX_DEALS,
            help=f"Deals for each line-up of bots (default: {DEFAULT_DEALS:,}).",
        ),
    ] = None,
    seed: Seed = DEFAULT_SEED,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Also write CSV, JSON and a heat map to this folder (default: print only).",
        ),
    ] = None,
) -> None:
    """Play bots against one another and rank them.

    Every line-up plays each deal in all seat rotations. On Ctrl-C, the ladder of the complete deals is printed.
    """
    from ttrsim.cli.progress import TerminalProgress
    from ttrsim.cli.workers import workers
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.studies.tournament import api

    if (bots is None) == (skill is None):
        raise UserError("give --bots or --ladder, and not both")
    if skill is not None and (gauntlet is not None or players != 2):
        raise UserError("--ladder plays pairs with two players: it does not work with --gauntlet and --players")
    with (
        TerminalProgress() as progress,
        console.writing(output),
        workers(threads, on, bot_timeout=bot_timeout) as chosen,
    ):
        options: dict[str, Any] = {"games": games, "deals": deals, "seed": seed, "out": output, "threads": chosen}

        def show(done: int, n_games: int) -> None:
            progress.total, progress.unit = n_games, "games"
            progress.count(done - progress.done)

        options["progress"] = show
        ladder: Ladder | SkillLadder
        try:
            if skill is not None:
                ladder = api.skill_ladder(board, skill, **options)
            else:
                ladder = api.tournament(board, split_specs(bots or ""), players=players, gauntlet=gauntlet, **options)
        except (api.InterruptedTournament, api.InterruptedSkillLadder) as interrupted:
            to.show(interrupted.ladder)
            raise
    to.show(ladder)
