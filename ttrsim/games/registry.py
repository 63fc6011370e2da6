"""The games that ttrsim plays, and their boards by name.

A game is a package with the parts that `docs/architecture.md` lists. The layers that all games share reach them
through `Game.part`, and never know which game they serve.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Protocol

from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError, Fault, Place, did_you_mean, shortened

HEADER = "board.toml"  # the file that every board folder has


class Players(Protocol):
    """What the parameters of every game say."""

    min_players: int
    max_players: int

    def model_dump(self) -> dict[str, Any]: ...


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
    def parameters(self) -> Players:
        """The numbers of its rules. A scenario may override each of them."""


@dataclass(frozen=True)
class Game:
    key: str  # the folder of its package; `game` in a board's header
    title: str

    def part(self, name: str) -> Any:
        """A module of the game, e.g. `kernel.play`; loaded only now, since kernels take long."""
        return import_module(f"ttrsim.games.{self.key}.{name}")

    def board_names(self) -> list[str]:
        """The names of its built-in boards."""
        return sorted(folder.name for folder in self.boards().iterdir() if folder.joinpath(HEADER).is_file())

    def boards(self) -> Traversable:
        return files(f"ttrsim.games.{self.key}.board").joinpath("data")

    def bot_names(self) -> list[str]:
        """The names of its built-in bots."""
        return sorted(path.stem for path in self.bot_folder().glob("*.py") if not path.stem.startswith("_"))

    def bot_folder(self) -> Path:
        return Path(__file__).resolve().parent / self.key / "bots"


TRAINS = Game("trains", "Ticket to Ride")
EXPLORE = Game("explore", "Explore New York")
GAMES = {game.key: game for game in (TRAINS, EXPLORE)}


def game_of(board: Board) -> Game:
    return GAMES[board.game]


# ---- boards --------------------------------------------------------------------------------------


def board_names() -> list[str]:
    """The names of the built-in boards of all games."""
    return [name for game in GAMES.values() for name in game.board_names()]


def load_board(name_or_path: str | os.PathLike[str]) -> Any:
    """The board of that name, or in that folder; BoardError lists everything wrong with it."""
    name = os.fspath(name_or_path)
    folder = board_folder(name)
    return _game_of_folder(name, folder).part("board.loader").read_board(name, folder)


def override_parameters(board: Board, overrides: Mapping[str, Any], where: str = "parameters") -> Any:
    """The same board under house rules; `where` names their place in messages, e.g. a scenario file."""
    return game_of(board).part("board.loader").override_parameters(board, overrides, where)


def board_folder(name: str) -> Traversable:
    """The folder a board is read from: a built-in name wins over a folder of the same name."""
    for game in GAMES.values():
        if name in game.board_names():
            return game.boards().joinpath(name)
    path = Path(name)
    try:
        if name and path.is_dir():
            return path
        is_file = path.is_file()
    except OSError as error:
        raise UserError(f"board {shortened(name)}: {error.strerror or error}") from error
    if is_file:
        raise UserError(f"'{name}' is a file; a board is a folder with a {HEADER} and its tables")
    if name and path.name != name:
        raise UserError(f"no board folder '{name}'")
    names = board_names()
    raise UserError(
        f"unknown board {shortened(name)}{did_you_mean(name, names)}\n"
        f"built-in boards: {', '.join(names)}; a board of your own is given by the path of its folder"
    )


def _game_of_folder(name: str, folder: Traversable) -> Game:
    """The game that the header names. A header that cannot be read is reported by the reader of boards."""
    try:
        key = tomllib.loads(folder.joinpath(HEADER).read_text(encoding="utf-8-sig")).get("game", TRAINS.key)
    except (OSError, ValueError, RecursionError):
        return TRAINS
    if key not in GAMES:
        what = f"game should be one of {', '.join(GAMES)}, not {shortened(key)}{did_you_mean(str(key), GAMES)}"
        raise BoardError(name, [Fault(Place(HEADER), what)])
    return GAMES[key]
