"""`ttrsim resume`: continue a run, a sweep, or a study of `ttrsim tune`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.options import BotTimeout, Direct, Json, OnCluster, ThreadCount
from ttrsim.cli.run import say_runs

app = typer.Typer(add_completion=False)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of the run, sweep or study.")],
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    direct: Direct = False,
    as_json: Json = False,
) -> None:
    """Resume a run, a sweep or a study that was interrupted or killed. The result is as without the interruption."""
    from ttrsim.cli.progress import RunProgress
    from ttrsim.cli.workers import workers
    from ttrsim.errors import UserError
    from ttrsim.runs import api
    from ttrsim.studies.sweep.folder import is_sweep
    from ttrsim.studies.tune.folder import is_study

    if direct and (is_sweep(folder) or is_study(folder)):
        raise UserError("--direct is for runs and experiments: a sweep or a study has no parts")
    if is_sweep(folder):
        _resume_sweep(folder, threads, bot_timeout, on, as_json)
        return
    if is_study(folder):
        _resume_study(folder, threads, bot_timeout, on, as_json)
        return
    with RunProgress() as progress, workers(threads, on, progress, bot_timeout, direct) as chosen:
        run = api.resume(folder, threads=chosen, watcher=progress)
    say_runs([run], as_json)


def _resume_study(folder: Path, threads: int | None, bot_timeout: float | None, on: str | None, as_json: bool) -> None:
    from ttrsim.cli.progress import StatusLine
    from ttrsim.cli.tune import show_tuned
    from ttrsim.cli.workers import workers
    from ttrsim.studies.tune.api import resume_tuning

    with StatusLine() as line, workers(threads, on, bot_timeout=bot_timeout) as chosen:
        tuned = resume_tuning(folder, threads=chosen, progress=line.show)
    show_tuned(tuned, as_json)


def _resume_sweep(folder: Path, threads: int | None, bot_timeout: float | None, on: str | None, as_json: bool) -> None:
    from ttrsim.cli.progress import StageProgress
    from ttrsim.cli.sweep import show_sweep
    from ttrsim.cli.workers import workers
    from ttrsim.studies.sweep.api import resume_sweep

    with StageProgress() as progress, workers(threads, on, bot_timeout=bot_timeout) as chosen:
        found = resume_sweep(
            folder,
            threads=chosen,
            watcher=progress,
            progress=lambda number, n: progress.stage(f"point {number + 1} of {n}"),
        )
    show_sweep(found, as_json)
