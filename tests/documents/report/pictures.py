"""The figures of a run, as Matplotlib has them."""

from __future__ import annotations

from collections.abc import Iterator

from ttrsim.documents.report.drawing import figure_of_run, tasks_of_run
from ttrsim.documents.report.figures import ReportFigure, styled
from ttrsim.documents.report.model import RunSummary


def pictures(run: RunSummary) -> Iterator[tuple[str, str, ReportFigure]]:
    """Name, section and every figure that the run has data for."""
    with styled():
        for task in tasks_of_run(run, 0):
            if drawn := figure_of_run(run, task):
                yield task.name, task.section, drawn
