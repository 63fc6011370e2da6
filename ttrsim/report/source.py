"""Opens a run folder for the metrics: its parts, its board, and where it comes from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from ttrsim.games.registry import game_of, load_board, override_parameters
from ttrsim.metrics.facts import Facts, facts_of
from ttrsim.metrics.measure import Source
from ttrsim.runs.folder import RunFolder
from ttrsim.scenario.model import Scenario

PART_NAME = "{:07}"  # of a chunk's files


@dataclass(frozen=True)
class Opened:
    """A run, ready to be measured."""

    path: Path
    source: Source
    manifest: dict[str, Any]
    scenario: Scenario

    @property
    def name(self) -> str:
        return self.path.resolve().name


def open_source(path: Path) -> Opened:
    folder = RunFolder.open(path)
    manifest = folder.manifest
    scenario = Scenario.model_validate_json(json.dumps(manifest["scenario"]))
    board = load_board(scenario.board.name)
    if scenario.board.house_rules:
        board = override_parameters(board, scenario.board.house_rules)
    facts = facts_of(board, tuple(manifest["bots"]), int(manifest["seats"]), int(manifest["rotations"]))
    parts = {table: _parts(folder, table, facts) for table in manifest["tables"]}
    return Opened(path, Source(parts, facts, folder.deals_complete), manifest, scenario)


def _parts(folder: RunFolder, table: str, facts: Facts) -> list[pl.LazyFrame]:
    """One for each chunk; a chunk without rows has no file."""
    tables = game_of(facts.board).tables
    empty = pl.LazyFrame(schema=tables[table].schema(facts.board, facts.bots))
    files = {file.stem: pl.scan_parquet(file) for file in folder.part_files(table)}
    return [files.get(PART_NAME.format(chunk), empty) for chunk in sorted(folder.complete)]
