"""Reads a scenario from wherever it stands, and loads what it names: all of it is sound, or every fault is told."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ttrsim.engine.bots import Bot, load_bot, split_path
from ttrsim.engine.games import check_players
from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError, Fault
from ttrsim.games.contract import Board, Game
from ttrsim.games.registry import GAMES, board_names, game_of, load_board, override_parameters
from ttrsim.limits import MAX_BOTS
from ttrsim.scenario.faults import ScenarioError, validation_faults
from ttrsim.scenario.model import BoardChoice, Experiment, Scenario
from ttrsim.scenario.overrides import override
from ttrsim.wording import did_you_mean

MAX_BYTES = 1_000_000  # of a scenario file: anything larger is some other file


@dataclass(frozen=True)
class Setup:
    """A scenario with its board and bots, ready to be played."""

    scenario: Scenario
    source: str  # where it was read
    board: Board  # under the scenario's house rules
    bots: tuple[Bot, ...]  # each once, in order of appearance
    other: Setup | None = None  # of an experiment with rules: the scenario with other rules

    def with_deals(self, n_deals: int) -> Setup:
        return replace(self, scenario=self.scenario.model_copy(update={"deals": n_deals}))

    @property
    def game(self) -> Game:
        return game_of(self.board)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of those to keep."""
        is_trial = self.scenario.experiment is not None
        return self.scenario.tables or tuple(t.name for t in self.game.tables.values() if t.is_of_trials == is_trial)

    @property
    def n_seats(self) -> int:
        seats = self.scenario.seats
        return len(seats) if seats else self.scenario.players or 0

    @property
    def labels(self) -> list[str]:
        """How the tables name the bots: a user's own by its file alone, so that the folder it lies in is no matter."""
        return [bot_label(bot.name) for bot in self.bots]


@dataclass(frozen=True)
class Member:
    """One of the scenarios of a suite; see `suite.py`."""

    suite: Path
    name: str
    values: Mapping[str, Any]


Source = str | Path | Member | Mapping[str, Any] | Scenario


def load_scenario(
    source: Source,
    changes: Mapping[str, Any] | None = None,
    settings: Iterable[str] = (),
    bots: Sequence[str] | None = None,
) -> Setup:
    """The scenario of a file, or as values; then `changes` of whole keys, `bots` for its seats, `--set` settings."""
    name, values = _values(source)
    values |= copy.deepcopy(dict(changes or {}))
    if bots is not None:
        values = {key: value for key, value in values.items() if key not in ("field", "players")}
        values["seats"] = list(bots)
    faults = [fault for setting in settings if (fault := override(values, setting))]
    scenario, sound = _validate(values, faults)
    board = _board(sound.get("board"), faults)
    games = [game_of(board)] if board is not None else list(GAMES.values())  # all, if the board does not say
    loaded_bots = _bots(_specs(sound, faults), games, faults)
    _check_table(sound, board, faults)
    other = _other_rules(sound, board, faults)
    faults += _unknown_tables(sound.get("tables", ()), games)
    if faults or scenario is None or board is None:
        raise ScenarioError(name, faults)
    return Setup(scenario, name, board, tuple(loaded_bots), other)


def bot_label(spec: str) -> str:
    path, rest = split_path(spec)
    return Path(path).name + rest


# ---- where it stands -----------------------------------------------------------------------------


def _values(source: Source) -> tuple[str, dict[str, Any]]:
    if isinstance(source, Scenario):
        return "scenario", source.model_dump(mode="json", exclude_none=True)
    if isinstance(source, Mapping):
        return "scenario", copy.deepcopy(dict(source))
    if isinstance(source, Member):
        values = copy.deepcopy(dict(source.values))
        _anchor_paths(values, source.suite.parent)
        return f"{source.suite}: {source.name}", values
    path = Path(source)
    values = read_toml(path)
    if "scenario" in values:
        raise UserError(f"{path}: is a suite of several scenarios, where one is wanted")
    _anchor_paths(values, path.parent)
    return str(path), values


def read_toml(path: Path) -> dict[str, Any]:
    try:
        if not path.is_file():
            raise UserError(f"no scenario file '{path}'")
        if path.stat().st_size > MAX_BYTES:
            raise UserError(f"{path}: too large for a scenario")
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise UserError(f"{path}: not UTF-8 text") from None
    except (OSError, ValueError, RecursionError) as error:
        what = error.strerror if isinstance(error, OSError) else f"not valid TOML: {error}"
        raise UserError(f"{path}: {what}") from None


def _anchor_paths(values: dict[str, Any], folder: Path) -> None:
    """Paths in a file are meant from the file's folder."""
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
    path, rest = split_path(spec)
    return str((folder / path).resolve()) + rest if path and _is_there(folder / path) else spec


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that cannot be one
        return False


# ---- what it says --------------------------------------------------------------------------------


def _validate(values: dict[str, Any], faults: list[Fault]) -> tuple[Scenario | None, dict[str, Any]]:
    """The scenario, or what of it is sound, so that its board and bots can be looked at in any case."""
    try:
        # By way of JSON, where strict types still admit a list for a tuple.
        text = json.dumps(values, default=str)
        values = json.loads(text)
        scenario = Scenario.model_validate_json(text)
    except ValidationError as error:
        faults += validation_faults(error)
        faulty = {details["loc"][0] for details in error.errors() if details["loc"]}
        return None, {key: value for key, value in values.items() if key not in faulty}
    except (ValueError, RecursionError) as error:
        faults.append(Fault("", f"cannot be read: {error}"))
        return None, {}
    return scenario, scenario.model_dump(mode="json", exclude_none=True)


@cache
def _built_in_board(name: str) -> Any:
    return load_board(name)


