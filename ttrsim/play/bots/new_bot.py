"""Starts a bot of a user: the template of its game, under the user's name."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from ttrsim.errors import UserError
from ttrsim.files.whole import write_whole
from ttrsim.games.registry import GAMES
from ttrsim.wording import did_you_mean

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
