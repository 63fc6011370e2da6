"""The runs that are compared: complete ones, and the hash of what they played."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.measures.measure import Tell
from ttrsim.measures.thresholds import tolerance_faults
from ttrsim.play.bots.specs import bot_label
from ttrsim.runs.api import open_run
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.faults import ScenarioError
from ttrsim.runs.scenario.model import RestrictionChoice, Scenario
from ttrsim.runs.suites import run_folders


def open_runs(path: Path) -> dict[str, Run]:
    """The run at a path, named '', or the runs of a suite by name."""
    return {name: _open(folder) for name, folder in run_folders(path).items()}


def _open(folder: Path) -> Run:
    run = open_run(folder)
    if run.manifest.shard:
        raise UserError(
            f"'{folder}' is shard {run.manifest.shard} of a run: merge all shards with `ttrsim merge` first"
        )
    if not run.is_complete:
        raise UserError(f"'{folder}' is not complete: run `ttrsim resume {folder}` first")
    if faults := list(tolerance_faults(run.game, run.scenario.tolerances)):
        raise ScenarioError(str(folder), faults)
    return run


def decisive(scenario: Scenario) -> dict[str, Any]:
    """What two runs must have in common to be compared: who plays on what, but not how often or which deals."""
    board = {"name": Path(scenario.board.name).name} | scenario.board.house_rules
    bots = {key: [bot_label(spec) for spec in specs] for key in ("seats", "field") if (specs := getattr(scenario, key))}
    values = scenario.model_dump(mode="json", include={"players", "rotations", "tables"}, exclude_none=True)
    restrictions = [_restriction(choice) for choice in scenario.restrictions]
    return (
        {"board": board}
        | bots
        | values
        | _experiment(scenario)
        | ({"restrictions": restrictions} if restrictions else {})
    )


def _experiment(scenario: Scenario) -> dict[str, Any]:
    choice = scenario.experiment
    return {"experiment": choice.model_dump(mode="json", exclude_none=True, exclude={"until"})} if choice else {}


def _restriction(choice: RestrictionChoice) -> dict[str, Any]:
    bot = {"bot": bot_label(choice.bot)} if choice.bot else {}
    return choice.model_dump(mode="json", exclude_none=True) | bot


def scenario_hash(scenario: Scenario) -> str:
    return hashlib.sha256(json.dumps(decisive(scenario), sort_keys=True).encode()).hexdigest()[:16]


def part_of(progress: Tell, place: int, n: int) -> Tell:
    """The progress of one of n runs, as part of that of all."""
    return lambda share: progress((place + share) / n)
