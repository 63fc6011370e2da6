"""A summary in the terminal: the answers, and the tables that fit."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from ttrsim.games.registry import GAMES
from ttrsim.report.model import Json, Table, table_from, tables_of


def print_summary(summary: Json, console: Console) -> None:
    for section in summary["comparison"]:
        print_answers(section, console)
        for table in section["tables"]:
            print_table(table_from(table), console)
    for run in summary["runs"]:
        print_run(run, console)


def print_run(run: Json, console: Console) -> None:
    console.print(Text(headline(run), style="bold"))
    for control in failed(run):
        console.print(Text(control_text(control), style="bold red"))
    for note in run["notes"]:
        console.print(Text(note, style="yellow"))
    for section in run["sections"]:
        console.print()
        print_answers(section, console)
    tables = tables_of(run)
    for name in ("bots", "seats"):
        if name in tables and len(tables[name].rows) > 1:
            print_table(tables[name], console)
    for table in GAMES[run["game"]].analysis.essentials(tables):
        print_table(table, console)
    console.print(Text(f"\nreproduce: {run['provenance']['reproduce']}", style="dim"))


def print_answers(section: Json, console: Console) -> None:
    console.print(Text(section["title"], style="bold cyan"))
    for answer in section["answers"]:
        console.print(Text(f"  • {answer}"))


def print_table(table: Table, console: Console) -> None:
    shown = RichTable(title=table.title, title_justify="left")
    for column in table.columns:
        shown.add_column(column.label, justify="left" if column.kind == "text" else "right")
    for row in table.rows:
        shown.add_row(*(Text(column.text(row)) for column in table.columns))
    console.print()
    console.print(shown)


def headline(run: Json) -> str:
    bots = ", ".join(run["bots"])
    size = f"{run['games']:,} games of {run['deals']:,} deals"
    title = f"{run['title']} ({run['notice']})" if run["notice"] else run["title"]
    return f"{run['name']}: {title}, {run['players']} players ({bots}), {size}"


def failed(run: Json) -> list[Json]:
    return [control for control in run["controls"] if not control["ok"]]


def control_text(control: Json) -> str:
    return (
        f"CONTROL OUT OF BOUNDS: {control['name']} is {control['value']:.4g}, "
        f"should be from {control['low']:.4g} to {control['high']:.4g}"
    )
