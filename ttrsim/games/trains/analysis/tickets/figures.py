"""Pictures of tickets."""

from __future__ import annotations

from collections import Counter

import numpy as np

from ttrsim.report.figures import Page, Picture, figure, titled
from ttrsim.report.figures.names import name_dots
from ttrsim.report.figures.plots import (
    BLUE,
    GRAY,
    GREEN,
    VERMILION,
    bars,
    ends,
    forest,
    new_figure,
    percent,
    row_height,
)
from ttrsim.report.model import Row, number_text

STEP = 0.09  # points, between tickets of the same printed value
NAMED = 7  # tickets whose names stand in the scatter


def judged(page: Page, *keys: str) -> list[Row]:
    rows = page.tables["tickets"].rows if "tickets" in page.tables else []
    return [row for row in rows if all(row.get(key) is not None for key in keys)]


@figure
def ticket_effects(page: Page) -> Picture | None:
    """Forest plot of the effect of keeping on the win share."""
    rows = judged(page, "win")
    if not rows:
        return None
    made = new_figure(row_height(len(rows)))
    ax = made.add_subplot()
    forest(ax, rows, "win", "name", reference=0.0)
    percent(ax, unit=" pp")
    ax.set_xlabel("effect of keeping on win share, against refusing (95 % interval, observational)")
    gains = sum(1 for row in rows if row["win_low"] > 0)
    losses = sum(1 for row in rows if row["win_high"] < 0)
    title = titled(made, f"Keeping pays for {gains} of {len(rows)} tickets and costs wins for {losses}")
    text = f"Forest plot. {rows[0]['name']} is at the top, {rows[-1]['name']} at the bottom."
    return Picture(made, title, text)


@figure
def ticket_values(page: Page) -> Picture | None:
    """Printed against fair value."""
    rows = judged(page, "fair")
    if len(rows) < 2:
        return None
    made = new_figure(6.4)
    ax = made.add_subplot()
    value, down, up = ends(rows, "fair")
    places = beside_each_other(rows)
    for row, place, fair, less, more in zip(rows, places, value, down, up, strict=True):
        shade = BLUE if row["fair_high"] < row["printed"] else VERMILION if row["fair_low"] > row["printed"] else GRAY
        ax.errorbar(place, fair, yerr=[[less], [more]], fmt="o", color=shade, markersize=5, linewidth=1.1)
    most = max(row["printed"] for row in rows) * 1.08
    ax.plot([0, most], [0, most], color=GRAY, linewidth=1.2, zorder=1)
    ax.set(
        xlabel="printed points (tickets of the same value stand beside each other)",
        ylabel="fair value: points at which it is worth its cost (95 % interval)",
    )
    ax.set_xlim(0, most * 1.05)
    low, high = min(0.0, float(value.min()) * 1.1), max(most, float(value.max()) * 1.15)
    ax.set_ylim(low, high)
    far = sorted(range(len(rows)), key=lambda number: abs(rows[number]["printed"] - value[number]))[-NAMED:]
    under = sum(1 for row in rows if row["fair_low"] > row["printed"])
    over = sum(1 for row in rows if row["fair_high"] < row["printed"])
    title = titled(
        made, f"{under} of {len(rows)} tickets are printed below what they cost (above the line), {over} above"
    )
    names = {number: rows[number]["name"] for number in far}
    name_dots(ax, np.array(places), value, value - down, value + up, names)
    text = f"Scatter of printed and fair value with intervals. Farthest off: {', '.join(names.values())}."
    return Picture(made, title, text)


def beside_each_other(rows: list[Row]) -> list[float]:
    """Printed points, moved a little so that tickets of the same value do not cover one another."""
    alike = Counter(row["printed"] for row in rows)
    seen: Counter[int] = Counter()
    places = []
    for row in sorted(rows, key=lambda row: row["fair"]):
        printed = row["printed"]
        places.append((row["ticket"], printed + STEP * (seen[printed] - (alike[printed] - 1) / 2)))
        seen[printed] += 1
    found = dict(places)
    return [found[row["ticket"]] for row in rows]


@figure
def ticket_funnel(page: Page) -> Picture | None:
    """Kept of offered, completed of kept."""
    rows = sorted(judged(page, "kept", "completed"), key=lambda row: -row["kept"])
    if not rows:
        return None
    made = new_figure(row_height(len(rows), 1.6))
    ax = made.add_subplot()
    forest(ax, rows, "completed", "name", colour=GREEN)
    forest(ax, rows, "kept", "name", colour=BLUE)
    ax.set_xlim(-0.02, 1.02)
    percent(ax)
    for colour, label in ((BLUE, "kept, of those offered"), (GREEN, "completed, of those kept")):
        ax.plot([], [], "o", color=colour, label=label)
    made.legend(loc="outside lower center", ncols=2)
    kept = sum(row["kept"] * row["kept_n"] for row in rows) / sum(row["kept_n"] for row in rows)
    done = sum(row["completed"] * row["completed_n"] for row in rows) / sum(row["completed_n"] for row in rows)
    title = titled(made, f"{kept:.0%} of tickets offered are kept, and {done:.0%} of those are completed")
    return Picture(made, title, f"Two dots a ticket, from {rows[0]['name']} to {rows[-1]['name']}.")


@figure
def ticket_draws(page: Page) -> Picture | None:
    """Drawing again: what it brings by the trains left."""
    rows = page.tables["ticket_draws"].rows if "ticket_draws" in page.tables else []
    if len(rows) < 2:
        return None
    made = new_figure(4.0)
    ax = made.add_subplot()
    labels = [f"{row['name']}\n{number_text(row['share'], 'share')} of draws\nn = {row['n']:,}" for row in rows]
    bars(ax, labels, rows, "completed")
    ax.set(xlabel="trains left when tickets are drawn", ylabel="tickets completed of a draw")
    first, last = rows[0], rows[-1]
    title = titled(
        made,
        f"A draw with {first['name']} trains left completes {first['completed']:.1f} tickets, "
        f"one with {last['name']} still {last['completed']:.1f}",
    )
    return Picture(made, title, "Bars with intervals, by trains left in tens.")
