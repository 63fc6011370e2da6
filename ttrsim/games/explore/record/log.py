"""The log of a recorded game for a page, and its final scores as a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ttrsim.documents.document import Column, Table
from ttrsim.games.explore.board.model import Board
from ttrsim.games.explore.record.text import BOXES, Narrator, part_of_game
from ttrsim.play.record.log import LogEntry
from ttrsim.play.record.reader import RecordedGame


def log(board: Board, game: RecordedGame) -> Iterator[LogEntry]:
    """An entry for each turn, one for the end. Everything lies open (§6.16), so all see the same."""
    narrator = Narrator(board, game)
    for (turn, is_over), group in groupby(game.events, part_of_game):
        events = list(group)
        if is_over:
            lines: tuple[str, ...] = ("the end: the cards have run out",)
            yield LogEntry(turn, None, lines, lines)
        else:
            seat, lines = narrator.turn_lines(turn, events)
            yield LogEntry(turn, seat, lines, lines)


def score_sheet(game: RecordedGame) -> Table:
    columns = (Column("seat", kind="text"), *(Column(box, kind="count") for box in BOXES), Column("route", kind="text"))
    rows = [
        (f"{seat} {game.start['bots'][seat]}", *(score[box] for box in BOXES), " ".join(score["route"]) or "none")
        for seat, score in enumerate(game.scores())
    ]
    return Table.of("scores", "Final scores", columns, rows)
