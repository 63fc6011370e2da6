"""A board: its cities, routes, tickets and the parameters of its rules.

Everything here is read-only. `loader.py` makes boards from folders of plain files,
`ttrsim.games.trains.engine` turns them into the record the kernel plays on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from ttrsim.files.reading import BoardWeights
from ttrsim.games.contract import Board as AnyBoard
from ttrsim.games.trains.kernel.limits import MAX_MANDALAS, MAX_MARKET, MAX_OFFER, MAX_STATIONS, MAX_TRAINS
from ttrsim.limits import MAX_PLAYERS

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "pink")
WILD = "wild"
GRAY = "gray"

Count = Annotated[int, Field(ge=0, le=120)]
TieBreak = Literal["completed_tickets", "fewest_stations", "longest_path"]
RefusedTickets = Literal["removed", "bottom"]
FerrySets = Literal["any_space", "symbols"]
WildUse = Literal["anywhere", "tunnels_and_ferries", "tunnels"]
MAX_TICKET_POINTS = 100  # far above any printed ticket, within what the kernel can add up
ROUTE_POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}  # by length


class Parameters(BaseModel):
    """The numbers of the rules (rules §1). What is left out is as on the USA board, without a longest path."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    min_players: int = Field(2, ge=2, le=MAX_PLAYERS)
    max_players: int = Field(5, ge=2, le=MAX_PLAYERS)
    trains: int = Field(45, ge=1, le=MAX_TRAINS)
    stations: int = Field(0, ge=0, le=MAX_STATIONS)
    cards_per_colour: dict[str, Count] = dict.fromkeys(
        COLOURS, 12
    )  # the colours of the deck and how many cards each has
    wilds: Count = 14
    face_up_wild: int = Field(2, ge=1, le=2)  # M2, NC2: cards of a draw that it counts as
    wild_use: WildUse = "anywhere"  # NC1: what wilds may pay for
    ferry_sets: FerrySets = "any_space"  # NC3: what a set of any cards stands for on a ferry
    hand: int = Field(4, ge=0, le=20)
    market: int = Field(5, ge=1, le=MAX_MARKET)
    flush_wilds: int = Field(3, ge=1, le=MAX_MARKET + 1)  # M3: this many face-up wilds flush the market
    setup_offer_long: int = Field(0, ge=0, le=MAX_OFFER)
    setup_offer: int = Field(3, ge=0, le=MAX_OFFER)
    setup_keep: int = Field(2, ge=0, le=MAX_OFFER)
    setup_most_long: int = Field(MAX_OFFER, ge=0, le=MAX_OFFER)  # X1: this many long tickets may be kept
    setup_refused: RefusedTickets = "bottom"
    offer: int = Field(3, ge=1, le=MAX_OFFER)
    offer_keep: int = Field(1, ge=1, le=MAX_OFFER)
    offer_refused: RefusedTickets = "bottom"
    unlike_doubles: bool = True  # NC6: whether C2 holds for two unlike routes between the same cities
    doubles_closed_up_to: int = Field(3, ge=0, le=MAX_PLAYERS)  # C2: up to this many players
    route_points: dict[int, Annotated[int, Field(ge=0, le=100)]] = ROUTE_POINTS
    tunnel_cards: int = Field(3, ge=0, le=5)  # T1: cards turned for a tunnel
    end_trains: int = Field(2, ge=0, le=100)
    longest_points: int = Field(0, ge=0, le=100)
    globetrotter_points: int = Field(0, ge=0, le=100)  # G1: for most completed tickets
    station_points: int = Field(0, ge=0, le=100)
    attraction_points: int = Field(0, ge=0, le=100)
    district_points: dict[str, Annotated[int, Field(ge=0, le=100)]] = {}  # L1: by the name of the district
    # I1: for 1, 2, … completed tickets with two paths; more than these score the last
    mandala_points: tuple[Annotated[int, Field(ge=0, le=100)], ...] = Field((), max_length=MAX_MANDALAS)
    tie_breaks: tuple[TieBreak, ...] = ("completed_tickets", "longest_path")
    turn_limit: int = Field(2000, ge=1, le=30_000)  # N2

    def takes_wilds(self, route: Route) -> bool:
        """NC1: whether wilds may pay for a route."""
        is_ferry = self.wild_use == "tunnels_and_ferries" and route.wilds > 0
        return self.wild_use == "anywhere" or route.tunnel or is_ferry

    def most_sets(self, route: Route) -> int:
        """NC3, NC4: how many sets of any cards may pay for a route."""
        if not route.any_set:
            return 0
        return route.wilds if self.ferry_sets == "symbols" and route.wilds else route.length


