"""`ttrsim resume`: continue a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.options import BotTimeout, Json, OnCluster, ThreadCount
from ttrsim.cli.run import say_runs

app = typer.Typer(add_completion=False)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the run.")],
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    as_json: Json = False,
) -> None:
    """Resume a run that was interrupted or killed. The result is the same as without the interruption."""
    from ttrsim.cli.progress import RunProgress
    from ttrsim.cli.workers import workers
    from ttrsim.runs import api

    with RunProgress() as progress, workers(threads, on, progress, bot_timeout) as chosen:
        run = api.resume(folder, threads=chosen, watcher=progress)
    say_runs([run], as_json)
