"""The contract between games and the layers that all games share: ttrsim can play every class that implements `Game`.

A game is a package with a module `game.py` that holds one instance of its `Game`, and with a `Board` of its own
(`board.py`), which has everything that depends on a board. Both import what they need on first use, since a kernel
takes long to load. `tests/games/test_contract.py` runs over every game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from ttrsim.errors import UserError

if TYPE_CHECKING:
    from pydantic import BaseModel

    from ttrsim.files.reading import Folder
    from ttrsim.games.analysis import Reporting
    from ttrsim.games.board import Board
    from ttrsim.machine.bots import BotFunction
    from ttrsim.machine.kernel import Kernel
    from ttrsim.play.columns import TableSchema
    from ttrsim.play.restrictions import Restriction


class Game(ABC):
    """A game: all that concerns no board."""

    key: ClassVar[str]  # `game` in a board's header
    title: ClassVar[str]
    opponents: ClassVar[tuple[str, ...]]  # built-in bots that `bots check` measures a bot against
    passes: ClassVar[tuple[str, ...]] = ("ttrsim.measures.adding.rows",)  # modules that compile the sums of a run

    def __repr__(self) -> str:
        return f"<game {self.key}>"

    @property
    def package(self) -> str:
        """The package that it is; its boards are in `board/data`, its bots in `bots`, a file each."""
        return type(self).__module__.rpartition(".")[0]

    @property
    @abstractmethod
    def parameters(self) -> type[BaseModel]:
        """The model of a board's parameters."""

    @property
    @abstractmethod
    def board_files(self) -> Mapping[str, str]:
        """The files of a board next to its header, each with a comment on its contents."""

    @abstractmethod
    def read_board(self, name: str, folder: Folder, header: dict[str, Any] | None) -> Board:
        """The board of a folder whose `board.toml` was read into `header`. BoardError lists all faults."""

    def board_of_import(self, text: bytes, source: str) -> str:
        """The board of a game that people played, as its file names it or as its cities and tickets tell."""
        raise UserError(f"{source}: games of {self.title} cannot be imported")

    def load_bot(self, name: str) -> BotFunction:
        """A built-in bot. It is compiled if it is not in the cache."""
        bot: BotFunction = getattr(import_module(f"{self.package}.bots.{name}"), name)
        return bot

    @property
    @abstractmethod
    def kernel(self) -> Kernel:
        """Its records and rules. They are compiled when the first game is played."""

    @property
    def experiments(self) -> Mapping[str, Treatment]:
        """The kinds of experiment, by name."""
        return {}

    @property
    def restriction(self) -> type[Restriction] | None:
        """What a seat can be restricted to; None in a game that has no restrictions."""
        return None

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, TableSchema]:
        """The tables of a run, by name."""

    @property
    @abstractmethod
    def analysis(self) -> Reporting: ...


def bots_of(game: Game) -> list[str]:
    """The built-in bots of a game."""
    folder = Path(str(files(f"{game.package}.bots")))
    return sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))


# ---- experiments: what a game can force or forbid, and what a scenario chooses of it ---------------


class ExperimentChoice(Protocol):
    """The experiment of a scenario."""

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
        """It stops when every effect is known within this many percentage points."""


@dataclass(frozen=True)
class Prices:
    """Metrics that tell what the points of each subject are worth to whoever keeps it."""

    on_score: str
    even: str  # the points at which it has no effect


@dataclass(frozen=True)
class Treatment:
    """A kind of experiment: one thing that is forced or forbidden."""

    name: str
    about: str
    subject: str | None = None  # what is tried, if there are several: the column of `effects` that names it
    effect: str = ""  # the metric of the effect of each subject on the win share
    every: int = 0  # by default, one decision in this many is tried; 0 if whole deals are tried
    keeps_sets: bool = False  # where it tries every set that a first offer allows to keep
    prices: Prices | None = None  # where the subjects have points that a designer may move


def pricing(kinds: Mapping[str, Treatment]) -> tuple[Treatment, Prices] | None:
    """The kind of experiment that tells what points are worth, if a game has one."""
    return next(((kind, kind.prices) for kind in kinds.values() if kind.prices), None)
