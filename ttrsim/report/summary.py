"""One summary of one run or several: the only source of everything that a person reads."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from ttrsim import __version__
from ttrsim.errors import UserError
from ttrsim.metrics.measure import Measures, measure
from ttrsim.metrics.registry import OWN, Metric, all_metrics
from ttrsim.report.comparison import comparison
from ttrsim.report.controls import controls
from ttrsim.report.model import Column, Json, Section, Table, rows_of
from ttrsim.runs.run import Run
from ttrsim.scenario.model import Scenario
from ttrsim.scenario.restrictions import describe
from ttrsim.scenario.writing import toml
from ttrsim.stats.intervals import CONFIDENCE

FORMAT = "ttrsim summary"
VERSION = 2  # changes when something is taken away or changes its form

Progress = Callable[[str, float], None]


def summarise(
    runs: Sequence[Run], metric_files: Sequence[Path] = (), progress: Progress = lambda name, share: None
) -> Json:
    """The summary of runs, in the order given."""
    found = [summarise_run(run, metric_files, progress) for run in runs]
    for run, name in zip(found, _unique_names([run["name"] for run in found]), strict=True):
        run["name"] = name
    return {
        "format": FORMAT,
        "version": VERSION,
        "ttrsim": __version__,
        "confidence": CONFIDENCE,
        "runs": found,
        "comparison": [section.json() for section in comparison(found)],
    }


def summarise_run(run: Run, metric_files: Sequence[Path] = (), progress: Progress = lambda name, share: None) -> Json:
    facts, n_games = run.facts, run.games_complete
    metrics = list(all_metrics(facts.game, metric_files).values())
    if n_games:
        measures = measure(run, metrics, lambda share: progress(run.name, share))
        sections = facts.game.analysis.sections(measures, facts)
        sections += _own_section(measures, metrics)
        checked = controls(measures, facts, n_games)
    else:
        sections, checked = [], []
    return {
        "name": run.name,
        "game": facts.game.key,
        "board": facts.board.name,
        "title": facts.board.title,
        "notice": facts.board.notice,
        "players": facts.n_seats,
        "bots": list(facts.bots),
        "games": n_games,
        "deals": run.deals_complete,
        "notes": _notes(run),
        "controls": checked,
        "sections": [section.json() for section in sections],
        "provenance": _provenance(run),
    }


def read_summary(path: Path) -> Json:
    """A summary that was written before."""
    try:
        summary: Json = json.loads(path.read_text(encoding="utf-8"))
        is_ours, version = summary["format"] == FORMAT, summary["version"]
    except (OSError, ValueError, KeyError, TypeError):
        raise UserError(f"'{path}' is no summary of ttrsim") from None
    if not is_ours or version != VERSION:
        raise UserError(f"'{path}' is a summary of version {version}; this ttrsim reads version {VERSION}")
    return summary


def _unique_names(names: Sequence[str]) -> list[str]:
    """Runs in different folders may have the same name."""
    return [
        name if names.count(name) == 1 else f"{name} ({names[: place + 1].count(name)})"
        for place, name in enumerate(names)
    ]


def _own_section(measures: Measures, metrics: Sequence[Metric]) -> list[Section]:
    tables = [_own_table(metric, measures[metric.name]) for metric in metrics if _is_own(metric, measures)]
    return [Section(OWN, "Own metrics", tables=tables)] if tables else []


def _is_own(metric: Metric, measures: Measures) -> bool:
    return metric.section == OWN and metric.name in measures


def _own_table(metric: Metric, frame: pl.DataFrame) -> Table:
    keys = [
        Column(key, key.replace("_", " "), _kind_of(frame.schema[key])) for key in metric.by if key in frame.columns
    ]
    value = Column("value", "value", "share" if metric.kind == "share" else "number", metric.kind != "count", 3)
    frame = frame.rename({old: f"value_{old}" for old in ("low", "high") if old in frame.columns})
    return Table(metric.name, metric.summary, (*keys, value, Column("n", "n", "count")), rows_of(frame))


def _kind_of(dtype: pl.DataType) -> Any:
    return "count" if dtype.is_integer() else "number" if dtype.is_numeric() else "text"


def _notes(run: Run) -> list[str]:
    notes = []
    games, planned = run.games_complete, run.games
    if not games:
        notes.append("The run has no complete games yet: there is nothing to tell.")
    elif games < planned:
        notes.append(f"The run is not complete: {games:,} of {planned:,} games. Go on with `ttrsim resume`.")
    if 0 < run.deals_complete < 100:
        notes.append(f"Few deals ({run.deals_complete:,}): intervals are wide, and rough.")
    if limits := describe(run.game, run.scenario.restrictions):
        notes.append(f"Played under restrictions: {limits}.")
    missing = sorted(set(run.game.tables) - set(run.tables))
    if missing:
        notes.append(f"The run does not keep {', '.join(missing)}: what needs them is left out.")
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
        "reproduce": _command(run),
    }


def _command(run: Run) -> str:
    """A line that plays the same games again, by options alone."""
    scenario = run.scenario
    words = ["ttrsim", "run", scenario.board.name]
    if scenario.seats is None:
        words = ["ttrsim", "run", run.manifest.source]
    else:
        words += ["--bots", ",".join(scenario.seats)]
        words += [part for key, value in scenario.board.house_rules.items() for part in ("--set", _setting(key, value))]
        words += ["--set", 'rotations="none"'] if scenario.rotations == "none" else []
        words += ["--set", f"restrictions={_restrictions(scenario)}"] if scenario.restrictions else []
    words += ["--deals", str(scenario.deals), "--seed", str(scenario.seed)]
    words += ["--shard", run.manifest.shard] if run.manifest.shard else []
    return shlex.join(words)


def _restrictions(scenario: Scenario) -> str:
    return toml([choice.model_dump(mode="json", exclude_none=True) for choice in scenario.restrictions])


def _setting(key: str, value: Any) -> str:
    return f"board.{key}={json.dumps(value)}"
