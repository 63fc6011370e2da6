"""`ttrsim break-even`: the points at which keeping a ticket neither gains nor loses."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from ttrsim.cli import console
from ttrsim.cli.asking import asks
from ttrsim.cli.options import Json
from ttrsim.studies.experiment.request import BreakEvenRequest

if TYPE_CHECKING:
    from ttrsim.studies.experiment.break_even import BreakEven

app = typer.Typer(add_completion=False)


@app.command(help=BreakEvenRequest.__doc__)
@asks(BreakEvenRequest)
def break_even(request: BreakEvenRequest, as_json: Json = False) -> None:
    import ttrsim
    from ttrsim.cli.progress import TerminalProgress

    with TerminalProgress() as progress:
        points = ttrsim.break_even(request, progress=progress)
    if as_json:
        console.say_json([asdict(each) for each in points])
    else:
        _print_break_even(points)


def _print_break_even(points: list[BreakEven]) -> None:
    from ttrsim.documents.report.model import Column, ReportTable
    from ttrsim.documents.report.terminal import print_table

    columns = (
        Column("ticket", "ticket", "text"),
        Column("printed", "printed", "count"),
        Column("points", "break-even, known to the bots", "number", has_interval=True),
        Column("n", "pairs", "count"),
    )
    rows = [
        {"ticket": each.ticket, "printed": each.printed, "points": each.points, "n": each.n}
        | {"points_low": each.low, "points_high": each.high}
        for each in points
    ]
    print_table(ReportTable("break_even", "Break-even points", columns, rows), console.rich_console())
