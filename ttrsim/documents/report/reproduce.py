"""The command that plays the games of a run again.

It names boards and users' bots by their copies in the run's folder, so it works after the originals were edited.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from ttrsim.files.texts import toml
from ttrsim.games.registry import board_names
from ttrsim.play.bots.specs import parse_spec, split_specs
from ttrsim.runs.plan import default_chunk
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.changes import parsed
from ttrsim.runs.scenario.model import Experiment

PER_GAME = Experiment.model_fields["per_game"].default


def reproducing_command(run: Run) -> str:
    """By options alone: no scenario file is needed."""
    return shlex.join(_words(run))


def _words(run: Run) -> Iterator[str]:
    scenario, manifest, copies = run.scenario, run.manifest, _Copies(run)
    choice = scenario.experiment
    default = default_chunk(manifest.deals, run.rotations, is_experiment=choice is not None)
    has_own_chunks = manifest.chunk_deals != default
    # `ttrsim experiment` has no --chunk, and an experiment that stops by itself does so after a whole chunk.
    has_own_verb = (
        choice is not None
        and choice.until is None
        and not has_own_chunks
        and not any("," in subject for subject in choice.subjects)
    )
    yield from ("ttrsim", "experiment", choice.kind) if choice and has_own_verb else ("ttrsim", "run")
    yield copies.board(scenario.board.name)
    yield from _table(run, copies)
    if choice and has_own_verb:
        yield from _experiment_options(choice, copies)
    elif choice:
        values = choice.model_dump(mode="json", exclude_none=True)
        yield from _set("experiment", values | {"settings": [copies.setting(text) for text in choice.settings]})
    for key, value in scenario.board.house_rules.items():
        yield from _set(f"board.{key}", value)
    yield from _set("rotations", "none") if scenario.rotations == "none" else ()
    restrictions = [restriction.model_dump(mode="json", exclude_none=True) for restriction in scenario.restrictions]
    yield from _set("restrictions", restrictions) if restrictions else ()
    yield from ("--tables", ",".join(scenario.tables)) if scenario.tables else ()
    yield from ("--deals", str(scenario.deals), "--seed", str(scenario.seed))
    yield from ("--chunk", str(manifest.chunk_deals * run.rotations)) if not has_own_verb and has_own_chunks else ()
    yield from ("--shard", manifest.shard) if manifest.shard else ()


def _table(run: Run, copies: _Copies) -> Iterator[str]:
    """Who plays."""
    scenario = run.scenario
    specs = [copies.bot(spec) for spec in scenario.seats or scenario.field or ()]
    if scenario.seats is None:
        yield from _set("field", specs)
        yield from _set("players", scenario.players)
    elif split_specs(",".join(specs)) == specs:
        yield from ("--bots", ",".join(specs))
    else:  # a comma in the name of a file
        yield from _set("seats", specs)


def _experiment_options(choice: Experiment, copies: _Copies) -> Iterator[str]:
    options = {
        "--only": ",".join(choice.subjects),
        "--seats": ",".join(map(str, choice.seats)),
        "--every": choice.every,
        "--per-game": choice.per_game if choice.per_game != PER_GAME else None,
    }
    for option, value in options.items():
        yield from (option, str(value)) if value else ()
    for setting in choice.settings:
        yield from ("--with", copies.setting(setting))


def _set(key: str, value: Any) -> tuple[str, str]:
    return "--set", f"{key}={toml(value)}"


class _Copies:
    """What the run names, by the copies that it holds. Built-in boards go by their names, which everybody has."""

    def __init__(self, run: Run) -> None:
        inputs = run.manifest.inputs
        own_boards = {name: copy for name, copy in inputs.boards.items() if name not in board_names()}
        self._boards = _inside(run, own_boards)
        self._bots = _inside(run, inputs.bots)
        self._weights = _inside(run, inputs.weights)

    def board(self, name: str) -> str:
        return self._boards.get(name, name)

    def bot(self, spec: str) -> str:
        parts = parse_spec(spec)
        file, weights = self._bots.get(parts.file), self._weights.get(parts.weights)
        return str(parts._replace(file=file or parts.file, weights=weights or parts.weights))

    def setting(self, text: str) -> str:
        """Of an experiment with rules, which may try another board or another bot."""
        key, _, value = text.partition("=")
        path, named = key.strip().split("."), parsed(value)
        if path in (["board"], ["board", "name"]) and isinstance(named, str):
            return f"{key}={toml(self.board(named))}"
        if path[0] in ("seats", "field"):
            replaced = [self.bot(spec) for spec in named] if isinstance(named, list) else self.bot(str(named))
            return f"{key}={toml(replaced)}"
        return text


def _inside(run: Run, copies: Mapping[str, str]) -> dict[str, str]:
    return {name: str(run.path / copy) for name, copy in copies.items()}
