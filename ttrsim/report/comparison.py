"""Several runs side by side: boards, player counts, house rules."""

from __future__ import annotations

from collections.abc import Sequence

from ttrsim.report.model import Column, Json, Row, Section, Table, tables_of

FIRST = Column("first", "first seat wins", "share", has_interval=True)
COLUMNS = (
    Column("name", "run", "text"),
    Column("board", "board", "text"),
    Column("players", "players", "count"),
    Column("bots", "bots", "text"),
    Column("games", "games", "count"),
    FIRST,
    Column("turns", "turns", "number", has_interval=True),
    Column("lead", "lead changes", "number", has_interval=True),
    Column("margin", "margin", "number", has_interval=True),
    Column("winner", "winner's points for tickets", "number", has_interval=True),
    Column("kept", "set-up tickets kept", "share", has_interval=True),
    Column("completed", "of them completed", "share", has_interval=True),
)

# column: (table, key of the row, what it should be, value)
CELLS = {
    "first": ("seats", "number", 1, "win"),
    "turns": ("course", "name", "turns, of all seats", "value"),
    "lead": ("course", "name", "changes of the lead on the track", "value"),
    "margin": ("course", "name", "points between the first and the second", "value"),
    "winner": ("sources", "name", "ticket", "winner"),
    "kept": ("ticket_phases", "phase", "set-up", "kept"),
    "completed": ("ticket_phases", "phase", "set-up", "completed"),
}


def comparison(runs: Sequence[Json]) -> Section:
    rows = [_row(run) for run in runs]
    section = Section("comparison", "Side by side", tables=[Table("comparison", "Runs side by side", COLUMNS, rows)])
    judged = [row for row in rows if row.get("first") is not None]
    if judged:
        most = max(judged, key=lambda row: row["first"] * row["players"])
        times = most["first"] * most["players"]
        section.answers.append(
            f"The first seat gains most in {most['name']}: it wins {FIRST.text(most)}, {times:.2f} times an equal "
            f"share of {most['players']} players."
        )
    return section


def _row(run: Json) -> Row:
    row: Row = {key: run[key] for key in ("name", "board", "players", "games")} | {"bots": ", ".join(run["bots"])}
    tables = tables_of(run)
    for column, (table, key, wanted, value) in CELLS.items():
        found = [each for each in tables[table].rows if each[key] == wanted] if table in tables else []
        for end in ("", "_low", "_high"):
            row[column + end] = found[0].get(value + end) if found else None
    return row
