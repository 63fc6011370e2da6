"""`ttrsim summary`: the main results of runs in the terminal."""

from __future__ import annotations

from typing import Annotated

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
    everything: Annotated[
        bool, typer.Option("--all", help="Print every answer and table (default: the answer).")
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the main results of runs: findings in sentences, failed controls, the best and the worst.

    Exit code 3: a control is out of bounds, i.e. a number that does not depend on the bots is wrong.
    """
    from ttrsim.documents.report import api
    from ttrsim.documents.report.outline import failed_controls

    with measuring() as progress:
        summary = api.summary(runs, metrics=metrics or (), progress=progress)
    if as_json:
        console.say_json(summary.json())
    else:
        console.show(summary.document(), everything)
        if not everything:
            console.tell("more: `--all` prints every answer and table, `ttrsim report` draws them")
    if failed := failed_controls(summary):
        raise CheckError("\n".join(failed))
