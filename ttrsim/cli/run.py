"""`ttrsim run`: play a scenario and save the results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import (
    BotTimeout,
    Direct,
    Exist,
    Json,
    NewFolder,
    OnCluster,
    Scenario,
    Shard,
    ThreadCount,
    changes_scenario,
)

if TYPE_CHECKING:
    from ttrsim.runs.run import Run
    from ttrsim.runs.scenario.changes import Changes

app = typer.Typer(add_completion=False)


@app.command()
@changes_scenario
def run(
    scenario: Scenario,
    changes: Changes,
    output: NewFolder = None,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    direct: Direct = False,
    shard: Shard = None,
    chunk: Annotated[
        int | None,
        typer.Option("--chunk", help="Games to play and save at a time (default: depends on the size of the run)."),
    ] = None,
    exist: Exist = "error",
    as_json: Json = False,
) -> None:
    """Play a scenario on all cores and save the results in a run folder.

    Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the run.
    """
    from ttrsim.cli.progress import RunProgress
    from ttrsim.cli.workers import workers
    from ttrsim.runs.scenario.sources import find_scenarios
    from ttrsim.runs.suites import run_all

    with RunProgress() as progress, workers(threads, on, progress, bot_timeout, direct) as chosen:
        how = {"threads": chosen, "shard": shard, "chunk": chunk, "exist": exist, "watcher": progress}
        runs = run_all(find_scenarios(scenario), changes, output, **how)
    say_runs(list(runs.values()), as_json)


def say_runs(runs: list[Run], as_json: bool) -> None:
    """Says where complete runs are, and how many games they have."""
    if as_json:
        console.say_json([run_dict(run) for run in runs])
        return
    for run in runs:
        shard = f", shard {run.manifest.shard}" if run.manifest.shard else ""
        console.tell(f"{run.path}: {run.games:,} games, {run.rotations} of each deal{shard}")
        if run.manifest.notice:
            console.tell(run.manifest.notice)


def run_dict(run: Run) -> dict[str, Any]:
    manifest = run.manifest
    return {
        "path": str(run.path),
        "board": run.scenario.board.name,
        "bots": manifest.bots,
        "players": manifest.seats,
        "games": run.games,
        "deals": manifest.deals,
        "rotations": run.rotations,
        "seed": manifest.seed,
        "shard": manifest.shard,
        "tables": run.tables,
        "notice": manifest.notice,
        "key": manifest.key,
    }
