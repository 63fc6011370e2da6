"""Tells a recorded game in words: the cards of each round, a line for each turn, the score; and for a page."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ttrsim.documents.document import Column, Table
from ttrsim.games.explore.board.model import Board
from ttrsim.play.record.fields import Event, LogEntry
from ttrsim.play.record.reader import RecordedGame

BOXES = ("red", "green", "blue", "cafes", "yellow", "grey", "total")

Line = tuple[int, Event]  # an event with its line in the record


class ExploreNarrator:
    def __init__(self, board: Board, game: RecordedGame) -> None:
        self.game = game
        self.faces = {card.id: card.face for card in board.cards}
        self.block_names = {block.place: block.name for block in board.blocks}
        names = [f"seat {seat} {bot}" for seat, bot in enumerate(game.start["bots"])]
        width = max(map(len, names))
        self.names = [name.ljust(width) for name in names]

    def lines(self) -> Iterator[str]:
        """RecordError where the record cannot be told."""
        start = self.game.start
        yield f"{start['map']}, {self.game.n_seats} players, seed {start['seed']}, game {start['game']}"
        yield start["board"]
        for (turn, is_over), events in groupby(self.game.events, part_of_game):
            if is_over:
                yield from self._ending(list(events))
            else:
                yield from self._turn(turn, list(events))

    # ---- rounds and turns ------------------------------------------------------------------------

    def _turn(self, turn: int, events: list[Line]) -> Iterator[str]:
        seat, lines = self.turn_lines(turn, events)
        for line in lines:
            if line.startswith("round "):
                yield ""
                yield line
            else:
                yield f"  {self.names[seat]}  {line}"

    def turn_lines(self, turn: int, events: list[Line]) -> tuple[int, tuple[str, ...]]:
        """The seat whose turn it is, and what it does."""
        seats = {event["player"] for _, event in events}
        if len(seats) > 1:
            raise self.game.error(events[0][0], f"turn {turn} belongs to one seat, not to seats {sorted(seats)}")
        lines: list[str] = []
        phrases: list[str] = []
        for line, event in events:
            if event["event"] == "reveal":
                lines.append(f"round {event['round']}: {', '.join(map(self._card, event['cards']))}")
            elif event["event"] == "discard":
                lines.append(f"discards {self._card(event['card'])}")
            else:
                if event["event"] != "block" and not phrases:
                    raise self.game.error(line, f"turn {turn} does not begin with a block")
                phrases.append(self._phrase(event))
        if phrases:
            lines.append(" ".join(phrases))
        return seats.pop(), tuple(lines)

    def _phrase(self, event: Event) -> str:
        if event["event"] == "block":
            name = self.block_names[tuple(event["block"])]
            where = f"({_at(event['block'])}){' ' + name if name else ''}"
            return f"{event['tourists']} into {where}{', as a fallback' if event['fallback'] else ''};"
        if event["event"] == "draw":
            return f"{event['segment']}{'+' if event['how'] == 'extra' else ''}"
        return f"[café ({_at(event['crossing'])}): {event['tourists']}]"

    def _card(self, card: str) -> str:
        return f"card {card} ({self.faces[card]})"

    # ---- the score -------------------------------------------------------------------------------

    def _ending(self, events: list[Line]) -> Iterator[str]:
        scores, end = self.game.scores(), events[-1][1]
        yield ""
        left = len(self.names[0])
        yield f"  {'score':{left}}  {'  '.join(BOXES)}"
        for score in scores:
            cells = (f"{score[box]:>{len(box)}}" for box in BOXES)
            yield f"  {self.names[score['player']]}  {'  '.join(cells)}"
        yield ""
        for score in scores:
            yield f"  {self.names[score['player']]}  route: {' '.join(score['route']) or 'none'}"
        winners = [self.names[seat].strip() for seat in end["winners"]]
        yield ""
        yield f"{'winner' if len(winners) == 1 else 'shared win'}: {', '.join(winners)}"


def _at(place: list[int]) -> str:
    return f"{place[0]},{place[1]}"


def part_of_game(line: Line) -> tuple[int, bool]:
    """The turn, and whether it is what follows the last one."""
    _, event = line
    return event["turn"], event["event"] in ("score", "end")


# ---- the log of a recorded game for a page, and its final scores as a table ------------------------


def log(board: Board, game: RecordedGame) -> Iterator[LogEntry]:
    """An entry for each turn, one for the end. Everything lies open (§6.16), so all see the same."""
    narrator = ExploreNarrator(board, game)
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
