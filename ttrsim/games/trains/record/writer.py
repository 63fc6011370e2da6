"""Turns the log of a game into the events of its record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ttrsim.games.trains.board.model import COLOURS, WILD, Board
from ttrsim.games.trains.kernel import log
from ttrsim.games.trains.kernel.decisions import FROM_PILE, MIXED, count_of
from ttrsim.games.trains.kernel.records import END_LIMIT, END_STALEMATE, END_TRAINS, NO_ROUTE
from ttrsim.games.trains.record.events import Reason, score_fields
from ttrsim.machine.sets import numbers_in
from ttrsim.play.record.fields import Event
from ttrsim.play.table import LoggedGame

CARDS = (*COLOURS, WILD)  # by the kernel's number of a card
REASONS: dict[int, Reason] = {int(END_TRAINS): "trains", int(END_STALEMATE): "stalemate", int(END_LIMIT): "limit"}

Row = list[int]  # kind, turn, seat and three numbers, as `kernel.log` describes them


def events_of(board: Board, game: LoggedGame) -> Iterator[Event]:
    """The events of a game after its start."""
    rows: list[Row] = game.events.tolist()
    scribe = Scribe(board, len(game.bots))
    yield from scribe.set_up([row for row in rows if row[1] == 0])
    yield from scribe.events(row for row in rows if row[1] > 0)
    for seat, stations in enumerate(scribe.stations):
        score = score_of(board, game.result["seats"][seat], stations)
        yield {"event": "score", "turn": int(game.result["turns"]), "player": seat, **score}
    yield _end(game)


# ---- what happened -------------------------------------------------------------------------------


class Scribe:
    """Writes down the rows of a log, of which one event may take several."""

    def __init__(self, board: Board, n_seats: int) -> None:
        self.board = board
        self.stations: list[list[int]] = [[] for _ in range(n_seats)]  # cities, in the order of building
        self.laid_colour = 0  # of the tunnel that is being tried
        self.writers: dict[int, tuple[str, Callable[[list[Row]], Event]]] = {
            int(log.REFILL): ("refill", self._refill),
            int(log.FLUSH): ("flush", self._flush),
            int(log.RESHUFFLE): ("reshuffle", lambda rows: {"cards": rows[0][3]}),
            int(log.OFFERED): ("tickets", self._tickets),
            int(log.DRAW): ("draw", self._draw),
            int(log.CLAIM): ("claim", self._claim),
            int(log.TUNNEL): ("tunnel", self._tunnel),
            int(log.REVEAL): ("reveal", lambda rows: {"card": CARDS[rows[0][3]]}),
            int(log.EXTRA): ("tunnel_end", self._tunnel_end),
            int(log.STATION): ("station", self._station),
            int(log.PASS): ("pass", lambda rows: {"player": rows[0][2]}),
            int(log.LAST_ROUND): ("last_round", lambda rows: {"player": rows[0][2]}),
        }

    def set_up(self, rows: list[Row]) -> Iterator[Event]:
        """S1–S3. Every seat has a hand and an offer, even on a board that deals no cards or tickets."""
        seats = range(len(self.stations))
        for seat in seats:
            dealt = [CARDS[row[3]] for row in rows if row[0] == log.DEALT and row[2] == seat]
            yield {"event": "hand", "turn": 0, "player": seat, "cards": dealt}
        yield from self.events([row for row in rows if row[0] not in (log.DEALT, log.OFFERED)])
        for seat in seats:
            offer = [row for row in rows if row[0] == log.OFFERED and row[2] == seat]
            yield {"event": "tickets", "turn": 0, "player": seat, **self._offer(offer)}

    def events(self, rows: Iterable[Row]) -> Iterator[Event]:
        for group in _grouped(rows):
            kind, turn = group[0][:2]
            name, write = self.writers[kind]
            yield {"event": name, "turn": turn, **write(group)}

    def _refill(self, rows: list[Row]) -> Event:
        _, _, _, slot, card, _ = rows[0]
        return {"slot": slot, "card": CARDS[card]}

    def _flush(self, rows: list[Row]) -> Event:
        """M3, by slot. One without a card would be null, but the guard of M3 never flushes a short market."""
        cards: list[str | None] = [None] * self.board.parameters.market
        for _, _, _, slot, card, _ in rows[1:]:
            cards[slot] = CARDS[card]
        return {"cards": cards}

    def _tickets(self, rows: list[Row]) -> Event:
        return {"player": rows[0][2], **self._offer(rows)}

    def _offer(self, rows: list[Row]) -> Event:
        names = [(self.board.tickets[number].id, kept) for _, _, _, number, kept, _ in rows]
        return {"offered": [name for name, _ in names], "kept": [name for name, kept in names if kept]}

    def _draw(self, rows: list[Row]) -> Event:
        _, _, seat, source, card, _ = rows[0]
        origin: Event = {"from": "pile"} if source == FROM_PILE else {"from": "market", "slot": source}
        return {"player": seat, **origin, "card": CARDS[card]}

    def _claim(self, rows: list[Row]) -> Event:
        _, _, seat, number, colour, wilds = rows[0]
        route = self.board.routes[number]
        cards = payment(route.length, colour, wilds) if colour != MIXED else mixed_payment(*rows[1][3:5])
        return {"player": seat, "route": route.id, "cards": cards}

    def _tunnel(self, rows: list[Row]) -> Event:
        self.laid_colour = rows[0][4]
        return self._claim(rows)

    def _tunnel_end(self, rows: list[Row]) -> Event:
        """T3. The first row tells how many extra cards are due, the second how many of them were wilds."""
        extra = rows[0][3]
        _, _, seat, number, claimed, wilds = rows[1]
        paid = payment(extra, self.laid_colour, wilds) if claimed else {}
        return {"player": seat, "route": self.board.routes[number].id, "claimed": claimed == 1, "paid": paid}

    def _station(self, rows: list[Row]) -> Event:
        _, _, seat, city, colour, wilds = rows[0]
        self.stations[seat].append(city)
        cost = len(self.stations[seat])  # B1: one card for the first, two for the second, …
        return {"player": seat, "city": self.board.cities[city].id, "cards": payment(cost, colour, wilds)}


def _grouped(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """The rows of each event: a flush with its cards, an offer, the extra cost of a tunnel with its end."""
    group: list[Row] = []
    for row in rows:
        if group and not _continues(row, group[-1]):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _continues(row: Row, before: Row) -> bool:
    if row[0] == log.OFFERED:
        return before[0] == log.OFFERED and before[5] > 0  # tickets of that offer still follow
    return row[0] in (log.FLUSHED, log.TUNNEL_END, log.MIXED_CARDS)


def payment(cost: int, colour: int, wilds: int) -> dict[str, int]:
    """C1: a number of wilds, and the rest in one colour; no zero entries."""
    cards = {CARDS[colour]: cost - wilds, WILD: wilds}
    return {card: n for card, n in cards.items() if n > 0}


def mixed_payment(first: int, second: int) -> dict[str, int]:
    """NC3, NC4: the cards of a payment with sets, from the two numbers of the log."""
    cards = first | second << int(log.N_LOW_BITS)
    counts = {card: int(count_of.py_func(cards, number)) for number, card in enumerate(CARDS)}
    return {card: n for card, n in counts.items() if n > 0}


# ---- the end -------------------------------------------------------------------------------------


def scores_of(board: Board, state: Any, result: Any) -> list[Event]:
    """The scores of all seats of a STATE record."""
    stations = map(numbers_in, state["public"]["station_cities"][: state["public"]["n_seats"]])
    return [score_of(board, *of_seat) for of_seat in zip(result["seats"], stations, strict=False)]


def score_of(board: Board, result: Any, stations: list[int]) -> Event:
    """The score of a seat, part by part; `stations` are the numbers of its cities."""
    completed = numbers_in(*result["completed"])
    failed = numbers_in(*(result["kept"] & ~result["completed"]))
    own = {
        "ends": _ends(board, result, completed),
        "globetrotter_points": int(result["globetrotter_points"]),
        "districts": _districts(board, result),
        "district_points": int(result["district_points"]),
        "mandalas": int(result["mandalas"]),
        "mandala_points": int(result["mandala_points"]),
    }
    return {
        "routes": int(result["routes"]),
        "completed": _ticket_names(board, completed),
        "failed": _ticket_names(board, failed),
        "tickets": int(result["tickets"]),
        "stations_left": int(result["stations_left"]),
        "station_points": int(result["station_points"]),
        "borrowed": _borrowed(board, sorted(stations), result["borrowed"].tolist()),
        "longest": int(result["longest"]),
        "longest_points": int(result["longest_points"]),
        "attraction_points": int(result["attraction_points"]),
        **{field: own[field] for field in score_fields(board)},
        "total": int(result["total"]),
    }


def _ends(board: Board, result: Any, completed: list[int]) -> dict[str, str]:
    """W4: the ends that completed tickets with several of them scored."""
    scored = [(board.tickets[number], int(result["ends"][number])) for number in completed]
    return {ticket.id: ticket.alternatives[end].to for ticket, end in scored if ticket.ends}


def _districts(board: Board, result: Any) -> list[str]:
    """L1: those that the seat has joined."""
    names = enumerate(board.parameters.district_points)
    return [name for number, name in names if int(result["districts"]) >> number & 1]


def _ticket_names(board: Board, numbers: list[int]) -> list[str]:
    return [board.tickets[number].id for number in numbers]


def _borrowed(board: Board, cities: list[int], routes: list[int]) -> dict[str, str]:
    """E4: the result holds a route for each station, stations in the order of their cities."""
    lent = zip(cities, routes, strict=False)  # the result has room for more stations than were built
    return {board.cities[city].id: board.routes[route].id for city, route in lent if route != NO_ROUTE}


def _end(game: LoggedGame) -> Event:
    result = game.result
    winners = [seat for seat in range(len(game.bots)) if result["seats"][seat]["wins"]]
    turns = int(result["turns"])
    return {"event": "end", "turn": turns, "reason": REASONS[int(result["reason"])], "winners": winners, "turns": turns}
