"""`ttrsim experiment`: what something is worth, by trying it on the same deals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import Json, NewFolder, Shard, ThreadCount, changes_scenario

if TYPE_CHECKING:
    from ttrsim.experiments.break_even import BreakEven
    from ttrsim.runs.run import Run
    from ttrsim.scenario.changes import Changes

app = typer.Typer(add_completion=False)

BREAK_EVEN = "break-even"

KINDS_HELP = """\
Whole deals: tickets (keep each set-up ticket or refuse it), keep-sets (every set of a set-up offer), routes (closed to
one player), route-exists (closed to all), stations, ticket-draws, open-wilds, tunnels (barred for one player),
rules (--with: other rules or weights). Single decisions: later-tickets, draw-now, tempo, station-now, pay-tunnel,
take-wild, face-up. And break-even: the points at which a ticket is worth keeping no more and no less, for bots that
know the number."""


@app.command()
@changes_scenario
def experiment(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=KINDS_HELP)],
    scenario: Annotated[str, typer.Argument(metavar="BOARD", help="A board (with --bots), or a scenario file.")],
    changes: Changes,
    until: Annotated[
        float | None,
        typer.Option(
            "--until", metavar="PP", help="Stop when every effect on the win share is known to ± PP percentage points."
        ),
    ] = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="ID,ID,…", help="The tickets or routes to try (default: all).")
    ] = None,
    seats: Annotated[
        str | None, typer.Option("--seats", metavar="SEAT,…", help="The seats to treat, from 0 (default: all).")
    ] = None,
    every: Annotated[
        int | None, typer.Option("--every", help="Single decisions: try one of so many (default: by kind).")
    ] = None,
    per_game: Annotated[int | None, typer.Option("--per-game", help="Routes to try in each game (default: 8).")] = None,
    other: Annotated[
        list[str] | None,
        typer.Option("--with", metavar="KEY=VALUE", help="Rules: what changes, e.g. board.wilds=12."),
    ] = None,
    output: NewFolder = None,
    threads: ThreadCount = None,
    shard: Shard = None,
    as_json: Json = False,
) -> None:
    """Find out what something is worth: play the same deals with it and without it."""
    subjects = only.split(",") if only else []
    if kind == BREAK_EVEN:
        _break_even(scenario, changes, subjects, threads, as_json)
        return
    from ttrsim.cli.progress import RunProgress
    from ttrsim.experiments import api

    with RunProgress() as progress:
        run = api.experiment(
            kind,
            scenario,
            until=until,
            only=subjects,
            seats=[_seat(text) for text in seats.split(",")] if seats else (),
            every=every,
            per_game=per_game,
            rules=other or (),
            tables=changes.tables,
            out=output,
            threads=threads,
            shard=shard,
            watcher=progress,
            **_options(changes),
        )
    _show(run, as_json)


def _options(changes: Changes) -> dict[str, Any]:
    return {name: getattr(changes, name) for name in ("games", "deals", "seed", "bots", "settings")}


def _seat(text: str) -> int:
    from ttrsim.errors import UserError

    if not text.strip().isdecimal():
        raise UserError(f"--seats: a seat is a number from 0, not {text.strip()!r}")
    return int(text)


def _show(run: Run, as_json: bool) -> None:
    from ttrsim.cli.progress import measuring
    from ttrsim.reports.api import summary
    from ttrsim.reports.terminal import print_summary

    with measuring() as progress:
        measured = summary(run, progress=progress)
    if as_json:
        console.say_json(measured.json())
        return
    print_summary(measured, console.rich_console())
    console.tell(f"{run.path}: `ttrsim report {run.path}` draws it")


def _break_even(source: str, changes: Changes, only: list[str], threads: int | None, as_json: bool) -> None:
    from dataclasses import asdict

    from ttrsim.cli.progress import StatusLine
    from ttrsim.experiments import api

    with StatusLine() as line:
        points = api.break_even(
            source,
            only=only,
            **_options(changes),
            threads=threads,
            progress=lambda ticket, place, n: line.show(f"break-even of {ticket}, {place} of {n}"),
        )
    if as_json:
        console.say_json([asdict(each) for each in points])
        return
    _print_break_even(points)


def _print_break_even(points: list[BreakEven]) -> None:
    from ttrsim.reports.model import Column, ReportTable
    from ttrsim.reports.terminal import print_table

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
