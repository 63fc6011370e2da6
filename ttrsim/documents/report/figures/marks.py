"""Records where a figure's values are, so that a page can show them under the pointer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Literal

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ttrsim.wording import visible

By = Literal[
    "x", "y", "xy"
]  # a value is found beside the pointer (rows), above or below it (curves, bars), or around it

Mark = tuple[By, float, float, str]
ATTRIBUTE = "ttrsim_marks"  # of axes, so that marks go wherever the figure goes


def mark_values(ax: Axes, x: Iterable[float], y: Iterable[float], texts: Iterable[str], by: By) -> None:
    """Records the tooltip of each of these points: a line with a name, then lines with numbers."""
    new = [(by, float(one), float(two), text) for one, two, text in zip(x, y, texts, strict=True)]
    setattr(ax, ATTRIBUTE, [*_marks_of(ax), *new])


def _marks_of(ax: Axes) -> list[Mark]:
    return getattr(ax, ATTRIBUTE, [])


def marks_svg(figure: Figure) -> str:
    """Groups of invisible dots, one for each axes, in the units of the figure's SVG. The figure has been laid out."""
    return "".join(_group(ax, marks) for ax in figure.axes if (marks := _marks_of(ax)))


def _group(ax: Axes, marks: Sequence[Mark]) -> str:
    figure = ax.get_figure()
    assert isinstance(figure, Figure)
    height, scale = 72 * figure.get_figheight(), 72 / figure.dpi
    left, bottom, right, top = (scale * value for value in ax.get_window_extent().extents)
    box = f"{left:.0f} {height - top:.0f} {right:.0f} {height - bottom:.0f}"
    dots = []
    for _, x, y, text in marks:
        across, up = scale * ax.transData.transform((x, y))
        words = "\n".join(visible(line) for line in text.split("\n"))
        at = f'cx="{across:.1f}" cy="{height - up:.1f}" r="6"'
        dots.append(f'<circle class="mark" {at} role="img" aria-label="{escape(words)}"/>')
    return f'<g class="marks" data-by="{marks[0][0]}" data-box="{box}">{"".join(dots)}</g>'