def _board(choice: Any, faults: list[Fault]) -> Any:
    """None if there is none that can be played on."""
    if choice is None:
        return None  # reported as missing
    chosen = BoardChoice.model_validate(choice)
    try:
        board = _built_in_board(chosen.name) if chosen.name in board_names() else load_board(chosen.name)
        return override_parameters(board, chosen.house_rules) if chosen.house_rules else board
    except BoardError as error:
        faults += [Fault("board", fault.text) for fault in error.faults]
    except (UserError, ValueError) as error:
        faults.append(Fault("board", str(error)))
    return None


def _specs(sound: Mapping[str, Any], faults: list[Fault]) -> list[tuple[str, str]]:
    """Every bot with the key it stands under, and whether seats and field are used as they are meant."""
    seats, field, players = sound.get("seats"), sound.get("field"), sound.get("players")
    if seats is None and field is None:
        if not any(fault.where.startswith(("seats", "field")) for fault in faults):
            faults.append(Fault("seats", "is missing: a bot for each seat, or a field of bots to mix over the seats"))
    elif seats is not None and field is not None:
        faults.append(Fault("field", "either seats or a field, not both"))
    elif field is None and players is not None:
        faults.append(Fault("players", "goes with a field; seats say themselves how many there are"))
    elif field is not None:
        faults += _field_faults(field, players, any(fault.where == "players" for fault in faults))
    listed = [(f"seats.{place}", spec) for place, spec in enumerate(seats or ())]
    return listed + [(f"field.{place}", spec) for place, spec in enumerate(field or ())]


def _field_faults(field: Sequence[str], players: int | None, players_reported: bool) -> list[Fault]:
    faults = []
    if players is None and not players_reported:
        faults.append(Fault("players", "is missing: how many of the field sit at the table"))
    if players is not None and len(field) < players:
        faults.append(Fault("field", f"has {len(field)} bots for {players} players; it needs at least one for each"))
    if len(field) > MAX_BOTS:
        faults.append(Fault("field", f"has {len(field)} bots; at most {MAX_BOTS} can be mixed"))
    repeated = {spec for spec in field if field.count(spec) > 1}
    faults += [Fault("field", f"{spec!r} stands there more than once") for spec in sorted(repeated)]
    return faults


def _bots(specs: Sequence[tuple[str, str]], games: Sequence[Game], faults: list[Fault]) -> list[Bot]:
    """A bot that one of the games knows will do."""
    bots: dict[str, Bot] = {}
    labels: dict[str, str] = {}
    for where, spec in specs:
        if spec in bots:
            continue
        try:
            bots[spec] = _bot_of_any(games, spec)
        except (UserError, ValueError) as error:
            faults.append(Fault(where, str(error)))
            continue
        if labels.setdefault(bot_label(spec), spec) != spec:
            faults.append(Fault(where, f"another bot is called {bot_label(spec)!r} too: rename its file"))
    return list(bots.values())


def _bot_of_any(games: Sequence[Game], spec: str) -> Bot:
    *others, last = games
    for game in others:
        with suppress(UserError):
            return load_bot(spec, game)
    return load_bot(spec, last)


def _check_table(sound: Mapping[str, Any], board: Board | None, faults: list[Fault]) -> None:
    n_seats = len(sound["seats"]) if "seats" in sound else sound.get("players")
    if board is not None and n_seats is not None:
        try:
            check_players(board, n_seats)
        except UserError as error:
            faults.append(Fault("seats" if "seats" in sound else "players", str(error)))
    tables = sound.get("tables", ())
    repeated = {table for table in tables if tables.count(table) > 1}
    faults += [Fault("tables", f"{table!r} stands there more than once") for table in sorted(repeated)]


def _other_rules(sound: Mapping[str, Any], board: Any, faults: list[Fault]) -> Setup | None:
    """Whether an experiment can be carried out, and the scenario with the rules that it tries, if it tries any."""
    if "experiment" not in sound or board is None:
        return None
    choice = Experiment.model_validate_json(json.dumps(sound["experiment"]))
    n_seats = len(sound.get("seats") or ()) or sound.get("players") or 0
    found = [Fault("experiment", text) for text in game_of(board).experiment_faults(board, choice, n_seats)]
    faults += found
    if not choice.settings or found or faults:
        return None
    values = {key: value for key, value in sound.items() if key != "experiment"}
    try:
        other = load_scenario(values, settings=choice.settings)
    except ScenarioError as error:
        faults += [Fault(f"experiment.settings: {fault.where}", fault.text) for fault in error.faults]
        return None
    if (other.game, other.n_seats) != (game_of(board), n_seats):
        faults.append(Fault("experiment.settings", "must leave the game and the number of players as they are"))
    return other


def _unknown_tables(tables: Sequence[str], games: Sequence[Game]) -> list[Fault]:
    known = list(dict.fromkeys(name for game in games for name in game.tables))
    unknown = [(place, table) for place, table in enumerate(tables) if table not in known]
    what = f"there are the tables {', '.join(known)}, not "
    return [Fault(f"tables.{place}", f"{what}{table!r}{did_you_mean(table, known)}") for place, table in unknown]


def find_scenario(argument: str) -> Source:
    """What a command was given: a scenario file, or a board's name to play on by options alone."""
    if argument.endswith(".toml") or Path(argument).is_file():
        return Path(argument)
    if argument in board_names() or Path(argument).is_dir():
        return {"board": argument}
    names = board_names()
    raise UserError(
        f"no scenario file '{argument}', and no board of that name{did_you_mean(argument, names)}\n"
        f"a scenario is a .toml file; boards: {', '.join(names)}, or the path of a board's folder"
    )
