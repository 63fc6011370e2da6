"""A position in plain values, as views show it and files hold it: cards by id, blocks and crossings by [x, y].

It is split as the state is: PUBLIC is what all see, OWN what one seat sees, HIDDEN what none sees.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, with_config
from typing_extensions import TypedDict  # that of `typing` cannot be validated before Python 3.12

from ttrsim.games.explore.board.geometry import SIZE

Count = Annotated[int, Field(ge=0, le=100)]
Place = Annotated[list[Annotated[int, Field(ge=0, le=SIZE)]], Field(min_length=2, max_length=2)]
Question = Literal["discard", "choose_block", "draw", "extra", "game_over"]
Word = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]  # where a stream of random numbers stands
strict = with_config(ConfigDict(extra="forbid", strict=True))


@strict
class Turn(TypedDict):
    """What a seat chose in a round."""

    block: Place
    tourists: Annotated[str, Field(pattern=r"^R{0,99}G{0,99}B{0,99}$")]  # in the block by now, those of cafés too
    fallback: bool


@strict
class Map(TypedDict):
    turns: list[Turn]  # by round
    segments: list[str]  # drawn
    cafes: list[Place]  # reached


@strict
class Public(TypedDict):
    turn: Annotated[int, Field(ge=1, le=100)]  # over all seats
    round: Count
    rounds: Count
    question: Question
    asked: Count | None
    open: list[str]  # cards turned up and not discarded
    action: list[list[str]]  # by round: the two cards that were played
    seen: list[str]  # all cards turned up so far, in order
    pile: Count
    extras: Count  # §4.4: connections still due for `+`
    maps: Annotated[list[Map], Field(min_length=2, max_length=4)]  # by seat


@strict
class Own(TypedDict):
    """Nothing: the maps lie open (§6.16)."""


@strict
class Hidden(TypedDict):
    pile: list[str]  # the cards to come, and then those in the box
    card_stream: Word


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
