"""A folder to start a board of your own with: a small complete board, or a copy of another one."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.games.contract import HEADER, Game
from ttrsim.games.registry import DEFAULT, board_folder, game_of, load_board


def new_board(folder: Path, like: str | None = None) -> list[str]:
    """Writes the files of a sound board, with comments, and gives their names. `like` is a board to copy."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"'{folder}' exists already: give a new folder, or an empty one")
    texts = _starter(folder) if like is None else _copy(like, folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(texts)


def _starter(folder: Path) -> dict[str, str]:
    source = DEFAULT.new_board
    texts = {file.name: file.read_text(encoding="utf-8") for file in source.iterdir() if file.is_file()}
    texts[HEADER] = _titled(texts[HEADER], _name(folder).replace("-", " ").replace("_", " ").capitalize())
    return _commented(texts, DEFAULT, "A board to start with: change whatever you like.")


def _copy(like: str, folder: Path) -> dict[str, str]:
    board = load_board(like)  # a faulty board is not copied
    game, source = game_of(board), board_folder(like)
    texts = {name: source.joinpath(name).read_text(encoding="utf-8-sig") for name in (HEADER, *game.board_files)}
    texts[HEADER] = _titled(texts[HEADER], f"{board.title} ({_name(folder)})")
    return _commented(texts, game, f"A copy of the board {like}: change whatever you like.")


def _name(folder: Path) -> str:
    return folder.resolve().name


def _titled(header: str, title: str) -> str:
    """With another title, so that results on the two boards can be told apart."""
    line = f"title = {json.dumps(title, ensure_ascii=False)}"
    return re.sub(r"^title = .*$", lambda _: line, header, count=1, flags=re.MULTILINE)


def _commented(texts: dict[str, str], game: Game, about: str) -> dict[str, str]:
    """Every file with a comment on top that says what it holds, unless it has one."""
    comments = {HEADER: f"{about}\nCheck it with `ttrsim board check`, and see it with `ttrsim board draw`."}
    comments |= game.board_files
    return {
        name: text if text.startswith("#") else "".join(f"# {line}\n" for line in comments[name].splitlines()) + text
        for name, text in sorted(texts.items(), key=lambda item: list(comments).index(item[0]))
    }
