"""The contract between games and the layers that all games share: ttrsim can play every class that implements `Game`.

A game is a package with a module `game.py` that holds one instance of its `Game`. Everything in it is imported when it
is used and not before, since a kernel takes long to load. `tests/games/test_contract.py` runs over every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from pydantic import BaseModel

    from ttrsim.compiled.bots import BotFunction
    from ttrsim.compiled.kernel import Kernel
    from ttrsim.engine.columns import TableSchema
    from ttrsim.engine.restrictions import Restriction
    from ttrsim.engine.table import LoggedGame
    from ttrsim.files.faults import Fault
    from ttrsim.files.reading import BoardWeights, Folder
    from ttrsim.files.sheets import Sheet
    from ttrsim.games.levers import Lever
    from ttrsim.games.scenes import Stage
    from ttrsim.metrics.batch import Batch
    from ttrsim.metrics.deal_blocks import Blocks
    from ttrsim.metrics.facts import Facts
    from ttrsim.metrics.measure import Measures
    from ttrsim.metrics.parts import Accumulator
    from ttrsim.record.fields import Event, Test
    from ttrsim.record.log import LogEntry
    from ttrsim.record.reader import Answer, RecordedGame
    from ttrsim.reports.atlas import Atlas
    from ttrsim.reports.model import Cells, Control, ReportTable, Section

HEADER = "board.toml"  # the file that every board folder has
DECKS = "decks"  # in the folder of a map: further ticket decks for it, a folder each …
DECK = "deck.toml"  # … with this file, which says what differs from the header of the map


class Parameters(Protocol):
    """The numbers of a board's rules; those that every game has."""

    min_players: int
    max_players: int

    def model_dump(self, *, mode: str = ...) -> dict[str, Any]: ...


class Board(Protocol):
    """What boards of all games have."""

    @property
    def game(self) -> str:
        """The key of its game."""

    @property
    def name(self) -> str:
        """As typed on the command line."""

    @property
    def title(self) -> str: ...

    @property
    def notice(self) -> str:
        """What must be said with every result on this board, or nothing."""

    @property
    def parameters(self) -> Parameters:
        """The numbers of its rules. A scenario may override each of them."""

    @property
    def weights(self) -> BoardWeights:
        """Of bots that were tuned for this board."""


class Dealer(Protocol):
    """Plays a record again whose cards come from no seed."""

    def deal(self, states: np.ndarray, line: int) -> None:
        """Puts everything hidden and every card where the record has it just before the event of a line."""


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
        """What the first event says besides what every record's does."""

    def events_of(self, game: LoggedGame) -> Iterator[Event]:
        """The events of a game after the first."""

    def tell(self, game: RecordedGame) -> Iterator[str]:
        """The game in words, line by line."""

    def log(self, game: RecordedGame) -> Iterator[LogEntry]:
        """What happened, turn by turn, for a page."""

    def score_sheet(self, game: RecordedGame) -> Sheet:
        """The final scores, a row for each seat."""

    def answers_of(self, game: RecordedGame) -> Iterator[Answer]:
        """The decisions that the events tell of, in order."""

    def import_game(self, board: Board, text: bytes, source: str, seed: int) -> list[Event]:
        """The events of a game that people played, from a file of the simple format (docs/import.md)."""

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
    """Positions in plain values, as JSON has them: a game's things by their names."""

    @property
    def questions(self) -> Mapping[int, str]:
        """The names of the kernel's questions, `game_over` among them."""

    @property
    def schema(self) -> type:
        """A TypedDict of `state_as_dict`, for pydantic."""

    def view(self, board: Board, public: Any, own: Any) -> dict[str, Any]:
        """What one seat sees, from the two records that its bot would see: `seat`, `public` and `own`."""

    def state_as_dict(self, board: Board, state: Any) -> dict[str, Any]:
        """A whole STATE record, but for bots' notes and random numbers: `public`, `seats` and `hidden`."""

    def build_state(self, board: Board, values: Mapping[str, Any]) -> np.ndarray:
        """The reverse, for values of the schema; values that follow from others are worked out, not read."""

    def score(self, board: Board, state: Any, result: Any) -> list[dict[str, Any]]:
        """By seat: the parts of the score in the words of the record, and `total`."""

    def describe_decision(self, board: Board, decision: int, view: Mapping[str, Any] | None = None) -> str:
        """A decision in words; any number at all may come from a bot.

        With a view it can name cards and tickets. Where `own` of the view is empty, the words are those for the other
        seats.
        """

    def headline(self, view: Mapping[str, Any]) -> str:
        """What is asked of whom."""

    def tell(self, board: Board, view: Mapping[str, Any]) -> Iterator[str]:
        """The table in words, line by line."""

    def openings(self, board: Board, offer: FirstOffer) -> Callable[[int], np.ndarray]:
        """For each world a STATE in which the seat is asked which tickets of its first offer it keeps."""

    def draw(self, board: Board, view: Mapping[str, Any], image_format: str, dpi: int) -> bytes:
        """A picture of the table."""


