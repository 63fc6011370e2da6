"""The game record: one game as JSON Lines (docs/record.md), written, read, and told in words.

`writer` makes it from a logged game, `reader` reads and checks it, `position` follows the table through it and
`text` tells it. Only `writer` needs the kernel: a record can be read without compiling or playing anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ttrsim.documents.document import Table
from ttrsim.games.contract import Board
from ttrsim.games.formats import Dealer, Imported
from ttrsim.games.trains.board.model import own_board
from ttrsim.games.trains.record import events, log, text
from ttrsim.play.record.fields import Event, Test
from ttrsim.play.record.log import LogEntry
from ttrsim.play.record.reader import Answer, RecordedGame
from ttrsim.play.table import LoggedGame


class Record:
    """Implements `ttrsim.games.formats.RecordFormat`."""

    version = events.FORMAT
    events = events.FIELDS

    def fields_of(self, event: Event) -> dict[str, str]:
        return events.fields_of(event)

    def field_tests(self, board: Board, n_seats: int) -> dict[str, Test]:
        return events.field_tests(own_board(board), n_seats)

    def start_of(self, board: Board) -> Event:
        from ttrsim.games.trains.record.writer import start_of

        return start_of(own_board(board))

    def events_of(self, game: LoggedGame) -> Iterator[Event]:
        from ttrsim.games.trains.record.writer import events_of

        return events_of(game)

    def tell(self, game: RecordedGame) -> Iterator[str]:
        return text.tell(game)

    def log(self, game: RecordedGame) -> Iterator[LogEntry]:
        return log.log(game)

    def score_sheet(self, game: RecordedGame) -> Table:
        return log.score_sheet(game)

    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        from ttrsim.games.trains.record.decisions import answers_of

        return answers_of(game)

    def board_of(self, text: bytes, source: str) -> str:
        from ttrsim.games.trains.record.boards import board_of

        return board_of(text, source)

    def import_game(self, board: Board, text: bytes, source: str, seed: int, report: Callable[[str], None]) -> Imported:
        from ttrsim.games.trains.record.imported import import_game

        return import_game(own_board(board), text, source, seed, report)

    def dealer(self, game: RecordedGame) -> Dealer:
        from ttrsim.games.trains.record.dealer import CardDealer

        return CardDealer(game)


RECORD = Record()
