"""Which games there are, and their boards by name.

The layers that all games share reach a game through `contract.Game` and never know which one they serve.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError, Fault, Place
from ttrsim.files.reading import Folder
from ttrsim.games.board import DECK, DECKS, HEADER, Board
from ttrsim.games.contract import Game
from ttrsim.wording import did_you_mean, shortened

GROUP = "ttrsim.games"  # of entry points, each of which leads to a Game
BUILT_IN = (
    EntryPoint("trains", "ttrsim.games.trains.game:TRAINS", GROUP),
    EntryPoint("explore", "ttrsim.games.explore.game:EXPLORE", GROUP),
)


def _installed() -> Iterator[Game]:
    """The games of other packages. One that cannot be loaded is left out with a warning."""
    for point in entry_points(group=GROUP):
        try:
            game = point.load()
            if not isinstance(game, Game):
                raise TypeError(f"{point.value} is not a ttrsim.games.contract.Game")
            if game.key in BUILT_IN_GAMES:
                raise ValueError(f"a game {game.key!r} already exists")
        except Exception as error:  # whatever a package may raise
            print(f"warning: game {point.name!r}: {type(error).__name__}: {error}", file=sys.stderr)
        else:
            yield game


BUILT_IN_GAMES: dict[str, Game] = {point.name: point.load() for point in BUILT_IN}
GAMES: dict[str, Game] = BUILT_IN_GAMES | {game.key: game for game in _installed()}
DEFAULT = GAMES[BUILT_IN[0].name]  # that of a board whose header does not name its game


# ---- boards --------------------------------------------------------------------------------------


def data_of(game: Game) -> Traversable:
    """The folder of its built-in boards, a folder each."""
    return files(f"{game.package}.board").joinpath("data")


def maps_of(game: Game) -> list[str]:
    """The built-in boards with a map of their own."""
    return sorted(folder.name for folder in data_of(game).iterdir() if folder.joinpath(HEADER).is_file())


def decks_of(game: Game, name: str) -> list[str]:
    """The decks of a map, as boards of their own: `usa-mega` is the deck `mega` of `usa`."""
    decks = data_of(game).joinpath(name, DECKS)
    return sorted(f"{name}-{deck.name}" for deck in decks.iterdir()) if decks.is_dir() else []


def boards_of(game: Game) -> list[str]:
    """Each map, and then its decks."""
    return [board for name in maps_of(game) for board in (name, *decks_of(game, name))]


def board_names() -> list[str]:
    """The names of the built-in boards of all games."""
    return [name for game in GAMES.values() for name in boards_of(game)]


def map_of_deck(name: str) -> str | None:
    """The map that a built-in deck is for; None for other boards."""
    maps = (board for game in GAMES.values() for board in maps_of(game) if name in decks_of(game, board))
    return next(maps, None)


def load_board(name_or_path: str | os.PathLike[str]) -> Board:
    """Loads a board and checks it, as `ttrsim board check` does.

    Args:
        name_or_path: A built-in board, or the folder of your own.

    Returns:
        The board: its `title`, its `parameters` and everything on it.

    Raises:
        BoardError: With everything that is wrong with the board, each fault with its file and line.

    """
    return load_board_and_files(os.fspath(name_or_path))[0]


def load_board_and_files(name: str) -> tuple[Board, dict[str, bytes]]:
    """The same board, and the files that it was read from."""
    return _built_in_board(name) if name in board_names() else read_board(name, *_board_folders(name))


@cache
def _built_in_board(name: str) -> tuple[Board, dict[str, bytes]]:
    return read_board(name, *_board_folders(name))


def read_board(name: str, root: Traversable, base: Traversable | None = None) -> tuple[Board, dict[str, bytes]]:
    """The board in a folder, called by a name that need not be the folder's; and the files that it was read from.

    A deck lies in a folder of its own, and `base` is the folder of its map. The copy that a run keeps has the files of
    both in one folder: those of the map, the tickets of the deck and its deck.toml.
    """
    folder = Folder(root, base)
    header = folder.toml(HEADER)
    if root.joinpath(DECK).is_file():
        header = _with_deck(folder, header or {})
    board = _game_of_header(name, header or {}).read_board(name, folder, header)
    return board, folder.contents


def _with_deck(folder: Folder, header: dict[str, Any]) -> dict[str, Any]:
    """The header of a map under the title, notice and parameters of a deck.

    Weights of bots were tuned for the tickets of the map. With others they may well lose, so a deck has only its own.
    """
    deck = folder.toml(DECK) or {}
    folder.check_header(DECK, deck, own=("notice",))
    parameters = [each.get("parameters", {}) for each in (header, deck)]
    if not all(isinstance(each, dict) for each in parameters):
        return header
    return header | {"weights": {}} | deck | {"parameters": parameters[0] | parameters[1]}


def board_folder(name: str) -> Traversable:
    """The folder a board is read from: a built-in name wins over a folder of the same name."""
    return _board_folders(name)[0]


def _board_folders(name: str) -> tuple[Traversable, Traversable | None]:
    """The folder of a board, and of a deck also that of its map."""
    for game in GAMES.values():
        for map_name in maps_of(game):
            folder = data_of(game).joinpath(map_name)
            if name == map_name:
                return folder, None
            if name in decks_of(game, map_name):
                return folder.joinpath(DECKS, name.removeprefix(f"{map_name}-")), folder
    path = _own_folder(name)
    is_beside_a_map = path.resolve().parent.name == DECKS and path.joinpath(DECK).is_file()
    return path, path.resolve().parent.parent if is_beside_a_map else None


def _own_folder(name: str) -> Path:
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
        f"built-in boards: {', '.join(names)}; name your own board by the path of its folder"
    )


def _game_of_header(name: str, header: Mapping[str, Any]) -> Game:
    key = header.get("game", DEFAULT.key)
    if not isinstance(key, str) or key not in GAMES:
        what = f"game should be one of {', '.join(GAMES)}, not {shortened(key)}{did_you_mean(str(key), GAMES)}"
        raise BoardError(name, [Fault(Place(HEADER), what)])
    return GAMES[key]
