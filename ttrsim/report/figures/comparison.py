"""The picture of several runs side by side."""

from __future__ import annotations

from ttrsim.report.figures import Picture, titled
from ttrsim.report.figures.plots import forest, new_figure, percent
from ttrsim.report.model import Json, table_from


def draw_comparison(section: Json) -> Picture:
    """A panel for each number, a row for each run."""
    table = table_from(section["tables"][0])
    columns = [column for column in table.columns if column.has_interval]
    made = new_figure(1.2 + len(columns) * (0.55 + 0.2 * len(table.rows)) / 2)
    axes = made.subplots(-(-len(columns) // 2), 2).ravel()
    for ax, column in zip(axes, columns, strict=False):
        rows = [row for row in table.rows if row.get(column.id) is not None]
        forest(ax, rows, column.id, "name")
        ax.set_xlabel(column.label)
        if column.kind == "share":
            percent(ax)
    for ax in axes[len(columns) :]:
        ax.set_axis_off()
    title = titled(made, section["answers"][0] if section["answers"] else "Runs side by side")
    names = ", ".join(row["name"] for row in table.rows)
    return Picture(made, title, f"Dots with intervals for {names}.")
