"""The options of commands, each said once, so that they mean the same everywhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

MAX_SEED = 2**63 - 1  # what the kernel's whole numbers hold
MAX_GAME = 2**53
DEFAULT_SEED = 1

# ---- what is played ------------------------------------------------------------------------------
Scenario = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario file, a suite of scenarios, or a board to use with --bots."),
]
BoardName = Annotated[str, typer.Argument(metavar="BOARD", help="A built-in board, or the folder of your own.")]
Seats = Annotated[str, typer.Option("--bots", metavar="BOT,BOT,…", help="A bot for each seat, seat 0 first.")]
Bots = Annotated[
    str | None,
    typer.Option("--bots", metavar="BOT,BOT,…", help="A bot for each seat, seat 0 first (default: the scenario's)."),
]
Games = Annotated[
    int | None,
    typer.Option("--games", "-n", help="Number of games, rounded up to whole deals (default: the scenario's deals)."),
]
Deals = Annotated[int | None, typer.Option("--deals", help="Number of deals (default: the scenario's).")]
ScenarioSeed = Annotated[
    int | None, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of all deals (default: the scenario's).")
]
Seed = Annotated[int, typer.Option("--seed", "-s", min=0, max=MAX_SEED, help="Seed of all deals.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the scenario, e.g. board.wilds=12 or seats.1=greedy."),
]
Tables = Annotated[
    str | None,
    typer.Option("--tables", metavar="TABLE,…", help="The tables to keep (default: the scenario's, or all)."),
]
Restrictions = Annotated[
    list[str] | None,
    typer.Option("--restrict", metavar="KEYS", help="A restriction as in scenarios, e.g. 'seat=0, stations=false'."),
]

# ---- how it is played and shown ------------------------------------------------------------------
ThreadCount = Annotated[
    int | None, typer.Option("--threads", "-t", help="Number of threads (default: one for each core).")
]
NewFolder = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="DIR", help="Run folder (default: a new one in runs/).")
]
Shard = Annotated[
    str | None, typer.Option("--shard", metavar="K/N", help="Play only the K-th of N parts; `ttrsim merge` joins them.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON (docs/json.md).")]
Runs = Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")]
MetricFiles = Annotated[
    list[Path] | None, typer.Option("--metrics", metavar="FILE.py", help="A file with metrics of your own.")
]

CHANGES = {
    "bots": Bots,
    "games": Games,
    "deals": Deals,
    "seed": ScenarioSeed,
    "settings": Settings,
    "tables": Tables,
}


def changes_scenario(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that change a scenario, and hands them over as its argument `changes`."""

    @wraps(command)
    def with_options(**given: Any) -> None:
        from ttrsim.engine.bots import split_specs
        from ttrsim.scenario.changes import Changes

        values = {name: given.pop(name) for name in CHANGES}
        values["bots"] = split_specs(values["bots"]) if values["bots"] is not None else None
        values["tables"] = values["tables"].split(",") if values["tables"] is not None else None
        command(**given, changes=Changes(**(values | {"settings": values["settings"] or ()})))

    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_evaluated(parameter.annotation, command))
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "changes"
    ]
    spliced = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=hint)
        for name, hint in CHANGES.items()
    ]
    n_arguments = sum(parameter.default is inspect.Parameter.empty for parameter in own)
    parameters = [*own[:n_arguments], *spliced, *own[n_arguments:]]
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def _evaluated(annotation: Any, command: Callable[..., None]) -> Any:
    """Annotations are texts; this one is that of a command's parameter, so it stands in our own code."""
    return eval(annotation, command.__globals__) if isinstance(annotation, str) else annotation
