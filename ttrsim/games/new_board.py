"""Writes board folders: a small board or a copy to start your own with, and a board whose numbers were moved."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.overrides import overridden
from ttrsim.files.texts import toml
from ttrsim.files.whole import make_folder, write_whole
from ttrsim.games.board import DECK, HEADER, Board
from ttrsim.games.contract import Game
from ttrsim.games.registry import DEFAULT, load_board, load_board_and_files


def new_board(folder: Path, like: str | None = None) -> list[str]:
    """Writes the files of a sound board, with comments, and gives their names. `like` is a board to copy."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"'{folder}' exists already: give a new folder, or an empty one")
    texts = _starter(folder) if like is None else _copy(like, folder)
    make_folder(folder)
    for name, text in texts.items():
        write_whole(folder / name, text.encode())
    return list(texts)


def _starter(folder: Path) -> dict[str, str]:
    source = files(f"{DEFAULT.package}.board").joinpath("new")
    texts = {file.name: file.read_text(encoding="utf-8") for file in source.iterdir() if file.is_file()}
    texts[HEADER] = titled(texts[HEADER], _name(folder).replace("-", " ").replace("_", " ").capitalize())
    return _commented(texts, DEFAULT, "A board to start with: change whatever you like.")


def _copy(like: str, folder: Path) -> dict[str, str]:
    board, contents = load_board_and_files(like)  # a faulty board is not copied
    game, texts = board.game, {name: content.decode("utf-8-sig") for name, content in contents.items()}
    file_of_title = _file_of_title(texts)
    texts[file_of_title] = titled(texts[file_of_title], f"{board.title} ({_name(folder)})")
    return _commented(texts, game, f"A copy of the board {like}: change whatever you like.")


def write_moved_board(folder: Path, name: str, values: Mapping[str, int], title: str) -> Board:
    """Writes the board `name` with other values of its levers into a folder, and loads it from there."""
    board, contents = load_board_and_files(name)
    moved, game = board.override_parameters(values), board.game
    texts = {file: content.decode("utf-8-sig") for file, content in contents.items()}
    parameters = [lever.name for lever in board.levers() if lever.name in values and not lever.ticket]
    file_of_title = _file_of_title(texts)
    header = _with_parameters(texts[file_of_title], board, {key: values[key] for key in parameters})
    texts |= {file_of_title: titled(header, title)}
    texts |= moved.rewritten_files({file: texts[file] for file in game.board_files})
    make_folder(folder)
    for file, text in texts.items():
        write_whole(folder / file, text.encode())
    return load_board(folder)


def _with_parameters(header: str, board: Board, values: Mapping[str, int]) -> str:
    """The parameters are written again, without their comments; everything else stays as it is."""
    if not values:
        return header
    own = tomllib.loads(header).get("parameters", {})
    known = board.parameters.model_dump(mode="json")
    moved = {key.partition(".")[0] for key in values}
    parameters, _ = overridden({key: known[key] for key in known if key in own or key in moved}, values)
    above, *tables = re.split(r"^(?=\[\w)", header, flags=re.MULTILINE)
    others = [table for table in tables if not re.match(r"\[parameters[\].]", table)]
    lines = ["[parameters]", *(f"{key} = {toml(value)}" for key, value in parameters.items()), "\n"]
    return above + "\n".join(lines) + "".join(others)


def _name(folder: Path) -> str:
    return folder.resolve().name


def _file_of_title(texts: Mapping[str, str]) -> str:
    """Of a deck, what deck.toml says replaces what the header of the map says."""
    return DECK if DECK in texts else HEADER


def titled(header: str, title: str) -> str:
    """With another title, so that results on the two boards can be told apart."""
    line = f"title = {json.dumps(title, ensure_ascii=False)}"
    return re.sub(r"^title = .*$", lambda _: line, header, count=1, flags=re.MULTILINE)


def _commented(texts: dict[str, str], game: Game, about: str) -> dict[str, str]:
    """Every file with a comment on top that says what it holds, unless it has one."""
    comments = {HEADER: f"{about}\nCheck it with `ttrsim board check`, and see it with `ttrsim board draw`."}
    comments |= {DECK: f"What differs from {HEADER}: the title, and parameters.", **game.board_files}
    return {
        name: text if text.startswith("#") else "".join(f"# {line}\n" for line in comments[name].splitlines()) + text
        for name, text in sorted(texts.items(), key=lambda item: list(comments).index(item[0]))
    }
