"""Positions of Ticket to Ride as plain values: what they are made of, and how they come from records of the kernel."""

from __future__ import annotations

from collections.abc import Iterable
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,  # that of `typing` cannot be validated before Python 3.12
    cast,
)

import numpy as np
from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from ttrsim.games.trains.board.model import Board
from ttrsim.games.trains.kernel import records
from ttrsim.games.trains.record.events import CARDS, Reason
from ttrsim.games.trains.record.writer import REASONS, payment
from ttrsim.games.trains.restrictions import BARRED, TICKET_LISTS
from ttrsim.limits import MAX_PLAYERS
from ttrsim.machine.sets import numbers_in
from ttrsim.machine.table import GAME_OVER

Count = Annotated[int, Field(ge=0, le=1000)]
Cards = dict[str, Annotated[int, Field(ge=1, le=120)]]  # colour: number, with no zero entries
Question = Literal["keep_tickets", "choose_action", "second_card", "pay_tunnel", "game_over"]
Word = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]  # where a stream of random numbers stands
strict = with_config(ConfigDict(extra="forbid", strict=True))


@strict
class Tunnel(TypedDict):
    """The one that is being tried (T1)."""

    route: str
    cards: Cards  # laid out
    extra: Count  # cards that it costs


@strict
class SeenPlayer(TypedDict):
    """What all see of a seat."""

    trains: Count
    route_points: Annotated[int, Field(ge=0, le=30_000)]
    routes: list[str]
    stations: list[str]  # cities
    stations_left: Count
    cards: Count  # in hand
    known: Cards  # of them, from what was seen taken and paid: at least so many
    tickets: Count
    setup_tickets: NotRequired[Count]  # of them, kept in the set-up


@strict
class Public(TypedDict):
    turn: Annotated[int, Field(ge=0, le=30_000)]  # 0 in set-up, then 1, 2, … over all seats
    question: Question
    asked: Count | None
    last_turns: Annotated[int, Field(ge=1, le=MAX_PLAYERS)] | None  # E1: to be played in the last round
    passes: Count  # N1: in a row
    end: Reason | None  # why the game is over
    market: list[str | None]  # by slot
    pile: Count
    discards: Cards
    ticket_pile: Count
    tunnel: Tunnel | None
    flushes: Annotated[int, Field(ge=0)]
    reshuffles: Annotated[int, Field(ge=0)]
    seats: Annotated[list[SeenPlayer], Field(min_length=2, max_length=MAX_PLAYERS)]


@strict
class SeenRestriction(TypedDict):
    """What a seat is restricted to (R1–R6)."""

    keep: list[str]  # tickets, in the set-up
    refuse: list[str]
    keep_later: list[str]  # in later offers
    refuse_later: list[str]
    closed: list[str]  # routes
    barred: list[Literal["stations", "ticket_draws", "open_wilds"]]


@strict
class Own(TypedDict):
    hand: Cards
    tickets: list[str]  # kept
    offer: list[str]  # in the order in which they were dealt
    left: NotRequired[list[str]]  # tickets that it refused and that left the game
    in_pile: NotRequired[dict[str, Count]]  # tickets that it refused and that lie in the pile: how many lie above each
    must_keep: list[str]  # R1: tickets of the offer
    must_refuse: list[str]  # R2
    restriction: SeenRestriction | None


@strict
class Hidden(TypedDict):
    pile: Cards  # its order is decided as cards leave it, by the stream
    card_stream: Word
    ticket_pile: list[str]  # top first
    ticket_stream: Word
    choices: list[list[str]]  # S3: tickets that seats keep in the set-up, not yet shown


@strict
class State(TypedDict):
    public: Public
    seats: list[Own]
    hidden: Hidden


class View(TypedDict):
    """What one seat sees."""

    seat: int
    public: Public
    own: Own


# ---- from the records of a state to plain values ---------------------------------------------------

QUESTIONS: dict[int, Question] = {
    int(GAME_OVER): "game_over",
    int(records.KEEP_TICKETS): "keep_tickets",
    int(records.CHOOSE_ACTION): "choose_action",
    int(records.SECOND_CARD): "second_card",
    int(records.PAY_TUNNEL): "pay_tunnel",
}


def state_of(board: Board, state: Any) -> State:
    public = state["public"]
    seats = range(int(public["n_seats"]))
    return {
        "public": public_of(board, public),
        "seats": [own_of(board, public, state["seats"][seat]) for seat in seats],
        "hidden": _hidden(board, state),
    }