@dataclass(frozen=True)
class City:
    id: str  # the ASCII name, the key used everywhere else
    name: str
    display: str  # as printed on the board, with accents
    x: float  # 0 … 1 to the right
    y: float  # 0 … 1 downwards
    attraction: bool = False
    district: str = ""  # L1: its name, or nothing
    country: str = ""  # W3: the country that it is a border crossing of, or nothing


@dataclass(frozen=True)
class Route:
    id: str
    a: str  # city id
    b: str
    length: int
    colour: str  # one of COLOURS or GRAY
    tunnel: bool = False
    wilds: int = 0  # C3: ferry symbols
    double: str | None = None  # the same word on both halves of a double route
    any_set: int = 0  # NC3, NC4: this many cards of any kind count as one; 0: no sets


@dataclass(frozen=True)
class End:
    """One of several ends of a ticket (W4)."""

    to: str  # city id, or a country
    points: int


@dataclass(frozen=True)
class Ticket:
    id: str
    a: str  # city id, or a country (W4)
    b: str  # the same; nothing where it has several ends
    points: int  # with several ends the fewest of them, which it loses if it reaches none
    long: bool = False
    ends: tuple[End, ...] = ()  # W4: it scores the highest one that it reaches; none for a ticket between two cities

    @property
    def alternatives(self) -> tuple[End, ...]:
        """The ends that complete it, that with most points first: of a ticket between two cities the second one."""
        return tuple(sorted(self.ends, key=lambda end: -end.points)) or (End(self.b, self.points),)


@dataclass(frozen=True)
class Board:
    game: ClassVar[str] = "trains"

    name: str  # as typed on the command line
    title: str
    aspect: float  # width : height of the printed board
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    parameters: Parameters
    weights: BoardWeights = field(default_factory=dict)  # of bots that were tuned for it
    notice: str = ""  # shown with every result, e.g. that some of its facts are in doubt

    def cities_of(self, end: str) -> tuple[str, ...]:
        """The cities that an end of a ticket stands for: any city of a country, or that city (W4)."""
        return tuple(city.id for city in self.cities if city.country == end) or (end,)

    def with_parameters(self, **overrides: Any) -> Board:
        """The same board under house rules; faults in them are reported like those of a board."""
        from ttrsim.games.trains.board.house_rules import override_parameters

        return override_parameters(self, overrides, "parameters")


def cities_of_ticket(board: Board, ticket: Ticket) -> list[str]:
    """Its cities, those of all its ends (W4)."""
    names = (ticket.a, *(end.to for end in ticket.alternatives))
    return list(dict.fromkeys(city for name in names for city in board.cities_of(name)))


def doubles_of(board: Board) -> set[str]:
    """The names of the doubles for which C2 holds."""
    halves: dict[str, set[tuple[int, bool, int]]] = {}
    for route in board.routes:
        if route.double:
            halves.setdefault(route.double, set()).add((route.length, route.tunnel, route.wilds))
    return {name for name, kinds in halves.items() if len(kinds) == 1 or board.parameters.unlike_doubles}  # NC6


def own_board(board: AnyBoard) -> Board:
    """A board of this game, with all that such a board has."""
    assert isinstance(board, Board)
    return board
