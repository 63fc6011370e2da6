"""A board, of whatever game: what is on it, and all that depends on it.

Each game has a `Board` of its own. Its methods import what they need on first use, since a kernel takes long to load.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Protocol, Self

from ttrsim.errors import UserError

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.documents.report.atlas import Atlas
    from ttrsim.files.faults import Fault
    from ttrsim.files.reading import BoardWeights
    from ttrsim.games.contract import ExperimentChoice, Game
    from ttrsim.games.levers import Lever
    from ttrsim.play.record.fields import Event, LogEntry, Test
    from ttrsim.play.record.reader import Answer, RecordedGame
    from ttrsim.play.table import LoggedGame
    from ttrsim.progress import Progress

HEADER = "board.toml"  # the file that every board folder has
DECKS = "decks"  # in the folder of a map: further ticket decks for it, a folder each …
DECK = "deck.toml"  # … with this file, which says what differs from the header of the map
Paper = Literal["a4", "a3"]


class Parameters(Protocol):
    """The numbers of a board's rules; those that every game has."""

    min_players: int
    max_players: int

    def model_dump(self, *, mode: str = ...) -> dict[str, Any]: ...


class Dealer(Protocol):
    """Deals the cards of a record that come from no seed, so that it can be replayed."""

    def deal(self, states: np.ndarray, line: int) -> None:
        """Puts every card and everything hidden where the record has it, just before the event of a line."""

    def stack(self, states: np.ndarray, line: int) -> None:
        """Just before the decision of a line: puts on top of the pile what it turns."""


@dataclass(frozen=True)
class Imported:
    """A game of people: the events without the scores and the end, and what the file says of the scores by seat."""

    events: list[Event]
    said: list[dict[str, Any]]  # named as in the score of a record
    where: list[str]  # in the file


@dataclass(frozen=True)
class FirstOffer:
    """The tickets that a seat is offered in the set-up. Cards that are not given are dealt at random in each world."""

    players: int
    seat: int
    tickets: Sequence[str]
    hand: Sequence[str] | None
    market: Sequence[str] | None
    seed: int


