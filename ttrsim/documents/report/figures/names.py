"""Names beside dots, each where it covers nothing, with a line to its dot."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patheffects import withStroke
from numpy.typing import NDArray

from ttrsim.documents.report.figures.plots import GRAY, HALO, lay_out

SIZE = 8  # points
CHARACTER, LINE = 0.6 * SIZE, 1.35 * SIZE  # width and height of what is written, with some room
DOT = 4  # points, half the width of a dot with its interval
AWAY = (7, 14, 24, 38, 56, 78, 104)  # points between a dot and its name
DIRECTIONS = np.deg2rad(np.arange(0, 360, 20))
OFFSETS = np.array([(away * np.cos(turn), away * np.sin(turn)) for away in AWAY for turn in DIRECTIONS])
COVERS, CROSSES = 1000.0, 15.0  # how much worse than a point of distance

Floats = NDArray[np.float64]


def name_dots(ax: Axes, x: Floats, y: Floats, low: Floats, high: Floats, names: Mapping[int, str]) -> None:
    """Writes names, by the number of their dot; the dots have upright intervals from `low` to `high`."""
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    lay_out(figure)  # so that the scale of the axes is known
    scale = 72 / figure.dpi  # everything here is in points
    dots, bottoms, tops = (scale * ax.transData.transform(np.column_stack([x, ends])) for ends in (y, low, high))
    bars = np.column_stack([dots[:, 0] - DOT, bottoms[:, 1], dots[:, 0] + DOT, tops[:, 1]])
    frame = scale * np.array(ax.get_window_extent().extents)
    taken = bars
    for number in sorted(names, key=lambda number: -dots[number, 1]):
        boxes = _boxes(dots[number], CHARACTER * len(names[number]))
        cost = np.hypot(*OFFSETS.T) + CROSSES * _crossings(dots[number], np.delete(bars, number, axis=0))
        cost += COVERS * (_covered(boxes, taken) + _is_outside(boxes, frame))
        best = int(cost.argmin())
        taken = np.vstack([taken, boxes[best]])
        _write(ax, names[number], (x[number], y[number]), boxes[best] - np.tile(dots[number], 2), OFFSETS[best])


def _boxes(dot: Floats, width: float) -> Floats:
    """[step; left, bottom, right, top]: the name begins, or ends, where the step leads."""
    at = dot + OFFSETS
    left = at[:, 0] - width * (_side(OFFSETS[:, 0]) == 1) - width / 2 * (_side(OFFSETS[:, 0]) == 0.5)
    return np.column_stack([left, at[:, 1] - LINE / 2, left + width, at[:, 1] + LINE / 2])


def _side(step: Floats) -> Floats:
    """Where in its width the name is nearest to its dot: 0 if it stands to the right, 1 to the left."""
    return np.where(step > 1, 0.0, np.where(step < -1, 1.0, 0.5))


def _covered(boxes: Floats, taken: Floats) -> Floats:
    """[box] how many of the taken ones it meets."""
    one, other = boxes[:, None], taken[None]
    meets = (one[..., :2] < other[..., 2:]) & (other[..., :2] < one[..., 2:])
    return np.asarray(meets.all(axis=2).sum(axis=1), np.float64)


def _is_outside(boxes: Floats, frame: Floats) -> NDArray[np.bool_]:
    within = (boxes[:, :2] >= frame[:2]) & (boxes[:, 2:] <= frame[2:])
    return np.logical_not(np.asarray(within.all(axis=1)))


def _crossings(dot: Floats, bars: Floats) -> Floats:
    """[step] how many bars the line along it crosses."""
    middles = (bars[:, 0] + bars[:, 2]) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        part = (middles - dot[0]) / OFFSETS[:, :1]  # [step, bar]
        height = dot[1] + part * OFFSETS[:, 1:]
        crosses = (part > 0) & (part < 1) & (height > bars[:, 1]) & (height < bars[:, 3])
    return np.asarray(crosses.sum(axis=1), np.float64)


def _write(ax: Axes, name: str, dot: tuple[float, float], box: Floats, step: Floats) -> None:
    """`box` and `step` are seen from the dot."""
    line = {"arrowstyle": "-", "color": GRAY, "linewidth": 0.7, "shrinkA": 0, "shrinkB": 2}
    ax.annotate(
        name,
        dot,
        xytext=(float(box[0]), float(step[1])),
        textcoords="offset points",
        va="center",
        fontsize=SIZE,
        path_effects=[withStroke(linewidth=1.5, foreground=HALO)],
        arrowprops=line | {"relpos": (float(_side(step[0])), 0.5)},
        zorder=1.9,  # below the dots: a name may not hide one
    )
