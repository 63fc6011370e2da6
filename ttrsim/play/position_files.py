"""Saved positions: JSON with everything, including what is hidden (docs/positions.md)."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from ttrsim.errors import UserError
from ttrsim.files.texts import folded_json
from ttrsim.files.whole import write_whole
from ttrsim.games.board import Board
from ttrsim.games.registry import load_board
from ttrsim.play.position import Position
from ttrsim.play.stepper import Stepper
from ttrsim.wording import shortened

FORMAT = "ttrsim position"
VERSION = 1
UNFOLDED = 2  # levels of the file that get lines of their own
MAX_FAULTS = 8  # how many faults of a file are reported
SEED = 1  # of what is imagined
STATE = ("public", "seats", "hidden")

Word = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Note = Annotated[int, Field(ge=-(2**63), lt=2**63)]
strict = with_config(ConfigDict(extra="forbid", strict=True))


@strict
class BoardReference(TypedDict):
    name: str
    digest: str  # of everything on it
    parameters: dict[str, Any]  # with house rules


@strict
class Seated(TypedDict):
    """The notes and random numbers of the bot in a seat."""

    bot: str | None  # whose notes these are
    notes: list[Note]  # empty: none
    random: Word  # where its random numbers stand


@strict
class Frame(TypedDict):
    """The part of a file that is the same for all games."""

    format: str
    version: int
    board: BoardReference
    bots: list[Seated]


# ---- writing -------------------------------------------------------------------------------------


def as_dict(position: Position) -> dict[str, Any]:
    """Everything about a position, as a file holds it."""
    board, state = position.board, position._states[0]
    seats = zip(position._bots, state["seats"], strict=False)
    frame: Frame = {
        "format": FORMAT,
        "version": VERSION,
        "board": {"name": board.name, "digest": _digest(board), "parameters": _parameters(board)},
        "bots": [_seated(bot, own) for bot, own in seats],
    }
    return {**frame, **board.state_as_dict(state)}


def save(position: Position, path: Path) -> None:
    text = folded_json(as_dict(position), UNFOLDED) + "\n"
    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise UserError(f"cannot write '{path}': {error.strerror or error}") from error


def _seated(bot: str | None, own: Any) -> Seated:
    notes = own["memory"].tolist() if bot is not None else []
    return {"bot": bot, "notes": notes, "random": f"{int(own['stream']['state']):016x}"}


def _parameters(board: Board) -> dict[str, Any]:
    parameters: dict[str, Any] = board.as_dict()["parameters"]
    return parameters


def _digest(board: Board) -> str:
    """A digest of everything on a board except the name it was loaded by."""
    values = board.as_dict() | {"name": ""}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


# ---- reading -------------------------------------------------------------------------------------


def load(path: Path, board: str | os.PathLike[str] | None = None) -> Position:
    try:
        text = path.read_bytes()
        return _read_table(text.decode("utf-8"), board) if is_table(text) else from_dict(_parsed(text), board)
    except OSError as error:
        raise UserError(f"cannot read '{path}': {error.strerror or error}") from error
    except UserError as error:
        raise UserError("\n".join(f"{path}: {line}" for line in str(error).splitlines())) from None


# ---- as a player writes it -----------------------------------------------------------------------


IMAGINED = ("everything that the position does not say: other hands and tickets, the pile and the discards",)
_BOARD = re.compile(r"^\s*board\s*:\s*([^#\n]*?)\s*(?:#.*)?$", re.MULTILINE | re.IGNORECASE)


def is_table(text: bytes) -> bool:
    """Whether a file is what a player sees, written down, and no saved position."""
    try:
        words = text.decode("utf-8").lstrip()
    except UnicodeDecodeError:
        return False
    return bool(words) and words[0] not in "{[" and ":" in words


def _read_table(text: str, board: str | os.PathLike[str] | None) -> Position:
    named = _BOARD.search(text)
    name = board or (named[1] if named else "")
    if not name:
        raise UserError("board: is missing: `ttrsim position new BOARD --players N` writes a file to fill in")
    loaded = load_board(name)
    state = loaded.position_from_text(text, SEED)
    states = loaded.build_state(state)
    faults = [f"this position cannot arise: {violation}"] if (violation := Stepper(loaded).violation(states)) else []
    return _checked(Stepper(loaded), states, [None] * len(state["seats"]), faults)


# ---- as it is saved ------------------------------------------------------------------------------


def _parsed(text: bytes) -> dict[str, Any]:
    try:
        values = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise UserError("is damaged or not a ttrsim position: it is not JSON") from None
    if not isinstance(values, dict) or values.get("format") != FORMAT:
        raise UserError(f"is not a ttrsim position: it lacks {json.dumps({'format': FORMAT})}")
    if values.get("version") != VERSION:
        raise UserError(f"has version {shortened(values.get('version'))}; this ttrsim reads version {VERSION}")
    return values


def from_dict(values: dict[str, Any], board_path: str | os.PathLike[str] | None = None) -> Position:
    """The reverse of `as_dict`."""
    parts = {key: values.pop(key) for key in STATE if key in values}
    frame: Frame = _valid(Frame, values)
    board = _board(frame["board"], board_path)
    state = _valid(board.state_schema, parts)
    states = board.build_state(state)
    stepper = Stepper(board)
    faults = list(_differences("", state, board.state_as_dict(states[0])))
    _put_bots(states[0]["seats"], frame["bots"], len(state["seats"]), faults)
    if not faults and (violation := stepper.violation(states)):
        faults.append(f"this position cannot arise: {violation}")
    return _checked(stepper, states, [seated["bot"] for seated in frame["bots"]], faults)


def _checked(stepper: Stepper, states: np.ndarray, bots: list[str | None], faults: list[str]) -> Position:
    position = Position(stepper, states, bots)
    if not faults and not position.is_over and not stepper.legal(states):
        faults.append("this position cannot arise: the open question has no legal answer")
    if faults:
        raise UserError("\n".join(faults[:MAX_FAULTS]))
    return position


def _valid(schema: Any, values: object) -> Any:
    try:
        return TypeAdapter(schema).validate_json(json.dumps(values))
    except ValidationError as error:
        faults = error.errors()[:MAX_FAULTS]
        raise UserError("\n".join(f"{'.'.join(map(str, fault['loc']))}: {_fault(fault)}" for fault in faults)) from None


def _fault(fault: Any) -> str:
    if fault["type"] in ("missing", "extra_forbidden"):
        return "is missing" if fault["type"] == "missing" else "unknown key"
    return f"{fault['msg'].replace('Input should', 'should')}, not {shortened(fault['input'])}"


def _board(reference: BoardReference, path: str | os.PathLike[str] | None) -> Board:
    board = load_board(reference["name"] if path is None else path)
    board = board.override_parameters(reference["parameters"], "board.parameters")
    if _digest(board) != reference["digest"]:
        raise UserError(f"board: {board.name} is not the board that this position was saved with: its data differ")
    return board


def _put_bots(seats: np.ndarray, bots: list[Seated], n_seats: int, faults: list[str]) -> None:
    if len(bots) != n_seats:
        faults.append(f"bots: should have an entry for each of {n_seats} seats, not {len(bots)}")
        return
    for place, (own, seated) in enumerate(zip(seats, bots, strict=False)):
        if len(seated["notes"]) not in (0, len(own["memory"])):
            faults.append(f"bots.{place}.notes: should be {len(own['memory'])} numbers, or none")
        elif seated["notes"]:
            own["memory"] = seated["notes"]
        own["stream"]["state"] = int(seated["random"], 16)


def _differences(where: str, said: Any, actual: Any) -> Iterator[str]:
    """Values of the file that contradict others: values that follow from others are computed and compared."""
    if isinstance(said, dict):
        for key, value in said.items():
            yield from _differences(f"{where}.{key}" if where else key, value, actual.get(key))
    elif isinstance(said, list) and len(said) == len(actual) and any(isinstance(item, dict) for item in said):
        for place, item in enumerate(said):
            yield from _differences(f"{where}.{place}", item, actual[place])
    elif said != actual:
        yield f"{where}: is {shortened(said)}, but the rest of the position makes it {shortened(actual)}"
