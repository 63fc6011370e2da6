"""The contract between games and the layers that all games share: ttrsim can play every class that implements `Game`.

A game is a package with a module `game.py` that holds one instance of its `Game`. The game imports everything on
first use, since a kernel takes long to load. The larger parts of the contract have modules of their own: `formats.py`,
`experiments.py`, `analysis.py` and `scenes.py`. `tests/games/test_contract.py` runs over every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    import numpy as np
    from pydantic import BaseModel

    from ttrsim.documents.document import Table
    from ttrsim.files.faults import Fault
    from ttrsim.files.reading import BoardWeights, Folder
    from ttrsim.games.analysis import Analysis
    from ttrsim.games.experiments import ExperimentChoice, Treatment
    from ttrsim.games.formats import PositionFormat, RecordFormat
    from ttrsim.games.levers import Lever
    from ttrsim.games.scenes import Stage
    from ttrsim.machine.bots import BotFunction
    from ttrsim.machine.kernel import Kernel
    from ttrsim.play.columns import TableSchema
    from ttrsim.play.restrictions import Restriction

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
        """A notice to show with every result on this board, or nothing."""

    @property
    def parameters(self) -> Parameters:
        """The numbers of its rules. A scenario may override each of them."""

    @property
    def weights(self) -> BoardWeights:
        """Of bots that were tuned for this board."""


class Game(ABC):
    """A game, complete."""

    key: ClassVar[str]  # `game` in a board's header
    title: ClassVar[str]
    opponents: ClassVar[tuple[str, ...]]  # built-in bots that `bots check` measures a bot against

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
        """The files of a board next to its header, each with a comment on its contents."""

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
        """The board of a folder whose `board.toml` was read into `header`. BoardError lists all faults."""

    @abstractmethod
    def override_parameters(self, board: Board, overrides: Mapping[str, Any], where: str) -> Board:
        """The same board under house rules; `where` names their place in messages."""

    @abstractmethod
    def board_as_dict(self, board: Board) -> dict[str, Any]:
        """Everything on a board, for JSON."""

    def board_warnings(self, board: Board) -> list[Fault]:
        """Problems to expect in play, on a board that can be played."""
        return []

    def levers(self, board: Board) -> list[Lever]:
        """The numbers that a designer may move to balance the board; their names are those of house rules."""
        from ttrsim.games.levers import parameter_levers

        return list(parameter_levers(board.parameters))  # type: ignore[arg-type] # a model of `parameters`

    def rewritten_files(self, files: Mapping[str, str], board: Board) -> dict[str, str]:
        """The files of a board next to its header, with the values of `board`, whose levers were moved."""
        return dict(files)

    @abstractmethod
    def board_counts(self, board: Board) -> str:
        """A line such as "47 cities, 101 routes, …"."""

    @abstractmethod
    def board_sheets(self, board: Board) -> list[Table]:
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
        """A built-in bot. It is compiled if it is not in the cache."""
        bot: BotFunction = getattr(import_module(f"{self.package}.bots.{name}"), name)
        return bot

    # ---- play ------------------------------------------------------------------------------------

    passes: tuple[str, ...] = ("ttrsim.measures.adding.rows",)  # modules that compile the sums of a run

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """Its records and rules. They are compiled when the first game is played."""

    @abstractmethod
    def board_record(self, board: Board) -> np.ndarray:
        """The board for the kernel: an array of one record."""

    def plays_alike(self, board: Board, other: Board, n_players: int) -> bool:
        """Whether what differs between two boards changes no game of that many players."""
        return self.board_record(board).tobytes() == self.board_record(other).tobytes()

    @property
    def experiments(self) -> Mapping[str, Treatment]:
        """The kinds of experiment, by name."""
        return {}

    def experiment_record(self, board: Board, choice: ExperimentChoice, n_seats: int) -> np.ndarray:
        """A choice without faults, for the kernel: an array of one record."""
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
