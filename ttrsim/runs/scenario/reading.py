"""Loads a scenario and everything it names, or reports all faults."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from ttrsim.errors import UserError
from ttrsim.files.faults import BoardError, Fault
from ttrsim.games.board import Board
from ttrsim.games.contract import Game
from ttrsim.games.registry import GAMES
from ttrsim.limits import MAX_BOTS
from ttrsim.measures.facts import facts_of
from ttrsim.measures.thresholds import Threshold, read_thresholds, tolerance_faults
from ttrsim.play.ahead import compile_ahead
from ttrsim.play.bots.finding import Bot
from ttrsim.play.bots.specs import bot_label
from ttrsim.play.restrictions import Restricted
from ttrsim.play.table import check_players
from ttrsim.runs.scenario.changes import NO_CHANGES, Changes
from ttrsim.runs.scenario.faults import ScenarioError, validation_faults
from ttrsim.runs.scenario.model import BoardChoice, Experiment, Scenario
from ttrsim.runs.scenario.restrictions import Company, read_restrictions
from ttrsim.runs.scenario.setup import Setup, Shelf
from ttrsim.runs.scenario.sources import Source, values_of
from ttrsim.wording import did_you_mean, listed


def load_scenario(source: Source, changes: Changes = NO_CHANGES, shelf: Shelf | None = None) -> Setup:
    """The scenario of a file or of values, with its changes. ScenarioError lists everything wrong with it."""
    shelf = shelf or Shelf()
    name, values = values_of(source)
    faults = changes.apply(values)
    scenario, sound = _validate(values, faults)
    board = _board(sound.get("board"), shelf, faults)
    games = [board.game] if board is not None else list(GAMES.values())  # all games, if the board is not known
    specs = _specs(sound, faults)
    if board is not None:
        entry = "play_trials" if "experiment" in sound else "play_games"
        compile_ahead(games[0], [spec for _, spec in specs], entry)
    bots = _bots(specs, games, shelf, faults)
    _check_table(sound, board, faults)
    restricted = _restricted(sound, board, faults)
    other = _other_rules(sound, board, shelf, faults)
    faults += _unknown_tables(sound.get("tables", ()), games)
    thresholds = _thresholds(sound, specs, board, faults)
    if faults or scenario is None or board is None:
        raise ScenarioError(name, faults)
    files = shelf.board_files(scenario.board.name)
    setup = Setup(scenario, name, board, files, tuple(bots), tuple(thresholds), tuple(restricted), other)
    if setup.other is not None and _play_alike(setup, setup.other):
        raise ScenarioError(name, [_idle(setup)])
    return setup if changes.games is None else setup.with_games(changes.games)


def load_all(sources: Iterable[Source], changes: Changes = NO_CHANGES) -> list[Setup]:
    """Every scenario of a suite with its changes, or all faults of all of them."""
    shelf = Shelf()
    setups, errors = [], []
    for source in sources:
        try:
            setups.append(load_scenario(source, changes, shelf))
        except ScenarioError as error:
            errors.append(error)
    if errors:
        raise UserError("\n".join(map(str, errors)))
    return setups


# ---- what it says --------------------------------------------------------------------------------


def _validate(values: dict[str, Any], faults: list[Fault]) -> tuple[Scenario | None, dict[str, Any]]:
    """The scenario, and its valid values, so that its board and bots are checked even if other keys are faulty."""
    try:
        # By way of JSON, where strict types still admit a list for a tuple.
        text = json.dumps(values, default=str)
        values = json.loads(text)
        scenario = Scenario.model_validate_json(text)
    except ValidationError as error:
        faults += validation_faults(error)
        faulty = {details["loc"][0] for details in error.errors() if details["loc"]}
        sound = {key: value for key, value in values.items() if key not in faulty}
        return None, sound | _sound_restrictions(values, error)
    except (ValueError, RecursionError) as error:
        faults.append(Fault("", f"cannot be read: {error}"))
        return None, {}
    return scenario, scenario.model_dump(mode="json", exclude_none=True)


def _sound_restrictions(values: Mapping[str, Any], error: ValidationError) -> dict[str, Any]:
    """The valid ones of a list with faulty ones. These become None, so that the others keep their places."""
    where = [details["loc"] for details in error.errors() if details["loc"][:1] == ("restrictions",)]
    if not where or any(len(path) == 1 for path in where):
        return {}  # nothing is wrong with them, or all
    faulty = {path[1] for path in where}
    return {"restrictions": [None if place in faulty else entry for place, entry in enumerate(values["restrictions"])]}


def _board(choice: Any, shelf: Shelf, faults: list[Fault]) -> Board | None:
    """The board under its house rules; None if it is faulty."""
    if choice is None:
        return None  # reported as missing
    try:
        return shelf.board(BoardChoice.model_validate(choice))
    except BoardError as error:
        faults += [Fault("board", fault.text) for fault in error.faults]
    except (UserError, ValueError) as error:
        faults.append(Fault("board", str(error)))
    return None


def _specs(sound: Mapping[str, Any], faults: list[Fault]) -> list[tuple[str, str]]:
    """Every bot with its key. Adds faults if seats, field and players do not go together."""
    seats, field, players = sound.get("seats"), sound.get("field"), sound.get("players")
    if seats is None and field is None:
        if not any(fault.where.startswith(("seats", "field")) for fault in faults):
            faults.append(
                Fault("seats", "is missing: give one bot per seat, or a field of bots to choose the seats from")
            )
    elif seats is not None and field is not None:
        faults.append(Fault("field", "give either seats or a field, not both"))
    elif field is None and players is not None:
        faults.append(Fault("players", "is only for a field; with seats, the number of players is the number of seats"))
    elif field is not None:
        faults += _field_faults(field, players, any(fault.where == "players" for fault in faults))
    listed = [(f"seats.{place}", spec) for place, spec in enumerate(seats or ())]
    return listed + [(f"field.{place}", spec) for place, spec in enumerate(field or ())]


def _field_faults(field: Sequence[str], players: int | None, players_reported: bool) -> list[Fault]:
    faults = []
    if players is None and not players_reported:
        faults.append(Fault("players", "is missing: how many bots of the field play in each game"))
    if players is not None and len(field) < players:
        faults.append(Fault("field", f"has {len(field)} bots for {players} players; it needs at least one for each"))
    if len(field) > MAX_BOTS:
        faults.append(Fault("field", f"has {len(field)} bots; the maximum is {MAX_BOTS}"))
    repeated = {spec for spec in field if field.count(spec) > 1}
    faults += [Fault("field", f"{spec!r} is listed more than once") for spec in sorted(repeated)]
    return faults


def _bots(specs: Sequence[tuple[str, str]], games: Sequence[Game], shelf: Shelf, faults: list[Fault]) -> list[Bot]:
    bots: dict[str, Bot] = {}
    labels: dict[str, str] = {}
    for where, spec in specs:
        if spec in bots:
            continue
        try:
            bots[spec] = shelf.bot(games, spec)
        except (UserError, ValueError) as error:
            faults.append(Fault(where, str(error)))
            continue
        if labels.setdefault(bot_label(spec), spec) != spec:
            faults.append(Fault(where, f"another bot is also called {bot_label(spec)!r}: rename its file"))
    return list(bots.values())


def _n_seats(sound: Mapping[str, Any]) -> int | None:
    return len(sound["seats"]) if "seats" in sound else sound.get("players")


def _check_table(sound: Mapping[str, Any], board: Board | None, faults: list[Fault]) -> None:
    n_seats = _n_seats(sound)
    if board is not None and n_seats is not None:
        try:
            check_players(board, n_seats)
        except UserError as error:
            faults.append(Fault("seats" if "seats" in sound else "players", str(error)))
    tables = sound.get("tables", ())
    repeated = {table for table in tables if tables.count(table) > 1}
    faults += [Fault("tables", f"{table!r} is listed more than once") for table in sorted(repeated)]


def _thresholds(
    sound: Mapping[str, Any], specs: Sequence[tuple[str, str]], board: Board | None, faults: list[Fault]
) -> list[Threshold]:
    """The checks of the scenario, if its board and bots are known. Adds faults of its tolerances too."""
    if board is None:
        return []
    faults += tolerance_faults(board.game, sound.get("tolerances", {}))
    checks, n_seats = sound.get("checks", ()), _n_seats(sound)
    if not checks or not specs or n_seats is None:
        return []
    labels = dict.fromkeys(bot_label(spec) for _, spec in specs)
    facts = facts_of(board, tuple(labels), n_seats, rotations=1, experiment=_experiment(sound))
    return read_thresholds(checks, facts, faults)


def _experiment(sound: Mapping[str, Any]) -> Experiment | None:
    return Experiment.model_validate_json(json.dumps(sound["experiment"])) if "experiment" in sound else None


def _restricted(sound: Mapping[str, Any], board: Board | None, faults: list[Fault]) -> list[Restricted]:
    if board is None:
        return []
    own_faults: list[Fault] = []
    restricted = read_restrictions(sound.get("restrictions", ()), board, _company(sound), own_faults)
    faults += [Fault(f"restrictions.{fault.where}".rstrip("."), fault.text) for fault in own_faults]
    return restricted


def _company(sound: Mapping[str, Any]) -> Company:
    """Which bots there are, and which of them can sit where."""
    seats = sound.get("seats") or ()
    specs = list(dict.fromkeys((*seats, *(sound.get("field") or ()))))
    if seats and sound.get("rotations") == "none":
        places = [(seat, specs.index(spec)) for seat, spec in enumerate(seats)]
    else:
        n_seats = _n_seats(sound) or 0
        places = [(seat, bot) for seat in range(n_seats) for bot in range(len(specs))]
    return Company([bot_label(spec) for spec in specs], frozenset(places))


def _other_rules(sound: Mapping[str, Any], board: Board | None, shelf: Shelf, faults: list[Fault]) -> Setup | None:
    """The scenario with the rules that an experiment tries, if it tries any. Adds faults of the experiment."""
    choice = _experiment(sound)
    if choice is None or board is None:
        return None
    n_seats = _n_seats(sound) or 0
    own_faults = [Fault("experiment", text) for text in board.experiment_faults(choice, n_seats)]
    faults += own_faults
    if not choice.settings or own_faults or faults:
        return None
    values = {key: value for key, value in sound.items() if key != "experiment"}
    try:
        other = load_scenario(values, Changes(settings=choice.settings), shelf)
    except ScenarioError as error:
        faults += [Fault(f"experiment.settings: {fault.where}", fault.text) for fault in error.faults]
        return None
    if (other.game, other.n_seats) != (board.game, n_seats):
        faults.append(Fault("experiment.settings", "must not change the game or the number of players"))
    return other


def _play_alike(setup: Setup, other: Setup) -> bool:
    """Whether an experiment with rules would find exactly nothing."""
    same = ("seats", "field", "players", "rotations", "restrictions")
    return (
        all(getattr(setup.scenario, name) == getattr(other.scenario, name) for name in same)
        and setup.board.weights == other.board.weights
        and setup.board.plays_like(other.board, setup.n_seats)
    )


def _idle(setup: Setup) -> Fault:
    tried = setup.scenario.experiment.settings if setup.scenario.experiment else ()
    where = f"on {setup.board.name} with {setup.n_seats} players"
    return Fault("experiment.settings", f"{listed(tried)} changes nothing {where}: every game would be the same")


def _unknown_tables(tables: Sequence[str], games: Sequence[Game]) -> list[Fault]:
    known = list(dict.fromkeys(name for game in games for name in game.tables))
    unknown = [(place, table) for place, table in enumerate(tables) if table not in known]
    what = f"there are the tables {', '.join(known)}, not "
    return [Fault(f"tables.{place}", f"{what}{table!r}{did_you_mean(table, known)}") for place, table in unknown]
