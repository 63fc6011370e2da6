"""Sweeps as pictures: a line with intervals for one variable, a heat map for two, otherwise small multiples."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ttrsim.documents.document import Kind, estimate_texts
from ttrsim.documents.report.figures import footnote, styled, titled
from ttrsim.documents.report.figures.plots import BLUE, GRAY, RISING, new_figure, percent
from ttrsim.files.images import image_bytes
from ttrsim.stats.intervals import Estimate
from ttrsim.studies.sweep.points import Variable
from ttrsim.studies.sweep.result import Sweep

DPI = 130
HEIGHT = 3.6  # inches of a row of plots
DARK = 0.55  # of the scale, above which the text in a cell is white


def draw_sweep(sweep: Sweep, is_grid: bool) -> bytes:
    """A PNG with all responses."""
    n_rows = len(sweep.responses)
    with styled():
        figure = new_figure(height=0.8 + HEIGHT * n_rows)
        if is_grid and len(sweep.variables) == 2:
            for place, ax in enumerate(figure.subplots(n_rows, 1, squeeze=False)[:, 0]):
                _heat_map(figure, ax, sweep, place)
        else:
            axes = figure.subplots(n_rows, len(sweep.variables), squeeze=False, sharey="row")
            for place, row in enumerate(axes):
                for number, ax in enumerate(row):
                    _against_variable(ax, sweep, place, number, is_line=len(sweep.variables) == 1)
                row[0].set_ylabel(sweep.responses[place])
        titled(figure, f"{sweep.board}: {', '.join(variable.key for variable in sweep.variables)}")
        footnote(figure, sweep.notice)
        return image_bytes(figure, "png", DPI)


def _values(sweep: Sweep, place: int) -> np.ndarray:
    """[point] value, low and high of a response; NaN where there is too little data."""
    series = (cells[place].series for cells in sweep.cells)
    return np.array([(each.value, each.low, each.high) for each in series], float)


def _places(variable: Variable, values: list[object]) -> tuple[np.ndarray, list[str] | None]:
    """Where values stand on the axis, and their names if they are no numbers."""
    if variable.is_numeric:
        return np.array(values, float), None
    names = list(dict.fromkeys(map(str, values)))
    return np.array([names.index(str(value)) for value in values], float), names


def _against_variable(ax: Axes, sweep: Sweep, place: int, number: int, is_line: bool) -> None:
    variable = sweep.variables[number]
    at, names = _places(variable, [point[number] for point in sweep.points])
    value, low, high = _values(sweep, place).T
    order = np.argsort(at, kind="stable")
    arms = [np.maximum(value - low, 0)[order], np.maximum(high - value, 0)[order]]
    ax.errorbar(
        at[order],
        value[order],
        yerr=arms,
        fmt="o-" if is_line else "o",
        color=BLUE,
        markersize=4,
        linewidth=1,
        capsize=2,
    )
    ax.plot(at[sweep.reference], value[sweep.reference], "o", color=GRAY, markersize=8, zorder=1)
    ax.set_xlabel(variable.key)
    if names is not None:
        ax.set_xticks(range(len(names)), names, rotation=30, ha="right")
    if sweep.shares[place]:
        percent(ax, "y")


def _heat_map(figure: Figure, ax: Axes, sweep: Sweep, place: int) -> None:
    across, down = sweep.variables
    columns, rows = list(across.values), list(down.values)
    shape = (len(rows), len(columns))
    values = _values(sweep, place).reshape(len(columns), len(rows), 3).transpose(1, 0, 2)
    middle = values[:, :, 0]
    image = ax.imshow(middle, cmap=RISING, aspect="auto")
    shade = np.asarray(image.norm(middle))
    kind: Kind = "share" if sweep.shares[place] else "number"
    for row, column in np.ndindex(shape):
        value, interval = estimate_texts(Estimate(*values[row, column]), kind)
        colour = "white" if shade[row, column] > DARK else "black"
        ax.text(column, row, f"{value}\n{interval}", ha="center", va="center", fontsize=7, color=colour)
    ax.set_xticks(range(len(columns)), [str(value) for value in columns])
    ax.set_yticks(range(len(rows)), [str(value) for value in rows])
    ax.set_xlabel(across.key)
    ax.set_ylabel(down.key)
    ax.set_title(sweep.responses[place], fontsize=9)
    ax.grid(visible=False)