class SubjectOfReport(Protocol):
    """One thing that a report tells of, e.g. tickets."""

    @property
    def name(self) -> str: ...

    @property
    def metrics(self) -> str | None:
        """The module that registers its metrics."""

    @property
    def figures(self) -> str | None:
        """The module that registers its figures."""


class Analysis(Protocol):
    """From the tables of a run to a report. `ttrsim.reports.subjects.Subjects` implements it for any game."""

    @property
    def subjects(self) -> Sequence[SubjectOfReport]:
        """In the order of a report."""

    @property
    def tolerances(self) -> Mapping[str, float]:
        """By how much each metric may differ from a baseline."""

    @property
    def phrases(self) -> Mapping[str, str]:
        """What each metric tells, as a sentence with `{value}` and its keys as `{0}`, `{1}` …, of seats as `{seat}`."""

    @property
    def compared(self) -> Cells:
        """What stands beside each other in a report on several runs."""

    @property
    def text(self) -> str:
        """What `docs/metrics.md` says besides the metrics."""

    def facts(
        self,
        board: Board,
        bots: tuple[str, ...],
        n_seats: int,
        rotations: int,
        experiment: ExperimentChoice | None = None,
    ) -> Facts:
        """What is known before a game is played."""

    def batch(self, tables: Mapping[str, pl.LazyFrame], facts: Facts, blocks: Blocks | None = None) -> Batch:
        """Whole deals of a run, as metrics see them, and the blocks of deals that have sums of their own."""

    def accumulators(self, facts: Facts, tables: Collection[str]) -> dict[str, Accumulator]:
        """What is summed batch by batch but is no metric; those that a run with these tables has."""

    def sections(self, measures: Measures, facts: Facts) -> list[Section]: ...

    def standouts(self, measures: Measures, facts: Facts) -> Iterable[str]:
        """What a report opens with, in sentences."""

    def controls(self, measures: Measures, facts: Facts, n_games: int) -> Iterable[Control]:
        """What must come out whatever the bots do."""

    def atlas(self, board: Board) -> Atlas | None:
        """The live map of a report, if the game has one: what can be picked on it, and what colours it."""

    def essentials(self, tables: dict[str, ReportTable]) -> list[ReportTable]:
        """What the terminal shows of the report's tables."""


class ExperimentChoice(Protocol):
    """What a scenario says of its experiment."""

    @property
    def kind(self) -> str: ...

    @property
    def subjects(self) -> tuple[str, ...]:
        """The tickets, routes … that are tried; none means all."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are treated; none means all."""

    @property
    def every(self) -> int | None: ...

    @property
    def per_game(self) -> int: ...

    @property
    def settings(self) -> tuple[str, ...]: ...

    @property
    def until(self) -> float | None:
        """It stops when every effect is known to ± this many percentage points."""


@dataclass(frozen=True)
class Treatment:
    """A kind of experiment: one thing that is forced or forbidden."""

    name: str
    about: str
    subject: str | None = None  # what there are several of: the column of `effects` that names it
    every: int = 0  # by default, one decision in this many is tried; 0 if whole deals are tried


