"""`ttrsim sweep`: play a scenario with other values of some keys, and measure what they change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import BotTimeout, Json, OnCluster, Scenario, ThreadCount, changes_scenario

if TYPE_CHECKING:
    from ttrsim.runs.scenario.changes import Changes
    from ttrsim.studies.sweep.result import Sweep

app = typer.Typer(add_completion=False)


@app.command()
@changes_scenario
def sweep(
    scenario: Scenario,
    changes: Changes,
    vary: Annotated[
        list[str],
        typer.Option(
            "--vary",
            metavar="KEY=VALUES",
            help="What to vary: board.wilds=8:20:2 or seats.0.block=0,0.2,0.5. Several make a grid.",
        ),
    ],
    of: Annotated[
        str,
        typer.Option("--of", metavar="METRIC,…", help="Metrics to measure, e.g. win_share[planner],mean(turns)."),
    ],
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=2,
            help="Play only this many Sobol points; a range is then FROM:TO (default: the whole grid).",
        ),
    ] = None,
    reference: Annotated[
        str | None,
        typer.Option(
            "--reference",
            metavar="KEY=VALUE;…",
            help="Point that the others are compared with, e.g. board.wilds=14 (default: the first).",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Folder of the sweep (default: one in sweeps/)."),
    ] = None,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Play a scenario with other values of some keys, all on the same deals, and measure what they change.

    Each point is a run folder. Nothing is lost on Ctrl-C or a crash: `ttrsim resume` continues the sweep.
    """
    from ttrsim.cli.progress import StageProgress
    from ttrsim.cli.workers import workers
    from ttrsim.studies.sweep import api
    from ttrsim.studies.sweep.responses import split_responses

    with (
        StageProgress() as progress,
        console.writing(output),
        workers(threads, on, bot_timeout=bot_timeout) as chosen,
    ):
        found = api.sweep(
            scenario,
            vary,
            split_responses(of),
            sample=sample,
            reference=reference,
            games=changes.games,
            deals=changes.deals,
            seed=changes.seed,
            bots=changes.bots,
            tables=changes.tables,
            settings=changes.settings,
            out=output,
            threads=chosen,
            watcher=progress,
            progress=lambda number, n: progress.stage(f"point {number + 1} of {n}"),
        )
    show_sweep(found, as_json)


def show_sweep(found: Sweep, as_json: bool) -> None:
    if as_json:
        console.say_json(found.as_dict())
        return
    console.show_sheets(found.sheets())
    console.tell(f"saved in {found.path}: sweep.csv, sweep.png, result.json and a run folder for each point")
