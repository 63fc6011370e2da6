"""Tells a recorded game in words: a line for each action, the table after each round, the score; and for a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ttrsim.documents.document import Column, Table
from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.board.wording import points_of_tickets
from ttrsim.games.trains.record.phrases import Turn, by_slot, counted, name_tickets
from ttrsim.games.trains.record.position import FollowedTable, Impossible
from ttrsim.play.record.fields import Event, LogEntry
from ttrsim.play.record.reader import RecordedGame

Line = tuple[int, Event]  # an event with its line in the record
Columns = dict[str, Sequence[object]]  # heading: a value for each seat

END_REASONS = {
    "trains": "the last round is over",  # E1
    "stalemate": "no player can act",  # N1
    "limit": "the limit of turns is reached",  # N2
}


class Narrator:
    def __init__(self, board: Board, game: RecordedGame) -> None:
        self.game = game
        self.rules, self.notice = board.parameters, board.notice
        self.position = FollowedTable(board, game.n_seats)
        self.ticket_points = points_of_tickets(board)
        self.losses = {ticket.id: str(ticket.points) for ticket in board.tickets}
        self.end_points = {(ticket.id, end.to): end.points for ticket in board.tickets for end in ticket.ends}
        names = [f"seat {seat} {bot}" for seat, bot in enumerate(game.start["bots"])]
        width = max(map(len, names))
        self.names = [name.ljust(width) for name in names]

    def lines(self) -> Iterator[str]:
        """RecordError where the record contradicts itself."""
        start, n_seats = self.game.start, self.game.n_seats
        if self.game.imagined:
            yield f"{start['map']}, {n_seats} players, an imported game"
            yield f"imagined, since nobody wrote it down: {'; '.join(self.game.imagined)}"
        else:
            yield f"{start['map']}, {n_seats} players, seed {start['seed']}, game {start['game']}"
        if self.notice:
            yield self.notice
        for seat, restriction in self.game.restrictions.items():
            yield f"  {self.names[seat]}  {'; '.join(restriction.words())}"
        for (turn, is_over), events in groupby(self.game.events, part_of_game):
            if is_over:
                yield from self._ending(turn, list(events))
            elif turn == 0:
                yield from self._set_up(list(events))
            else:
                yield from self._turn(turn, list(events))
                if turn % n_seats == 0:
                    yield from self._table(f"after round {turn // n_seats}")

    def _follow(self, turn: Turn, line: int, event: Event) -> None:
        turn.tell(event)
        try:
            self.position.enter(event)
        except Impossible as impossible:
            raise self.game.error(line, str(impossible)) from None

    # ---- set-up and turns ------------------------------------------------------------------------

    def _set_up(self, events: list[Line]) -> Iterator[str]:
        yield ""
        yield "set-up"
        turn = Turn(self.position, self.ticket_points)
        dealt, kept = [], []
        for line, event in events:
            self._follow(turn, line, event)
            if event["event"] == "hand":
                dealt.append(f"  {self.names[event['player']]}  is dealt {counted(event['cards'])}")
            elif event["event"] == "tickets":
                kept.append(f"  {self.names[event['player']]}  {turn.offer(event)}")
        yield from dealt
        yield from (f"  {line}" for line in turn.lines)
        yield from kept
        yield ""

    def _turn(self, number: int, events: list[Line]) -> Iterator[str]:
        seat = (number - 1) % self.game.n_seats  # S4
        turn = Turn(self.position, self.ticket_points)
        for line, event in events:
            if event.get("player", seat) != seat:
                raise self.game.error(line, f"turn {number} is seat {seat}'s, not seat {event['player']}'s")
            self._follow(turn, line, event)
        opening = f"turn {number:3}  {self.names[seat]}  "
        for n_lines, text in enumerate(turn.lines or ["does nothing"]):
            yield (" " * len(opening) if n_lines else opening) + text

    # ---- the table after a round, and the score --------------------------------------------------

    def _table(self, title: str) -> Iterator[str]:
        """What lies on the table, and how much is hidden."""
        position, seats = self.position, self.position.seats
        columns: Columns = {"trains": [seat.trains for seat in seats]}
        if self.rules.stations > 0:
            columns["stations"] = [seat.stations for seat in seats]
        columns["cards"] = [seat.hand.total() for seat in seats]
        columns["tickets"] = [len(seat.tickets) for seat in seats]
        columns["route points"] = [seat.route_points for seat in seats]
        yield from self._in_columns(title, columns)
        pile, discards = position.pile.total(), position.discards.total()
        yield f"  market: {by_slot(position.market)}; pile {pile}, discards {discards}"
        yield ""

    def _ending(self, turn: int, events: list[Line]) -> Iterator[str]:
        scores, end = self.game.scores(), events[-1][1]
        if turn % self.game.n_seats > 0:
            yield from self._table(f"after turn {turn}")
        yield f"the end after {turn} turns: {END_REASONS[end['reason']]}"
        yield ""
        yield from self._in_columns("score", self.score_columns(scores))
        yield ""
        for score in scores:
            yield from self._own_tickets(score)
        winners = [self.names[seat].strip() for seat in end["winners"]]
        yield ""
        yield f"{'winner' if len(winners) == 1 else 'shared win'}: {', '.join(winners)}"

    def score_columns(self, scores: list[Event]) -> Columns:
        """The parts of the score for which the board has a rule."""
        columns: Columns = {"routes": [score["routes"] for score in scores]}  # E2
        columns["tickets"] = [score["tickets"] for score in scores]  # E3
        if self.rules.stations > 0:
            columns["stations"] = [score["station_points"] for score in scores]  # E5
        if self.rules.longest_points > 0:
            columns["longest path"] = [f"{score['longest_points']} ({score['longest']})" for score in scores]  # E6
        if self.rules.attraction_points > 0:
            columns["attractions"] = [score["attraction_points"] for score in scores]  # E7
        if self.rules.globetrotter_points > 0:
            columns["globetrotter"] = [score.get("globetrotter_points", 0) for score in scores]  # G1
        if self.rules.district_points:
            columns["districts"] = [self._districts(score) for score in scores]  # L1
        if any(self.rules.mandala_points):
            columns["mandalas"] = [
                f"{score.get('mandala_points', 0)} ({score.get('mandalas', 0)})" for score in scores
            ]  # I1
        return columns | {"total": [score["total"] for score in scores]}

    def completed(self, score: Event) -> str:
        """The completed tickets of a seat with their points, at the end that each scored (W4)."""
        scored = {name: f"{end} {self.end_points[name, end]}" for name, end in score.get("ends", {}).items()}
        return name_tickets(score["completed"], self.ticket_points | scored)

    def failed(self, score: Event) -> str:
        return name_tickets(score["failed"], self.losses)

    def _districts(self, score: Event) -> str:
        return f"{score.get('district_points', 0)} ({', '.join(score.get('districts', ())) or 'none'})"

    def _own_tickets(self, score: Event) -> Iterator[str]:
        opening = f"  {self.names[score['player']]}  "
        yield f"{opening}completed: {self.completed(score)}"
        yield f"{' ' * len(opening)}failed: {self.failed(score)}"
        for city, route in score["borrowed"].items():  # E4
            yield f"{' ' * len(opening)}borrows {route} by the station in {city}"

    def _in_columns(self, title: str, columns: Columns) -> Iterator[str]:
        left = max(len(title), len(self.names[0]))
        yield f"  {title:{left}}  {'  '.join(columns)}"
        for seat, name in enumerate(self.names):
            cells = (f"{values[seat]:>{len(heading)}}" for heading, values in columns.items())
            yield f"  {name:{left}}  {'  '.join(cells)}"


def part_of_game(line: Line) -> tuple[int, bool]:
    """Set-up or turn, and whether it is what follows the last turn."""
    _, event = line
    return event["turn"], event["event"] in ("score", "end")


# ---- the log of a recorded game for a page, and its final scores as a table ------------------------


def log(board: Board, game: RecordedGame) -> Iterator[LogEntry]:
    """One entry for each seat in the set-up, one for each turn and one for the end of the game."""
    position, points = FollowedTable(board, game.n_seats), points_of_tickets(board)
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


def _enter(game: RecordedGame, position: FollowedTable, line: int, event: Event) -> None:
    try:
        position.enter(event)
    except Impossible as impossible:
        raise game.error(line, str(impossible)) from None
