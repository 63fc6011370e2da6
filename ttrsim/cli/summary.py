"""`ttrsim summary`: the main results of runs in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.documents.report.request import SummaryRequest
from ttrsim.errors import CheckError

app = typer.Typer(add_completion=False)


@app.command(help=SummaryRequest.__doc__)
@asks(SummaryRequest)
def summary(
    request: SummaryRequest,
    everything: Annotated[
        bool, typer.Option("--all", help="Print every answer and table (default: the answer).")
    ] = False,
    as_json: Json = False,
) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress
    from ttrsim.documents.report.outline import failed_controls

    with TerminalProgress() as progress:
        summary = ttrsim.summary(request, progress=progress)
    if as_json:
        console.say_json(summary.json())
    else:
        console.show(summary.document(), everything)
        if not everything:
            console.tell("more: `--all` prints every answer and table, `ttrsim report` draws them")
    if failed := failed_controls(summary):
        raise CheckError("\n".join(failed))
