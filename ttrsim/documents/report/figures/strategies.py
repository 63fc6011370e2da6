"""Figures of bots."""

from __future__ import annotations

import numpy as np

from ttrsim.documents.document import Row
from ttrsim.documents.report.figures import FigurePage, ReportFigure, figure, figure_of, titled
from ttrsim.documents.report.figures.plots import (
    BLUE,
    GRAY,
    SHARE,
    VERMILION,
    Unit,
    ends,
    forest,
    mark_rows,
    new_figure,
    percent,
    row_height,
    shares_of,
)

MIN_N = 20  # seats, for a distribution


@figure_of("bots", least=2)
def bot_wins(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Win share by bot."""
    fig = new_figure(row_height(len(rows), 1.6))
    ax = fig.add_subplot()
    forest(ax, rows, "win", "bot", reference=1 / page.players, unit=SHARE)
    percent(ax)
    ax.set_xlabel("win share (95 % interval); the line: an equal share")
    title = titled(
        fig, f"{rows[0]['bot']} wins {rows[0]['win']:.0%} of its games, {rows[-1]['bot']} {rows[-1]['win']:.0%}"
    )
    return ReportFigure(fig, title, "Win share of each bot with its interval.")


@figure_of("sources", needs=("winner", "other"))
def point_sources(page: FigurePage, rows: list[Row]) -> ReportFigure:
    """Points by source, winners against others."""
    fig = new_figure(4.0)
    ax = fig.add_subplot()
    places = np.arange(len(rows))
    for shift, key, colour, label in ((-0.19, "winner", BLUE, "winners"), (0.19, "other", VERMILION, "others")):
        value, down, up = ends(rows, key)
        ax.bar(places + shift, value, 0.36, yerr=[down, up], color=colour, label=label, ecolor="#1b2733", capsize=2)
        names = [str(row["name"]) for row in rows]
        mark_rows(ax, places + shift, value, names, rows, key, Unit("number", 1, label), "x")
    ax.set_xticks(places, [row["name"] for row in rows])
    ax.axhline(0, color=GRAY, linewidth=1)
    ax.grid(axis="x", visible=False)
    ax.set_ylabel("mean points (95 % interval)")
    ax.legend()
    gap = max(rows, key=lambda row: row["more"])
    title = titled(
        fig, f"Winners are ahead most by {gap['name']} points: {gap['winner']:.0f} against {gap['other']:.0f}"
    )
    return ReportFigure(fig, title, "Pairs of bars, winners and others, for each source of points.")


@figure
def score_distributions(page: FigurePage) -> ReportFigure | None:
    """How scores are spread, by bot."""
    rows = page.tables["scores"].rows if "scores" in page.tables else []
    if sum(row["seats"] for row in rows) < MIN_N:
        return None
    fig = new_figure(4.0)
    ax = fig.add_subplot()
    for bot in dict.fromkeys(row["bot"] for row in rows):
        own = {row["score"]: row for row in rows if row["bot"] == bot}
        scores = np.arange(min(own) - 5, max(own) + 10, 5)
        share = np.array([own[score]["share"] if score in own else 0.0 for score in scores.tolist()])
        n = sum(row["seats"] for row in own.values())
        told = shares_of(share, n)
        _, down, up = ends(told, "share")
        (line,) = ax.plot(scores + 2.5, share, label=f"{bot} (n = {n:,.0f})", drawstyle="default")
        ax.fill_between(scores + 2.5, share - down, share + up, color=line.get_color(), alpha=0.25, linewidth=0)
        steps = [f"{bot}, {score} to {score + 4} points" for score in scores]
        mark_rows(ax, scores + 2.5, share, steps, told, "share", Unit("share", 2), "x")
    percent(ax, "y")
    ax.set(xlabel="score, in steps of five points", ylabel="share of seats")
    ax.legend()
    bots = page.tables["bots"].rows
    means = ", ".join(f"{row['bot']} {row['points']:.0f}" for row in bots[:4])
    title = titled(
        fig,
        f"{bots[0]['bot']} scores {bots[0]['points']:.0f} on average" if len(bots) == 1 else f"Mean scores: {means}",
    )
    return ReportFigure(fig, title, "Distribution of scores, one curve a bot.")