class Board(ABC):
    """A board, read-only."""

    if TYPE_CHECKING:  # fields of the game's own board

        @property
        def name(self) -> str:
            """As typed on the command line."""

        @property
        def title(self) -> str: ...

        @property
        def notice(self) -> str:
            """A notice to show with every result on this board, or nothing."""

        @property
        def parameters(self) -> Parameters:
            """The numbers of its rules. A scenario may override each of them."""

        @property
        def weights(self) -> BoardWeights:
            """Of bots that were tuned for this board."""

    @property
    @abstractmethod
    def game(self) -> Game: ...

    # ---- its data --------------------------------------------------------------------------------

    @abstractmethod
    def as_dict(self) -> dict[str, Any]:
        """Everything on it, for JSON."""

    @abstractmethod
    def override_parameters(self, overrides: Mapping[str, Any], where: str = "parameters") -> Self:
        """The same board under house rules; `where` names their place in messages, e.g. a scenario file."""

    def with_parameters(self, **overrides: Any) -> Self:
        """The same board under house rules; faults in them are reported like those of a board."""
        return self.override_parameters(overrides)

    def warnings(self) -> list[Fault]:
        """Problems to expect in play, on a board that can be played."""
        return []

    def levers(self) -> list[Lever]:
        """The numbers that a designer may move to balance it; their names are those of house rules."""
        from ttrsim.games.levers import parameter_levers

        return list(parameter_levers(self.parameters))  # type: ignore[arg-type] # a model of `Game.parameters`

    def rewritten_files(self, files: Mapping[str, str]) -> dict[str, str]:
        """The files of a board next to its header, with the values of this one, whose levers were moved."""
        return dict(files)

    @abstractmethod
    def counts(self) -> str:
        """A line such as "47 cities, 101 routes, …"."""

    @abstractmethod
    def sheets(self) -> list[Table]:
        """Everything on it, as tables to read."""

    @abstractmethod
    def draw(self, image_format: str, dpi: int) -> bytes: ...

    def to_print(self, paper: Paper, progress: Progress) -> bytes:
        """A PDF of all that a table needs to play on it."""
        raise UserError(f"{self.title}: only maps with routes can be printed")

    def ticket_rows(self) -> str:
        """A row a ticket, as CSV for programs that lay out cards."""
        raise UserError(f"{self.title} has no tickets")

    @classmethod
    def files_from_editor(cls, texts: Mapping[str, str], deck: str | None) -> tuple[dict[str, str], list[str]]:
        """The files of a board folder, from those of the map editor, and notes on what was left out."""
        raise NotImplementedError

    def editor_files(self, kept: str | None, as_json: bool) -> dict[str, str]:
        """For the map editor: a JSON file or spreadsheets. `kept` is the file that the board came from, if any."""
        raise UserError(f"{self.title}: the map editor knows only maps with routes")

    def atlas(self) -> Atlas | None:
        """The live map of a report, if the game has one: what can be selected on it, and what gives it colour."""
        return None

    # ---- play ------------------------------------------------------------------------------------

    @abstractmethod
    def record(self) -> np.ndarray:
        """The board for the kernel: an array of one record."""

    def plays_like(self, other: Self, n_players: int) -> bool:
        """Whether what differs between two boards changes no game of that many players."""
        return self.record().tobytes() == other.record().tobytes()

    def ended_by_limit(self, results: np.ndarray) -> int:
        """How many games on it ended by a limit of turns."""
        return 0

    def experiment_record(self, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
        """A choice without faults, for the kernel: an array of one record."""
        raise NotImplementedError

    def experiment_faults(self, choice: ExperimentChoice, n_seats: int) -> list[str]:
        """What is wrong with a choice, if anything."""
        return [f"there are no experiments with {self.game.title}"]

    # ---- positions: plain values for JSON, with the names of cities, cards and so on -------------

    @property
    @abstractmethod
    def questions(self) -> Mapping[int, str]:
        """The names of the kernel's questions, `game_over` among them."""

    @property
    @abstractmethod
    def state_schema(self) -> type:
        """A TypedDict of `state_as_dict`, for pydantic."""

    @abstractmethod
    def view(self, public: Any, own: Any) -> dict[str, Any]:
        """What one seat sees, from the two records that its bot would see: `seat`, `public` and `own`."""

    @abstractmethod
    def state_as_dict(self, state: Any) -> dict[str, Any]:
        """A whole STATE record without bots' notes and random numbers: `public`, `seats` and `hidden`."""

    @abstractmethod
    def build_state(self, values: Mapping[str, Any]) -> np.ndarray:
        """The reverse, for values of the schema. Values that follow from others are computed, not read."""

    @abstractmethod
    def score(self, state: Any, result: Any) -> list[dict[str, Any]]:
        """For each seat the parts of its score, named as in the record, and `total`."""

    @abstractmethod
    def describe_decision(self, decision: int, view: Mapping[str, Any] | None = None) -> str:
        """A decision in words, for any number that a bot may return.

        With a view, the text can name cards and tickets. If `own` of the view is empty, it says only what the other
        seats may know.
        """

    def takes_card(self, decision: int) -> bool:
        """Whether a decision takes a card, which may lie face up."""
        return False

    @abstractmethod
    def headline(self, view: Mapping[str, Any]) -> str:
        """The question, and the seat that answers it."""

    @abstractmethod
    def tell(self, view: Mapping[str, Any]) -> Iterator[str]:
        """The table in words, line by line."""

    @abstractmethod
    def draw_table(self, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes: ...

    @abstractmethod
    def stage(self) -> Stage:
        """How a page shows positions."""

    def openings(self, offer: FirstOffer) -> Callable[[int], np.ndarray]:
        """For each world a STATE in which the seat is asked which tickets of its first offer it keeps."""
        raise UserError(
            f"{self.name}: {self.game.title} offers no tickets in its set-up, so there is no opening to advise"
        )

    def position_from_text(self, text: str, seed: int) -> Mapping[str, Any]:
        """A state, of what one seat sees, as a player writes it down; UserError says everything that is wrong."""
        raise UserError(f"positions of {self.game.title} cannot be written as text, only saved (docs/positions.md)")

    def position_template(self, players: int) -> str:
        """A commented text of that kind, to fill in."""
        raise UserError(f"positions of {self.game.title} cannot be written as text, only saved (docs/positions.md)")

    # ---- the game record: its events, how they are written, and how they read as text ------------

    @property
    @abstractmethod
    def record_format(self) -> int:
        """The version of the format."""

    @property
    @abstractmethod
    def events(self) -> Mapping[str, Mapping[str, str]]:
        """The fields of each kind of event, each with the name of its test."""

    @abstractmethod
    def fields_of(self, event: Event) -> Mapping[str, str]:
        """The fields of an event of a known kind."""

    @abstractmethod
    def field_tests(self, n_seats: int) -> dict[str, Test]:
        """The test of each field, for games with this number of players."""

    def record_start(self) -> Event:
        """The fields of the first event that only this game has."""
        return {}

    @abstractmethod
    def record_events(self, game: LoggedGame) -> Iterator[Event]:
        """The events of a game after the first."""

    @abstractmethod
    def tell_game(self, game: RecordedGame) -> Iterator[str]:
        """The game in words, line by line."""

    @abstractmethod
    def log_of(self, game: RecordedGame) -> Iterator[LogEntry]:
        """The events turn by turn, for a page."""

    @abstractmethod
    def score_sheet(self, game: RecordedGame) -> Table:
        """The final scores, a row for each seat."""

    @abstractmethod
    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        """The decisions in the events, in order."""

    def import_game(self, text: bytes, source: str, seed: int, report: Callable[[str], None]) -> Imported:
        """A game that people played, from a file that docs/import.md describes. `report` is told what is done."""
        raise UserError(f"{source}: games of {self.game.title} cannot be imported")

    def dealer(self, game: RecordedGame) -> Dealer:
        """For a record with imagined cards."""
        raise game.error(1, f"records of {self.game.title} have no imagined cards")


# ---- A position as a page shows it: plain values that one page can draw, whatever the game --------


class Chip(NamedTuple):
    """A small thing that lies somewhere: a card, a ticket, the size of a pile."""

    kind: str  # has a colour (`Stage.kinds`); empty if it needs none
    text: str
    keys: tuple[str, ...] = ()  # what it is about in the drawing


Shelves = dict[str, list[Chip]]  # by title, in the order in which they are shown


@dataclass(frozen=True)
class Scene:
    """What everybody sees of a position."""

    marks: dict[str, str]  # by key of the drawing: words for its style sheet, such as the seat that owns it
    texts: dict[str, str]  # by key of the drawing: what is written there
    table: Shelves  # what belongs to nobody: market, piles
    numbers: list[list[int]]  # [seat][column of `Stage.columns`]
    known: list[Shelves]  # [seat] what the others know of what it holds
    points: list[int]  # [seat] that everybody can count


class Stage(ABC):
    """How a board is shown on a page, position by position."""

    kinds: ClassVar[Mapping[str, str]]  # of chips, each with a CSS background
    style: ClassVar[str]  # a style sheet for the drawing

    @abstractmethod
    def columns(self) -> list[str]:
        """What is counted for each seat: headings of a table."""

    @abstractmethod
    def drawing(self, names: Sequence[str]) -> str:
        """The board as HTML with inline SVG; `names` are those of the seats.

        What changes in a game has a `data-key` or, for what is written, a `data-text`.
        """

    @abstractmethod
    def scene(self, public: Mapping[str, Any], scores: Sequence[Mapping[str, Any]]) -> Scene:
        """From the public part of a view, and the score of each seat if the game ended here.

        Of the scores only what everybody can count may be used.
        """

    @abstractmethod
    def holdings(self, view: Mapping[str, Any], score: Mapping[str, Any]) -> Shelves:
        """What a seat holds, from its view and its own score."""
