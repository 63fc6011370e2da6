"""A board: its cities, routes, tickets and the parameters of its rules.

Everything here is read-only. `loader.py` makes boards from folders of plain files,
`ttrsim.games.trains.engine` turns them into the record the kernel plays on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import BaseModel, ConfigDict, Field

from ttrsim.files.reading import BoardWeights
from ttrsim.games.board import Board as AnyBoard
from ttrsim.games.trains.kernel.limits import MAX_MANDALAS, MAX_MARKET, MAX_OFFER, MAX_STATIONS, MAX_TRAINS
from ttrsim.limits import MAX_PLAYERS

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.documents.report.atlas import Atlas
    from ttrsim.files.faults import Fault
    from ttrsim.games.board import FirstOffer, Imported, Paper, Stage
    from ttrsim.games.contract import ExperimentChoice, Game
    from ttrsim.games.levers import Lever
    from ttrsim.games.trains.position.model import State, View
    from ttrsim.games.trains.record.dealer import CardDealer
    from ttrsim.play.record.fields import Event, LogEntry, Test
    from ttrsim.play.record.reader import Answer, RecordedGame
    from ttrsim.play.table import LoggedGame
    from ttrsim.progress import Progress

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
class Board(AnyBoard):
    name: str  # as typed on the command line
    title: str
    aspect: float  # width : height of the printed board
    cities: tuple[City, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    parameters: Parameters
    weights: BoardWeights = field(default_factory=dict)  # of bots that were tuned for it
    notice: str = ""  # shown with every result, e.g. that some of its facts are in doubt

    @property
    def game(self) -> Game:
        from ttrsim.games.trains.game import TRAINS

        return TRAINS

    def cities_of(self, end: str) -> tuple[str, ...]:
        """The cities that an end of a ticket stands for: any city of a country, or that city (W4)."""
        return tuple(city.id for city in self.cities if city.country == end) or (end,)

    # ---- its data --------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        from ttrsim.games.trains.board.export import board_as_dict

        return board_as_dict(self)

    def override_parameters(self, overrides: Mapping[str, Any], where: str = "parameters") -> Board:
        from ttrsim.games.trains.board.house_rules import override_parameters

        return override_parameters(self, overrides, where)

    def warnings(self) -> list[Fault]:
        from ttrsim.games.trains.board.warnings import warnings_of

        return warnings_of(self)

    def levers(self) -> list[Lever]:
        from ttrsim.games.trains.board.levers import levers_of

        return list(levers_of(self))

    def rewritten_files(self, files: Mapping[str, str]) -> dict[str, str]:
        from ttrsim.games.trains.board.levers import TICKETS_FILE, with_ticket_points

        return {**files, TICKETS_FILE: with_ticket_points(files[TICKETS_FILE], self)}

    def counts(self) -> str:
        from ttrsim.games.trains.board.wording import counts

        return counts(self)

    def sheets(self) -> list[Table]:
        from ttrsim.games.trains.board.wording import sheets

        return sheets(self)

    def draw(self, image_format: str, dpi: int) -> bytes:
        from ttrsim.games.trains.board.draw import render_board

        return render_board(self, image_format, dpi)

    def to_print(self, paper: Paper, progress: Progress) -> bytes:
        from ttrsim.games.trains.board.printing import print_board

        return print_board(self, paper, progress)

    def ticket_rows(self) -> str:
        from ttrsim.games.trains.board.printing import ticket_rows

        return ticket_rows(self)

    @classmethod
    def files_from_editor(cls, texts: Mapping[str, str], deck: str | None) -> tuple[dict[str, str], list[str]]:
        from ttrsim.games.trains.board.editor import read_editor

        draft = read_editor(texts, deck)
        return draft.files(), draft.notes

    def editor_files(self, kept: str | None, as_json: bool) -> dict[str, str]:
        from ttrsim.games.trains.board.editor import editor_json, spreadsheets

        return {"map.json": editor_json(self, kept)} if as_json else spreadsheets(self)

    def atlas(self) -> Atlas:
        from ttrsim.games.trains.analysis.atlas import atlas

        return atlas(self)

    # ---- play ------------------------------------------------------------------------------------

    def record(self) -> np.ndarray:
        from ttrsim.games.trains.engine import board_record

        return board_record(self)

    def plays_like(self, other: Board, n_players: int) -> bool:
        from ttrsim.games.trains.engine import played_record

        return played_record(self, n_players).tobytes() == played_record(other, n_players).tobytes()

    def ended_by_limit(self, results: np.ndarray) -> int:
        from ttrsim.games.trains.engine import ended_by_limit

        return ended_by_limit(results)

    def experiment_record(self, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
        from ttrsim.games.trains.experiments import experiment_record

        return experiment_record(self, choice, n_seats)

    def experiment_faults(self, choice: ExperimentChoice, n_seats: int) -> list[str]:
        from ttrsim.games.trains.experiments import experiment_faults

        return list(experiment_faults(self, choice, n_seats))

    # ---- positions -------------------------------------------------------------------------------

    @property
    def questions(self) -> Mapping[int, str]:
        from ttrsim.games.trains.position.model import QUESTIONS

        return QUESTIONS

    @property
    def state_schema(self) -> type[State]:
        from ttrsim.games.trains.position.model import State

        return State

    def view(self, public: Any, own: Any) -> dict[str, Any]:
        from ttrsim.games.trains.position.model import own_of, public_of

        return {"seat": int(own["seat"]), "public": public_of(self, public), "own": own_of(self, public, own)}

    def state_as_dict(self, state: Any) -> dict[str, Any]:
        from ttrsim.games.trains.position.model import state_of

        return {**state_of(self, state)}

    def build_state(self, values: Mapping[str, Any]) -> np.ndarray:
        from ttrsim.games.trains.position.building import Builder

        return Builder(self, cast("State", values)).built()

    def score(self, state: Any, result: Any) -> list[dict[str, Any]]:
        from ttrsim.games.trains.record.writer import scores_of

        return scores_of(self, state, result)

    def describe_decision(self, decision: int, view: Mapping[str, Any] | None = None) -> str:
        from ttrsim.games.trains.position.wording import describe_decision

        return describe_decision(self, decision, cast("View | None", view))

    def takes_card(self, decision: int) -> bool:
        from ttrsim.games.trains.position.wording import takes_card

        return takes_card(decision)

    def headline(self, view: Mapping[str, Any]) -> str:
        from ttrsim.games.trains.position.wording import headline

        return headline(cast("View", view))

    def tell(self, view: Mapping[str, Any]) -> Iterator[str]:
        from ttrsim.games.trains.position.wording import tell_table

        return tell_table(self, cast("View", view))

    def draw_table(self, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes:
        from ttrsim.games.trains.position.drawing import render_table

        return render_table(self, cast("View", view), image_format, dpi)

    def stage(self) -> Stage:
        from ttrsim.games.trains.position.stage import TrainsStage

        return TrainsStage(self)

    def openings(self, offer: FirstOffer) -> Callable[[int], np.ndarray]:
        from ttrsim.games.trains.position.opening import openings

        return openings(self, offer)

    def position_from_text(self, text: str, seed: int) -> Mapping[str, Any]:
        from ttrsim.games.trains.position.table_text import state_from_text

        return cast("Mapping[str, Any]", state_from_text(self, text, seed))

    def position_template(self, players: int) -> str:
        from ttrsim.games.trains.position.table_text import template

        return template(self, players)

    # ---- the game record -------------------------------------------------------------------------

    @property
    def record_format(self) -> int:
        from ttrsim.games.trains.record.events import FORMAT

        return FORMAT

    @property
    def events(self) -> Mapping[str, Mapping[str, str]]:
        from ttrsim.games.trains.record.events import FIELDS

        return FIELDS

    def fields_of(self, event: Event) -> dict[str, str]:
        from ttrsim.games.trains.record.events import fields_of

        return fields_of(event)

    def field_tests(self, n_seats: int) -> dict[str, Test]:
        from ttrsim.games.trains.record.events import field_tests

        return field_tests(self, n_seats)

    def record_events(self, game: LoggedGame) -> Iterator[Event]:
        from ttrsim.games.trains.record.writer import events_of

        return events_of(self, game)

    def tell_game(self, game: RecordedGame) -> Iterator[str]:
        from ttrsim.games.trains.record.text import Narrator

        return Narrator(self, game).lines()

    def log_of(self, game: RecordedGame) -> Iterator[LogEntry]:
        from ttrsim.games.trains.record.text import log

        return log(self, game)

    def score_sheet(self, game: RecordedGame) -> Table:
        from ttrsim.games.trains.record.text import score_sheet

        return score_sheet(self, game)

    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        from ttrsim.games.trains.record.dealer import Reader

        return Reader(self, game).answers()

    def import_game(self, text: bytes, source: str, seed: int, report: Callable[[str], None]) -> Imported:
        from ttrsim.games.trains.record.imported import import_game

        return import_game(self, text, source, seed, report)

    def dealer(self, game: RecordedGame) -> CardDealer:
        from ttrsim.games.trains.record.dealer import CardDealer

        return CardDealer(self, game)


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
