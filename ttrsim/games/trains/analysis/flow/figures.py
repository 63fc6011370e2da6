"""Figures of the course of games."""

from __future__ import annotations

import numpy as np

from ttrsim.documents.document import Row, number_text
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, figure_of, titled
from ttrsim.documents.report.figures.plots import (
    BLUE,
    COUNTED,
    SHARE,
    VERMILION,
    Unit,
    ends,
    mark_rows,
    new_figure,
    percent,
    shares_of,
)


@figure_of("curve")
def score_curves(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Route points over the game."""
    fig = new_figure(4.0)
    ax = fig.add_subplot()
    last = {}
    for result, colour, label in (("winner", BLUE, "winners"), ("other", VERMILION, "others")):
        own = [row for row in rows if row["result"] == result]
        if not own:
            continue
        value, down, up = ends(own, "points")
        times = [row["time"] for row in own]
        ax.errorbar(times, value, yerr=[down, up], fmt="o-", markersize=4, color=colour, label=label, capsize=2)
        names = [f"{label}, after {number_text(time, 'share', 0)} of the turns" for time in times]
        mark_rows(ax, times, value, names, own, "points", COUNTED, "x")
        last[result] = float(value[-1])
    percent(ax)
    ax.set(xlabel="share of the game's turns", ylabel="route points so far (95 % interval)", ylim=(0, None))
    ax.legend()
    if len(last) < 2:
        title = titled(fig, "Route points over the game")
    else:
        gap = last["winner"] - last["other"]
        word = "ahead of" if gap >= 0 else "behind"
        title = titled(fig, f"Winners finish {abs(gap):.0f} route points {word} the others")
    return ReportFigure(fig, title, "Two rising curves, winners and others.")


@figure
def game_lengths(page: FigurePage) -> ReportFigure | None:
    """How long games are."""
    rows = page.tables["lengths"].rows if "lengths" in page.tables else []
    if len(rows) < 3:
        return None
    fig = new_figure(3.4)
    ax = fig.add_subplot()
    turns = np.array([row["turns"] for row in rows]) + 2.5
    share = np.array([row["share"] for row in rows])
    n = sum(row["games"] for row in rows)
    told = shares_of(share, n)
    arms = ends(told, "share")[1:]
    ax.bar(turns, share, 4.4, yerr=arms, color=BLUE, ecolor="#1b2733", capsize=1.5, error_kw={"linewidth": 0.9})
    names = [f"{row['turns']} to {row['turns'] + 4} turns" for row in rows]
    mark_rows(ax, turns, share, names, told, "share", SHARE, "x")
    percent(ax, "y")
    ax.grid(axis="x", visible=False)
    ax.set(xlabel="turns, all seats together", ylabel="share of games (95 % interval)")
    order = np.cumsum(share)
    low, high = (int(turns[np.searchsorted(order, q)] - 2.5) for q in (0.1, 0.9))
    title = titled(fig, f"Eight games in ten last about {low} to {high + 5} turns")
    return ReportFigure(fig, title, f"Histogram of {n:,.0f} games by turns.")


@figure_of("tunnels")
def tunnel_cards(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """How many tunnels cost extra cards, and how many would on a whole deck."""
    fig = new_figure(3.4, 6.4)
    ax = fig.add_subplot()
    share, down, up = ends(rows, "share")
    n = sum(row["tunnels"] for row in rows)
    places = np.arange(len(rows))
    label = f"all tunnels tried (n = {n:,.0f})"
    ax.bar(places - 0.18, share, 0.34, yerr=[down, up], color=BLUE, ecolor="#1b2733", capsize=2, label=label)
    names = [f"extra cards: {row['extra']}" for row in rows]
    mark_rows(ax, places - 0.18, share, names, rows, "share", Unit("share", 1, "tried", "tunnels"), "x")
    ax.bar(places + 0.18, [row["theory"] for row in rows], 0.34, color="#c3cbd2", label="a whole deck, in theory")
    mark_rows(
        ax, places + 0.18, [row["theory"] for row in rows], names, rows, "theory", Unit("share", 1, "in theory"), "x"
    )
    ax.set_xticks(places, [row["extra"] for row in rows])
    percent(ax, "y")
    ax.grid(axis="x", visible=False)
    ax.set(xlabel="extra cards due", ylabel="share of tunnels (95 % interval)")
    fig.legend(loc="outside lower center", ncols=2)
    free = rows[0]
    title = titled(
        fig, f"{free['share']:.0%} of tunnels cost nothing extra; on a whole deck it would be {free['theory']:.0%}", 62
    )
    return ReportFigure(fig, title, "Bars by extra cards due, as played and in theory.")
