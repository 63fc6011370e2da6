"""What is said of a game is said once: a parameter reaches the kernel, a weight has its number, and so on."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import BaseModel

import ttrsim
from ttrsim.games.board import Board
from ttrsim.games.contract import Game, bots_of
from ttrsim.games.registry import GAMES, load_board, maps_of
from ttrsim.games.trains.analysis import tallies
from ttrsim.games.trains.analysis.compiled.sets import SETS
from ttrsim.games.trains.analysis.facts import TrainsFacts
from ttrsim.games.trains.analysis.tallies import facts_of_passes
from ttrsim.games.trains.bots._planner import weights
from ttrsim.games.trains.kernel.records import SEAT_RESULT
from ttrsim.games.trains.record.events import FIELDS, SCORE_OF_SOME_BOARDS
from ttrsim.games.trains.record.simple_format import Final
from ttrsim.games.trains.tables import TABLES
from ttrsim.measures.registry import all_metrics

GAME = pytest.mark.parametrize("game", GAMES.values(), ids=str)
PACKAGE = Path(ttrsim.__file__).parent
OF_NO_KERNEL = ("min_players", "max_players")  # checked before a game begins


def others(value: Any, choices: tuple[Any, ...]) -> Iterator[Any]:
    """Values beside the one that a parameter has, sound or not."""
    if choices:
        yield from (choice for choice in choices if choice != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, dict):
        yield from ({key: item + 1 for key, item in value.items()},)
    else:
        yield from (value[:-1], (*value, 1))


def with_parameter(board: Any, name: str, value: Any) -> Any:
    parameters = board.parameters.model_copy(update={name: value})
    is_model = isinstance(board, BaseModel)
    return board.model_copy(update={"parameters": parameters}) if is_model else replace(board, parameters=parameters)


def changes_the_record(board: Board, name: str) -> bool:
    value = getattr(board.parameters, name)
    choices = get_args(type(board.parameters).model_fields[name].annotation) if isinstance(value, str) else ()
    printed = board.record().tobytes()
    return any(with_parameter(board, name, other).record().tobytes() != printed for other in others(value, choices))


@GAME
def test_every_parameter_reaches_the_kernel(game: Game) -> None:
    boards = [load_board(name) for name in maps_of(game)]
    names = set(game.parameters.model_fields) - set(OF_NO_KERNEL)
    assert {name for name in names if not any(changes_the_record(board, name) for board in boards)} == set()


def test_every_weight_of_the_planner_has_a_number() -> None:
    numbers = [
        int(value)
        for name, value in vars(weights).items()
        if name.isupper() and name.isidentifier() and not isinstance(value, (tuple, dict))
    ]
    assert sorted(numbers) == list(range(len(weights.WEIGHTS)))


@pytest.mark.parametrize("changed", [{"other": ()}, {"routes": ("share", "time", "turn")}, {"offers": ("taken",)}])
def test_a_set_or_column_that_only_one_side_knows_is_noticed(
    changed: dict[str, tuple[str, ...]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The passes that count, and what describes their keys."""
    facts = TrainsFacts(load_board("new-york"), ("random",), 2, 1)
    assert facts_of_passes(facts).sets.sets.keys() == SETS.keys()
    monkeypatch.setattr(tallies, "SETS", SETS | changed)
    with pytest.raises((AssertionError, KeyError)):
        facts_of_passes(facts)


def test_points_of_every_source_are_kept_recorded_and_read() -> None:
    """Whatever a seat scores for is a column of its table, a part of the total in reports, and a field of records."""
    scored = {name for name in SEAT_RESULT.names or () if name.endswith("_points")}
    assert scored <= set(TrainsFacts.sources)
    assert set(TrainsFacts.sources) <= {column.name for column in TABLES["seats"].columns}
    assert scored <= {*FIELDS["score"], *SCORE_OF_SOME_BOARDS}
    assert scored <= set(Final.model_fields)


# ---- shared layers -------------------------------------------------------------------------------

EVERYDAY = {"effect", "path", "random", "routes", "rules", "stations", "tickets"}  # also used of other things
REGISTRY = PACKAGE / "games" / "registry.py"  # the one place that lists the games


def shared_modules() -> list[Path]:
    own = [PACKAGE / "games" / key for key in GAMES]
    return [path for path in PACKAGE.rglob("*.py") if path != REGISTRY and not set(own) & set(path.parents)]


def texts_of(path: Path) -> Iterator[str]:
    """The string constants that a module works with: neither docstrings nor help."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    compared = [
        node for node in ast.walk(tree) if isinstance(node, ast.Compare | ast.Subscript | ast.Assign | ast.Dict)
    ]
    for node in compared:
        yield from (
            part.value
            for part in ast.iter_child_nodes(node)
            if isinstance(part, ast.Constant) and isinstance(part.value, str)
        )


def names_of_games() -> set[str]:
    names = {game.key for game in GAMES.values()} | {game.title for game in GAMES.values()}
    for game in GAMES.values():
        names |= {*bots_of(game), *maps_of(game), *game.experiments}
        names |= {name for name, metric in all_metrics(game).items() if metric.owner == game.key}
    return names - EVERYDAY


def test_the_shared_layers_name_no_game() -> None:
    names = names_of_games()
    found = [
        f"{path.relative_to(PACKAGE)}: {text}" for path in shared_modules() for text in texts_of(path) if text in names
    ]
    assert found == []
