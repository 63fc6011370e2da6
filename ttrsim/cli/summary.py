"""`ttrsim summary`: the essentials of runs in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console

app = typer.Typer(add_completion=False)

Runs = Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.")]
MetricFiles = Annotated[
    list[Path] | None, typer.Option("--metrics", metavar="FILE.py", help="A file with metrics of your own.")
]


@contextmanager
def measuring() -> Iterator[Callable[[str, float], None]]:
    """Shows how far the measuring is, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress, TaskID

    with Progress(console=Console(stderr=True), transient=True) as shown:
        tasks: dict[str, TaskID] = {}

        def progress(run: str, share: float) -> None:
            if run not in tasks:
                tasks[run] = shown.add_task(f"measuring {run}", total=1.0)
            shown.update(tasks[run], completed=share)

        yield progress


@app.command()
def summary(
    runs: Runs,
    metrics: MetricFiles = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole summary as JSON.")] = False,
) -> None:
    """Print the essentials of runs: answers, controls, and the tickets at both ends."""
    from ttrsim.report.summary import summarise
    from ttrsim.report.terminal import print_summary
    from ttrsim.runs.api import open_run

    with measuring() as progress:
        found = summarise([open_run(run) for run in runs], metrics or (), progress)
    if as_json:
        console.say_json(found.json())
    else:
        print_summary(found, console.rich_console())
