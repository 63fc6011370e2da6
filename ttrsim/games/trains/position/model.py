"""A position in plain values, as views show it and files hold it: routes, tickets and cities by id, cards by colour.

It is split as the state is: PUBLIC is what all see, OWN what one seat sees, HIDDEN what none sees.
"""

from __future__ import annotations

from typing import (
    Annotated,
    Literal,
    NotRequired,  # that of `typing` cannot be validated before Python 3.12
)

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict

from ttrsim.games.trains.record.events import Reason
from ttrsim.limits import MAX_PLAYERS

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
class Player(TypedDict):
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
    seats: Annotated[list[Player], Field(min_length=2, max_length=MAX_PLAYERS)]


@strict
class Restriction(TypedDict):
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
    restriction: Restriction | None


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
