"""`ttrsim break-even`: the points at which keeping a ticket neither gains nor loses."""

from __future__ import annotations

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.experiment.request import BreakEvenRequest

app = typer.Typer(add_completion=False)


@app.command(help=BreakEvenRequest.__doc__)
@asks(BreakEvenRequest)
def break_even(request: BreakEvenRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with TerminalProgress() as progress:
        points = ttrsim.break_even(request, progress=progress)
    if as_json:
        console.say_json(points.as_dict())
    else:
        console.show(points.document())
