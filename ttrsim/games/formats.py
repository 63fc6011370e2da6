"""The formats of a game: its records, and its positions as plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

    from ttrsim.documents.document import Table
    from ttrsim.games.contract import Board
    from ttrsim.play.record.fields import Event, Test
    from ttrsim.play.record.log import LogEntry
    from ttrsim.play.record.reader import Answer, RecordedGame
    from ttrsim.play.table import LoggedGame


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


class RecordFormat(Protocol):
    """The game record: which events a game has, how they are written, and how they read as text."""

    @property
    def version(self) -> int: ...

    @property
    def events(self) -> Mapping[str, Mapping[str, str]]:
        """The fields of each kind of event, each with the name of its test."""

    def fields_of(self, event: Event) -> Mapping[str, str]:
        """The fields of an event of a known kind."""

    def field_tests(self, board: Board, n_seats: int) -> dict[str, Test]:
        """The test of each field, for games with this number of players on this board."""

    def start_of(self, board: Board) -> Event:
        """The fields of the first event that only this game has."""

    def events_of(self, game: LoggedGame) -> Iterator[Event]:
        """The events of a game after the first."""

    def tell(self, game: RecordedGame) -> Iterator[str]:
        """The game in words, line by line."""

    def log(self, game: RecordedGame) -> Iterator[LogEntry]:
        """The events turn by turn, for a page."""

    def score_sheet(self, game: RecordedGame) -> Table:
        """The final scores, a row for each seat."""

    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        """The decisions in the events, in order."""

    def board_of(self, text: bytes, source: str) -> str:
        """The board of a game that people played, as its file names it or as its cities and tickets tell."""

    def import_game(self, board: Board, text: bytes, source: str, seed: int, report: Callable[[str], None]) -> Imported:
        """A game that people played, from a file that docs/import.md describes. `report` is told what is done."""

    def dealer(self, game: RecordedGame) -> Dealer:
        """For a record with imagined cards."""


@dataclass(frozen=True)
class FirstOffer:
    """The tickets that a seat is offered in the set-up. Cards that are not given are dealt at random in each world."""

    players: int
    seat: int
    tickets: Sequence[str]
    hand: Sequence[str] | None
    market: Sequence[str] | None
    seed: int


class PositionFormat(Protocol):
    """Positions as plain values for JSON, with the names of cities, cards and so on."""

    @property
    def questions(self) -> Mapping[int, str]:
        """The names of the kernel's questions, `game_over` among them."""

    @property
    def schema(self) -> type:
        """A TypedDict of `state_as_dict`, for pydantic."""

    def view(self, board: Board, public: Any, own: Any) -> dict[str, Any]:
        """What one seat sees, from the two records that its bot would see: `seat`, `public` and `own`."""

    def state_as_dict(self, board: Board, state: Any) -> dict[str, Any]:
        """A whole STATE record without bots' notes and random numbers: `public`, `seats` and `hidden`."""

    def build_state(self, board: Board, values: Mapping[str, Any]) -> np.ndarray:
        """The reverse, for values of the schema. Values that follow from others are computed, not read."""

    def score(self, board: Board, state: Any, result: Any) -> list[dict[str, Any]]:
        """For each seat the parts of its score, named as in the record, and `total`."""

    def describe_decision(self, board: Board, decision: int, view: Mapping[str, Any] | None = None) -> str:
        """A decision in words, for any number that a bot may return.

        With a view, the text can name cards and tickets. If `own` of the view is empty, it says only what the other
        seats may know.
        """

    def headline(self, view: Mapping[str, Any]) -> str:
        """The question, and the seat that answers it."""

    def tell(self, board: Board, view: Mapping[str, Any]) -> Iterator[str]:
        """The table in words, line by line."""

    def openings(self, board: Board, offer: FirstOffer) -> Callable[[int], np.ndarray]:
        """For each world a STATE in which the seat is asked which tickets of its first offer it keeps."""

    def draw(self, board: Board, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes:
        """A picture of the table."""
