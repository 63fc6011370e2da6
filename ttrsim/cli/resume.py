"""`ttrsim resume`: go on with what was interrupted or killed."""

from __future__ import annotations

import typer

from ttrsim.cli.asking import asks, show_result
from ttrsim.cli.output import Output, shows_result
from ttrsim.cli.trusting import asking_first
from ttrsim.studies.run.request import ResumeRequest

app = typer.Typer(add_completion=False)


@app.command(help=ResumeRequest.__doc__)
@asks(ResumeRequest)
@shows_result
def resume(request: ResumeRequest, to: Output) -> None:
    asking_first(lambda trust: show_result(request.model_copy(update={"trust": trust}), to), request.trust)
