"""Figures of several runs side by side."""

from __future__ import annotations

import numpy as np

from ttrsim.documents.document import number_text
from ttrsim.documents.report.figures import ReportFigure, titled
from ttrsim.documents.report.figures.plots import GRAY, SHARE, Unit, forest, new_figure, percent, row_height
from ttrsim.documents.report.model import Section


def draw_comparison(section: Section) -> ReportFigure:
    """A panel for each number, a row for each run."""
    table = section.tables[0]
    columns = [column for column in table.columns if table.has_interval(column)]
    fig = new_figure(1.2 + len(columns) * (0.55 + 0.2 * len(table.rows)) / 2)
    axes = fig.subplots(-(-len(columns) // 2), 2).ravel()
    for ax, column in zip(axes, columns, strict=False):
        rows = [row for row in table.rows if row.get(column.id) is not None]
        forest(ax, rows, column.id, "name", unit=Unit(column.kind, column.decimals))
        ax.set_xlabel(column.label)
        ax.locator_params(axis="x", nbins=5)
        if column.kind == "share":
            percent(ax)
    for ax in axes[len(columns) :]:
        ax.set_axis_off()
    title = titled(fig, section.answers[0] if section.answers else "Runs side by side")
    names = ", ".join(row["name"] for row in table.rows)
    return ReportFigure(fig, title, f"Dots with intervals for {names}.")


def draw_first_seats(section: Section) -> ReportFigure:
    """The win share of seat 0 beside an equal share, a row for each run."""
    rows = section.tables[0].rows
    rows = [row | {"label": f"{row['players']} players ({row['name']})"} for row in rows]
    fig = new_figure(row_height(len(rows), 1.9))
    ax = fig.add_subplot()
    forest(ax, rows, "win", "label", unit=SHARE)
    places = np.arange(len(rows))[::-1]
    ax.plot([row["equal"] for row in rows], places, "|", color=GRAY, markersize=13, markeredgewidth=2, zorder=1)
    ax.plot([], [], "|", color=GRAY, markersize=11, markeredgewidth=2, label="equal share")
    fig.legend(loc="outside lower right")
    percent(ax)
    ax.set_xlabel("win share of seat 0, which moves first (95 % interval)")
    n_ahead = sum(row["ahead_low"] is not None and row["ahead_low"] > 0 for row in rows)
    most = max(rows, key=lambda row: row["ahead"])
    title = titled(
        fig,
        f"Seat 0 wins clearly more than an equal share in {n_ahead} of {len(rows)} runs; "
        f"the largest difference is with {most['label']}: {number_text(most['ahead'], 'signed_share')}",
    )
    return ReportFigure(fig, title, "A dot with its interval for each run, and a mark at the equal share.")


COMPARISONS = {  # section: name of its figure and what draws it
    "comparison": ("comparison", draw_comparison),
    "fairness": ("first_seats", draw_first_seats),
}
