"""Summarises runs: measures them, and asks their game for its answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from ttrsim.documents.document import Column, Table
from ttrsim.documents.report.changes import RunChanges, find_changes
from ttrsim.documents.report.comparison import comparison
from ttrsim.documents.report.controls import controls
from ttrsim.documents.report.model import Control, Json, RunSummary, Section, Summary, rows_of
from ttrsim.documents.report.reproduce import reproducing_command
from ttrsim.documents.report.standouts import standouts
from ttrsim.measures.measure import Measures, measure
from ttrsim.measures.registry import USER, Metric, all_metrics
from ttrsim.runs.run import Run
from ttrsim.runs.scenario.restrictions import describe
from ttrsim.stats.intervals import ENOUGH_DEALS

TellRun = Callable[[str, float], None]  # called with a run, and the share of it that is measured


def summarise(
    runs: Sequence[Run], metric_files: Sequence[Path] = (), progress: TellRun = lambda name, share: None
) -> Summary:
    """The summary of experiments and runs, each in the order given."""
    experiments_first = sorted(runs, key=lambda run: run.scenario.experiment is None)
    summaries = [summarise_run(run, metric_files, progress) for run in experiments_first]
    names = _unique_names([run.name for run in summaries])
    summaries = [replace(run, name=name) for run, name in zip(summaries, names, strict=True)]
    return Summary(summaries, comparison([run for run in summaries if run.tried is None], _changes(runs, progress)))


def _changes(runs: Sequence[Run], progress: TellRun) -> RunChanges | None:
    """Between two runs of one game; several are shown side by side only."""
    played = [run for run in runs if run.scenario.experiment is None and run.games_complete]
    if len(played) != 2 or played[0].game is not played[1].game:
        return None
    before, after = played
    return find_changes(before, after, lambda share: progress("what changed", share))


def summarise_run(
    run: Run, metric_files: Sequence[Path] = (), progress: TellRun = lambda name, share: None
) -> RunSummary:
    facts, n_games = run.facts, run.games_complete
    sections: list[Section] = []
    checked: list[Control] = []
    striking: list[str] = []
    notes = _notes(run)
    if n_games:
        metrics = list(all_metrics(run.game, metric_files).values())
        measures = measure(run, metrics, lambda share: progress(run.name, share))
        sections = [*run.game.analysis.sections(measures, facts), *_own_section(measures, metrics)]
        checked = controls(measures, facts, n_games)
        striking = standouts(measures, facts)
    return RunSummary(
        name=run.name,
        board=run.board,
        board_title=run.board_title,
        players=facts.n_seats,
        bots=facts.bots,
        games=n_games,
        deals=run.deals_complete,
        notes=notes,
        standouts=striking,
        controls=checked,
        sections=sections,
        provenance=_provenance(run),
        tried=_tried(run),
    )


def _tried(run: Run) -> str | None:
    choice = run.scenario.experiment
    if choice is None:
        return None
    return f"{run.game.experiments[choice.kind].about} ({', '.join((choice.kind, *choice.settings))})"


def _unique_names(names: Sequence[str]) -> list[str]:
    """Runs in different folders may have the same name."""
    return [
        name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


def _own_section(measures: Measures, metrics: Sequence[Metric]) -> list[Section]:
    tables = [_own_table(metric, measures[metric.name]) for metric in metrics if _is_own(metric, measures)]
    return [Section(USER, "Own metrics", tables=tables)] if tables else []


def _is_own(metric: Metric, measures: Measures) -> bool:
    return metric.section == USER and metric.name in measures


def _own_table(metric: Metric, frame: pl.DataFrame) -> Table:
    keys = [
        Column(key, key.replace("_", " "), _kind_of(frame.schema[key])) for key in metric.by if key in frame.columns
    ]
    value = Column("value", "value", "share" if metric.kind == "share" else "number", 3)
    frame = frame.rename({old: f"value_{old}" for old in ("low", "high") if old in frame.columns})
    return Table(metric.name, metric.summary, (*keys, value, Column("n", "n", "count")), rows_of(frame))


def _kind_of(dtype: pl.DataType) -> Any:
    return "count" if dtype.is_integer() else "number" if dtype.is_numeric() else "text"


def _notes(run: Run) -> list[str]:
    notes = []
    games, planned = run.games_complete, run.games
    if not games:
        notes.append("The run has no complete games yet.")
    elif games < planned:
        notes.append(f"The run is not complete: {games:,} of {planned:,} games. Continue it with `ttrsim resume`.")
    if 0 < run.deals_complete < ENOUGH_DEALS:
        notes.append(
            f"Too few deals ({run.deals_complete:,}): with fewer than {ENOUGH_DEALS}, results have no intervals and "
            "nothing is called significant."
        )
    if limits := describe(run.game, run.scenario.restrictions):
        notes.append(f"Played under restrictions: {limits}.")
    choice = run.scenario.experiment
    if choice is not None and choice.until is not None:
        notes.append(f"It stops when every effect is known within {choice.until:g} pp; the intervals allow for that.")
    return notes


def _provenance(run: Run) -> Json:
    manifest = run.manifest
    last = manifest.sessions[-1] if manifest.sessions else None
    return {
        "scenario": manifest.json_values()["scenario"],
        "seed": manifest.seed,
        "rotations": manifest.rotations,
        "shard": manifest.shard,
        "rules_version": manifest.rules_version,
        "schema_version": manifest.schema_version,
        "code": manifest.code,
        "key": manifest.key,
        "versions": manifest.versions,
        "revision": last and last.source_revision,
        "played": last and last.ended,
        "reproduce": reproducing_command(run),
    }
