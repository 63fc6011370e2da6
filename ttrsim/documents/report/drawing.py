"""Draws the figures of a report, several at a time.

Matplotlib is not safe for threads, so other processes draw along with this one. They are started before the runs are
measured, and load Matplotlib meanwhile. Each gets the summary once and then one figure after the other.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from ttrsim.documents.report.model import RunSummary, Summary

if TYPE_CHECKING:
    from ttrsim.documents.report.figures import ReportFigure

COMPARISON = -1  # in place of the number of a run
MAX_DRAWERS = 7  # besides this process; a report has some twenty figures


class Task(NamedTuple):
    """A figure that may be drawn."""

    run: int
    section: str
    name: str


@dataclass(frozen=True)
class Drawn:
    """A figure in the formats asked for."""

    title: str
    text: str
    images: dict[str, bytes]
    marks: str  # for a page: what its points tell


Figures = dict[str, dict[str, tuple[str, Drawn]]]  # run: figure: its section and what is drawn


class Drawers:
    """Processes that draw. Use it in a `with` statement."""

    def __init__(self, n: int | None = None) -> None:
        n_cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        # -P: nothing comes from the working folder, which may be a stranger's
        command = [sys.executable, "-P", "-c", f"from {__name__} import main; main()"]
        root = str(Path(__file__).parents[3])
        path = os.pathsep.join([root, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._processes = [
            subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=os.environ | {"PYTHONPATH": path},
                start_new_session=True,  # Ctrl-C is for this process, which ends the others
            )
            for _ in range(min(MAX_DRAWERS, n_cores - 1) if n is None else n)
        ]

    def __enter__(self) -> Drawers:
        return self

    def __exit__(self, *error: object) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()

    def draw(self, summary: Summary, formats: Sequence[str]) -> Figures:
        """By run; those of the comparison stand under no name."""
        tasks = list(tasks_of(summary))
        todo, done = deque(enumerate(tasks)), dict[int, Drawn | None]()
        # Packed before anything is drawn: drawing fills the caches of the summary.
        start = pickle.dumps((summary, tuple(formats))) if self._processes else b""
        helpers = [
            threading.Thread(target=_feed, args=(process, start, todo, done), daemon=True)
            for process in self._processes
        ]
        for helper in helpers:
            helper.start()
        _take(todo, done, summary, formats)
        for helper in helpers:
            helper.join()
        for place, task in enumerate(tasks):  # those of a process that was lost
            if place not in done:
                done[place] = draw(summary, task, formats)
        figures: Figures = {run: {} for run in ("", *(run.name for run in summary.runs))}
        for place, task in enumerate(tasks):
            if drawn := done[place]:
                run = "" if task.run == COMPARISON else summary.runs[task.run].name
                figures[run][task.name] = (task.section, drawn)
        return {run: of_run for run, of_run in figures.items() if run or of_run}


Todo = deque[tuple[int, Task]]
Done = dict[int, Drawn | None]


def _take(todo: Todo, done: Done, summary: Summary, formats: Sequence[str]) -> None:
    while todo:
        try:
            place, task = todo.popleft()
        except IndexError:  # another took the last one
            return
        done[place] = draw(summary, task, formats)


def _feed(process: subprocess.Popen[bytes], start: bytes, todo: Todo, done: Done) -> None:
    """Lets a process draw until nothing is left; `start` is what it has to know. If it is lost, this one draws."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        if not _receive(process.stdout):  # it says when it is ready; until then it takes nothing
            return
        process.stdin.write(start)
        while todo:
            try:
                place, task = todo.popleft()
            except IndexError:
                return
            _send(process.stdin, task)
            done[place] = cast(Drawn | None, _receive(process.stdout))
    except (OSError, EOFError, pickle.UnpicklingError):
        return


def _send(stream: IO[bytes], value: object) -> None:
    pickle.dump(value, stream)
    stream.flush()


def _receive(stream: IO[bytes]) -> object:
    return pickle.load(stream)


# ---- one figure ----------------------------------------------------------------------------------


def tasks_of(summary: Summary) -> Iterator[Task]:
    """Every figure there may be, in the order of the report."""
    from ttrsim.documents.report.figures.comparison import COMPARISONS

    for section in summary.comparison:
        if section.id in COMPARISONS:
            yield Task(COMPARISON, section.id, COMPARISONS[section.id][0])
    for number, run in enumerate(summary.runs):
        yield from tasks_of_run(run, number)


def tasks_of_run(run: RunSummary, number: int) -> Iterator[Task]:
    from ttrsim.documents.report.figures import figures_of

    for subject in run.board.game.analysis.subjects:
        for name in figures_of(subject.figures):
            yield Task(number, subject.name, name)


def draw(summary: Summary, task: Task, formats: Sequence[str]) -> Drawn | None:
    """None if there are no data for it."""
    from ttrsim.documents.report.figures import render, styled
    from ttrsim.documents.report.figures.plots import marks_svg

    with styled():
        if task.run == COMPARISON:
            figure: ReportFigure | None = _comparison(summary, task)
        else:
            figure = figure_of_run(summary.runs[task.run], task)
    if figure is None:
        return None
    images = {image_format: render(figure, image_format) for image_format in formats}
    return Drawn(figure.title, figure.text, images, marks_svg(figure.figure) if "svg" in formats else "")


def _comparison(summary: Summary, task: Task) -> ReportFigure:
    from ttrsim.documents.report.figures import footnote
    from ttrsim.documents.report.figures.comparison import COMPARISONS

    section = next(section for section in summary.comparison if section.id == task.section)
    drawn = COMPARISONS[section.id][1](section)
    footnote(drawn.figure, notices(summary))
    return drawn


def figure_of_run(run: RunSummary, task: Task) -> ReportFigure | None:
    from ttrsim.documents.report.figures import FigurePage, figures_of, footnote

    subject = next(subject for subject in run.board.game.analysis.subjects if subject.name == task.section)
    drawn = figures_of(subject.figures)[task.name](FigurePage(run.tables, run.board, run.players))
    if drawn:
        footnote(drawn.figure, run.board.notice)
    return drawn


def notices(summary: Summary) -> str:
    """The notices to show with every result on these boards, or nothing."""
    boards = [run.board for run in summary.runs if run.board.notice]
    return "; ".join(dict.fromkeys(f"{board.title}: {board.notice}" for board in boards))


# ---- the other process ---------------------------------------------------------------------------


def main() -> None:
    from ttrsim.documents.report import figures  # takes longest

    wanted, given = sys.stdout.buffer, sys.stdin.buffer
    sys.stdout = sys.stderr  # keep anything printed out of the stream of figures
    _send(wanted, bool(figures))
    try:
        summary, formats = cast(tuple[Summary, tuple[str, ...]], _receive(given))
        while True:
            _send(wanted, draw(summary, cast(Task, _receive(given)), formats))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return
