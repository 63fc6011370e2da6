"""Several runs side by side: boards, player counts, house rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ttrsim.documents.document import Column, Row, Table
from ttrsim.documents.report.changes import RunChanges
from ttrsim.documents.report.model import Cells, RunSummary, Section
from ttrsim.documents.report.sections.fairness import FIRST_SEAT
from ttrsim.documents.report.sections.phrases import known, say

CHANGES = "changes"  # the section and its table
FIRST = Column("first", "seat 0 wins", "share")
COLUMNS = (
    Column("name", "run", "text"),
    Column("board", "board", "text"),
    Column("players", "players", "count"),
    Column("bots", "bots", "text"),
    Column("games", "games", "count"),
    FIRST,
)
CELLS: Cells = {FIRST: ("seats", "seat", 0, "win")}


def comparison(runs: Sequence[RunSummary], changes: RunChanges | None = None) -> list[Section]:
    """Nothing for a single run. `changes` are those from the first run to the second."""
    if len(runs) < 2:
        return []
    changed = [changes_section(changes)] if changes else []
    return [*changed, side_by_side(runs), *([seats] if (seats := first_seats(runs)) else [])]


def changes_section(changes: RunChanges) -> Section:
    """What was changed about the board, then what that did to play."""
    answers = [*(f"Changed on the board: {text}" for text in changes.board), *changes.notes, *changes.sentences()]
    return Section(CHANGES, changes.headings[0], answers, changes.tables(), [changes.footnote])


def first_seats(runs: Sequence[RunSummary]) -> Section | None:
    """How often the first seat wins by the number of players, for boards that the runs play with several numbers."""
    rows = [_first_seat(run) for run in runs if "first_seat" in run.tables]
    tables = {(row["board"], row["players"]) for row in rows}
    boards = Counter(board for board, _ in tables)  # and how many numbers of players each is played with
    rows = [row for row in rows if boards[row["board"]] > 1]
    rows.sort(key=lambda row: (row["board"], row["players"]))
    if not rows:
        return None
    columns = (Column("board", "board", "text"), Column("name", "run", "text"), *FIRST_SEAT)
    table = Table("first_seats", "Seat 0, which moves first, by number of players", columns, rows)
    section = Section("fairness", "Fairness: seat 0, which moves first, by number of players", tables=[table])
    for board in dict.fromkeys(row["board"] for row in rows):
        shares = [
            f"{say(row, 'win', 'share', n='games')} with {row['players']} players "
            f"(an equal share is {say(row, 'equal', 'share')})"
            for row in rows
            if row["board"] == board
        ]
        section.answers.append(f"On {board}, seat 0 wins {'; '.join(shares)}.")
    return section


def _first_seat(run: RunSummary) -> Row:
    return {"board": run.board_title, "name": run.name} | run.tables["first_seat"].rows[0]


def side_by_side(runs: Sequence[RunSummary]) -> Section:
    cells = _cells_of_game(runs)
    rows = [_row(run, CELLS | cells) for run in runs]
    table = Table("comparison", "Runs side by side", (*COLUMNS, *cells), rows)
    section = Section("comparison", "Side by side", tables=[table])
    judged = [row for row in known(rows, "first", "first_low") if row["first_low"] > 1 / row["players"]]
    if judged:
        most = max(judged, key=lambda row: row["first"] * row["players"])
        times = most["first"] * most["players"]
        section.answers.append(
            f"Seat 0, which moves first, is furthest ahead in {most['name']}: it wins {FIRST.text(most)}, "
            f"{times:.2f} times an equal share of {most['players']} players."
        )
    return section


def _cells_of_game(runs: Sequence[RunSummary]) -> Cells:
    """What can be compared within one game; between games there is nothing more."""
    games = {run.board.game for run in runs}
    return games.pop().analysis.compared if len(games) == 1 else {}


def _row(run: RunSummary, cells: Cells) -> Row:
    row: Row = {"name": run.name, "board": run.board_title, "players": run.players, "games": run.games}
    row["bots"] = ", ".join(run.bots)
    for column, (table, key, wanted, value) in cells.items():
        rows = [each for each in run.tables[table].rows if each[key] == wanted] if table in run.tables else []
        for end in ("", "_low", "_high", "_deals"):
            row[column.id + end] = rows[0].get(value + end) if rows else None
    return row