class Game(ABC):
    """A game, complete."""

    key: ClassVar[str]  # `game` in a board's header
    title: ClassVar[str]
    opponents: ClassVar[tuple[str, ...]]  # built-in bots that a bot under check is measured against

    def __repr__(self) -> str:
        return f"<game {self.key}>"

    @property
    def package(self) -> str:
        """The package that the game is."""
        return type(self).__module__.rpartition(".")[0]

    # ---- boards ----------------------------------------------------------------------------------

    def boards(self) -> Traversable:
        """The folder of its built-in boards, a folder each."""
        return files(f"{self.package}.board").joinpath("data")

    def map_names(self) -> list[str]:
        """The built-in boards with a map of their own."""
        return sorted(folder.name for folder in self.boards().iterdir() if folder.joinpath(HEADER).is_file())

    def deck_names(self, name: str) -> list[str]:
        """The decks of a map, as boards of their own: `usa-mega` is the deck `mega` of `usa`."""
        decks = self.boards().joinpath(name, DECKS)
        return sorted(f"{name}-{deck.name}" for deck in decks.iterdir()) if decks.is_dir() else []

    def board_names(self) -> list[str]:
        """Each map, and then its decks."""
        return [board for name in self.map_names() for board in (name, *self.deck_names(name))]

    def board_folders(self, name: str) -> tuple[Traversable, Traversable | None]:
        """The folder of a built-in board; of a deck, also the folder of its map."""
        for map_name in self.map_names():
            folder = self.boards().joinpath(map_name)
            if name in self.deck_names(map_name):
                return folder.joinpath(DECKS, name.removeprefix(f"{map_name}-")), folder
        return self.boards().joinpath(name), None

    @property
    @abstractmethod
    def board_files(self) -> Mapping[str, str]:
        """The files of a board beside its header, each with a comment on what it holds."""

    @property
    def new_board(self) -> Traversable:
        """The folder of a small board to start with."""
        return files(f"{self.package}.board").joinpath("new")

    @property
    @abstractmethod
    def parameters(self) -> type[BaseModel]:
        """The model of a board's parameters."""

    @abstractmethod
    def read_board(self, name: str, folder: Folder, header: dict[str, Any] | None) -> Board:
        """The board of a folder, whose `board.toml` is read already; BoardError lists everything wrong with it."""

    @abstractmethod
    def override_parameters(self, board: Board, overrides: Mapping[str, Any], where: str) -> Board:
        """The same board under house rules; `where` names their place in messages."""

    @abstractmethod
    def board_as_dict(self, board: Board) -> dict[str, Any]:
        """Everything on a board, for JSON."""

    def board_warnings(self, board: Board) -> list[Fault]:
        """What will go wrong in play on a board that can be played."""
        return []

    def levers(self, board: Board) -> list[Lever]:
        """The numbers that a designer may move to balance the board; their names are those of house rules."""
        from ttrsim.games.levers import parameter_levers

        return list(parameter_levers(board.parameters))  # type: ignore[arg-type] # a model of `parameters`

    def rewritten_files(self, files: Mapping[str, str], board: Board) -> dict[str, str]:
        """The files of a board beside its header, with the values of `board`: the same board with levers moved."""
        return dict(files)

    @abstractmethod
    def board_counts(self, board: Board) -> str:
        """A line such as "47 cities, 101 routes, …"."""

    @abstractmethod
    def board_sheets(self, board: Board) -> list[Sheet]:
        """Everything on a board, as tables to read."""

    @abstractmethod
    def draw_board(self, board: Board, image_format: str, dpi: int) -> bytes: ...

    # ---- bots ------------------------------------------------------------------------------------

    def bot_folder(self) -> Path:
        """The folder of its built-in bots, a file each."""
        return Path(str(files(f"{self.package}.bots")))

    def bot_names(self) -> list[str]:
        return sorted(path.stem for path in self.bot_folder().glob("*.py") if not path.stem.startswith("_"))

    def load_bot(self, name: str) -> BotFunction:
        """A built-in bot. To load it may mean to compile it."""
        bot: BotFunction = getattr(import_module(f"{self.package}.bots.{name}"), name)
        return bot

    # ---- play ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """Its records and rules. Nothing is compiled before a game is played."""

    @abstractmethod
    def board_record(self, board: Board) -> np.ndarray:
        """The board as the kernel plays on it: an array of one record."""

    @property
    def experiments(self) -> Mapping[str, Treatment]:
        """What can be tried, by name."""
        return {}

    def experiment_record(self, board: Board, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
        """A choice without faults as the kernel works with it: an array of one record."""
        raise NotImplementedError

    def experiment_faults(self, board: Board, choice: ExperimentChoice, n_seats: int) -> list[str]:
        """What is wrong with a choice, if anything."""
        return [f"there are no experiments with {self.title}"]

    @abstractmethod
    def ended_by_limit(self, results: np.ndarray) -> int:
        """How many games ended by a limit of turns."""

    @property
    def restriction(self) -> type[Restriction] | None:
        """What a seat can be restricted to; None in a game that has no restrictions."""
        return None

    # ---- results ---------------------------------------------------------------------------------

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, TableSchema]:
        """The tables of a run, by name."""

    @property
    @abstractmethod
    def record(self) -> RecordFormat: ...

    @property
    @abstractmethod
    def positions(self) -> PositionFormat: ...

    @property
    @abstractmethod
    def stage(self) -> Stage: ...

    @property
    @abstractmethod
    def analysis(self) -> Analysis: ...
