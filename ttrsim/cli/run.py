"""`ttrsim run`: play a scenario into a folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console

if TYPE_CHECKING:
    from ttrsim.runs.run import Run
    from ttrsim.scenario.changes import Changes

app = typer.Typer(add_completion=False)

Scenario = Annotated[
    str, typer.Argument(metavar="SCENARIO", help="A scenario file, a suite, or a board to play on with --bots.")
]
Games = Annotated[int | None, typer.Option("--games", "-n", help="How many games, rounded up to whole deals.")]
Deals = Annotated[int | None, typer.Option("--deals", help="How many deals, in place of games.")]
Seed = Annotated[int | None, typer.Option("--seed", "-s", help="Equal seeds, equal deals.")]
Bots = Annotated[str | None, typer.Option("--bots", metavar="BOT,BOT,…", help="A bot for each seat, seat 0 first.")]
Tables = Annotated[str | None, typer.Option("--tables", metavar="TABLE,…", help="The tables to keep, if not all.")]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change the scenario, e.g. board.wilds=12 or seats.1=greedy."),
]
ThreadCount = Annotated[
    int | None, typer.Option("--threads", "-t", help="Worker threads (default: one for each core).")
]


@app.command()
def run(
    scenario: Scenario,
    bots: Bots = None,
    games: Games = None,
    deals: Deals = None,
    seed: Seed = None,
    settings: Settings = None,
    tables: Tables = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="DIR", help="A new folder; else one in runs/.")
    ] = None,
    threads: ThreadCount = None,
    shard: Annotated[
        str | None, typer.Option("--shard", metavar="K/N", help="Play only the K-th of N parts; see merge.")
    ] = None,
    chunk: Annotated[int | None, typer.Option("--chunk", help="Games played and written in one go.")] = None,
) -> None:
    """Play a scenario on all cores into a run folder."""
    from ttrsim.cli.progress import Progress
    from ttrsim.runs.suites import run_all
    from ttrsim.scenario.sources import find_scenarios

    changes = changes_of(bots, games, deals, seed, settings, tables)
    with Progress() as progress:
        how = {"threads": threads, "shard": shard, "chunk": chunk, "watcher": progress}
        made = run_all(find_scenarios(scenario), changes, output, **how)
    for each in made.values():
        say_run(each)


def changes_of(
    bots: str | None,
    games: int | None,
    deals: int | None,
    seed: int | None,
    settings: list[str] | None,
    tables: str | None,
) -> Changes:
    """The options that change a scenario."""
    from ttrsim.engine.bots import split_specs
    from ttrsim.scenario.changes import Changes

    return Changes(
        games=games,
        deals=deals,
        seed=seed,
        bots=split_specs(bots) if bots is not None else None,
        tables=tables.split(",") if tables is not None else None,
        settings=settings or (),
    )


def say_run(run: Run) -> None:
    """What a run came to, when it is complete."""
    shard = f", shard {run.manifest.shard}" if run.manifest.shard else ""
    console.say(f"{run.path}: {run.games:,} games, {run.rotations} of each deal{shard}")
    if run.manifest.notice:
        console.say(run.manifest.notice)
