"""What a run was played with: copies of its boards and of users' bots, in its folder.

So a run can be moved or sent, and still means the same after its board has been edited.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ttrsim.errors import UserError
from ttrsim.games.board import Board
from ttrsim.play.bots.specs import parse_spec
from ttrsim.runs.folder import FolderError, RunFolder
from ttrsim.runs.manifest import INPUTS, Inputs
from ttrsim.runs.scenario.setup import Setup, Shelf


class Copies(NamedTuple):
    inputs: Inputs
    contents: dict[str, bytes]  # of every file


def copies_of(setup: Setup) -> Copies:
    """Everything that a scenario names, as it was when it was loaded."""
    boards: dict[str, str] = {}
    bots: dict[str, str] = {}
    weights: dict[str, str] = {}
    contents: dict[str, bytes] = {}
    for each in _setups(setup):
        choice = each.scenario.board
        if choice.name not in boards:
            boards[choice.name] = _new_name(f"{INPUTS}/boards", choice.name, boards.values())
            contents |= _below(boards[choice.name], each.board_files)
        for bot in each.bots:
            parts, code = parse_spec(bot.name), bot.compiled.user_code
            file, weights_file = parts.file, parts.weights_file
            if weights_file and weights_file not in weights:
                folder = _new_name(f"{INPUTS}/weights", Path(weights_file).stem, map(_parent, weights.values()))
                weights[weights_file] = f"{folder}/{Path(weights_file).name}"
                contents[weights[weights_file]] = Path(weights_file).read_bytes()
            if code is not None and file not in bots:
                folder = _new_name(f"{INPUTS}/bots", Path(file).stem, map(_parent, bots.values()))
                bots[file] = f"{folder}/{code.file}"
                contents |= _below(folder, code.contents)
    files = {path: hashlib.sha256(content).hexdigest() for path, content in contents.items()}
    return Copies(Inputs(boards=boards, bots=bots, weights=weights, files=files), contents)


def shelf_of(folder: RunFolder) -> Shelf:
    """The boards and bots of the run, from its copies, which are verified first."""
    inputs = folder.manifest.inputs
    folder.verify_inputs()
    return Shelf(
        {name: folder.path / copy for name, copy in inputs.boards.items()},
        {file: folder.path / copy for file, copy in inputs.bots.items()},
        {file: folder.path / copy for file, copy in inputs.weights.items()},
    )


def board_of(folder: RunFolder) -> Board:
    """The board of a run, under its house rules."""
    try:
        return shelf_of(folder).board(folder.manifest.scenario.board)
    except UserError as error:
        raise FolderError(f"'{folder.path}': this ttrsim cannot read its board:\n{error}") from error


def _setups(setup: Setup) -> Iterator[Setup]:
    """An experiment with other rules may name another board, or other bots."""
    yield setup
    if setup.other is not None:
        yield from _setups(setup.other)


def _parent(copy: str) -> str:
    """The name of the folder for a copy of a bot or of weights."""
    return copy.split("/")[2]


def _below(folder: str, files: dict[str, bytes]) -> dict[str, bytes]:
    return {f"{folder}/{file}": content for file, content in files.items()}


def _new_name(folder: str, name: str, taken: Iterable[str]) -> str:
    """A folder named after a board or a bot, in characters that every system allows."""
    plain = re.sub(r"[^A-Za-z0-9_-]+", "-", Path(name).name).strip("-") or "unnamed"
    names = {path.removeprefix(f"{folder}/") for path in taken}
    number = 1
    while (numbered := plain if number == 1 else f"{plain}-{number}") in names:
        number += 1
    return f"{folder}/{numbered}"
