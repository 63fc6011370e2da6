"""Several runs side by side: boards, player counts, house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ttrsim.games import GAMES
from ttrsim.report.model import Column, Json, Row, Section, Table, tables_of

FIRST = Column("first", "first seat wins", "share", has_interval=True)
COLUMNS = (
    Column("name", "run", "text"),
    Column("board", "board", "text"),
    Column("players", "players", "count"),
    Column("bots", "bots", "text"),
    Column("games", "games", "count"),
    FIRST,
)
Cells = dict[Column, tuple[str, str, Any, str]]  # column: (table, key of the row, what it should be, value)
CELLS: Cells = {FIRST: ("seats", "number", 1, "win")}


def comparison(runs: Sequence[Json]) -> Section:
    cells = _cells_of_game(runs)
    rows = [_row(run, CELLS | cells) for run in runs]
    table = Table("comparison", "Runs side by side", (*COLUMNS, *cells), rows)
    section = Section("comparison", "Side by side", tables=[table])
    judged = [row for row in rows if row.get("first") is not None]
    if judged:
        most = max(judged, key=lambda row: row["first"] * row["players"])
        times = most["first"] * most["players"]
        section.answers.append(
            f"The first seat gains most in {most['name']}: it wins {FIRST.text(most)}, {times:.2f} times an equal "
            f"share of {most['players']} players."
        )
    return section


def _cells_of_game(runs: Sequence[Json]) -> Cells:
    """What can be compared within one game; between games there is nothing more."""
    games = {run["game"] for run in runs}
    cells: Cells = GAMES[games.pop()].part("report").COMPARED if len(games) == 1 else {}
    return cells


def _row(run: Json, cells: Cells) -> Row:
    row: Row = {key: run[key] for key in ("name", "board", "players", "games")} | {"bots": ", ".join(run["bots"])}
    tables = tables_of(run)
    for column, (table, key, wanted, value) in cells.items():
        found = [each for each in tables[table].rows if each[key] == wanted] if table in tables else []
        for end in ("", "_low", "_high"):
            row[column.id + end] = found[0].get(value + end) if found else None
    return row
