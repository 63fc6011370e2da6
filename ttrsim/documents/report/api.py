"""Summaries and reports from Python: `ttrsim.summary` and `ttrsim.report`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ttrsim.documents.document import Document, Result
from ttrsim.documents.report.drawing import Drawers
from ttrsim.documents.report.model import Summary
from ttrsim.documents.report.outline import failed_controls
from ttrsim.documents.report.request import ReportRequest, SummaryRequest
from ttrsim.documents.report.summary import summarise
from ttrsim.documents.report.write import formats_of, write_report
from ttrsim.progress import Progress
from ttrsim.request import takes
from ttrsim.runs.api import open_run
from ttrsim.runs.run import Run


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


@takes(SummaryRequest)
def summary(request: SummaryRequest, progress: Progress) -> Summary:
    """Returns:
    Everything that a report shows: answers in sentences, tables, controls.

    """
    return summarise(_opened(request), request.metrics, progress.analysed)


@takes(ReportRequest)
def report(request: ReportRequest, progress: Progress) -> Report:
    """Returns:
    The report: its folder, its page and the summary that it was made of.

    """
    opened, parts = _opened(request), request.parts
    folder = request.out or (opened[0].path / "report" if len(opened) == 1 else Path("report"))
    with Drawers(None if formats_of(parts) else 0) as drawers:  # they load Matplotlib while the runs are measured
        found = summarise(opened, request.metrics, progress.analysed)
        write_report(found, folder, parts, drawers)
    return Report(folder, list(parts), found)


def _opened(request: SummaryRequest) -> list[Run]:
    return [run if isinstance(run, Run) else open_run(run) for run in request.runs]
