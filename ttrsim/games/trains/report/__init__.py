"""What a report on Ticket to Ride has beyond what every game's has."""

from __future__ import annotations

from ttrsim.games.trains.report.sections import cities, flow, routes, tickets
from ttrsim.report.model import Column, Row, Table
from ttrsim.report.sections import fairness, strategies

SECTIONS = (
    tickets.tickets,
    routes.routes,
    cities.cities,
    strategies.strategies,
    fairness.fairness,
    flow.flow,
)
FIGURES = ("tickets", "routes", "cities", "strategies", "fairness", "flow")  # the files of pictures, in this order

SHORT = ("name", "printed", "kept", "completed", "win", "fair")
ENDS = 5  # tickets shown from the top and from the bottom

# runs side by side; column: (table, key of the row, what it should be, value)
COMPARED = {
    Column("turns", "turns", "number", has_interval=True): ("course", "name", "turns, of all seats", "value"),
    Column("lead", "lead changes", "number", has_interval=True): (
        "course",
        "name",
        "changes of the lead on the track",
        "value",
    ),
    Column("margin", "margin", "number", has_interval=True): (
        "course",
        "name",
        "points between the first and the second",
        "value",
    ),
    Column("winner", "winner's points for tickets", "number", has_interval=True): (
        "sources",
        "name",
        "ticket",
        "winner",
    ),
    Column("kept", "set-up tickets kept", "share", has_interval=True): ("ticket_phases", "phase", "set-up", "kept"),
    Column("completed", "of them completed", "share", has_interval=True): (
        "ticket_phases",
        "phase",
        "set-up",
        "completed",
    ),
}


def essentials(tables: dict[str, Table]) -> list[Table]:
    """What the terminal shows of this game's tables."""
    return [best_and_worst(tables["tickets"])] if "tickets" in tables else []


def best_and_worst(table: Table) -> Table:
    columns = tuple(column for column in table.columns if column.id in SHORT)
    rows: list[Row] = [row for row in table.rows if row.get("win") is not None] or table.rows
    if len(rows) > 2 * ENDS:
        rows = [*rows[:ENDS], {column.id: "…" if column.id == "name" else None for column in columns}, *rows[-ENDS:]]
    return Table(table.id, "Tickets at both ends", columns, rows)
