"""`ttrsim experiment`: what something is worth, by playing the same deals with it and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ttrsim.cli import console
from ttrsim.cli.options import (
    BotTimeout,
    Direct,
    Exist,
    Json,
    NewFolder,
    OnCluster,
    Shard,
    ThreadCount,
    changes_scenario,
)
from ttrsim.cli.workers import workers

if TYPE_CHECKING:
    from ttrsim.runs.run import Run
    from ttrsim.runs.scenario.changes import Changes
    from ttrsim.studies.experiment.break_even import BreakEven
    from ttrsim.workers.executor import Workers

app = typer.Typer(add_completion=False)

BREAK_EVEN = "break-even"

KINDS_HELP = """\
What to try. For the whole game: tickets (keep or refuse each set-up ticket), keep-sets (each subset of the set-up
offer), routes (closed to one player), route-exists (closed to everybody); stations, ticket-draws, open-wilds, tunnels
(each forbidden for one player); rules (change rules or weights, see --with). For single decisions: later-tickets,
draw-now, tempo, station-now, pay-tunnel, take-wild, face-up. Or break-even: the printed points at which keeping a
ticket neither gains nor loses, for bots that know these points."""


@app.command()
@changes_scenario
def experiment(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=KINDS_HELP)],
    scenario: Annotated[str, typer.Argument(metavar="BOARD", help="A scenario file, or a board together with --bots.")],
    changes: Changes,
    until: Annotated[
        float | None,
        typer.Option(
            "--until",
            metavar="PP",
            help="Stop when every effect on the win share is known to ± PP percentage points (default: never).",
        ),
    ] = None,
    only: Annotated[
        str | None, typer.Option("--only", metavar="ID,ID,…", help="Tickets or routes to try (default: all).")
    ] = None,
    seats: Annotated[
        str | None, typer.Option("--seats", metavar="SEAT,…", help="Seats to treat, counted from 0 (default: all).")
    ] = None,
    every: Annotated[
        int | None,
        typer.Option(
            "--every", metavar="N", help="Single decisions: try one decision in N (default: depends on KIND)."
        ),
    ] = None,
    per_game: Annotated[int | None, typer.Option("--per-game", help="Routes to try in each game (default: 8).")] = None,
    other: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="KEY=VALUE",
            help="KIND rules: what to change, e.g. board.wilds=12; repeatable (default: none).",
        ),
    ] = None,
    output: NewFolder = None,
    threads: ThreadCount = None,
    bot_timeout: BotTimeout = None,
    on: OnCluster = None,
    direct: Direct = False,
    shard: Shard = None,
    exist: Exist = "error",
    as_json: Json = False,
) -> None:
    """Measure what something is worth: play the same deals with it and without it."""
    subjects = only.split(",") if only else []
    if kind == BREAK_EVEN:
        if direct:
            from ttrsim.errors import UserError

            raise UserError("--direct is for experiments that keep a run; break-even keeps none")
        with workers(threads, on, bot_timeout=bot_timeout) as chosen:
            _break_even(scenario, changes, subjects, chosen, as_json)
        return
    from ttrsim.cli.progress import RunProgress
    from ttrsim.runs.reuse import checked_exist
    from ttrsim.studies.experiment import api

    with RunProgress() as progress, workers(threads, on, progress, bot_timeout, direct) as chosen:
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
            threads=chosen,
            shard=shard,
            exist=checked_exist(exist),
            watcher=progress,
            **_options(changes),
        )
    _show(run, as_json)


def _options(changes: Changes) -> dict[str, Any]:
    return {name: getattr(changes, name) for name in ("games", "deals", "seed", "bots", "settings")}


def _seat(text: str) -> int:
    from ttrsim.errors import UserError

    if not text.strip().isdecimal():
        raise UserError(f"--seats: a seat is a number, counted from 0, not {text.strip()!r}")
    return int(text)


def _show(run: Run, as_json: bool) -> None:
    from ttrsim.cli.progress import measuring
    from ttrsim.documents.report.api import summary
    from ttrsim.documents.report.terminal import print_summary

    with measuring() as progress:
        measured = summary(run, progress=progress)
    if as_json:
        console.say_json(measured.json())
        return
    print_summary(measured, console.rich_console())
    console.tell(f"saved in {run.path}; `ttrsim report {run.path}` writes a report")


def _break_even(source: str, changes: Changes, only: list[str], threads: Workers, as_json: bool) -> None:
    from dataclasses import asdict

    from ttrsim.cli.progress import StatusLine
    from ttrsim.studies.experiment import api

    with StatusLine() as line:
        points = api.break_even(
            source,
            only=only,
            **_options(changes),
            threads=threads,
            progress=lambda ticket, place, n: line.show(f"break-even points of {ticket} ({place} of {n} tickets)"),
        )
    if as_json:
        console.say_json([asdict(each) for each in points])
        return
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
