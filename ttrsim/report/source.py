"""Opens a run folder for the metrics: its parts, its board, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ttrsim.games.registry import game_of, load_board, override_parameters
from ttrsim.metrics.facts import Facts, facts_of
from ttrsim.metrics.measure import Source
from ttrsim.runs.folder import RunFolder
from ttrsim.runs.manifest import Manifest
from ttrsim.scenario.model import Scenario


@dataclass(frozen=True)
class Opened:
    """A run, ready to be measured."""

    path: Path
    source: Source
    manifest: Manifest
    scenario: Scenario

    @property
    def name(self) -> str:
        return self.path.resolve().name


def open_source(path: Path) -> Opened:
    folder = RunFolder.open(path)
    manifest = folder.manifest
    scenario = manifest.scenario
    board = load_board(scenario.board.name)
    if scenario.board.house_rules:
        board = override_parameters(board, scenario.board.house_rules)
    facts = facts_of(board, tuple(manifest.bots), manifest.seats, manifest.rotations)
    parts = {table: _parts(folder, table, facts) for table in manifest.tables}
    return Opened(path, Source(parts, facts, folder.deals_complete), manifest, scenario)


def _parts(folder: RunFolder, table: str, facts: Facts) -> list[pl.LazyFrame]:
    """One for each chunk; a chunk without rows has no file."""
    tables = game_of(facts.board).tables
    empty = pl.LazyFrame(schema=tables[table].schema(facts.board, facts.bots))
    files = folder.part_files(table)
    return [pl.scan_parquet(files[chunk]) if chunk in files else empty for chunk in sorted(folder.complete)]
