"""`ttrsim summary`: the main results of runs in the terminal."""

from __future__ import annotations

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, MetricFiles, Runs
from ttrsim.cli.progress import measuring
from ttrsim.errors import CheckError

app = typer.Typer(add_completion=False)


@app.command()
def summary(
    runs: Runs,
    metrics: MetricFiles = None,
    as_json: Json = False,
) -> None:
    """Print the main results of runs: findings in sentences, failed controls, the best and the worst.

    Exit code 3: a control is out of bounds, i.e. a number that does not depend on the bots is wrong.
    """
    from ttrsim.documents.report import api
    from ttrsim.documents.report.headlines import failed_controls
    from ttrsim.documents.report.terminal import print_summary

    with measuring() as progress:
        summary = api.summary(runs, metrics=metrics or (), progress=progress)
    if as_json:
        console.say_json(summary.json())
    else:
        print_summary(summary, console.rich_console())
    if failed := failed_controls(summary):
        raise CheckError("\n".join(failed))
