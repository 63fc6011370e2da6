"""The simple format for games of people, which docs/import.md describes: its model, and reading a file of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ttrsim.errors import UserError
from ttrsim.wording import shortened

MAX_FAULTS = 8  # that a message lists

Seat = Annotated[int, Field(ge=0, le=8)]
Hand = dict[str, Annotated[int, Field(ge=1)]]
strict = ConfigDict(extra="ignore", strict=True)


class SetUp(BaseModel):
    """The first tickets of a seat, and what is known of its opening hand."""

    model_config = strict
    seat: Seat
    offered: list[str]
    kept: list[str]
    opening_hand_at_least: Hand = {}


class Draw(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["draw"]
    cards: Annotated[list[tuple[Literal["blind", "market"], str]], Field(min_length=1, max_length=2)]


class Claim(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["claim"]
    route: tuple[str, str]
    cards: Hand


class Tickets(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["tickets"]
    offered: list[str]
    kept: list[str]


Move = Annotated[Draw | Claim | Tickets, Field(discriminator="do")]
AfterCard = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=1, le=2)]]  # a move, and its card: 1 or 2


class Final(BaseModel):
    """The score of a seat."""

    model_config = strict
    seat: Seat
    completed: list[str]
    failed: list[str]
    longest: int = 0
    longest_points: int = 0
    attraction_points: int = 0
    # of boards with such a rule (SCORE_OF_SOME_BOARDS)
    globetrotter_points: int | None = None
    districts: list[str] | None = None
    district_points: int | None = None
    mandalas: int | None = None
    mandala_points: int | None = None
    tickets: int
    routes: int
    total: int


class SimpleGame(BaseModel):
    """A file of the format."""

    model_config = strict
    board: str
    players: Annotated[int, Field(ge=1, le=8)]
    setup: list[SetUp]
    moves: Annotated[list[Move], Field(min_length=1)]
    sweeps_after_move: list[AfterCard] = []
    reshuffles_after_move: list[AfterCard] = []
    final: list[Final]


def read_simple(text: bytes, source: str) -> SimpleGame:
    try:
        game = SimpleGame.model_validate_json(text)
    except ValidationError as error:
        raise faults_error(source, [_fault(details) for details in error.errors()]) from None
    seats = list(range(game.players))
    for name, entries in (("setup", game.setup), ("final", game.final)):
        if [entry.seat for entry in entries] != seats:
            raise UserError(f"{source}: {name}: should have one entry for each of the {game.players} seats, in order")
    return game


def faults_error(source: str, faults: Sequence[str]) -> UserError:
    """One message for everything that is wrong with a file."""
    more = [f"… and {len(faults) - MAX_FAULTS} more"] if len(faults) > MAX_FAULTS else []
    return UserError("\n".join(f"{source}: {fault}" for fault in [*faults[:MAX_FAULTS], *more]))


def _fault(details: Any) -> str:
    where = ".".join(str(part) for part in details["loc"] if part not in ("draw", "claim", "tickets"))
    if details["type"] == "json_invalid":
        return f"not JSON, or cut off in the middle: {details['msg'].removeprefix('Invalid JSON: ')}"
    if details["type"] == "missing":
        return f"{where}: is missing"
    return f"{where}: {details['msg'].replace('Input should', 'should')}, not {shortened(details['input'])}"
