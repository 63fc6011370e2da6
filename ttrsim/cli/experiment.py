"""`ttrsim experiment`: what something is worth, by playing the same deals with it and without it."""

from __future__ import annotations

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.experiment.request import ExperimentRequest

app = typer.Typer(add_completion=False)


@app.command(help=ExperimentRequest.__doc__)
@asks(ExperimentRequest)
def experiment(request: ExperimentRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with TerminalProgress() as progress:
        run = ttrsim.experiment(request, progress=progress)
        measured = ttrsim.summary(run, progress=progress)
    if as_json:
        console.say_json(measured.json())
        return
    console.show(measured.document())
    console.tell(f"saved in {run.path}; `ttrsim report {run.path}` writes a report")
