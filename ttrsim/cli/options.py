"""Options that several commands share, defined once so that they mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.naming import boards, bots, scenarios
from ttrsim.cli.output import Json as Json
from ttrsim.limits import MAX_PLAYERS, MAX_SEED

DEFAULT_SEED = 1


def at_most(limit: int) -> Callable[[int | None], int | None]:
    """A callback that refuses larger numbers. As `max`, a long limit would fill half of the help."""

    def check(value: int | None) -> int | None:
        if value is not None and value > limit:
            raise typer.BadParameter(f"{value} is greater than {limit}.")
        return value

    return check


# ---- what is played ------------------------------------------------------------------------------
Scenario = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A built-in scenario (`ttrsim scenario list`), a scenario file, or a board to use with --bots.",
        autocompletion=scenarios,
    ),
]
BoardName = Annotated[
    str, typer.Argument(metavar="BOARD", help="A built-in board, or a board folder.", autocompletion=boards)
]
Seats = Annotated[
    str,
    typer.Option("--bots", metavar="BOT,BOT,…", help="One bot for each seat; seat 0 comes first.", autocompletion=bots),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="BOT,BOT,…",
        help="One bot for each seat; seat 0 comes first (default: from the scenario).",
        autocompletion=bots,
    ),
]
Games = Annotated[
    int | None,
    typer.Option("--games", "-n", help="Number of games, rounded up to complete deals (default: from the scenario)."),
]
Deals = Annotated[int | None, typer.Option("--deals", help="Number of deals (default: from the scenario).")]
ScenarioSeed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        "-s",
        min=0,
        callback=at_most(MAX_SEED),
        help="Random seed for all deals (default: from the scenario).",
    ),
]
PlayerCount = Annotated[int, typer.Option("--players", "-p", min=2, max=MAX_PLAYERS, help="Players per game.")]
Seed = Annotated[
    int, typer.Option("--seed", "-s", min=0, callback=at_most(MAX_SEED), help="Random seed for all deals.")
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Override a value of the scenario, e.g. board.wilds=12, seats.1=greedy or seats.0.block=0.2; repeatable "
        "(default: none).",
    ),
]
Tables = Annotated[
    str | None,
    typer.Option(
        "--tables", metavar="TABLE,…", help="Tables to save; none saves only sums (default: from the scenario, or all)."
    ),
]
Restrictions = Annotated[
    list[str] | None,
    typer.Option(
        "--restrict",
        metavar="KEYS",
        help="Restrict a player, e.g. 'seat=0, stations=false'; repeatable (default: no restrictions).",
    ),
]

# ---- how it is played and shown ------------------------------------------------------------------
ThreadCount = Annotated[int | None, typer.Option("--threads", "-t", help="Worker threads (default: one per core).")]
OnCluster = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="dask|ADDRESS",
        help="Play on a Dask cluster: `dask` starts a local one, tcp://host:8786 uses yours (default: threads).",
    ),
]
Direct = Annotated[
    bool,
    typer.Option(
        "--direct",
        help="With --on: workers write the results to the run folder themselves; all must see it at the same path "
        "(default: results travel to this process, which writes them).",
    ),
]
BotTimeout = Annotated[
    float | None,
    typer.Option(
        "--bot-timeout",
        metavar="SECONDS",
        min=0.1,
        help="Stop if a bot needs more seconds than this for a decision (default: no limit).",
    ),
]
NewFolder = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="DIR", help="Run folder to create (default: a new folder in runs/)."),
]
Shard = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="K/N",
        help="Play only part K of N, e.g. 1/4; merge the parts with `ttrsim merge` (default: play everything).",
    ),
]
Exist = Annotated[
    str,
    typer.Option(
        "--exist",
        metavar="error|reuse",
        help="If the same run already exists: `reuse` it and play only what is missing, or stop with an `error` "
        "(default: error).",
        show_default=False,
    ),
]
RecordBoard = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="PATH",
        help="Board folder to use for a record (default: the board that the record names).",
    ),
]
Runs = Annotated[list[Path], typer.Argument(metavar="RUN…", help="One or more run folders.")]
MetricFiles = Annotated[
    list[Path] | None,
    typer.Option("--metrics", metavar="FILE.py", help="Python file with your own metrics; repeatable (default: none)."),
]
