"""`ttrsim experiment`: what something is worth, by playing the same deals with it and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.experiment.request import ExperimentRequest

if TYPE_CHECKING:
    from ttrsim.runs.run import Run

app = typer.Typer(add_completion=False)


@app.command(help=ExperimentRequest.__doc__)
@asks(ExperimentRequest)
def experiment(request: ExperimentRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with TerminalProgress() as progress:
        run = ttrsim.experiment(request, progress=progress)
    _show(run, as_json)


def _show(run: Run, as_json: bool) -> None:
    from ttrsim.cli.progress import measuring
    from ttrsim.documents.report.api import summary

    with measuring() as progress:
        measured = summary(run, progress=progress)
    if as_json:
        console.say_json(measured.json())
        return
    console.show(measured.document())
    console.tell(f"saved in {run.path}; `ttrsim report {run.path}` writes a report")
