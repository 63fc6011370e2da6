"""`ttrsim report`: HTML, figures and tables of one run, or of several side by side."""

from __future__ import annotations

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.documents.report.request import ReportRequest
from ttrsim.errors import CheckError

app = typer.Typer(add_completion=False)


@app.command(help=ReportRequest.__doc__)
@asks(ReportRequest)
def report(request: ReportRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with console.writing(request.out), TerminalProgress() as progress:
        report = ttrsim.report(request, progress=progress)
    if as_json:
        console.say_json(report.as_dict())
    else:
        console.say(str(report.page or report.folder))
    if failed := report.failed_controls:
        raise CheckError("\n".join(failed))
