"""A game of people as somebody wrote it down: its model, and reading the simple format (docs/import.md)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, ValidationError

from ttrsim.errors import UserError
from ttrsim.wording import shortened

MAX_FAULTS = 8  # that a message lists

Seat = Annotated[int, Field(ge=0, le=8)]
Count = Annotated[int, Field(ge=0)]
Hand = dict[str, Annotated[int, Field(ge=1)]]
strict = ConfigDict(extra="ignore", strict=True)


class Offer(BaseModel):
    """Tickets that a seat was offered. A log may say only how many it kept."""

    model_config = strict
    offered: list[str] = []
    kept: list[str] = []
    n_kept: int | None = None

    @property
    def is_known(self) -> bool:
        return self.n_kept is None


class SetUp(Offer):
    """The first tickets of a seat, and what is known of its opening hand."""

    seat: Seat
    opening_hand_at_least: Hand = {}


class Draw(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["draw"] = "draw"
    cards: Annotated[list[tuple[Literal["blind", "market"], str | None]], Field(min_length=1, max_length=2)]


class Claim(BaseModel):
    """A route that is claimed, or a tunnel that is tried."""

    model_config = strict
    seat: Seat
    do: Literal["claim"] = "claim"
    route: tuple[str, str]
    cards: Hand
    # of a tunnel; None for other routes
    turned: list[str] | None = None  # the cards, if they are known
    n_turned: Count | None = None
    extra: Count | None = None  # how many of them cost an extra card
    claimed: bool = True
    points: Count | None = None


class Station(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["station"] = "station"
    city: str
    cards: Hand


class Tickets(Offer):
    seat: Seat
    do: Literal["tickets"] = "tickets"


class Pass(BaseModel):
    model_config = strict
    seat: Seat
    do: Literal["pass"] = "pass"


Move = Annotated[Draw | Claim | Station | Tickets | Pass, Field(discriminator="do")]
AfterCard = tuple[Annotated[int, Field(ge=0)], Annotated[int, Field(ge=1, le=2)]]  # a move, and its card: 1 or 2


class Final(BaseModel):
    """The score of a seat, as far as it was written down. The names are those of the game record."""

    model_config = strict
    seat: Seat
    completed: list[str]
    failed: list[str]
    routes: int | None = None
    tickets: int | None = None
    stations_left: int | None = None
    station_points: int | None = None
    longest: int | None = None
    longest_points: int | None = None
    attraction_points: int | None = None
    globetrotter_points: int | None = None
    districts: list[str] | None = None
    district_points: int | None = None
    mandalas: int | None = None
    mandala_points: int | None = None
    total: int | None = None


class SimpleGame(BaseModel):
    """A file of the format."""

    model_config = strict
    board: str
    players: Annotated[int, Field(ge=1, le=8)]
    setup: list[SetUp]
    moves: Annotated[list[Move], Field(min_length=1)]
    sweeps_after_move: list[AfterCard] = []
    reshuffles_after_move: list[AfterCard] | None = None
    final: list[Final]
    # of a log: where each part stands in the file, and when each seat is told that a ticket is complete
    _places: dict[str, str] = PrivateAttr(default_factory=dict)
    _completions: dict[tuple[int, str], int] = PrivateAttr(default_factory=dict)  # (seat, ticket): move

    def place(self, part: str) -> str:
        return self._places.get(part, part)


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
    kinds = ("draw", "claim", "station", "tickets", "pass")
    where = ".".join(str(part) for part in details["loc"] if part not in kinds)
    if details["type"] == "json_invalid":
        return f"not JSON, or cut off in the middle: {details['msg'].removeprefix('Invalid JSON: ')}"
    if details["type"] == "missing":
        return f"{where}: is missing"
    return f"{where}: {details['msg'].replace('Input should', 'should')}, not {shortened(details['input'])}"
