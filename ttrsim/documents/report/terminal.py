"""A summary in the terminal: the answers, and the tables that fit."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from ttrsim.documents.report.comparison import CHANGES
from ttrsim.documents.report.headlines import alarms, headline
from ttrsim.documents.report.model import ReportTable, RunSummary, Section, Summary
from ttrsim.games.registry import game_of


def print_summary(summary: Summary, console: Console) -> None:
    for run in summary.experiments:
        print_run(run, console)
    for section in summary.comparison:
        print_answers(section, console)
        for table in section.tables:
            if table.id != CHANGES:  # a long table, of which the answers tell the main part
                print_table(table, console)
    for run in summary.seen_in_play:
        print_run(run, console)


def print_run(run: RunSummary, console: Console) -> None:
    console.print(Text(headline(run), style="bold"))
    for alarm in alarms(run):
        console.print(Text(alarm, style="bold red"))
    if run.standouts:
        console.print(Text("\nWhat stands out", style="bold yellow"))
        for standout in run.standouts:
            console.print(Text(f"  • {standout}", style="bold"))
        console.print()
    for note in run.notes:
        console.print(Text(note, style="yellow"))
    for section in run.sections:
        if section.answers:
            console.print()
            print_answers(section, console)
    for name in ("bots", "seats"):
        if name in run.tables and len(run.tables[name].rows) > 1:
            print_table(run.tables[name], console)
    for table in game_of(run.board).analysis.essentials(run.tables):
        print_table(table, console)
    console.print(Text(f"\nreproduce: {run.provenance['reproduce']}", style="dim"))


def print_answers(section: Section, console: Console) -> None:
    console.print(Text(section.title, style="bold cyan"))
    for answer in section.answers:
        console.print(Text(f"  • {answer}"))


def print_table(table: ReportTable, console: Console) -> None:
    shown = RichTable(title=table.title, title_justify="left")
    for column in table.columns:
        is_text = column.kind == "text"
        shown.add_column(column.label, justify="left" if is_text else "right", overflow="fold")  # no name is cut
    for row in table.rows:
        shown.add_row(*(Text(column.text(row)) for column in table.columns))
    console.print()
    console.print(shown)
