"""What there is to play with, `ttrsim.boards` and `ttrsim.bots`; and a bot of one's own to start with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from ttrsim.documents.document import Document, Result, Table
from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.board import Board
from ttrsim.games.contract import bots_of
from ttrsim.games.registry import GAMES, board_names, load_board
from ttrsim.play.bots.finding import built_in_about
from ttrsim.play.bots.user_code import installed_bots, origin
from ttrsim.wording import did_you_mean


@dataclass(frozen=True)
class NamedBot:
    """A bot that can be named without a file."""

    bot: str
    about: str  # what it does, in a sentence or two
    origin: str  # the game it is built into, or the package it comes with


class BoardList(Result, list[Board]):
    """Boards, with a table of them in a notebook."""

    def document(self) -> Document:
        rows = [(board.name, board.title, board.counts(), board.notice) for board in self]
        table = Table.of_texts("boards", "", ("board", "title", "what it has", "notice"), rows)
        return Document(f"{len(self)} boards", [], [table])


class BotList(Result, list[NamedBot]):
    """Bots, with a table of them in a notebook."""

    def document(self) -> Document:
        rows = [(each.bot, each.about, each.origin) for each in self]
        table = Table.of_texts("bots", "", ("bot", "description", "origin"), rows)
        return Document(f"{len(self)} bots", [], [table])


def boards() -> BoardList:
    """Lists the built-in boards of all games, as `ttrsim board list` does.

    Returns:
        The boards, loaded. Each has a `name`, a `title` and its `parameters`; `ttrsim.load_board` loads one alone.

    """
    return BoardList(load_board(name) for name in board_names())


def bots() -> BotList:
    """Lists all bots that have a name, as `ttrsim bots list` does.

    Returns:
        The built-in bots of each game, then those of installed packages. Nothing is compiled.

    """
    return BotList(_named_bots())


def _named_bots() -> Iterator[NamedBot]:
    built_in = set()
    for game in GAMES.values():
        for name in bots_of(game):
            built_in.add(name)
            yield NamedBot(name, built_in_about(game, name), f"built-in, {game.title}")
    for name, point in sorted(installed_bots().items()):
        if name not in built_in:
            yield NamedBot(name, "", origin(point))


# ---- starts a bot of a user: the template of its game, under the user's name -----------------------

NAME = "my_bot"  # what templates call the bot


def new_bot(file: Path, game: str) -> str:
    """Writes the file; returns how its bot is named on the command line."""
    if game not in GAMES:
        raise UserError(f"no game {game!r}{did_you_mean(game, GAMES)}; there are {', '.join(GAMES)}")
    name = file.stem
    if file.suffix != ".py" or not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
        raise UserError(f"'{file}': name the file like a bot, in small letters, digits and _, e.g. my_bot.py")
    if file.exists():
        raise UserError(f"'{file}' exists already: choose another name, or remove it")
    template = files(f"{GAMES[game].package}.botkit").joinpath("template.txt").read_text(encoding="utf-8")
    write_whole(file, template.replace(NAME, name).encode())
    return f"{file}:{name}" if file.is_absolute() else f"./{file.as_posix()}:{name}"
