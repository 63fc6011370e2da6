"""Names that a shell completes: each function is one that `Option.names` names."""

from __future__ import annotations

from collections.abc import Iterable


def boards(incomplete: str) -> list[str]:
    from ttrsim.games.registry import board_names

    return _beginning(incomplete, board_names())


def scenarios(incomplete: str) -> list[str]:
    from ttrsim.runs.scenario.sources import built_in_scenarios

    return _beginning(incomplete, built_in_scenarios()) + boards(incomplete)


def bots(incomplete: str) -> list[str]:
    """Of a comma-separated list the last one is completed, as in everything below."""
    from ttrsim.games.contract import bots_of
    from ttrsim.games.registry import GAMES

    return _last(incomplete, sorted({name for game in GAMES.values() for name in bots_of(game)}))


def metrics(incomplete: str) -> list[str]:
    from ttrsim.games.registry import GAMES
    from ttrsim.measures.registry import all_metrics

    return _last(incomplete, sorted({name for game in GAMES.values() for name in all_metrics(game)}))


def settings(incomplete: str) -> list[str]:
    """Keys of scenarios and of their boards; for the key `board`, the boards."""
    from ttrsim.games.registry import GAMES
    from ttrsim.runs.scenario.model import Scenario

    key, equals, value = incomplete.partition("=")
    if equals:
        return [f"board={name}" for name in boards(value)] if key == "board" else []
    parameters = {f"board.{name}=" for game in GAMES.values() for name in game.parameters.model_fields}
    return _beginning(incomplete, [*(f"{name}=" for name in Scenario.model_fields), *sorted(parameters)])


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


def _last(incomplete: str, names: Iterable[str]) -> list[str]:
    others, comma, last = incomplete.rpartition(",")
    return [others + comma + name for name in _beginning(last, names)]
