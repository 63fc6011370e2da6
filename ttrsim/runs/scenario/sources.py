"""The sources of scenarios: a file, a file with several (a suite), values, or a board on the command line.

A suite has a table `[[scenario]]` with a `name` for each. A file without any is a suite of one.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.files.faults import Fault
from ttrsim.files.parsing import parse_toml
from ttrsim.games.registry import board_names
from ttrsim.play.bots.specs import parse_spec
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.model import Scenario
from ttrsim.wording import did_you_mean, shortened

KEYS = ("about", "scenario")
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")  # it names a folder
MAX_BYTES = 1_000_000  # bytes; anything larger is not a scenario file


@dataclass(frozen=True)
class Member:
    """A scenario of a file, as it was read."""

    suite: Path
    name: str  # in its suite; '' if it is alone
    values: Mapping[str, Any]


Source = str | Path | Member | Mapping[str, Any] | Scenario


def find_scenarios(argument: Source) -> Sequence[Source]:
    """A scenario, a suite, or the name of a board to play on with options only, as a command or a call gave it."""
    if isinstance(argument, Path):
        return members_of(argument)
    if isinstance(argument, Mapping) and "scenario" in argument:
        return _members(Path("suite"), argument)
    if not isinstance(argument, str):
        return [argument]
    if argument.endswith(".toml") or Path(argument).is_file():
        return members_of(Path(argument))
    built_in, boards = built_in_scenarios(), board_names()
    if argument in built_in:
        return members_of(built_in[argument])
    if argument in boards or Path(argument).is_dir():
        return [{"board": argument}]
    raise UserError(
        f"no scenario and no board '{argument}'{did_you_mean(argument, [*built_in, *boards])}\n"
        f"a scenario is a .toml file or a built-in one (`ttrsim scenario list`); boards: {', '.join(boards)}, or the "
        "path of a board's folder"
    )


def built_in_scenarios() -> dict[str, Path]:
    """The files of the scenarios that come with the package, by name."""
    package = Path(str(files("ttrsim")))
    installed = package / "scenarios"
    folder = installed if installed.is_dir() else package.parent / "scenarios"  # in a checkout, next to the package
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def members_of(path: Path) -> list[Member]:
    """The scenarios of a file, which is read once."""
    values = read_toml(path)
    return _members(path, values) if "scenario" in values else [Member(path, "", values)]


def _members(path: Path, values: Mapping[str, Any]) -> list[Member]:
    faults = [Fault(key, f"unknown key in a suite{did_you_mean(key, KEYS)}") for key in values if key not in KEYS]
    tables = values["scenario"]
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        faults.append(Fault("scenario", "should be tables [[scenario]]"))
        raise ScenarioError(str(path), faults)
    faults += _name_faults([table.get("name") for table in tables])
    if faults:
        raise ScenarioError(str(path), faults)
    return [Member(path, table["name"], {key: table[key] for key in table if key != "name"}) for table in tables]


def name_of(source: Source) -> str:
    """In its suite; '' if it is alone."""
    return source.name if isinstance(source, Member) else ""


def values_of(source: Source) -> tuple[str, dict[str, Any]]:
    """The name of the scenario in messages, and a copy of its values. The caller may change the copy."""
    if isinstance(source, Scenario):
        return "scenario", source.model_dump(mode="json", exclude_none=True)
    if isinstance(source, Mapping):
        return "scenario", copy.deepcopy(dict(source))
    member = source if isinstance(source, Member) else only_scenario(source)
    if not isinstance(member, Member):
        return values_of(member)
    values = copy.deepcopy(dict(member.values))
    _anchor_paths(values, member.suite.parent)
    return f"{member.suite}: {member.name}" if member.name else str(member.suite), values


def lasting_values(scenario: Scenario) -> dict[str, Any]:
    """Its values, which mean the same wherever they are read."""
    values = scenario.model_dump(mode="json", exclude_none=True)
    _anchor_paths(values, Path())
    return values


def only_scenario(source: str | Path) -> Source:
    """The scenario of that name or file, which is not a suite."""
    first, *_ = find_scenarios(source)
    if name_of(first):
        raise UserError(f"{source}: is a suite of several scenarios, but a single scenario is needed")
    return first


def read_toml(path: Path) -> dict[str, Any]:
    """What a scenario file says, unchecked."""
    try:
        if not path.is_file():
            raise UserError(f"no scenario file '{path}'")
        if path.stat().st_size > MAX_BYTES:
            raise UserError(f"{path}: too large for a scenario")
        return parse_toml(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text") from None
    except (OSError, ValueError) as error:
        what = error.strerror if isinstance(error, OSError) else f"not valid TOML: {error}"
        raise UserError(f"{path}: {what}") from None


def _name_faults(names: Sequence[Any]) -> list[Fault]:
    faults = []
    for place, name in enumerate(names):
        where = f"scenario.{place}.name"
        if name is None:
            faults.append(Fault(where, "is missing"))
        elif not isinstance(name, str) or not NAME.fullmatch(name):
            faults.append(Fault(where, f"should have only lower-case letters, digits, - and _, not {shortened(name)}"))
        elif names.index(name) < place:
            faults.append(Fault(where, f"{name!r} is used more than once"))
    return faults


# ---- paths ---------------------------------------------------------------------------------------


def _anchor_paths(values: dict[str, Any], folder: Path) -> None:
    """Paths in a file are relative to the file's folder."""
    board = values.get("board")
    if isinstance(board, str):
        values["board"] = _anchored(board, folder)
    elif isinstance(board, dict) and isinstance(board.get("name"), str):
        board["name"] = _anchored(board["name"], folder)
    for key in ("seats", "field"):
        if isinstance(specs := values.get(key), list):
            values[key] = [_anchored_bot(spec, folder) if isinstance(spec, str) else spec for spec in specs]


def _anchored(board: str, folder: Path) -> str:
    if board in board_names() or not board or not _is_there(folder / board):
        return board
    return str((folder / board).resolve())


def _anchored_bot(spec: str, folder: Path) -> str:
    parts = parse_spec(spec)
    file, weights = (_anchored_file(path, folder) for path in (parts.file, parts.weights_file))
    changed = parts._replace(file=file, weights=weights or parts.weights)
    return spec if changed == parts else str(changed)


def _anchored_file(path: str, folder: Path) -> str:
    return str((folder / path).resolve()) if path and _is_there(folder / path) else path


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that cannot be one
        return False
