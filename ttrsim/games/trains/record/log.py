"""The log of a recorded game for a page, and its final scores as a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ttrsim.documents.document import Column, Table
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.wording import points_of_tickets
from ttrsim.games.trains.record.phrases import Turn, counted
from ttrsim.games.trains.record.position import Impossible, Position
from ttrsim.games.trains.record.text import END_REASONS, Line, Narrator, part_of_game
from ttrsim.play.record.fields import Event
from ttrsim.play.record.log import LogEntry
from ttrsim.play.record.reader import RecordedGame


def log(board: Board, game: RecordedGame) -> Iterator[LogEntry]:
    """One entry for each seat in the set-up, one for each turn and one for the end of the game."""
    position, points = Position(board, game.n_seats), points_of_tickets(board)
    for (turn, is_over), group in groupby(game.events, part_of_game):
        events = list(group)
        if is_over:
            reason = END_REASONS[events[-1][1]["reason"]]
            yield LogEntry(turn, None, (f"the end: {reason}",), (f"the end: {reason}",))
            continue
        told = [Turn(position, points), Turn(position, points, is_secret=True)]
        for line, event in events:
            for words in told:
                words.tell(event)
            _enter(game, position, line, event)
        everything, seen = (tuple(words.lines) for words in told)
        if turn == 0:
            yield from _set_up(game, events, told)
            if everything:
                yield LogEntry(0, None, everything, seen)
        else:
            seat = (turn - 1) % game.n_seats  # S4
            yield LogEntry(turn, seat, everything or ("does nothing",), seen or ("does nothing",))


def score_sheet(board: Board, game: RecordedGame) -> Table:
    narrator, scores = Narrator(board, game), game.scores()
    points = narrator.score_columns(scores)
    columns = (
        Column("seat", kind="text"),
        *(Column(source, kind="count") for source in points),
        Column("completed", kind="text"),
        Column("failed", kind="text"),
    )
    rows = [
        (
            f"{seat} {game.start['bots'][seat]}",
            *(values[seat] for values in points.values()),
            narrator.completed(score),
            narrator.failed(score),
        )
        for seat, score in enumerate(scores)
    ]
    return Table.of("scores", "Final scores", columns, rows)


def _set_up(game: RecordedGame, events: list[Line], told: list[Turn]) -> Iterator[LogEntry]:
    of_seat: dict[int, list[tuple[str, str]]] = {seat: [] for seat in range(game.n_seats)}
    for _, event in events:
        if event["event"] == "hand":
            n_cards = len(event["cards"])
            of_seat[event["player"]].append((f"is dealt {counted(event['cards'])}", f"is dealt {n_cards} cards"))
        elif event["event"] == "tickets":
            everything, seen = (words.offer(event) for words in told)
            of_seat[event["player"]].append((everything, seen))
    for seat, lines in of_seat.items():
        yield LogEntry(0, seat, tuple(line for line, _ in lines), tuple(line for _, line in lines))


def _enter(game: RecordedGame, position: Position, line: int, event: Event) -> None:
    try:
        position.enter(event)
    except Impossible as impossible:
        raise game.error(line, str(impossible)) from None
