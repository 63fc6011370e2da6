"""`ttrsim sprt`: is the new bot stronger?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, BotTimeout, Json, OnCluster, Seed, ThreadCount
from ttrsim.errors import CheckError, InconclusiveError, UserError

if TYPE_CHECKING:
    from ttrsim.studies.regression.match import Sprt

app = typer.Typer(add_completion=False)

MAX_GAMES = 100_000_000


@app.command()
def sprt(
    bots: Annotated[str, typer.Option("--bots", metavar="NEW,OLD", help="The new bot, then the old one.")],
    board: Annotated[str, typer.Option("--board", help="A built-in board, or a board folder.")] = "usa",
    elo0: Annotated[
        float, typer.Option("--elo0", min=-1000, max=1000, help="H0: Elo lead if the new bot is not stronger.")
    ] = 0,
    elo1: Annotated[
        float, typer.Option("--elo1", min=-1000, max=1000, help="H1: Elo lead if the new bot is stronger.")
    ] = 7,
    alpha: Annotated[
        float,
        typer.Option(
            "--alpha",
            min=0.0001,
            max=0.4999,
            help="False-positive rate: how often a bot that is not stronger is called stronger.",
        ),
    ] = 0.05,
    beta: Annotated[
        float,
        typer.Option(
            "--beta",
            min=0.0001,
            max=0.4999,
            help="False-negative rate: how often a stronger bot is called not stronger.",
        ),
    ] = 0.05,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, max=MAX_GAMES, help="Maximum number of games.")
    ] = 200_000,
    seed: Seed = DEFAULT_SEED,
    as_json: Json = False,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
) -> None:
    """Test whether a new bot is stronger than an old one (sequential probability ratio test).

    The bots play each deal in both seatings, and stop as soon as the result is clear.
    Exit code 0: stronger. 3: not stronger. 4: undecided after the maximum number of games.
    """
    from ttrsim.cli.progress import StatusLine
    from ttrsim.cli.workers import workers
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.studies.regression import api

    specs = split_specs(bots)
    if len(specs) != 2:
        raise UserError(f"--bots: a test needs two bots, the new one and the old one, not {len(specs)}")
    with StatusLine() as line, workers(threads, on, bot_timeout=bot_timeout) as chosen:
        outcome = api.sprt(
            *specs,
            board=board,
            elo0=elo0,
            elo1=elo1,
            alpha=alpha,
            beta=beta,
            games=games,
            seed=seed,
            threads=chosen,
            progress=lambda test: line.show(test.status),
        )
    if as_json:
        console.say_json(outcome.as_dict())
    else:
        console.show(outcome.document())
    _end(outcome)


def _end(outcome: Sprt) -> None:
    if outcome.verdict == "undecided":
        raise InconclusiveError(
            f"undecided after {2 * outcome.test.n:,} games whether {outcome.new} is stronger than {outcome.old}; "
            "play more with -n"
        )
    if outcome.verdict == "not stronger":
        raise CheckError(f"{outcome.new} is not stronger than {outcome.old}")
