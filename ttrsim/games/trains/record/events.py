"""What the record is made of: its events, their fields, and what each field may hold."""

from __future__ import annotations

from typing import Literal, get_args

from ttrsim.games.trains.board.model import COLOURS, WILD, Board
from ttrsim.play.record.fields import PLAIN_TESTS, Event, Test, each, is_number, mapping, one_of, seat_tests, should_be

FORMAT = 1
CARDS = (*COLOURS, WILD)  # in the kernel's order, which is no part of the format
Reason = Literal["trains", "stalemate", "limit"]  # E1, N1, N2
REASONS: tuple[Reason, ...] = get_args(Reason)

# event: its fields besides `event` and `turn`, each with the name of its test
FIELDS = {
    "hand": {"player": "seat", "cards": "cards"},
    "refill": {"slot": "slot", "card": "card"},
    "flush": {"cards": "market"},
    "reshuffle": {"cards": "count"},
    "tickets": {"player": "seat", "offered": "tickets", "kept": "tickets"},
    "draw": {"player": "seat", "from": "origin", "card": "card"},
    "claim": {"player": "seat", "route": "route", "cards": "payment"},
    "tunnel": {"player": "seat", "route": "route", "cards": "payment"},
    "reveal": {"card": "card"},
    "tunnel_end": {"player": "seat", "route": "route", "claimed": "flag", "paid": "payment"},
    "station": {"player": "seat", "city": "city", "cards": "payment"},
    "pass": {"player": "seat"},
    "last_round": {"player": "seat"},
    "score": {
        "player": "seat",
        "routes": "number",
        "completed": "tickets",
        "failed": "tickets",
        "tickets": "number",
        "stations_left": "count",
        "station_points": "number",
        "borrowed": "borrowed",
        "longest": "count",
        "longest_points": "number",
        "attraction_points": "number",
        "total": "number",
    },
    "end": {"reason": "reason", "winners": "seats", "turns": "count"},
}
# fields of a score that only boards with such a rule have
SCORE_OF_SOME_BOARDS = {
    "ends": "ends",
    "globetrotter_points": "number",
    "districts": "districts",
    "district_points": "number",
    "mandalas": "count",
    "mandala_points": "number",
}


def score_fields(board: Board) -> list[str]:
    """Of those, the fields that a score has on this board."""
    rules = board.parameters
    is_on = {
        "ends": any(ticket.ends for ticket in board.tickets),  # W4
        "globetrotter_points": rules.globetrotter_points > 0,  # G1
        "districts": bool(rules.district_points),  # L1
        "mandalas": any(rules.mandala_points),  # I1
    }
    is_on |= {"district_points": is_on["districts"], "mandala_points": is_on["mandalas"]}
    return [field for field in SCORE_OF_SOME_BOARDS if is_on[field]]


MARKET_DRAW = FIELDS["draw"] | {"slot": "slot"}


def fields_of(event: Event) -> dict[str, str]:
    """The fields of an event of a known kind."""
    if event["event"] == "score":
        return FIELDS["score"] | {field: test for field, test in SCORE_OF_SOME_BOARDS.items() if field in event}
    return MARKET_DRAW if event["event"] == "draw" and event.get("from") == "market" else FIELDS[event["event"]]


_CARD = one_of("a card", CARDS)

OWN_TESTS: dict[str, Test] = {
    "origin": one_of("'pile' or 'market'", ("pile", "market")),
    "reason": one_of("a reason", REASONS),
    "card": _CARD,
    "cards": each(_CARD, "cards"),
    "payment": mapping(
        _CARD,
        should_be("a number from 1 on", lambda value: is_number(value) and value >= 1),
        "an object of colours and numbers",
    ),
}


def field_tests(board: Board, n_seats: int) -> dict[str, Test]:
    """The tests of all fields, for games with this number of players on this board."""
    n_slots = board.parameters.market
    routes = one_of(f"a route of {board.name}", (route.id for route in board.routes))
    cities = one_of(f"a city of {board.name}", (city.id for city in board.cities))
    tickets = one_of(f"a ticket of {board.name}", (ticket.id for ticket in board.tickets))
    ends = one_of(f"an end of a ticket of {board.name}", {end.to for ticket in board.tickets for end in ticket.ends})
    card_or_none: Test = lambda value: None if value is None else _CARD(value)  # noqa: E731 (a value of a table)
    market = each(card_or_none, "cards")
    return (
        PLAIN_TESTS
        | OWN_TESTS
        | seat_tests(n_seats)
        | {
            "slot": should_be(
                f"a slot from 0 to {n_slots - 1}", lambda value: is_number(value) and 0 <= value < n_slots
            ),
            "market": lambda value: market(value) or should_be(f"{n_slots} cards", lambda v: len(v) == n_slots)(value),
            "route": routes,
            "city": cities,
            "tickets": each(tickets, "tickets"),
            "districts": each(one_of(f"a district of {board.name}", board.parameters.district_points), "districts"),
            "ends": mapping(tickets, ends, "an object of tickets and ends"),
            "borrowed": mapping(cities, routes, "an object of cities and routes"),
        }
    )
