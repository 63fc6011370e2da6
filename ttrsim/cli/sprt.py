"""`ttrsim sprt`: is the new bot stronger?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import DEFAULT_SEED, Json, Seed, ThreadCount
from ttrsim.errors import CheckError, InconclusiveError, Interrupted, UserError

if TYPE_CHECKING:
    from ttrsim.scenario.reading import Setup
    from ttrsim.stats.gsprt import Gsprt, Hypotheses

app = typer.Typer(add_completion=False)

MAX_GAMES = 100_000_000
VERDICTS = {1: "stronger", 0: "not stronger", None: "undecided"}


@app.command()
def sprt(
    bots: Annotated[str, typer.Option("--bots", metavar="NEW,OLD", help="The new bot, then the old one.")],
    board: Annotated[str, typer.Option("--board", help="A built-in board, or the folder of your own.")] = "usa",
    elo0: Annotated[
        float, typer.Option("--elo0", min=-1000, max=1000, help="H0: Elo lead of a new bot that is no better.")
    ] = 0,
    elo1: Annotated[
        float, typer.Option("--elo1", min=-1000, max=1000, help="H1: Elo lead of a new bot that is better.")
    ] = 7,
    alpha: Annotated[
        float,
        typer.Option(
            "--alpha", min=0.0001, max=0.4999, help="False-positive rate: calling it stronger when it is not."
        ),
    ] = 0.05,
    beta: Annotated[
        float,
        typer.Option("--beta", min=0.0001, max=0.4999, help="False-negative rate: calling it no stronger when it is."),
    ] = 0.05,
    games: Annotated[
        int, typer.Option("--games", "-n", min=2, max=MAX_GAMES, help="Maximum number of games.")
    ] = 200_000,
    seed: Seed = DEFAULT_SEED,
    as_json: Json = False,
    threads: ThreadCount = None,
) -> None:
    """Test whether a new bot is stronger than an old one: each deal in both seatings, until it is clear."""
    from ttrsim.engine.bots import split_specs
    from ttrsim.scenario.changes import Changes
    from ttrsim.scenario.reading import load_scenario
    from ttrsim.stats.gsprt import Hypotheses, share_of_elo

    if elo0 >= elo1:
        raise UserError(f"--elo1 should be more than --elo0, not {elo1:g} against {elo0:g}")
    hypotheses = Hypotheses(share_of_elo(elo0), share_of_elo(elo1), alpha, beta)
    setup = load_scenario({"board": board, "seats": split_specs(bots)}, Changes(games=games, seed=seed))
    test = _play(setup, hypotheses, threads)
    if as_json:
        console.say_json(_as_dict(setup, test))
    else:
        console.say("\n".join(_lines(setup, test)))
    _end(setup, test)


def _play(setup: Setup, hypotheses: Hypotheses, threads: int | None) -> Gsprt:
    from ttrsim.cli.progress import StatusLine
    from ttrsim.engine.executor import Threads
    from ttrsim.regression.match import play_match

    last = ""

    def report(test: Gsprt) -> None:
        nonlocal last
        last = _status(test)
        line.show(last)

    with StatusLine() as line:
        try:
            return play_match(setup, hypotheses, report, Threads(threads))
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted: {last}" if last else "interrupted") from None


def _status(test: Gsprt) -> str:
    bounds = test.hypotheses
    return (
        f"LLR {test.ratio:+.2f} of {bounds.lower:.2f} to {bounds.upper:.2f}, {2 * test.n:,} games, "
        f"win share {test.mean:.2%}"
    )


def _lines(setup: Setup, test: Gsprt) -> list[str]:
    from ttrsim.stats.gsprt import fixed_size

    new, old = setup.labels
    low, high = test.interval()
    bounds = test.hypotheses
    shares = f"no better: {bounds.mean_0:.2%}, better: {bounds.mean_1:.2%}"
    errors = f"errors {bounds.alpha:.0%} and {bounds.beta:.0%}"
    notices = [setup.board.notice] if setup.board.notice else []
    return [
        f"{new} against {old} on {setup.board.name}: {VERDICTS[test.accepted]}",
        f"{_status(test)} ({low:.2%} … {high:.2%}), 95 % at every look, n = {test.n:,} deals in both seatings",
        f"{shares}; {errors}; a test of fixed size takes {2 * fixed_size(bounds, test.variance):,.0f} games",
        *notices,
    ]


def _as_dict(setup: Setup, test: Gsprt) -> dict[str, Any]:
    low, high = test.interval()
    bounds = test.hypotheses
    return {
        "new": setup.labels[0],
        "old": setup.labels[1],
        "board": setup.board.name,
        "notice": setup.board.notice,
        "verdict": VERDICTS[test.accepted],
        "llr": test.ratio,
        "bounds": {"lower": bounds.lower, "upper": bounds.upper},
        "shares": {"no better": bounds.mean_0, "better": bounds.mean_1},
        "games": 2 * test.n,
        "deals": test.n,
        "win_share": {"value": test.mean, "low": low, "high": high},
    }


def _end(setup: Setup, test: Gsprt) -> None:
    new, old = setup.labels
    if test.accepted is None:
        raise InconclusiveError(f"{2 * test.n:,} games do not tell whether {new} is stronger than {old}: give more")
    if test.accepted == 0:
        raise CheckError(f"{new} is not stronger than {old}")
