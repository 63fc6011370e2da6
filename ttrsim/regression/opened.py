"""Runs as comparisons need them: complete, opened, and with the hash of what was played."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ttrsim.errors import UserError
from ttrsim.metrics.measure import Progress, Source
from ttrsim.regression.tolerances import check_tolerances
from ttrsim.report.source import open_source
from ttrsim.runs.suites import run_folders
from ttrsim.scenario.model import Scenario
from ttrsim.scenario.reading import bot_label


@dataclass(frozen=True)
class OpenedRun:
    name: str  # in its suite; '' if it is alone
    source: Source
    scenario: Scenario
    rules_version: int

    @property
    def scenario_hash(self) -> str:
        return scenario_hash(self.scenario)


def open_runs(path: Path) -> list[OpenedRun]:
    """The run at a path, or the runs of a suite."""
    return [_open(name, folder) for name, folder in run_folders(path).items()]


def _open(name: str, folder: Path) -> OpenedRun:
    opened = open_source(folder)
    if opened.manifest.shard:
        raise UserError(f"'{folder}' is shard {opened.manifest.shard} of a run: `ttrsim merge` all of them first")
    if opened.source.n_deals < opened.manifest.deals:
        raise UserError(f"'{folder}' is not complete: `ttrsim resume {folder}` first")
    check_tolerances(opened.source.facts.game, opened.scenario.tolerances, str(folder))
    return OpenedRun(name, opened.source, opened.scenario, opened.manifest.rules_version)


def decisive(scenario: Scenario) -> dict[str, Any]:
    """What two runs must have in common to be compared: who plays on what, but not how often or which deals."""
    board = {"name": Path(scenario.board.name).name} | scenario.board.house_rules
    bots = {key: [bot_label(spec) for spec in specs] for key in ("seats", "field") if (specs := getattr(scenario, key))}
    values = scenario.model_dump(mode="json", include={"players", "rotations", "tables"}, exclude_none=True)
    return {"board": board} | bots | values


def scenario_hash(scenario: Scenario) -> str:
    return hashlib.sha256(json.dumps(decisive(scenario), sort_keys=True).encode()).hexdigest()[:16]


def part_of(progress: Progress, place: int, n: int) -> Progress:
    """The progress of one of n runs, as part of that of all."""
    return lambda share: progress((place + share) / n)
