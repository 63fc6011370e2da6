"""Options that several commands share, defined once so that they mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.naming import boards, bots
from ttrsim.cli.output import Json as Json
from ttrsim.limits import MAX_SEED

DEFAULT_SEED = 1


def at_most(limit: int) -> Callable[[int | None], int | None]:
    """A callback that refuses larger numbers. As `max`, a long limit would fill half of the help."""

    def check(value: int | None) -> int | None:
        if value is not None and value > limit:
            raise typer.BadParameter(f"{value} is greater than {limit}.")
        return value

    return check


# ---- what is played ------------------------------------------------------------------------------
BoardName = Annotated[
    str, typer.Argument(metavar="BOARD", help="A built-in board, or a board folder.", autocompletion=boards)
]
Seats = Annotated[
    str,
    typer.Option("--bots", metavar="BOT,BOT,…", help="One bot for each seat; seat 0 comes first.", autocompletion=bots),
]
Seed = Annotated[
    int, typer.Option("--seed", "-s", min=0, callback=at_most(MAX_SEED), help="Random seed for all deals.")
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
RecordBoard = Annotated[
    str | None,
    typer.Option(
        "--board",
        metavar="PATH",
        help="Board folder to use for a record (default: the board that the record names).",
    ),
]
MetricFiles = Annotated[
    list[Path] | None,
    typer.Option("--metrics", metavar="FILE.py", help="Python file with your own metrics; repeatable (default: none)."),
]