def public_of(board: Board, public: Any) -> Public:
    question, last_turns = QUESTIONS[int(public["question"])], int(public["last_turns"])
    market = public["market"][: board.parameters.market].tolist()
    return {
        "turn": int(public["turn"]),
        "question": question,
        "asked": None if question == "game_over" else int(public["asked"]),
        "last_turns": last_turns if last_turns > 0 else None,
        "passes": int(public["passes"]),
        "end": REASONS[int(public["reason"])] if question == "game_over" else None,
        "market": [None if card == records.EMPTY else CARDS[card] for card in market],
        "pile": int(public["pile_size"]),
        "discards": _cards(public["discards"]),
        "ticket_pile": int(public["ticket_pile_size"]),
        "tunnel": _tunnel(board, public),
        "flushes": int(public["flushes"]),
        "reshuffles": int(public["reshuffles"]),
        "seats": [_player(board, public, seat) for seat in range(int(public["n_seats"]))],
    }


def own_of(board: Board, public: Any, own: Any) -> Own:
    in_pile = [int(number) for number in _from_the_top(public, own["in_pile"])]
    return {
        "hand": _cards(own["hand"]),
        "tickets": _tickets(board, numbers_in(*own["tickets"])),
        "offer": _tickets(board, own["offer"][: own["n_offer"]]),
        "left": _tickets(board, numbers_in(*own["left"])),
        "in_pile": {board.tickets[number - 1].id: n_above for n_above, number in enumerate(in_pile) if number},
        "must_keep": _offered(board, own, int(own["must_keep"])),
        "must_refuse": _offered(board, own, int(own["must_refuse"])),
        "restriction": _restriction(board, own["restriction"]),
    }


def _restriction(board: Board, restriction: Any) -> SeenRestriction | None:
    tickets = {key: _tickets(board, numbers_in(*restriction[key])) for key in TICKET_LISTS}
    closed = [board.routes[number].id for number in numbers_in(*restriction["closed"])]
    barred = [key for key, what in BARRED.items() if int(restriction["barred"]) & int(what)]
    if not (any(tickets.values()) or closed or barred):
        return None
    return cast(SeenRestriction, {**tickets, "closed": closed, "barred": barred})


def _player(board: Board, public: Any, seat: int) -> SeenPlayer:
    return {
        "trains": int(public["trains"][seat]),
        "route_points": int(public["route_points"][seat]),
        "routes": [board.routes[number].id for number in numbers_in(*public["owned"][seat])],
        "stations": [board.cities[number].id for number in numbers_in(public["station_cities"][seat])],
        "stations_left": int(public["stations_left"][seat]),
        "cards": int(public["hand_size"][seat]),
        "known": _cards(public["known"][seat]),
        "tickets": int(public["n_tickets"][seat]),
        "setup_tickets": int(public["setup_tickets"][seat]),
    }


def _tunnel(board: Board, public: Any) -> Tunnel | None:
    number, colour, wilds = (int(public[f"tunnel_{name}"]) for name in ("route", "colour", "wilds"))
    if number == records.NO_ROUTE:
        return None
    route = board.routes[number]
    return {"route": route.id, "cards": payment(route.length, colour, wilds), "extra": int(public["tunnel_extra"])}


def _from_the_top(public: Any, ring: Any) -> Any:
    """Of the places of a ring those of the ticket pile, top first."""
    return ring[(int(public["ticket_top"]) + np.arange(int(public["ticket_pile_size"]))) % len(ring)]


def _hidden(board: Board, state: Any) -> Hidden:
    public, hidden = state["public"], state["hidden"]
    chosen = range(int(public["asked"])) if public["turn"] == 0 else ()
    return {
        "pile": _cards(hidden["pile"]),
        "card_stream": f"{int(hidden['card_stream']['state']):016x}",
        "ticket_pile": _tickets(board, _from_the_top(public, hidden["ticket_pile"])),
        "ticket_stream": f"{int(hidden['ticket_stream']['state']):016x}",
        "choices": [_offered(board, state["seats"][seat], int(hidden["setup_kept"][seat])) for seat in chosen],
    }


def _offered(board: Board, own: Any, places: int) -> list[str]:
    return _tickets(board, (own["offer"][place] for place in numbers_in(places)))


def _cards(counts: Any) -> dict[str, int]:
    return {card: n for card, n in zip(CARDS, counts.tolist(), strict=True) if n}


def _tickets(board: Board, numbers: Iterable[int]) -> list[str]:
    return [board.tickets[number].id for number in numbers]
