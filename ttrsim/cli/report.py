"""`ttrsim report`: HTML, figures and tables of one run, or of several side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, MetricFiles, Runs
from ttrsim.cli.progress import measuring
from ttrsim.errors import CheckError, UserError
from ttrsim.reports import PARTS

app = typer.Typer(add_completion=False)


@app.command()
def report(
    runs: Runs,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="Output folder (default: RUN/report; report/ for several)."),
    ] = None,
    parts: Annotated[
        str, typer.Option("--parts", metavar="PART,…", help="What to write besides summary.json (default: all).")
    ] = ",".join(PARTS),
    metrics: MetricFiles = None,
    as_json: Json = False,
) -> None:
    """Make a report of runs and experiments: one HTML file, a summary, figures and tables.

    The exit code is 3 if a control is out of bounds: a number that must come out whatever the bots do.
    """
    from ttrsim.reports.headlines import failed_controls
    from ttrsim.reports.summary import summarise
    from ttrsim.reports.write import write_report
    from ttrsim.runs.api import open_run

    chosen = _parts(parts)
    out = output or (runs[0] / "report" if len(runs) == 1 else Path("report"))
    with measuring() as progress:
        summary = summarise([open_run(run) for run in runs], metrics or (), progress)
    with console.writing(out):
        write_report(summary, out, chosen)
    if as_json:
        console.say_json({"folder": str(out), "parts": chosen, "failed_controls": failed_controls(summary)})
    else:
        console.say(f"{out / 'report.html' if 'html' in chosen else out}")
    if failed := failed_controls(summary):
        raise CheckError("\n".join(failed))


def _parts(text: str) -> list[str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    wrong = [part for part in parts if part not in PARTS]
    if wrong:
        raise UserError(f"no part {wrong[0]!r} of a report; there are {', '.join(PARTS)}")
    return parts
