"""`ttrsim report`: HTML, figures and tables of one run, or of several side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, MetricFiles, Runs
from ttrsim.cli.progress import measuring
from ttrsim.documents.report import PARTS
from ttrsim.errors import CheckError

app = typer.Typer(add_completion=False)


@app.command()
def report(
    runs: Runs,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="DIR",
            help="Output folder (default: RUN/report for one run, report/ for several).",
        ),
    ] = None,
    parts: Annotated[
        str, typer.Option("--parts", metavar="PART,…", help="Parts to write besides summary.json (default: all).")
    ] = ",".join(PARTS),
    metrics: MetricFiles = None,
    as_json: Json = False,
) -> None:
    """Write a report on runs and experiments: one HTML file, a summary, figures and tables.

    Exit code 3: a control is out of bounds, i.e. a number that does not depend on the bots is wrong.
    """
    from ttrsim.documents.report import api

    chosen = [part.strip() for part in parts.split(",") if part.strip()]
    with console.writing(output), measuring() as progress:
        report = api.report(runs, out=output, parts=chosen, metrics=metrics or (), progress=progress)
    if as_json:
        console.say_json(report.as_dict())
    else:
        console.say(str(report.page or report.folder))
    if failed := report.failed_controls:
        raise CheckError("\n".join(failed))
