"""Summaries and reports from Python: `ttrsim.summary` and `ttrsim.report`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Document, Result
from ttrsim.documents.report import PARTS
from ttrsim.documents.report.drawing import Drawers
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.outline import failed_controls
from ttrsim.documents.report.summary import Progress, summarise
from ttrsim.documents.report.write import formats_of, write_report
from ttrsim.errors import UserError
from ttrsim.runs.api import open_run
from ttrsim.runs.run import Run

Runs = str | Path | Run | Sequence[str | Path | Run]


@dataclass(frozen=True, repr=False)
class Report(Result):
    """A report that has been written."""

    folder: Path
    parts: list[str]  # what was written besides summary.json
    summary: Summary

    @property
    def page(self) -> Path | None:
        """The HTML file, if it was written."""
        return self.folder / "report.html" if "html" in self.parts else None

    @property
    def failed_controls(self) -> list[str]:
        """The controls that are out of bounds: if there are any, something is wrong with the run."""
        return failed_controls(self.summary)

    def as_dict(self) -> dict[str, Any]:
        return {"folder": str(self.folder), "parts": self.parts, "failed_controls": self.failed_controls}

    def document(self) -> Document:
        found = self.summary.document()
        return replace(found, notes=[*found.notes, f"Report: {self.page or self.folder}"])


def summary(
    runs: Runs, *, metrics: Sequence[str | Path] = (), progress: Progress = lambda name, share: None
) -> Summary:
    """Measures runs and experiments, as `ttrsim summary` does.

    Args:
        runs: A run or its folder, or several of them.
        metrics: Files with metrics of your own.
        progress: Called with the name of a run and the share of it that has been measured.

    Returns:
        Everything that a report shows: answers in sentences, tables, controls. `json()` gives plain values.

    """
    return summarise(_opened(runs), [Path(file) for file in metrics], progress)


def report(
    runs: Runs,
    *,
    out: str | Path | None = None,
    parts: Sequence[str] = PARTS,
    metrics: Sequence[str | Path] = (),
    progress: Progress = lambda name, share: None,
) -> Report:
    """Writes a report on runs and experiments, as `ttrsim report` does.

    Args:
        runs: A run or its folder, or several of them to compare.
        out: Output folder (default: `report` in the run's folder; `report` here for several runs).
        parts: What to write besides `summary.json`: any of html, md, png, svg and csv (default: all).
        metrics: Files with metrics of your own.
        progress: Called with the name of a run and the share of it that has been measured.

    Returns:
        The report: its folder, its page and the summary that it was made of.

    """
    if unknown := [part for part in parts if part not in PARTS]:
        raise UserError(f"unknown part {unknown[0]!r} of a report; choose from {', '.join(PARTS)}")
    opened = _opened(runs)
    folder = Path(out) if out is not None else opened[0].path / "report" if len(opened) == 1 else Path("report")
    with Drawers(None if formats_of(parts) else 0) as drawers:  # they load Matplotlib while the runs are measured
        found = summary(opened, metrics=metrics, progress=progress)
        write_report(found, folder, parts, drawers)
    return Report(folder, list(parts), found)


def _opened(runs: Runs) -> list[Run]:
    several = [runs] if isinstance(runs, str | Path | Run) else runs
    return [run if isinstance(run, Run) else open_run(run) for run in several]
