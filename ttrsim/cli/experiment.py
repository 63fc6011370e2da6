"""`ttrsim experiment`: what something is worth, by trying it on the same deals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
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
MAX_UNTIL_DEALS = 1_000_000  # of an experiment that stops by itself, unless --deals says otherwise

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
    subjects: Annotated[
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
    if kind == BREAK_EVEN:
        _break_even(scenario, changes, subjects, threads, as_json)
        return
    choice: dict[str, Any] = {
        "kind": kind,
        "subjects": subjects.split(",") if subjects else None,
        "seats": [_seat(text) for text in seats.split(",")] if seats else None,
        "every": every,
        "per_game": per_game,
        "settings": other,
        "until": until,
    }
    choice = {key: value for key, value in choice.items() if value is not None}
    if until is not None and changes.deals is None and changes.games is None:
        changes = replace(changes, deals=MAX_UNTIL_DEALS)
    _show(_play(scenario, replace(changes, experiment=choice), output, threads, shard), as_json)


def _seat(text: str) -> int:
    from ttrsim.errors import UserError

    if not text.strip().isdecimal():
        raise UserError(f"--seats: a seat is a number from 0, not {text.strip()!r}")
    return int(text)


def _play(scenario: str, changes: Changes, output: Path | None, threads: int | None, shard: str | None) -> Run:
    from ttrsim.cli.progress import RunProgress
    from ttrsim.runs.suites import run_all
    from ttrsim.scenario.sources import find_scenarios

    with RunProgress() as progress:
        runs = run_all(find_scenarios(scenario), changes, output, threads=threads, shard=shard, watcher=progress)
    return next(iter(runs.values()))


def _show(run: Run, as_json: bool) -> None:
    from ttrsim.cli.progress import measuring
    from ttrsim.reports.summary import summarise
    from ttrsim.reports.terminal import print_summary

    with measuring() as progress:
        summary = summarise([run], (), progress)
    if as_json:
        console.say_json(summary.json())
        return
    print_summary(summary, console.rich_console())
    console.tell(f"{run.path}: `ttrsim report {run.path}` draws it")


def _break_even(source: str, changes: Changes, tickets: str | None, threads: int | None, as_json: bool) -> None:
    from dataclasses import asdict

    from ttrsim.cli.progress import StatusLine
    from ttrsim.engine.executor import Threads
    from ttrsim.errors import UserError
    from ttrsim.experiments.break_even import break_even
    from ttrsim.scenario.reading import load_scenario
    from ttrsim.scenario.sources import find_scenarios
    from ttrsim.wording import did_you_mean

    setup = load_scenario(find_scenarios(source)[0], changes)
    printed = {ticket["id"]: ticket["points"] for ticket in setup.game.board_as_dict(setup.board)["tickets"]}
    wanted = tickets.split(",") if tickets else list(printed)
    if unknown := [ticket for ticket in wanted if ticket not in printed]:
        hints = (f"no ticket {ticket!r} on {setup.board.name}{did_you_mean(ticket, printed)}" for ticket in unknown)
        raise UserError("\n".join(f"--only: {hint}" for hint in hints))
    executor, points = Threads(threads), []
    with StatusLine() as line:
        for place, ticket in enumerate(wanted, 1):
            line.show(f"break-even of {ticket}, {place} of {len(wanted)}")
            points.append(break_even(setup.scenario, ticket, printed[ticket], executor))
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
