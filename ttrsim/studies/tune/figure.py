"""The search as a picture: the lead of the incumbent over the start, and the way of each weight between its bounds."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from ttrsim.documents.report.figures import footnote, styled, titled
from ttrsim.documents.report.figures.plots import BLUE, GRAY, new_figure, percent
from ttrsim.files.images import image_bytes
from ttrsim.stats.intervals import z_critical
from ttrsim.studies.tune.result import Tuned
from ttrsim.studies.tune.search import Generation
from ttrsim.studies.tune.space import Space

DPI = 130
MAX_NAMED = 20  # weights whose lines carry their names


def draw_search(tuned: Tuned) -> bytes:
    """A PNG."""
    request = tuned.request
    with styled():
        figure = new_figure(height=7.5)
        top, bottom = figure.subplots(2, 1, sharex=True)
        _draw_lead(top, tuned.generations)
        _draw_weights(bottom, tuned.space, tuned.generations)
        titled(figure, f"{request.bot} on {request.board}, {request.players} players: the search")
        footnote(figure, tuned.notice)
        return image_bytes(figure, "png", DPI)


def _draw_lead(ax: Axes, generations: list[Generation]) -> None:
    number = [each.generation for each in generations]
    lead = np.array([each.lead for each in generations])
    half = z_critical() * np.array([each.lead_error for each in generations])
    for each in generations:
        gains = np.array(each.win_shares) - each.start
        ax.plot([each.generation] * len(gains), gains, ".", color=GRAY, alpha=0.4, markersize=3, zorder=1)
    ax.errorbar(number, lead, yerr=half, fmt="o-", color=BLUE, markersize=3, linewidth=1, elinewidth=0.8)
    ax.axhline(0, color=GRAY, linewidth=1)
    ax.set_ylabel("win share less that of the start")
    ax.set_title("blue: the incumbent, chosen on earlier deals, with 95 % intervals; gray: candidates", fontsize=8)
    percent(ax, "y")


def _draw_weights(ax: Axes, space: Space, generations: list[Generation]) -> None:
    number = [each.generation for each in generations]
    for place, name in enumerate(space.bounds):
        line = [each.next_incumbent[place] for each in generations]
        ax.plot(number, line, linewidth=1)
        if len(space.bounds) <= MAX_NAMED:
            ax.annotate(
                name, (number[-1], line[-1]), xytext=(4, 0), textcoords="offset points", fontsize=7, va="center"
            )
    ax.set_ylim(-0.02, 1.02)
    ax.set_xlabel("generation")
    ax.set_ylabel("weights: 0 and 1 are the bounds, 0.5 the start")
