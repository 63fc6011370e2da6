"""Shapes that several figures share. Every estimate is drawn with its interval."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from ttrsim.documents.document import Kind, Row, cell_of, estimate_texts
from ttrsim.stats.intervals import wilson_bounds
from ttrsim.wording import visible

BLUE, VERMILION, GREEN, GRAY = "#0072b2", "#d55e00", "#009e73", "#8a949e"
HALO = "#fefefe"  # drawn behind text that crosses lines
DIVERGING = LinearSegmentedColormap.from_list("less_more", ["#d55e00", "#f0b48a", "#e6e6e6", "#8dbfdf", "#0072b2"])
RISING = LinearSegmentedColormap.from_list("rising", ["#e8eef3", "#8dbfdf", "#0072b2", "#00324f"])
MAX_DECIMALS = 6  # of a tick
LONGEST_NAME = 60  # characters beside a row
ROW = 0.21  # inches of a row of text


def new_figure(height: float = 4.2, width: float = 8.0) -> Figure:
    return Figure(figsize=(width, height), layout="constrained")


def lay_out(figure: Figure) -> None:
    """Once for all formats: finding room for everything takes longer than drawing it."""
    if (engine := figure.get_layout_engine()) is not None:
        engine.execute(figure)
        if _wrap_labels(figure):
            engine.execute(figure)
        figure.set_layout_engine(None)


def _wrap_labels(figure: Figure) -> bool:
    """Breaks labels of upright axes that are longer than the axes: they would run into the title. True if any was."""
    labels = [(ax.yaxis.label, ax.get_window_extent().height) for ax in figure.axes]
    long = [(label, room) for label, room in labels if label.get_window_extent().height > room and room > 0]
    for label, room in long:
        width = int(len(label.get_text()) * room / label.get_window_extent().height)
        label.set_text("\n".join(textwrap.wrap(label.get_text(), max(width, 12))))
    return bool(long)


def row_height(n_rows: int, head: float = 1.3) -> float:
    return head + ROW * n_rows


def ends(rows: Sequence[Row], key: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values and the lengths of the arms of their intervals: NaN, which draws nothing, where there is no interval."""
    value = np.array([row[key] for row in rows], float)
    low, high = (np.array([row.get(f"{key}_{end}") for row in rows], float) for end in ("low", "high"))
    return value, np.maximum(value - low, 0), np.maximum(high - value, 0)


def shares_of(share: np.ndarray, n: float) -> list[Row]:
    """Shares of n with their intervals, as of the bars of a histogram."""
    low, high = wilson_bounds(share, n)
    columns = {"share": share, "share_low": low, "share_high": high}
    return [{name: float(values[place]) for name, values in columns.items()} | {"n": n} for place in range(len(share))]


@dataclass(frozen=True)
class Unit:
    """How a page tells the values of a figure: as the cells of its tables."""

    kind: Kind = "number"
    decimals: int | None = 1
    what: str = ""  # the value is, where a figure has several
    n: str = ""  # the key of the number of observations, if it is neither `<key>_n` nor `n`


SHARE = Unit("share")
COUNTED = Unit("number")


def mark_rows(
    ax: Axes,
    x: Iterable[float],
    y: Iterable[float],
    names: Sequence[str],
    rows: Sequence[Row],
    key: str,
    unit: Unit,
    by: By,
) -> None:
    """Lets the page show each row's name, estimate, interval and n at its point."""
    mark_values(ax, x, y, [f"{name}\n{_told(row, key, unit)}" for name, row in zip(names, rows, strict=True)], by)


def _told(row: Row, key: str, unit: Unit) -> str:
    value, interval = estimate_texts(cell_of(row, key), unit.kind, unit.decimals)
    n = row.get(unit.n or f"{key}_n", row.get("n"))
    parts = [f"{value} ({interval})" if interval else value, *([] if n is None else [f"n = {n:,.0f}"])]
    return f"{unit.what}: {', '.join(parts)}" if unit.what else ", ".join(parts)


def forest(
    ax: Axes,
    rows: Sequence[Row],
    key: str,
    label: str,
    reference: float | None = None,
    colour: str | None = None,
    *,
    unit: Unit,
) -> None:
    """A dot with its interval for each row, the first at the top; coloured by which side of the reference it is."""
    value, down, up = ends(rows, key)
    places = np.arange(len(rows))[::-1]
    sides = zip(value - down, value + up, strict=True)
    shades = np.array([colour or _side(low, high, reference) for low, high in sides])
    for shade in np.unique(shades):
        own = shades == shade
        arms = [down[own], up[own]]
        ax.errorbar(value[own], places[own], xerr=arms, fmt="o", color=shade, markersize=4, linewidth=1.4, capsize=0)
    if reference is not None:
        ax.axvline(reference, color=GRAY, linewidth=1.2, zorder=1)
    ax.set_yticks(places, [_short(str(row[label])) for row in rows], fontsize=8)
    ax.set_ylim(-0.8, len(rows) - 0.2)
    ax.grid(axis="y", visible=False)
    mark_rows(ax, value.tolist(), places.tolist(), [str(row[label]) for row in rows], rows, key, unit, "y")


def _short(name: str) -> str:
    """A name that leaves room for the plot; tables and tips have it whole."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def both_ends(ax: Axes, rows: Sequence[Row], key: str, n: int, reference: float | None = None, *, unit: Unit) -> None:
    """A forest of the first n rows and the last n, with a line between them that says how many are left out."""
    n_left_out = max(0, len(rows) - 2 * n)
    shown = [*rows[:n], *rows[-n:]] if n_left_out else list(rows)
    forest(ax, shown, key, "name", reference, unit=unit)
    if n_left_out:
        ax.axhline(n - 0.5, color=GRAY, linewidth=0.8, linestyle=":")
        side = ax.get_yaxis_transform()
        ax.text(1, n - 0.45, f"{n_left_out} more between", transform=side, ha="right", va="bottom", fontsize=7)


def _side(low: float, high: float, reference: float | None) -> str:
    if reference is None:
        return BLUE
    if np.isnan(low) or low <= reference <= high:
        return GRAY
    return BLUE if low > reference else VERMILION


def bars(ax: Axes, labels: Sequence[str], rows: Sequence[Row], key: str, colour: str = BLUE, *, unit: Unit) -> None:
    value, down, up = ends(rows, key)
    ax.bar(range(len(rows)), value, yerr=[down, up], color=colour, ecolor="#1b2733", capsize=3, width=0.65)
    ax.set_xticks(range(len(rows)), labels)
    ax.grid(axis="x", visible=False)
    names = [label.partition("\n")[0] for label in labels]
    mark_rows(ax, range(len(rows)), value.tolist(), names, rows, key, unit, "x")


def decimals_of(ticks: np.ndarray) -> int:
    """How many decimals it takes to write all of them as they are."""
    step = np.diff(ticks).min(initial=1.0)
    for decimals in range(MAX_DECIMALS):
        if np.abs(ticks - np.round(ticks, decimals)).max(initial=0.0) < 1e-6 * step:
            return decimals
    return MAX_DECIMALS


def percent(ax: Axes, axis: str = "x", unit: str = " %") -> None:
    """Shares as percentages, with as many decimals as the ticks have: 2.5 % is not 2 %."""
    which = ax.xaxis if axis == "x" else ax.yaxis

    def text(value: float, place: int | None) -> str:
        return f"{100 * value:.{decimals_of(100 * which.get_majorticklocs())}f}{unit}".replace("-", "−")

    which.set_major_formatter(FuncFormatter(text))


# ---- Records where a figure's values are, so that a page can show them under the pointer ----------


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
