"""Options that several commands share, defined once so that they mean the same everywhere."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from ttrsim.limits import MAX_PLAYERS

MAX_SEED = 2**63 - 1  # the largest integer of the kernel
MAX_GAME = 2**53
DEFAULT_SEED = 1


def at_most(limit: int) -> Callable[[int | None], int | None]:
    """A callback that refuses larger numbers. As `max`, a long limit would fill half of the help."""

    def check(value: int | None) -> int | None:
        if value is not None and value > limit:
            raise typer.BadParameter(f"{value} is greater than {limit}.")
        return value

    return check


# ---- names that a shell completes ----------------------------------------------------------------


def board_names(incomplete: str) -> list[str]:
    from ttrsim.games.registry import board_names

    return [name for name in board_names() if name.startswith(incomplete)]


def scenario_names(incomplete: str) -> list[str]:
    from ttrsim.runs.scenario.sources import built_in_scenarios

    return [name for name in built_in_scenarios() if name.startswith(incomplete)] + board_names(incomplete)


def bot_names(incomplete: str) -> list[str]:
    """Of a comma-separated list the last one is completed."""
    from ttrsim.games.registry import GAMES

    others, comma, last = incomplete.rpartition(",")
    names = sorted({name for game in GAMES.values() for name in game.bot_names()})
    return [others + comma + name for name in names if name.startswith(last)]


# ---- what is played ------------------------------------------------------------------------------
Scenario = Annotated[
    str,
    typer.Argument(
        metavar="SCENARIO",
        help="A built-in scenario (`ttrsim scenario list`), a scenario file, or a board to use with --bots.",
        autocompletion=scenario_names,
    ),
]
BoardName = Annotated[
    str, typer.Argument(metavar="BOARD", help="A built-in board, or a board folder.", autocompletion=board_names)
]
Seats = Annotated[
    str,
    typer.Option(
        "--bots", metavar="BOT,BOT,…", help="One bot for each seat; seat 0 comes first.", autocompletion=bot_names
    ),
]
Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="BOT,BOT,…",
        help="One bot for each seat; seat 0 comes first (default: from the scenario).",
        autocompletion=bot_names,
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
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON (docs/json.md).")]
Runs = Annotated[list[Path], typer.Argument(metavar="RUN…", help="One or more run folders.")]
MetricFiles = Annotated[
    list[Path] | None,
    typer.Option("--metrics", metavar="FILE.py", help="Python file with your own metrics; repeatable (default: none)."),
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
    """Adds the options that change a scenario to a command, which gets them as its argument `changes`."""
    return with_options(command, "changes", {name: (hint, None) for name, hint in CHANGES.items()}, _changes)


def _changes(**values: Any) -> Any:
    from ttrsim.play.bots.specs import split_specs
    from ttrsim.runs.scenario.changes import Changes

    values["bots"] = split_specs(values["bots"]) if values["bots"] is not None else None
    values["tables"] = _tables(values["tables"])
    return Changes(**(values | {"settings": values["settings"] or ()}))


def with_options(
    command: Callable[..., None],
    name: str,
    options: Mapping[str, tuple[Any, Any]],
    make: Callable[..., Any],
    is_last: bool = False,
) -> Callable[..., None]:
    """Adds options, each with its default, to a command, which gets what is made of them as its argument `name`."""

    @wraps(command)
    def with_options(**given: Any) -> None:
        values = {option: given.pop(option) for option in options}
        command(**given, **{name: make(**values)})

    own = [
        parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=_evaluated(parameter.annotation, command))
        for parameter in inspect.signature(command).parameters.values()
        if parameter.name != name
    ]
    spliced = [
        inspect.Parameter(option, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
        for option, (hint, default) in options.items()
    ]
    place = len(own) if is_last else sum(parameter.default is inspect.Parameter.empty for parameter in own)
    parameters = [*own[:place], *spliced, *own[place:]]
    with_options.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    with_options.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return with_options


def _tables(text: str | None) -> list[str] | None:
    if text is None:
        return None
    return [] if text == "none" else text.split(",")


def _evaluated(annotation: Any, command: Callable[..., None]) -> Any:
    """An annotation is a string. This one comes from our own code, so it is safe to evaluate."""
    return eval(annotation, command.__globals__) if isinstance(annotation, str) else annotation
