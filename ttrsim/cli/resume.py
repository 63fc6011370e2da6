"""`ttrsim resume`: go on with a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli.run import ThreadCount, say_run

app = typer.Typer(add_completion=False)


@app.command()
def resume(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the run.")],
    threads: ThreadCount = None,
) -> None:
    """Go on with a run that was interrupted."""
    from ttrsim.cli.progress import Progress
    from ttrsim.runs import api

    with Progress() as progress:
        run = api.resume(folder, threads=threads, watcher=progress)
    say_run(run)
